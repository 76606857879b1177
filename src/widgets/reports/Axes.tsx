/** A result between four ends: two axes, a stone for each point, and the same in words below. */

import Type, { type Static } from 'typebox'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import { placePoints, type Placed as PlacedPoint } from '#engine/scoring/placing.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { IconShape } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { listOf } from '#engine/documents/intl.ts'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { metricsOf, resultsOf } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './Axes.module.css'

const End = Type.Object(
  {
    text: Type.String({
      'x-ref': 'text',
      description: 'Its name: one word, because it is next to the picture.',
    }),
    near: Type.String({ 'x-ref': 'text', description: 'The text for a point on this side.' }),
    icon: Type.Optional(score.IconName),
  },
  score.strict,
)
const Axis = Type.Object(
  { metric: score.Metric, ...score.scale },
  {
    ...score.strict,
    description: 'The lowest is on the left or at the bottom, even if it is the larger number.',
  },
)

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    meaning: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Small, below the picture.' }),
    ),
    left: End,
    right: End,
    down: End,
    up: End,
    points: Type.Array(
      Type.Object(
        {
          id: score.Id,
          label: score.Text,
          x: Axis,
          y: Axis,
          each: Type.Optional(
            Type.Array(score.Metric, {
              minItems: 1,
              maxItems: 8,
              description: 'If one of these is zero, too little was done to place the point.',
            }),
          ),
          guess: Type.Optional(
            Type.Object(
              { below: Type.Number({ minimum: 0, maximum: 100 }), text: score.Text },
              {
                ...score.strict,
                description:
                  'Said instead, up to this many points out of 100 from the bottom: guessing gives as many.',
              },
            ),
          ),
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 4 },
    ),
    missing: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Shown when there is a result, but not what a point needs: {{names}}.',
      }),
    ),
    idle: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Shown if too little was done to place a point: {{names}}.',
      }),
    ),
    unlikely: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Shown in place of points that nobody can have meant: {{names}}.',
      }),
    ),
    middle: Type.Optional(
      Type.Object(
        {
          within: Type.Number({
            minimum: 0,
            maximum: 50,
            description:
              'Points out of 100 from the middle, on both axes, within which no side is named.',
          }),
          text: Type.String({ 'x-ref': 'text', description: 'Shown in that case.' }),
        },
        score.strict,
      ),
    ),
  },
  score.strict,
)
type Props = Static<typeof Props>

/** The square that contains the points, in units of the drawing. */
const BOX = { x: 84, y: 64, size: 192 }
const TILE = 40
const place = {
  x: (value: number) => BOX.x + (value / 100) * BOX.size,
  y: (value: number) => BOX.y + BOX.size - (value / 100) * BOX.size,
}

type Point = Props['points'][number]
type Placed = PlacedPoint<Point>

export const Axes = defineWidget<typeof Props>(
  'axes',
  function Axes({ id, title, hint, meaning, data, level, ...props }) {
    const t = useText()
    const { language } = useScope()
    const report = valueOf<ReportAnswer>(data)
    if (report === null) return null
    const { shown, gaps } = placePoints(props.points, metricsOf(report), resultsOf(report), props)
    if (shown.length === 0 && gaps.length === 0) return null
    const [only] = props.points.length === 1 ? shown : []
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {hint && <p className="small mute">{t(hint)}</p>}
        <Picture {...props} shown={shown} />
        {only ? (
          <p className={css['said']}>{wordsFor(only, props, t)}</p>
        ) : (
          <ol className={css['legend']}>
            {shown.map((point, index) => (
              <li key={point.id}>
                <span className={index === 0 ? css['mark'] : css['otherMark']} aria-hidden="true">
                  {index + 1}
                </span>
                <span>
                  <strong>{t(point.label)}:</strong> {wordsFor(point, props, t)}
                </span>
              </li>
            ))}
          </ol>
        )}
        {gaps.map(({ text, about }) => (
          <Note key={text} look="doubt">
            {t(text, {
              names: listOf(
                about.map(({ label }) => t(label)),
                language,
              ),
            })}
          </Note>
        ))}
        {meaning && <p className="tiny mute">{t(meaning)}</p>}
      </Card>
    )
  },
)

function wordsFor(
  { at: { x, y }, guess }: Placed,
  { left, right, down, up, middle }: Pick<Props, 'left' | 'right' | 'down' | 'up' | 'middle'>,
  t: (key: string) => string,
): string {
  if (guess !== undefined && y <= guess.below) return t(guess.text)
  const within = middle?.within ?? 0
  const [isBetween, isHalfway] = [Math.abs(x - 50) < within, Math.abs(y - 50) < within]
  if (middle !== undefined && isBetween && isHalfway) return t(middle.text)
  return [
    ...(isBetween ? [] : [t(x < 50 ? left.near : right.near)]),
    ...(isHalfway ? [] : [t(y < 50 ? down.near : up.near)]),
  ].join(' ')
}

/** The square with its ends; the points are numbered if there can be several. */
function Picture({
  left,
  right,
  down,
  up,
  middle,
  points,
  shown,
}: Pick<Props, 'left' | 'right' | 'down' | 'up' | 'middle' | 'points'> & {
  shown: readonly Placed[]
}) {
  const isOne = points.length === 1
  const [only] = isOne ? shown : []
  const top = up.icon === undefined ? 34 : -8
  const bottom = BOX.y + BOX.size + (down.icon === undefined ? 30 : 80)
  return (
    <svg
      className={css['axes']}
      viewBox={`0 ${top} 360 ${bottom - top}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect className={css['box']} x={BOX.x} y={BOX.y} width={BOX.size} height={BOX.size} rx="20" />
      <line
        className={css['axis']}
        x1={BOX.x + 8}
        x2={BOX.x + BOX.size - 8}
        y1={place.y(50)}
        y2={place.y(50)}
      />
      <line
        className={css['axis']}
        x1={place.x(50)}
        x2={place.x(50)}
        y1={BOX.y + 8}
        y2={BOX.y + BOX.size - 8}
      />
      {middle !== undefined && (
        <circle
          className={css['middle']}
          cx={place.x(50)}
          cy={place.y(50)}
          r={(middle.within / 100) * BOX.size}
        />
      )}
      <EndTile end={up} x={place.x(50)} y={up.icon === undefined ? 48 : 36} above />
      <EndTile
        end={down}
        x={place.x(50)}
        y={BOX.y + BOX.size + (down.icon === undefined ? 18 : 28)}
      />
      <EndTile end={left} x={42} y={place.y(50)} />
      <EndTile end={right} x={318} y={place.y(50)} />
      {only && (
        <line
          className={css['way']}
          x1={place.x(50)}
          y1={place.y(50)}
          x2={place.x(only.at.x)}
          y2={place.y(only.at.y)}
        />
      )}
      {shown.map((point, index) => (
        <g key={point.id}>
          <circle
            className={index === 0 ? css['stone'] : css['other']}
            cx={place.x(point.at.x)}
            cy={place.y(point.at.y)}
            r={isOne ? 10 : 12}
          />
          {!isOne && (
            <text
              className={index === 0 ? css['number'] : css['otherNumber']}
              x={place.x(point.at.x)}
              y={place.y(point.at.y) + 4.5}
              textAnchor="middle"
            >
              {index + 1}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** The name of an end on the outer side of its tile, clear of the points. */
function EndTile({
  end,
  x,
  y,
  above = false,
}: {
  end: Props['up']
  x: number
  y: number
  above?: boolean
}) {
  const t = useText()
  return (
    <g>
      {end.icon && (
        <>
          <rect
            className={css['tile']}
            x={x - TILE / 2}
            y={y - TILE / 2}
            width={TILE}
            height={TILE}
            rx="11"
          />
          <g className={css['icon']} transform={`translate(${x - 12} ${y - 12})`}>
            <IconShape name={end.icon as IconName} />
          </g>
        </>
      )}
      <text
        className={css['name']}
        x={x}
        y={end.icon === undefined ? y + 5 : above ? y - TILE / 2 - 8 : y + TILE / 2 + 18}
        textAnchor="middle"
      >
        {t(end.text)}
      </text>
    </g>
  )
}
