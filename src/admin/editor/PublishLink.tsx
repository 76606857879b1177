/**
 * The link to publishing: grey while there is nothing to publish or there are problems, then the
 * primary button.
 */

import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { useCheck, useDocuments, useRights } from '#admin/parts/client.ts'
import { isError } from './problems.ts'

export function PublishLink() {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const documents = useDocuments()
  const check = useCheck()
  const drafts = documents.value?.items.filter(({ draft }) => draft).length ?? 0
  const isSound = check.value !== undefined && !check.value.problems.some(isError)
  // Without drafts there is no next step here.
  if (!rights.publish || drafts === 0) return null
  return (
    <ButtonLink look={isSound ? 'step' : 'line'} small to={href('consolePublish')}>
      {t('console.publish.link', { count: drafts })}
    </ButtonLink>
  )
}
