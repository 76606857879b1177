/**
 * Six scores on a hexagon: orange stones on the highest, a ring of dots where some could change
 * places.
 */

import Type from 'typebox'
import { pointsOf, ranked } from '#engine/scoring/bands.ts'
import { endsOf } from '#engine/scoring/reports.ts'
import { closeRuns } from '#engine/scoring/closeness.ts'
import { standingOf } from '#engine/scoring/standing.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { HexagonDrawing, pointAt } from './HexagonDrawing.tsx'
import { metricsIn } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './HexagonDrawing.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    nearHint: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'After the hint, if some are ringed.' }),
    ),
    name: Type.String({
      'x-ref': 'text',
      description: "What the drawing is, for people who can't see it.",
    }),
    rows: Type.Array(Type.Object({ ...score.row, ...score.corner }, score.strict), {
      minItems: 6,
      maxItems: 6,
      description: 'From the top clockwise; neighbours have most in common.',
    }),
    ...score.ownScale,
    of: Type.Optional(score.of),
    ...score.ties,
    lead: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 6,
        description:
          'How many of the highest are marked; default 3, and none if nothing stands out.',
      }),
    ),
    ...score.rank,
    even: Type.Optional(score.even),
  },
  score.strict,
)

export const Hexagon = defineWidget<typeof Props>(
  'hexagon',
  function Hexagon({
    id,
    title,
    hint,
    nearHint,
    name,
    rows,
    of,
    lead = 3,
    near,
    above,
    even,
    data,
    level,
    ...order
  }) {
    const t = useText()
    const metrics = metricsIn(data)
    if (metrics === null) return null
    const all = ranked(metrics, rows, order)
    // A missing score would leave a gap in the figure.
    if (all.length < rows.length) return null
    const standing = standingOf(all, { count: lead, near, above, even })
    const top = new Set(standing.named.map(({ row }) => row.id))
    const swaps = new Set(
      standing.shape !== 'even' && near !== undefined
        ? closeRuns(all, near, lead).flatMap((run) => run.rows.map((row) => row.id))
        : [],
    )
    const scores = new Map(all.map((each) => [each.row.id, each.score]))
    const points = rows.map((row, place) => ({ row, ...pointAt(place, scores.get(row.id)! / 100) }))
    const ends = endsOf(metrics, order)
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <p className="small mute">
          {t(hint)} {swaps.size > 0 && t(nearHint)}
        </p>
        <HexagonDrawing label={t(name)} corners={rows}>
          <polygon
            className={css['figure']}
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          />
          {points.map(({ row, x, y }) => (
            <g key={row.id}>
              {swaps.has(row.id) && <circle className={css['near']} cx={x} cy={y} r="10" />}
              <circle
                className={css[top.has(row.id) ? 'top' : 'point']}
                cx={x}
                cy={y}
                r={top.has(row.id) ? 5.5 : 3.5}
              />
            </g>
          ))}
        </HexagonDrawing>
        <div className="hidden-text">
          <table>
            <caption>{t(name)}</caption>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{t(row.title)}</th>
                  <td>
                    {pointsOf(scores.get(row.id)!, ends) + ends.lowest}{' '}
                    {t(of, { most: ends.highest })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    )
  },
)
