/** Scales of an instrument: whether their questions hang together, and how sure one score is. */

import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { figuresOf } from './instruments.ts'
import css from './Instruments.module.css'

/** The picture of alpha begins here. */
const LEFT = 0.5

export function InstrumentScales({ level, health }: { level: Level; health: InstrumentView }) {
  const t = useText()
  const { decimal, number } = figuresOf(useScope().language)
  const { scales, people, from } = health
  const place = (alpha: number) => 100 * Math.max(0, Math.min(1, (alpha - LEFT) / (1 - LEFT)))
  const range = (low: number, high: number) =>
    t('console.instruments.between', { low: decimal(low, 2), high: decimal(high, 2) })
  return (
    <Card labelledBy="scales" tight>
      <div className={css['head']}>
        <Heading level={level} id="scales">
          {t('console.instruments.scales.title')}
        </Heading>
        <span className="small mute">n = {number(people ?? 0)}</span>
      </div>
      <div className={css['wide']} role="region" aria-labelledby="scales">
        <table className={css['table']}>
          <thead>
            <tr>
              {(['scale', 'alpha', 'range', 'omega', 'error', 'reading'] as const).map((each) => (
                <th key={each} scope="col">
                  {t(`console.instruments.scales.${each}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scales.map(({ id, alpha, omega, error, reading }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
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
                      <span className="small mute">{range(alpha.low, alpha.high)}</span>
                    </>
                  )}
                </td>
                <td className="num">
                  {omega === null ? (
                    <span className="mute">–</span>
                  ) : (
                    <>
                      {decimal(omega.value, 2)}
                      <span className={css['sub']}>{range(omega.low, omega.high)}</span>
                    </>
                  )}
                </td>
                <td className="num">
                  {error === null ? (
                    <span className="mute">
                      {t('console.instruments.from', { count: from['scales'] })}
                    </span>
                  ) : (
                    <>
                      {decimal(error.value, 1)}
                      <span className={css['sub']}>{range(error.low, error.high)}</span>
                    </>
                  )}
                </td>
                <td>
                  {reading !== null && (
                    <span className={css[reading]}>
                      {t(`console.instruments.reading.${reading}`)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small mute">{t('console.instruments.scales.meaning')}</p>
    </Card>
  )
}
