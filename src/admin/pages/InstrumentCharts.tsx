/** Where people stop, how long they take, and in which languages. */

import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Panel } from '#admin/experiments/Panel.tsx'
import { Figure } from './InstrumentFigure.tsx'
import { figuresOf } from './instruments.ts'
import css from './Instruments.module.css'

type Shown = { health: InstrumentView }

export function InstrumentStops({ health }: Shown) {
  const t = useText()
  const { percent, number } = figuresOf(useScope().language)
  const { staying, stop, began, people, from } = health
  const last = staying?.at(-1) ?? 1
  const stopped = stop === null ? undefined : health.items[stop.answered]?.id
  // Whole tenths, so that the middle line is a round share too.
  const floor = Math.min(0.8, Math.floor(5 * last) / 5)
  const path = (staying ?? [])
    .map(
      (share, at, all) =>
        `${at === 0 ? 'M' : 'L'}${(100 * at) / (all.length - 1)} ${(100 * (1 - share)) / (1 - floor)}`,
    )
    .join('')
  return (
    <Panel
      title={t('console.instruments.stops.title')}
      aside={began !== null && <span className="small mute">n = {number(began)}</span>}
    >
      {staying === null ? (
        <p className="mute">
          {(people ?? 0) < from['items']
            ? t('console.instruments.from', { count: from['items'] })
            : t('console.instruments.stops.nowhere')}
        </p>
      ) : (
        <>
          <div className={css['plot']}>
            <div className={css['ys']} aria-hidden="true">
              <span>{percent(1)}</span>
              <span>{percent((1 + floor) / 2)}</span>
              <span>{percent(floor)}</span>
            </div>
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
            <div className={css['xs']} aria-hidden="true">
              <span>1</span>
              <span>{number(Math.round((staying.length - 1) / 2))}</span>
              <span>{number(staying.length - 1)}</span>
            </div>
          </div>
          <p>
            {stop === null
              ? t('console.instruments.stops.nowhere')
              : t('console.instruments.stops.where', {
                  share: percent(stop.share.value),
                  low: percent(stop.share.low),
                  high: percent(stop.share.high),
                  question: stop.answered + 1,
                })}
          </p>
          {stopped !== undefined && <p className="small mute">“{health.names[stopped]}”</p>}
        </>
      )}
    </Panel>
  )
}

export function InstrumentMinutes({
  minutes,
  n,
}: {
  minutes: NonNullable<InstrumentView['minutes']>
  n: number
}) {
  const t = useText()
  const { decimal, number } = figuresOf(useScope().language)
  const most = Math.max(1, ...minutes.bars.map(({ people }) => people ?? 0))
  const { value: median, low, high } = minutes.median
  const one = (value: number) => decimal(value, 1)
  const middle = one(median)
  return (
    <Panel
      title={t('console.instruments.minutes.title')}
      aside={<span className="small mute">n = {number(n)}</span>}
    >
      <div
        className={css['bars']}
        role="img"
        aria-label={t('console.instruments.minutes.chart', { middle })}
      >
        {minutes.bars.map(({ from, people }) => (
          <i
            key={from}
            className={median >= from && median < from + 2 ? css['middle'] : undefined}
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
        {t('console.instruments.minutes.meaning', {
          middle,
          low: one(low),
          high: one(high),
          promised: minutes.promised,
        })}
      </p>
    </Panel>
  )
}

export function InstrumentLanguages({ health }: Shown) {
  const t = useText()
  const { language } = useScope()
  const { decimal, number, percent } = figuresOf(language)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const { languages, from } = health
  const one = (value: number) => decimal(value, 1)
  return (
    <Panel title={t('console.instruments.languages.title')} flush>
      <div
        className={css['wide']}
        role="region"
        aria-label={t('console.instruments.languages.title')}
      >
        <table className={`${css['table']} ${css['tight']} ${css['narrow']}`}>
          <thead>
            <tr>
              {(['language', 'n', 'finish', 'minutes', 'alpha'] as const).map((each) => (
                <th key={each} scope="col" className={each === 'language' ? undefined : 'num'}>
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
                      {each.finished === null ? (
                        <span className={css['few']}>
                          {t('console.instruments.hidden', { count: from['cell'] })}
                        </span>
                      ) : (
                        <>
                          <Figure of={each.finished} say={percent} />
                          <span className={css['sub']}>n = {number(each.began ?? 0)}</span>
                        </>
                      )}
                    </td>
                    <td className="num">
                      <Figure of={each.minutes} say={one} />
                    </td>
                    <td className="num">
                      {each.alpha === null ? (
                        <span className={css['few']}>
                          {t('console.instruments.from', { count: from['items'] })}
                        </span>
                      ) : (
                        <Figure of={each.alpha} say={(value) => decimal(value, 2)} />
                      )}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css['meaning']}>{t('console.instruments.languages.meaning')}</p>
    </Panel>
  )
}
