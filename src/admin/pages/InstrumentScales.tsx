/** Scales of an instrument: whether their questions hang together, and how sure one score is. */

import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Panel } from '#admin/experiments/Panel.tsx'
import { Figure } from './InstrumentFigure.tsx'
import { figuresOf } from './instruments.ts'
import css from './Instruments.module.css'

/** The picture of alpha begins here. */
const LEFT = 0.5
const COLUMNS = ['scale', 'mean', 'spread', 'alpha', 'range', 'omega', 'error', 'reading'] as const

export function InstrumentScales({ health }: { health: InstrumentView }) {
  const t = useText()
  const { decimal, number } = figuresOf(useScope().language)
  const { scales, scaleNames, people, from } = health
  const place = (alpha: number) => 100 * Math.max(0, Math.min(1, (alpha - LEFT) / (1 - LEFT)))
  const one = (value: number) => decimal(value, 1)
  const two = (value: number) => decimal(value, 2)
  return (
    <Panel
      title={t('console.instruments.scales.title')}
      aside={<span className="small mute">n = {number(people ?? 0)}</span>}
      flush
    >
      <div className={css['wide']} role="region" aria-label={t('console.instruments.scales.title')}>
        <table className={`${css['table']} ${css['tight']}`}>
          <thead>
            <tr>
              {COLUMNS.map((each) => (
                <th
                  key={each}
                  scope="col"
                  className={
                    each === 'scale' || each === 'range' || each === 'reading' ? undefined : 'num'
                  }
                >
                  {t(`console.instruments.scales.${each}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scales.map(({ id, mean, spread, alpha, omega, error, reading }) => (
              <tr key={id}>
                <th scope="row">{scaleNames[id] ?? id}</th>
                <td className="num">
                  <Figure of={mean} say={one} />
                </td>
                <td className="num">
                  <Figure of={spread} say={one} />
                </td>
                <td className="num">{alpha === null ? '–' : decimal(alpha.value, 2)}</td>
                <td>
                  {alpha !== null && (
                    <>
                      <span className={css['line']} aria-hidden="true">
                        <i
                          className={css['limit']}
                          style={{ insetInlineStart: `${place(0.7)}%` }}
                        />
                        <i
                          className={css['span']}
                          style={{
                            insetInlineStart: `${place(alpha.low)}%`,
                            inlineSize: `${place(alpha.high) - place(alpha.low)}%`,
                          }}
                        />
                        <i
                          className={css['point']}
                          style={{ insetInlineStart: `${place(alpha.value)}%` }}
                        />
                      </span>
                      <span className={css['sub']}>
                        {t('console.instruments.between', {
                          low: two(alpha.low),
                          high: two(alpha.high),
                        })}
                      </span>
                    </>
                  )}
                </td>
                <td className="num">
                  <Figure of={omega} say={two} />
                </td>
                <td className="num">
                  {error === null ? (
                    <span className="mute">
                      {t('console.instruments.from', { count: from['scales'] })}
                    </span>
                  ) : (
                    <Figure of={error} say={one} ends={two} />
                  )}
                </td>
                <td>
                  {reading !== null && (
                    <span className={css['reading']} data-look={reading}>
                      {t(`console.instruments.reading.${reading}`)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css['meaning']}>{t('console.instruments.scales.meaning')}</p>
    </Panel>
  )
}

/** People who took it again: are their results still the same? */
export function InstrumentAgain({ health }: { health: InstrumentView }) {
  const t = useText()
  const { decimal, number } = figuresOf(useScope().language)
  const { scales, scaleNames, from } = health
  const days = [...new Set(scales.flatMap(({ again }) => again.map((each) => each.days)))].toSorted(
    (a, b) => a - b,
  )
  return (
    <Panel title={t('console.instruments.again.title')} flush>
      {days.length === 0 ? (
        <p className={css['meaning']}>
          {t('console.instruments.again.none', { count: from['cell'] })}
        </p>
      ) : (
        <div
          className={css['wide']}
          role="region"
          aria-label={t('console.instruments.again.title')}
        >
          <table className={`${css['table']} ${css['tight']}`}>
            <thead>
              <tr>
                <th scope="col">{t('console.instruments.scales.scale')}</th>
                {days.map((each) => (
                  <th key={each} scope="col" className="num">
                    {t(`console.instruments.again.after.${each}`)}
                    <span className={css['sub']}>
                      n ={' '}
                      {number(
                        Math.max(
                          ...scales.flatMap(({ again }) =>
                            again.flatMap((one) => (one.days === each ? [one.n] : [])),
                          ),
                        ),
                      )}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {scales.map(({ id, again }) => (
                <tr key={id}>
                  <th scope="row">{scaleNames[id] ?? id}</th>
                  {days.map((each) => {
                    const r = again.find((one) => one.days === each)?.r ?? null
                    return (
                      <td key={each} className="num">
                        {r === null ? (
                          <span className="mute">
                            {t('console.instruments.fromPairs', { count: from['pairs'] })}
                          </span>
                        ) : (
                          <Figure of={r} say={(value) => decimal(value, 2)} />
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={css['meaning']}>{t('console.instruments.again.meaning')}</p>
    </Panel>
  )
}
