/**
 * A few scores as bars, in words: solid is certain, dots show where the score could be on another
 * day.
 */

import Type from 'typebox'
import {
  ownError,
  percentileAt,
  pointsOf,
  reachOf,
  ranked,
  scoreOf,
} from '#engine/scoring/bands.ts'
import { endsOf } from '#engine/scoring/reports.ts'
import { standingOf } from '#engine/scoring/standing.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { metricsIn, useBandWords } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import css from './ScoreBars.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Below the title. {{least}} and {{most}} are what a score can be.',
      }),
    ),
    meaning: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Small, below the bars.' })),
    rows: Type.Array(
      Type.Object(
        {
          ...score.row,
          label: score.Text,
          text: Type.Optional(score.Text),
          icon: Type.Optional(score.IconName),
          tile: Type.Optional(score.tile),
          sem: Type.Optional(score.sem),
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 12 },
    ),
    ...score.ownScale,
    ...score.ties,
    cuts: Type.Optional(score.cuts),
    bands: Type.Optional(score.bands),
    sem: Type.Optional(score.sem),
    percentiles: Type.Optional(score.percentiles),
    value: Type.Optional(
      Type.Enum(['band', 'percent', 'points'], {
        description:
          'What is shown next to a name: the words of its band (default), its percentage, or its points on the scale.',
      }),
    ),
    of: Type.Optional(score.of),
    sort: Type.Optional(
      Type.Boolean({ description: 'Highest first; default: in the order of the rows.' }),
    ),
    lead: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'How many of the highest are drawn boldly; default all, and none if nothing stands out.',
      }),
    ),
    even: Type.Optional(score.even),
    ...score.rank,
  },
  score.strict,
)

export const ScoreBars = defineWidget<typeof Props>(
  'score-bars',
  function ScoreBars({
    id,
    title,
    hint,
    meaning,
    rows,
    cuts,
    bands,
    sem = 0,
    percentiles = false,
    value: shows = 'band',
    sort = false,
    lead,
    even,
    near,
    above,
    of,
    data,
    level,
    ...order
  }) {
    const t = useText()
    const words = useBandWords()
    const metrics = metricsIn(data)
    if (metrics === null) return null
    const all = ranked(metrics, rows, order)
    if (all.length === 0) return null
    const ends = endsOf(metrics, order)
    const bold =
      lead === undefined ? all : standingOf(all, { count: lead, near, above, even }).named
    const strong = new Set(bold.map(({ row }) => row.id))
    const shown = sort
      ? all.map(({ row }) => row)
      : rows.filter((row) => all.some((each) => each.row.id === row.id))
    const sayValue = (value: number, error: number) => {
      if (shows === 'points') return <Points score={value} of={of} {...ends} />
      return shows === 'percent'
        ? t('card.percent', { percent: Math.round(value) })
        : words(value, error, cuts, bands)
    }
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {hint && (
          <p className="small mute">{t(hint, { least: ends.lowest, most: ends.highest })}</p>
        )}
        <ul
          className={`${css['bars']} ${rows.some(({ tile }) => tile !== undefined) ? css['tight'] : ''}`}
        >
          {shown.map((row) => {
            const value = scoreOf(metrics, row, ends)!
            const below = percentiles ? percentileAt(metrics, row) : null
            const error = ownError(metrics, row, ends) ?? row.sem ?? sem
            return (
              <li key={row.id} className={css[row.tile ? 'tiled' : row.icon ? 'pictured' : 'bar']}>
                {row.tile ? (
                  <span className={css['tile']}>
                    <TypeTile type={row.tile} size="s" />
                  </span>
                ) : (
                  row.icon && (
                    <span className={css['icon']}>
                      <Icon name={row.icon as IconName} />
                    </span>
                  )
                )}
                <div className={css['words']}>
                  <strong className={css['name']}>{t(row.label)}</strong>
                  <span className={css['value']}>{sayValue(value, error)}</span>
                </div>
                <Line score={value} sem={error} strong={strong.has(row.id)} />
                {row.text && <p className="small mute">{t(row.text)}</p>}
                {below !== null && <p className="tiny mute">{t('result.percentile', { below })}</p>}
              </li>
            )
          })}
        </ul>
        {meaning && <p className="tiny mute">{t(meaning)}</p>}
      </Card>
    )
  },
)

/** "34 of 40", on the scale of the metrics. */
function Points({
  score: value,
  of,
  lowest,
  highest,
}: {
  score: number
  of: string | undefined
  lowest: number
  highest: number
}) {
  const t = useText()
  return (
    <>
      <b>{pointsOf(value, { lowest, highest }) + lowest}</b> {t(of, { most: highest })}
    </>
  )
}

/** The style sheet leaves room for the round ends. */
const place = (score: number) => `${score}%`

function Line({ score: value, sem, strong }: { score: number; sem: number; strong: boolean }) {
  const { from, to } = reachOf(value, sem)
  const className = css[strong ? 'strong' : 'rest']
  return (
    <svg className={css['line']} width="100%" height="12" aria-hidden="true" focusable="false">
      <line className={css['ground']} x1={place(0)} x2={place(100)} y1="6" y2="6" />
      {from > 0 && <line className={className} x1={place(0)} x2={place(from)} y1="6" y2="6" />}
      {sem > 0 && (
        <line
          className={`${className} ${css['unsure']}`}
          x1={place(from)}
          x2={place(to)}
          y1="6"
          y2="6"
        />
      )}
      {sem > 0 && <circle className={css['stone']} cx={place(value)} cy="6" r="6.5" />}
    </svg>
  )
}
