/** Says on the page of a document that its draft waits, for a colleague or for its time. */

import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { isWaiting } from '#admin/parts/approvals.ts'
import { useApprovals, useScheduled } from '#admin/parts/client.ts'
import { whenOf } from '#admin/parts/when.ts'

/** @param name `menu/main` */
export function Waits({ name }: { name: string }) {
  const t = useText()
  const { language } = useScope()
  const approvals = useApprovals().value?.items ?? []
  const scheduled = useScheduled().value?.items ?? []
  const release = scheduled.find((each) => isWaiting(each) && each.documents.includes(name))
  const isAsked = approvals.some((each) => isWaiting(each) && each.documents.includes(name))
  if (release === undefined && !isAsked) return null
  return (
    <p className="small mute">
      {release === undefined
        ? t('console.schedule.draftAsked')
        : t('console.schedule.draft', { when: whenOf(release.at, language) })}
    </p>
  )
}
