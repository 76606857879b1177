/** The way to publishing: grey while there is nothing to publish or something is wrong, then the one orange control. */

import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/Button.tsx'
import { useCheck, useDocuments, useRights } from './client.ts'
import { isError } from './editor/problems.ts'

export function PublishLink() {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const documents = useDocuments()
  const check = useCheck()
  const drafts = documents.value?.items.filter(({ draft }) => draft).length ?? 0
  const isSound = check.value !== undefined && !check.value.problems.some(isError)
  if (!rights.publish) return null
  return (
    <ButtonLink look={drafts > 0 && isSound ? 'step' : 'line'} small to={href('consolePublish')}>
      {drafts === 0 ? t('console.publish.nothing') : t('console.publish.link', { count: drafts })}
    </ButtonLink>
  )
}
