/** A result in words first: a headline on cloth that follows the highest of some metrics, or the band of one. */

import Type, { type Static } from 'typebox'
import { bandOf, ranked, scoreOf } from '#engine/bands.ts'
import type { ReportAnswer } from '#engine/contract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { Metrics } from '#engine/reports.ts'
import { valueOf } from './dataOf.ts'
import { Heading } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { listOf } from './intl.ts'
import { metricsOf } from './resultOf.ts'
import * as score from './scoreProps.ts'
import { Failed } from './StateScene.tsx'
import { Bar, Waiting } from './Waiting.tsx'
import './print.css'
import cover from './ReportCover.module.css'
import css from './ResultCover.module.css'

const Pick = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          ...score.row,
          title: score.Text,
          words: Type.Optional(Type.String({ 'x-ref': 'text', description: 'What the lead says about it: {{first}}, {{second}}, {{third}}.' })),
          lead: Type.Optional(Type.String({ 'x-ref': 'text', description: 'The lead if this one is the highest.' })),
          icon: Type.Optional(score.IconName),
        },
        score.strict,
      ),
      { minItems: 2, maxItems: 12 },
    ),
    ...score.scale,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: 'How many make the headline; default 1.' })),
    near: Type.Optional(Type.Number({ minimum: 0, description: 'Up to this many points out of 100 apart, two could swap: joined by dots, otherwise by a line.' })),
    even: Type.Optional(
      Type.Object(
        { within: Type.Number({ minimum: 0, description: 'If highest and lowest are fewer points out of 100 apart, nothing stands out.' }), title: score.Text, lead: score.Text },
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
    rows: Type.Array(Type.Object({ id: score.Id, title: score.Text, lead: score.Text }, score.strict), { minItems: 2, maxItems: 5, description: 'Lowest band first; one more than cuts.' }),
    from: Type.Optional(Type.String({ 'x-ref': 'text', description: 'The two ends of the drawn path.' })),
    to: Type.Optional(score.Text),
  },
  score.strict,
)

export const Props = Type.Object(
  {
    over: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Small, above the headline.' })),
    title: Type.String({ 'x-ref': 'text', description: 'The headline if nothing else gives one.' }),
    lead: Type.Optional(score.Text),
    tiles: Type.Optional(
      Type.Array(Type.Object({ id: score.Id, title: score.Text, icon: score.IconName }, score.strict), {
        maxItems: 3,
        description: 'Next to a headline that follows no metric: what the report is about.',
      }),
    ),
    pick: Type.Optional(Pick),
    band: Type.Optional(Band),
  },
  score.strict,
)
type Props = Static<typeof Props>
type Said = { over?: string; title: string; lead: string; tiles?: { id: string; title: string; icon: IconName | undefined; close: boolean }[]; at?: number }

export const ResultCover = defineWidget<typeof Props>('result-cover', function ResultCover({ data, level, ...props }) {
  const t = useText()
  const say = useSaid()
  const report = valueOf<ReportAnswer>(data)
  if (data?.status === 'failed') return <Failed data={data} level={level} />
  // A page that asks for no data has nothing to wait for.
  if (report === null && data !== undefined) {
    return (
      <Waiting text="result.loading">
        <div className={cover['skeleton']}>
          <Bar look="title" />
          <Bar look="long" />
          <Bar look="tall" />
        </div>
      </Waiting>
    )
  }
  const { over, title, lead, tiles = [], at } = say(props, report === null ? {} : metricsOf(report))
  return (
    <header className={`${cover['cover']} on-cloth`}>
      <div className={cover['words']}>
        <Heading level={level} className={cover['title']}>
          {over && <span className={cover['most']}>{over} </span>}
          <span className={css['said']}>{title}</span>
        </Heading>
        {lead && <p className={cover['lead']}>{lead}</p>}
      </div>
      {tiles.length > 1 && (
        <ol className={cover['tiles']}>
          {tiles.map(({ id, title: name, icon, close }, index) => (
            <li key={id} className={index === 0 ? undefined : cover[close ? 'close' : 'clear']}>
              <span className={css['tile']}>{icon && <Icon name={icon} />}</span>
              <strong className={css['said']}>{name}</strong>
            </li>
          ))}
        </ol>
      )}
      {tiles.length === 0 && props.tiles !== undefined && (
        <ul className={cover['tiles']}>
          {props.tiles.map(({ id, title: name, icon }) => (
            <li key={id}>
              <span className={css['tile']}>
                <Icon name={icon as IconName} />
              </span>
              <strong>{t(name)}</strong>
            </li>
          ))}
        </ul>
      )}
      {at !== undefined && <Way at={at} from={props.band?.from} to={props.band?.to} />}
    </header>
  )
})

/** What the cover says of a result. */
function useSaid(): (props: Props, metrics: Metrics) => Said {
  const t = useText()
  const { language } = useScope()
  return ({ over, title, lead, pick, band }, metrics) => {
    const plain = { over: t(over), title: t(title), lead: t(lead) }
    if (pick !== undefined) {
      const all = ranked(metrics, pick.rows, pick)
      if (all.length === 0) return plain
      if (pick.even !== undefined && all[0]!.score - all.at(-1)!.score < pick.even.within) return { title: t(pick.even.title), lead: t(pick.even.lead) }
      const top = all.slice(0, pick.count ?? 1)
      const [first, second, third] = top.map(({ row }) => t(row.words))
      return {
        ...plain,
        title: listOf(
          top.map(({ row }) => t(row.title)),
          language,
          'unit',
        ),
        lead: t(top[0]!.row.lead ?? lead, { first, second, third }),
        tiles: top.map(({ row, score }, index) => ({
          id: row.id,
          title: t(row.title),
          icon: row.icon as IconName | undefined,
          close: index > 0 && top[index - 1]!.score - score <= (pick.near ?? 0),
        })),
      }
    }
    const score = band === undefined ? null : scoreOf(metrics, { id: 'band', metric: band.metric }, band)
    const row = score === null ? undefined : band!.rows[bandOf(score, band!.cuts)]
    return row === undefined ? plain : { over: t(over), title: t(row.title), lead: t(row.lead), ...(band!.from !== undefined && { at: score! }) }
  }
}

/** How far on the way from one end to the other: solid is walked, dots are ahead. The headline has said it already. */
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
