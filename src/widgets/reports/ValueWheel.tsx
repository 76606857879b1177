/**
 * Groups around a circle, each with its slices: the longer a slice, the higher its metric.
 * Neighbours are alike, what is opposite pulls the other way. Without data it shows the groups
 * alone. Left and right mean nothing: it does not mirror.
 */

import Type from 'typebox'
import { ranked } from '#engine/scoring/bands.ts'
import { standingOf } from '#engine/scoring/standing.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon, IconShape } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { listOf } from '#engine/documents/intl.ts'
import { metricsIn } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './ValueWheel.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    meaning: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Small, below the picture.' }),
    ),
    name: Type.String({
      'x-ref': 'text',
      description: "What the picture is, for people who can't see it; {{most}} names the highest.",
    }),
    groups: Type.Array(
      Type.Object(
        {
          id: score.Id,
          label: score.Text,
          text: Type.Optional(score.Text),
          slices: Type.Array(
            Type.Object({ ...score.row, label: score.Text, icon: score.IconName }, score.strict),
            { minItems: 1, maxItems: 6 },
          ),
        },
        score.strict,
      ),
      {
        minItems: 4,
        maxItems: 4,
        description: 'Clockwise, starting at the top: one for each corner.',
      },
    ),
    even: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Instead of the name, if no slice stands out.',
      }),
    ),
    ...score.rank,
    ...score.scale,
    ...score.base,
    lead: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'How many of the highest are drawn boldly; default 3.',
      }),
    ),
  },
  score.strict,
)

export const ValueWheel = defineWidget<typeof Props>(
  'value-wheel',
  function ValueWheel({
    id,
    title,
    hint,
    meaning,
    name,
    groups,
    even,
    near,
    above,
    lead = 3,
    data,
    level,
    ...scale
  }) {
    const t = useText()
    const { language } = useScope()
    const metrics = metricsIn(data)
    if (data !== undefined && metrics === null) return null
    const slices = groups.flatMap((group) => group.slices)
    const order = metrics === null ? [] : ranked(metrics, slices, scale)
    const scores = new Map(order.map(({ row, score: value }) => [row.id, value]))
    const { named } = standingOf(order, { count: lead, near, above })
    const top = new Set(named.map(({ row }) => row.id))
    const most = listOf(
      named.map(({ row }) => t(row.label)),
      language,
    )
    const ends = groups.map((_, index) =>
      groups.slice(0, index + 1).reduce((sum, group) => sum + group.slices.length, 0),
    )
    const step = 360 / slices.length
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {hint && <p className="small mute">{t(hint)}</p>}
        <div className={css['both']}>
          <svg
            className={css['wheel']}
            viewBox="0 0 360 372"
            role="img"
            aria-label={t((named.length === 0 ? even : undefined) ?? name, { most })}
          >
            {slices.map((slice, index) => {
              const value = scores.get(slice.id)
              const place = at((index + 0.5) * step, RIM)
              return (
                <g key={slice.id}>
                  <path className={css['ground']} d={wedge(index * step, step, OUTER)} />
                  {value !== undefined && (
                    <path
                      className={css[top.has(slice.id) ? 'top' : 'rest']}
                      d={wedge(index * step, step, INNER + ((OUTER - INNER) * value) / 100)}
                    />
                  )}
                  <g
                    className={css[top.has(slice.id) ? 'leading' : 'icon']}
                    transform={`translate(${place.x - 12} ${place.y - 12})`}
                  >
                    <IconShape name={slice.icon as IconName} />
                  </g>
                </g>
              )
            })}
            {metrics !== null && (
              <circle
                className={css['middle']}
                cx={MIDDLE.x}
                cy={MIDDLE.y}
                r={(INNER + OUTER) / 2}
              />
            )}
            {ends.map((end) => {
              const from = at(end * step, INNER - 2)
              const to = at(end * step, OUTER + 2)
              return (
                <line
                  key={end}
                  className={css['border']}
                  x1={from.x}
                  y1={from.y}
                  x2={to.x}
                  y2={to.y}
                />
              )
            })}
            {groups.map((group, index) => {
              const [x, y] = CORNERS[index]!
              return (
                <text
                  key={group.id}
                  className={css['corner']}
                  x={x}
                  y={y}
                  textAnchor={x < MIDDLE.x ? 'start' : 'end'}
                >
                  {t(group.label)}
                </text>
              )
            })}
          </svg>
          <ul className={css['groups']}>
            {groups.map((group) => (
              <li key={group.id}>
                <Heading level={below(inCard(level))}>{t(group.label)}</Heading>
                {group.text && <p className="small mute">{t(group.text)}</p>}
                <ul className={css['slices']}>
                  {group.slices.map((slice) => (
                    <li key={slice.id} className={top.has(slice.id) ? css['strong'] : undefined}>
                      <Icon name={slice.icon as IconName} size="s" />
                      {t(slice.label)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
        {meaning && <p className="tiny mute">{t(meaning)}</p>}
      </Card>
    )
  },
)

const MIDDLE = { x: 180, y: 186 }
const INNER = 16
const OUTER = 118
const RIM = 138
/** Clockwise from the upper end: where a group's name is, clear of the circle. */
const CORNERS: readonly (readonly [x: number, y: number])[] = [
  [356, 20],
  [356, 366],
  [4, 366],
  [4, 20],
]

/** A point on a circle. @param angle degrees clockwise from the top */
function at(angle: number, radius: number): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    x: round(MIDDLE.x + radius * Math.sin(turn)),
    y: round(MIDDLE.y - radius * Math.cos(turn)),
  }
}

function wedge(from: number, step: number, radius: number): string {
  const [a, b, c, d] = [
    at(from, INNER),
    at(from, radius),
    at(from + step, radius),
    at(from + step, INNER),
  ]
  return `M${a.x} ${a.y}L${b.x} ${b.y}A${radius} ${radius} 0 0 1 ${c.x} ${c.y}L${d.x} ${d.y}A${INNER} ${INNER} 0 0 0 ${a.x} ${a.y}Z`
}
