/** Questions of an instrument: those that don't go with their scale first. */

import { useState } from 'react'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { figuresOf } from './instruments.ts'
import css from './Instruments.module.css'

export function InstrumentItems({ level, health }: { level: Level; health: InstrumentView }) {
  const t = useText()
  const { decimal, number, percent } = figuresOf(useScope().language)
  const { items, names, people, lowFit } = health
  const doubted = items.filter(
    ({ fit, different }) => (fit !== null && fit.value < lowFit) || different.length > 0,
  )
  const [isAll, setAll] = useState(false)
  const shown = (isAll ? items : doubted).toSorted(
    (a, b) => (a.fit?.value ?? 1) - (b.fit?.value ?? 1),
  )
  return (
    <Card labelledBy="questions" tight>
      <div className={css['head']}>
        <Heading level={level} id="questions">
          {t('console.instruments.items.title')}
        </Heading>
        <span className="small mute">n = {number(people ?? 0)}</span>
      </div>
      <div className={css['choose']}>
        <Button look="line" small aria-pressed={!isAll} onClick={() => setAll(false)}>
          {t('console.instruments.items.doubted', { count: doubted.length })}
        </Button>
        <Button look="line" small aria-pressed={isAll} onClick={() => setAll(true)}>
          {t('console.instruments.items.all', { count: items.length })}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="mute">{t('console.instruments.items.none')}</p>
      ) : (
        <div className={css['wide']} role="region" aria-labelledby="questions">
          <table className={css['table']}>
            <thead>
              <tr>
                {(['question', 'mean', 'spread', 'answers', 'fit', 'time'] as const).map((each) => (
                  <th key={each} scope="col">
                    {t(`console.instruments.items.${each}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, mean, spread, shares, fit, seconds, different }) => (
                <tr key={id}>
                  <th scope="row">
                    {names[id]}
                    <span className={css['sub']}>{id}</span>
                    {different.map(({ language }) => (
                      <span key={language} className={css['look']}>
                        {t('console.instruments.items.different', { language })}
                      </span>
                    ))}
                  </th>
                  <td className="num">{mean === null ? '–' : decimal(mean.value, 1)}</td>
                  <td className="num">{spread === null ? '–' : decimal(spread, 1)}</td>
                  <td>
                    <span
                      className={css['shares']}
                      role="img"
                      aria-label={shares
                        .map(
                          ({ value, share }) =>
                            `${value}: ${share === null ? '–' : percent(share.value)}`,
                        )
                        .join(', ')}
                    >
                      {shares.map(({ value, share }) => (
                        <i key={value} style={{ blockSize: `${100 * (share?.value ?? 0)}%` }} />
                      ))}
                    </span>
                  </td>
                  <td className={`num ${fit !== null && fit.value < lowFit ? css['bad'] : ''}`}>
                    {fit === null ? (
                      '–'
                    ) : (
                      <>
                        {decimal(fit.value, 2)}
                        <span className={css['sub']}>
                          {t('console.instruments.between', {
                            low: decimal(fit.low, 2),
                            high: decimal(fit.high, 2),
                          })}
                        </span>
                      </>
                    )}
                  </td>
                  <td className="num">{seconds === null ? '–' : `${decimal(seconds, 1)} s`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="small mute">{t('console.instruments.items.meaning')}</p>
    </Card>
  )
}
