/** What waits for a second person, and what was sent back: on the overview and before publishing. */

import type { Approval, Approvals } from '#engine/contract/approvals.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isForMe } from '#admin/parts/approvals.ts'
import { useRights } from '#admin/parts/client.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import { usePublishing } from './usePublishing.ts'
import css from './Requests.module.css'

export function Requests({ level, approvals }: { level: Level; approvals: Approvals }) {
  const t = useText()
  const rights = useRights()
  const { items } = approvals
  if (items.length === 0) return null
  // One next step a page: the oldest that waits for this person.
  const next = items.find((each) => isForMe(each, rights))
  return (
    <section className="stack-s" aria-labelledby="approvals">
      <Heading level={below(level)} id="approvals">
        {t('console.approval.waiting')}
      </Heading>
      <ul className={css['list']}>
        {items.map((each) => (
          <Request key={each.id} request={each} isNext={each === next} />
        ))}
      </ul>
    </section>
  )
}

function Request({ request, isNext }: { request: Approval; isNext: boolean }) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const rights = useRights()
  const { busy, refused, send } = usePublishing()
  const { id, state, message, by, mine, at, documents, changed, comment, decidedBy, publishAt } =
    request
  const isBack = state === 'returned'
  // Its draft is gone with it.
  const isStart =
    documents.length === 1 && documents[0]!.startsWith('experiment/') && changed.length === 1
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <strong>{message}</strong>
        <span className="small mute">
          {t(mine ? 'console.approval.byYou' : 'console.approval.byThem', { who: whoOf(by, t) })}
          {` · ${whenOf(at, language)} · `}
          {t('console.releases.documents', { count: documents.length })}
          {publishAt !== null &&
            ` · ${t('console.schedule.asked', { when: whenOf(publishAt, language) })}`}
        </span>
        {isBack && (
          <span className={css['back']}>
            <Note>
              {t(`console.approval.${isStart ? 'startSentBack' : 'sentBack'}`, {
                who: whoOf(decidedBy, t),
                comment: comment ?? '',
              })}
            </Note>
          </span>
        )}
        {refused !== null && (
          <Note look="bad" alert>
            {refused.message}
          </Note>
        )}
      </span>
      <span className={css['doing']}>
        {!isBack && changed.length > 0 && <Chip look="bad">{t('console.approval.stale')}</Chip>}
        {!isBack && changed.length === 0 && (
          <Chip look="wait">
            {t(isForMe(request, rights) ? 'console.approval.yourTurn' : 'console.approval.waits')}
          </Chip>
        )}
        {isBack ? (
          <Button
            look="line"
            small
            busy={busy}
            onClick={() => void send({ path: `admin/approvals/${id}`, method: 'DELETE' }, () => {})}
          >
            {t('console.approval.dismiss')}
          </Button>
        ) : (
          <ButtonLink
            look={isNext ? 'step' : 'line'}
            small
            to={href('consolePublish', {}, { request: id })}
          >
            {t('console.approval.look')}
          </ButtonLink>
        )}
      </span>
    </li>
  )
}
