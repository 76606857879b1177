/** Where people stop, how long they take, and in which languages. */

import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { figuresOf } from './instruments.ts'
import css from './Instruments.module.css'

type Shown = { level: Level; health: InstrumentView }

export function InstrumentStops({ level, health }: Shown) {
  const t = useText()
  const { percent, number } = figuresOf(useScope().language)
  const { staying, stop, began, from } = health
  const last = staying?.at(-1) ?? 1
  const floor = Math.min(0.9, Math.floor(10 * last) / 10)
  const path = (staying ?? [])
    .map(
      (share, at, all) =>
        `${at === 0 ? 'M' : 'L'}${(100 * at) / (all.length - 1)} ${(100 * (1 - share)) / (1 - floor)}`,
    )
    .join('')
  return (
    <Card labelledBy="stops" tight>
      <div className={css['head']}>
        <Heading level={level} id="stops">
          {t('console.instruments.stops.title')}
        </Heading>
        {began !== null && <span className="small mute">n = {number(began)}</span>}
      </div>
      {staying === null ? (
        <p className="mute">{t('console.instruments.from', { count: from['items'] })}</p>
      ) : (
        <>
          <svg
            className={css['chart']}
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={t('console.instruments.stops.chart', { share: percent(last) })}
          >
            <path d="M0 0H100M0 50H100M0 100H100" className={css['grid']} />
            <path d={path} className={css['curve']} />
          </svg>
          <p className={`small mute ${css['axis']}`} aria-hidden="true">
            <span>100 %</span>
            <span>{percent(floor)}</span>
          </p>
          <p>
            {stop === null
              ? t('console.instruments.stops.nowhere')
              : t('console.instruments.stops.where', {
                  share: percent(stop.share.value),
                  question: stop.answered + 1,
                })}
          </p>
        </>
      )}
    </Card>
  )
}

export function InstrumentMinutes({
  level,
  minutes,
  n,
}: {
  level: Level
  minutes: NonNullable<InstrumentView['minutes']>
  n: number
}) {
  const t = useText()
  const { decimal, number } = figuresOf(useScope().language)
  const most = Math.max(1, ...minutes.bars.map(({ people }) => people ?? 0))
  const middle = decimal(minutes.median, 1)
  return (
    <Card labelledBy="minutes" tight>
      <div className={css['head']}>
        <Heading level={level} id="minutes">
          {t('console.instruments.minutes.title')}
        </Heading>
        <span className="small mute">n = {number(n)}</span>
      </div>
      <div
        className={css['bars']}
        role="img"
        aria-label={t('console.instruments.minutes.chart', { middle })}
      >
        {minutes.bars.map(({ from, people }) => (
          <i
            key={from}
            className={
              minutes.median >= from && minutes.median < from + 2 ? css['middle'] : undefined
            }
            style={{ blockSize: `${(100 * (people ?? 0)) / most}%` }}
          />
        ))}
      </div>
      <p className={`small mute ${css['axis']}`} aria-hidden="true">
        <span>0</span>
        <span>10</span>
        <span>20</span>
      </p>
      <p className="small mute">
        {t('console.instruments.minutes.meaning', { middle, promised: minutes.promised })}
      </p>
    </Card>
  )
}

export function InstrumentLanguages({ level, health }: Shown) {
  const t = useText()
  const { language } = useScope()
  const { decimal, number, percent } = figuresOf(language)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const { languages, from } = health
  return (
    <Card labelledBy="languages" tight>
      <Heading level={level} id="languages">
        {t('console.instruments.languages.title')}
      </Heading>
      <div className={css['wide']} role="region" aria-labelledby="languages">
        <table className={css['table']}>
          <thead>
            <tr>
              {(['language', 'n', 'finish', 'minutes', 'alpha'] as const).map((each) => (
                <th key={each} scope="col">
                  {t(`console.instruments.languages.${each}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {languages.map((each) => (
              <tr key={each.language}>
                <th scope="row">{names.of(each.language)}</th>
                {each.people === null ? (
                  <td colSpan={4} className="mute">
                    {t('console.instruments.hidden', { count: from['cell'] })}
                  </td>
                ) : (
                  <>
                    <td className="num">{number(each.people)}</td>
                    <td className="num">
                      {each.finished === null ? '–' : percent(each.finished.value)}
                    </td>
                    <td className="num">
                      {each.minutes === null ? '–' : decimal(each.minutes, 1)}
                    </td>
                    <td className="num">
                      {each.alpha === null
                        ? t('console.instruments.from', { count: from['items'] })
                        : decimal(each.alpha, 2)}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small mute">{t('console.instruments.languages.meaning')}</p>
    </Card>
  )
}
