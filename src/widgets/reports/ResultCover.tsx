/**
 * A result in words first: a headline on cloth that follows the highest of some metrics, or the
 * band of one.
 */

import Type, { type Static } from 'typebox'
import { bandSaid, ranked, scoreOf } from '#engine/scoring/bands.ts'
import { areClose } from '#engine/scoring/closeness.ts'
import { standingOf } from '#engine/scoring/standing.ts'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { Metrics } from '#engine/scoring/reports.ts'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { listOf } from '#engine/documents/intl.ts'
import { metricsOf } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import '../print.css'
import css from './ResultCover.module.css'

const Pick = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          ...score.row,
          title: score.Text,
          over: Type.Optional(
            Type.String({
              'x-ref': 'text',
              description: 'Small, above the headline, if this one is the highest.',
            }),
          ),
          words: Type.Optional(
            Type.String({
              'x-ref': 'text',
              description:
                'What the lead says about it: {{words}} lists those of all that are named.',
            }),
          ),
          lead: Type.Optional(
            Type.String({ 'x-ref': 'text', description: 'The lead if this one is the highest.' }),
          ),
          icon: Type.Optional(score.IconName),
          tile: Type.Optional(score.tile),
          letter: Type.Optional(
            Type.String({
              maxLength: 3,
              description: 'Small, below the name: how a code spells it.',
            }),
          ),
        },
        score.strict,
      ),
      { minItems: 2, maxItems: 12 },
    ),
    ...score.ownScale,
    ...score.ties,
    ...score.base,
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'How many make the headline; default 1.',
      }),
    ),
    ...score.rank,
    near: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'Up to this many points out of 100 apart, two could swap: joined by dots, otherwise by a line.',
      }),
    ),
    close: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Small, above the headline, if what it names isn’t clearly ahead of the rest.',
      }),
    ),
    low: Type.Optional(
      Type.Object(
        { title: score.Text, lead: score.Text },
        { ...score.strict, description: 'Shown if none is high enough. Default: as for even.' },
      ),
    ),
    even: Type.Optional(
      Type.Object(
        {
          within: score.even,
          title: score.Text,
          lead: score.Text,
          showAll: Type.Optional(
            Type.Boolean({
              description:
                'Names all of them next to the headline, in the order of the rows; default false.',
            }),
          ),
        },
        score.strict,
      ),
    ),
  },
  score.strict,
)
const Band = Type.Object(
  {
    metric: score.Metric,
    ...score.scale,
    cuts: score.cuts,
    sem: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 50,
        description:
          'Standard error in points out of 100: of the bands where the score of another day could be, the one nearest the middle is said. Default 0.',
      }),
    ),
    rows: Type.Array(
      Type.Object({ id: score.Id, title: score.Text, lead: score.Text }, score.strict),
      { minItems: 2, maxItems: 5, description: 'Lowest band first; one more than cuts.' },
    ),
    from: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'The two ends of the drawn path.' }),
    ),
    to: Type.Optional(score.Text),
  },
  score.strict,
)

export const Props = Type.Object(
  {
    over: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Small, above the headline.' }),
    ),
    title: Type.String({ 'x-ref': 'text', description: 'The headline if nothing else gives one.' }),
    lead: Type.Optional(score.Text),
    tiles: Type.Optional(
      Type.Array(
        Type.Object({ id: score.Id, title: score.Text, icon: score.IconName }, score.strict),
        {
          maxItems: 3,
          description: 'Next to a headline that follows no metric: what the report is about.',
        },
      ),
    ),
    pick: Type.Optional(Pick),
    band: Type.Optional(Band),
  },
  score.strict,
)
type Props = Static<typeof Props>
type Pictured = {
  readonly id: string
  readonly title: string
  readonly icon?: string
  readonly tile?: Static<typeof score.tile>
}
type Said = {
  over?: string
  title: string
  lead: string
  /** Highest first, each with how clearly it comes after the one before. */
  order?: (Pictured & { letter: string | undefined; close: boolean })[]
  /** Side by side, in no order. */
  all?: readonly Pictured[] | undefined
  at?: number
}

export const ResultCover = defineWidget<typeof Props>(
  'result-cover',
  function ResultCover({ data, level, ...props }) {
    const t = useText()
    const say = useSaid()
    const report = valueOf<ReportAnswer>(data)
    if (data?.status === 'failed') return <Failed data={data} level={level} />
    // A page without data has nothing to wait for.
    if (report === null && data !== undefined) {
      return (
        <Waiting text="result.loading">
          <div className={css['skeleton']}>
            <Bar look="title" />
            <Bar look="long" />
            <Bar look="tall" />
          </div>
        </Waiting>
      )
    }
    const {
      over,
      title,
      lead,
      order = [],
      all = props.tiles,
      at,
    } = say(props, report === null ? {} : metricsOf(report))
    return (
      <header className={`${css['cover']} on-cloth`}>
        <div className={css['words']}>
          <Heading level={level} className={css['title']}>
            {over && <span className={css['most']}>{over} </span>}
            <span className={css['said']}>{title}</span>
          </Heading>
          {lead && <p className={css['lead']}>{lead}</p>}
        </div>
        {(order.length > 1 || (order.length > 0 && (props.pick?.count ?? 1) > 1)) && (
          <ol className={css['tiles']}>
            {order.map(({ letter, close, ...each }, index) => (
              <li
                key={each.id}
                className={index === 0 ? undefined : css[close ? 'close' : 'clear']}
              >
                <Picture {...each} />
                <strong className={css['said']}>{t(each.title)}</strong>
                {letter && <span className={css['letter']}>{letter}</span>}
              </li>
            ))}
          </ol>
        )}
        {order.length === 0 && all !== undefined && (
          <ul className={`${css['tiles']} ${all.length > 3 ? css['many'] : ''}`}>
            {all.map((each) => (
              <li key={each.id}>
                <Picture {...each} small={all.length > 3} />
                {all.length > 3 ? (
                  <span className={css['name']}>{t(each.title)}</span>
                ) : (
                  <strong>{t(each.title)}</strong>
                )}
              </li>
            ))}
          </ul>
        )}
        {at !== undefined && <Way at={at} from={props.band?.from} to={props.band?.to} />}
      </header>
    )
  },
)

function Picture({ icon, tile, small = false }: Pictured & { small?: boolean }) {
  if (tile !== undefined) return <TypeTile type={tile} size={small ? 'm' : 'l'} />
  return (
    <span className={css['tile']}>{icon !== undefined && <Icon name={icon as IconName} />}</span>
  )
}

/** The cover's texts for a result. */
function useSaid(): (props: Props, metrics: Metrics) => Said {
  const t = useText()
  const { language } = useScope()
  return ({ over, title, lead, pick, band }, metrics) => {
    const plain = { over: t(over), title: t(title), lead: t(lead) }
    if (pick !== undefined) {
      const all = ranked(metrics, pick.rows, pick)
      if (all.length === 0) return plain
      const standing = standingOf(all, { ...pick, even: pick.even?.within })
      const neutral = (standing.shape === 'low' ? pick.low : undefined) ?? pick.even
      if (standing.shape !== 'led') {
        return neutral === undefined
          ? { title: t(title), lead: '' }
          : {
              title: t(neutral.title),
              lead: t(neutral.lead),
              all: pick.even?.showAll === true ? pick.rows : undefined,
            }
      }
      const top = standing.named
      const said = top.map(({ row }) => t(row.words))
      const [first, second, third] = said
      return {
        over: t((standing.isClear ? undefined : pick.close) ?? top[0]!.row.over ?? over),
        title: listOf(
          top.map(({ row }) => t(row.title)),
          language,
          'unit',
        ),
        lead: t(top[0]!.row.lead ?? lead, {
          words: listOf(said, language),
          first,
          second,
          third,
        }),
        order: top.map((each, index) => ({
          ...each.row,
          letter: each.row.letter,
          close: index > 0 && areClose(top[index - 1]!, each, pick.near ?? 0),
        })),
      }
    }
    const score =
      band === undefined ? null : scoreOf(metrics, { id: 'band', metric: band.metric }, band)
    const row = score === null ? undefined : band!.rows[bandSaid(score, metrics, band!)]
    return row === undefined
      ? plain
      : {
          over: t(over),
          title: t(row.title),
          lead: t(row.lead),
          ...(band!.from !== undefined && { at: score! }),
        }
  }
}

/** The position between two ends: solid up to it, then dots. Repeats the headline. */
function Way({ at, from, to }: { at: number; from: string | undefined; to: string | undefined }) {
  const t = useText()
  const x = 4 + at * 0.92
  return (
    <div className={css['way']} aria-hidden="true">
      <svg width="100%" height="56" focusable="false">
        <line className={css['ahead']} x1={`${x}%`} y1="28" x2="96%" y2="28" />
        <circle className={css['sun']} cx="96%" cy="28" r="12" />
        <line className={css['walked']} x1="2%" y1="28" x2={`${x}%`} y2="28" />
        <circle className={css['stone']} cx={`${x}%`} cy="28" r="13" />
      </svg>
      <p className={css['ends']}>
        <span>{t(from)}</span>
        <span>{t(to)}</span>
      </p>
    </div>
  )
}
