/** Questions of an instrument: those that don't go with their scale first. */

import { useState } from 'react'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import type { Estimate } from '#engine/psychometrics/moments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Panel } from '#admin/experiments/Panel.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Figure } from './InstrumentFigure.tsx'
import { figuresOf, groupName } from './instruments.ts'
import css from './Instruments.module.css'

type Item = InstrumentView['items'][number]

export function InstrumentItems({ health }: { health: InstrumentView }) {
  const t = useText()
  const { number } = figuresOf(useScope().language)
  const { items, people, lowFit } = health
  const doubted = items.filter(
    ({ fit, different }) => (fit !== null && fit.value < lowFit) || different.length > 0,
  )
  const hasBest = items.some(({ best }) => best !== null)
  const [isAll, setAll] = useState(false)
  const shown = (isAll ? items : doubted).toSorted(
    (a, b) => (a.fit?.value ?? 1) - (b.fit?.value ?? 1),
  )
  const columns = [
    'question',
    'mean',
    'spread',
    'answers',
    ...(hasBest ? ['best'] : []),
    'fit',
    'time',
  ]
  return (
    <Panel
      title={t('console.instruments.items.title')}
      aside={<span className="small mute">n = {number(people ?? 0)}</span>}
      flush
    >
      <div className={css['which']}>
        <Button look="line" small aria-pressed={!isAll} onClick={() => setAll(false)}>
          {t('console.instruments.items.doubted', { count: doubted.length })}
        </Button>
        <Button look="line" small aria-pressed={isAll} onClick={() => setAll(true)}>
          {t('console.instruments.items.all', { count: items.length })}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={css['meaning']}>{t('console.instruments.items.none')}</p>
      ) : (
        <div
          className={css['wide']}
          role="region"
          aria-label={t('console.instruments.items.title')}
        >
          <table className={css['table']}>
            <thead>
              <tr>
                {columns.map((each) => (
                  <th
                    key={each}
                    scope="col"
                    className={each === 'question' || each === 'answers' ? undefined : 'num'}
                  >
                    {t(`console.instruments.items.${each}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((item) => (
                <ItemRow key={item.id} item={item} health={health} hasBest={hasBest} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={css['meaning']}>
        {t('console.instruments.items.meaning')}
        {hasBest && ` ${t('console.instruments.items.bestMeaning')}`}
      </p>
    </Panel>
  )
}

/** Is one group ahead everywhere on the scale? */
function isOneWay({ low, high }: Estimate): boolean {
  return low > 1 || high < 1
}

function ItemRow({
  item,
  health,
  hasBest,
}: {
  item: Item
  health: InstrumentView
  hasBest: boolean
}) {
  const t = useText()
  const { language } = useScope()
  const { decimal, percent } = figuresOf(language)
  const { id, best, mean, spread, shares, fit, seconds, different } = item
  const words = (value: string) => health.options[id]?.[value] ?? value
  const one = (value: number) => decimal(value, 1)
  const two = (value: number) => decimal(value, 2)
  const target = shares.find(({ value }) => value === best)?.share ?? null
  const most = Math.max(0.01, ...shares.map(({ share }) => share?.value ?? 0))
  const told = shares
    .map(
      ({ value, share }) =>
        `${words(value)}: ${
          share === null
            ? t('console.instruments.hidden', { count: health.from['cell'] })
            : `${percent(share.value)} (${t('console.instruments.between', { low: percent(share.low), high: percent(share.high) })})`
        }`,
    )
    .join(', ')
  return (
    <tr>
      <th scope="row">
        {health.names[id]}
        <span className={css['sub']}>
          {id}
          {item.scale !== null &&
            health.scales.length > 1 &&
            ` · ${health.scaleNames[item.scale] ?? item.scale}`}
        </span>
        {different.map((each) => (
          <span key={`${each.by}:${each.group}`} className={css['look']}>
            {t('console.instruments.items.different', {
              group: groupName(health, each.by, each.group, language),
              than: groupName(health, each.by, each.than, language),
            })}{' '}
            {t(`console.instruments.items.${isOneWay(each.odds) ? 'odds' : 'crossing'}`, {
              odds: two(each.odds.value),
              low: two(each.odds.low),
              high: two(each.odds.high),
            })}{' '}
            {t('console.instruments.items.explained', {
              share: percent(each.explained.value),
              low: percent(each.explained.low),
              high: percent(each.explained.high),
            })}
          </span>
        ))}
      </th>
      <td className="num">
        <Figure of={mean} say={one} ends={two} />
      </td>
      <td className="num">
        <Figure of={spread} say={one} ends={two} />
      </td>
      <td>
        <span className={css['shares']} role="img" aria-label={told} title={told}>
          {shares.map(({ value, share }) => (
            <i
              key={value}
              className={value === best ? css['middle'] : undefined}
              style={{ blockSize: `${(100 * (share?.value ?? 0)) / most}%` }}
            />
          ))}
        </span>
      </td>
      {hasBest && (
        <td className="num">
          <Figure of={target} say={percent} />
        </td>
      )}
      <td className={`num ${fit !== null && fit.value < health.lowFit ? css['bad'] : ''}`}>
        <Figure of={fit} say={two} />
      </td>
      <td className="num">
        <Figure of={seconds} say={(value) => `${one(value)} s`} ends={one} />
      </td>
    </tr>
  )
}
