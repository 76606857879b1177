/** The way of releases: what learners had, what they have now, and what is to come. */

import type { ReleaseSummary } from '#engine/contract/admincontract.ts'
import type { ScheduledRelease } from '#engine/contract/approvals.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { isWaiting } from '#admin/parts/approvals.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from './ReleasePath.module.css'

/** Of those before the live one, and of those to come. */
const MAX_EACH = 2

type Point = {
  readonly id: string
  readonly look: 'done' | 'now' | 'ahead'
  readonly title: string
  readonly words: string
  readonly small: string
}

export function ReleasePath({
  level,
  releases,
  drafts,
  scheduled,
}: {
  level: Level
  /** The newest first. */
  releases: readonly ReleaseSummary[]
  /** How many there are. */
  drafts: number
  scheduled: readonly ScheduledRelease[]
}) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const at = releases.findIndex(({ live }) => live)
  const live = releases[at]
  const pointOf = (release: ReleaseSummary): Point => ({
    id: release.id,
    look: release === live ? 'now' : 'done',
    title:
      release.number === 0
        ? t('console.releases.first')
        : t(release === live ? 'console.overview.liveNumber' : 'console.releases.number', {
            number: release.number,
          }),
    words: release.message,
    small:
      release.at === ''
        ? ''
        : [whoOf(release.by, t), whenOf(release.at, language)].filter(Boolean).join(', '),
  })
  const points: readonly Point[] = [
    ...releases
      .slice(at + 1, at + 1 + MAX_EACH)
      .reverse()
      .map(pointOf),
    live === undefined
      ? { id: 'shipped', look: 'now', title: t('console.releases.first'), words: '', small: '' }
      : pointOf(live),
    ...(drafts === 0
      ? []
      : [
          {
            id: 'drafts',
            look: 'ahead' as const,
            title: t('console.overview.draftCount', { count: drafts }),
            words: '',
            small: t('console.overview.draftsSeen'),
          },
        ]),
    ...scheduled
      .filter(isWaiting)
      .slice(0, MAX_EACH)
      .map((each): Point => ({
        id: each.id,
        look: 'ahead',
        title: t('console.overview.planned'),
        words: each.message,
        small: whenOf(each.at, language),
      })),
  ]
  return (
    <Card labelledBy="overview-live">
      <div className={css['head']}>
        <Heading level={level} id="overview-live" className={css['title']}>
          {t('console.overview.live')}
        </Heading>
        <ButtonLink look="text" small to={href('consoleReleases')}>
          {t('console.menu.releases')}
        </ButtonLink>
      </div>
      <ol className={css['path']}>
        {points.map(({ id, look, title, words, small }) => (
          <li key={id} className={css[look]} aria-current={look === 'now' ? 'step' : undefined}>
            <p className={css['what']}>
              <strong>{title}</strong> {words}
            </p>
            {small !== '' && <p className="tiny mute">{small}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
