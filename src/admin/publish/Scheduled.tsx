/** Releases that wait for their time, and those that weren't published: on the overview and before publishing. */

import type { ScheduledRelease } from '#engine/contract/approvals.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useTitleOf } from '#admin/parts/client.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import { usePublishing } from './usePublishing.ts'
import css from './Requests.module.css'

/** Titles of documents before the others are only counted. */
const MAX_TITLES = 3

export function Scheduled({ level, items }: { level: Level; items: readonly ScheduledRelease[] }) {
  const t = useText()
  if (items.length === 0) return null
  return (
    <section className="stack-s" aria-labelledby="scheduled">
      <Heading level={below(level)} id="scheduled">
        {t('console.schedule.title')}
      </Heading>
      <ul className={css['list']}>
        {items.map((each) => (
          <One key={each.id} release={each} />
        ))}
      </ul>
    </section>
  )
}

function One({ release }: { release: ScheduledRelease }) {
  const t = useText()
  const { language } = useScope()
  const titleOf = useTitleOf()
  const { busy, refused, send } = usePublishing()
  const { id, message, at, by, mine, approvedBy, documents, changed, reason, detail } = release
  const others = documents.length - MAX_TITLES
  const path = `admin/scheduled/${id}`
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <strong>{message}</strong>
        <span className="small">
          <time dateTime={at}>{whenOf(at, language)}</time>
          {' · '}
          {documents.slice(0, MAX_TITLES).map(titleOf).join(', ')}
          {others > 0 && ` ${t('console.schedule.more', { count: others })}`}
        </span>
        <span className="small mute">
          {t(mine ? 'console.schedule.byYou' : 'console.schedule.byThem', { who: whoOf(by, t) })}
          {approvedBy !== undefined &&
            ` · ${t('console.approval.approvedBy', { who: whoOf(approvedBy, t) })}`}
        </span>
        {changed.length > 0 && (
          <Said>{t('console.schedule.changed', { which: changed.map(titleOf).join(', ') })}</Said>
        )}
        {reason !== null && (
          <Said>{t(`console.schedule.reason.${reason}`, { detail: detail ?? '' })}</Said>
        )}
        {refused !== null && (
          <Note look="bad" alert>
            {refused.message}
          </Note>
        )}
      </span>
      <span className={css['doing']}>
        <span className={css['state']}>
          <State release={release} />
        </span>
        {release.mayPublish && changed.length === 0 && (
          <Button
            look="line"
            small
            busy={busy}
            onClick={() => void send({ path: `${path}/publish`, method: 'POST' }, () => {})}
          >
            {t('console.schedule.publishNow')}
          </Button>
        )}
        {release.mayCancel && (
          <Button
            look="line"
            small
            busy={busy}
            onClick={() => void send({ path, method: 'DELETE' }, () => {})}
          >
            {t(reason === null ? 'console.schedule.cancel' : 'console.schedule.dismiss')}
          </Button>
        )}
      </span>
    </li>
  )
}

function Said({ children }: { children: string }) {
  return (
    <span className={css['back']}>
      <Note look="bad">{children}</Note>
    </span>
  )
}

function State({ release: { state, changed, at } }: { release: ScheduledRelease }) {
  const t = useText()
  if (state === 'failed') return <Chip look="bad">{t('console.schedule.failed')}</Chip>
  if (changed.length > 0) return <Chip look="bad">{t('console.schedule.stale')}</Chip>
  const isDue = new Date(at) <= new Date()
  return <Chip look="wait">{t(isDue ? 'console.schedule.due' : 'console.schedule.waits')}</Chip>
}
