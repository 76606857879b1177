/**
 * The link to publishing: grey while there is nothing to publish or there are problems, then the
 * primary button. Where a second person approves, it leads to asking for that.
 */

import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { isForMe, useWaiting } from '#admin/parts/approvals.ts'
import { useApprovals, useCheck, useDocuments, useRights } from '#admin/parts/client.ts'
import { isError } from './problems.ts'

export function PublishLink() {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const documents = useDocuments()
  const check = useCheck()
  const approvals = useApprovals()
  const waiting = useWaiting()
  const open =
    documents.value?.items.filter(
      ({ draft, kind, id }) => draft && !waiting.includes(`${kind}/${id}`),
    ) ?? []
  // Words mostly belong to what they are written in; alone they are one thing.
  const things = open.filter(({ kind }) => kind !== 'locale').length
  const drafts = things > 0 ? things : Math.min(open.length, 1)
  const isSound = check.value !== undefined && !check.value.problems.some(isError)
  const needed = approvals.value?.needed ?? false
  // Without drafts there is no next step here.
  if (drafts === 0 || !(needed ? rights.edit : rights.publish)) return null
  // What a colleague waits for comes first.
  const isNext = isSound && !approvals.value?.items.some((each) => isForMe(each, rights))
  return (
    <ButtonLink look={isNext ? 'step' : 'line'} small to={href('consolePublish')}>
      {t(needed ? 'console.approval.link' : 'console.publish.link', { count: drafts })}
    </ButtonLink>
  )
}
