/**
 * Skills as dials: a few steps from the first to the last, solid up to the user's score. They show
 * no number, because so few questions can't support one. A part that hasn't been taken yet is a
 * card that leads to it.
 */

import Type, { type Static } from 'typebox'
import { ownError, REACH, scoreOf, stepsOf } from '#engine/scoring/bands.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { OpenPart } from './OpenPart.tsx'
import { metricsIn } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './Dials.module.css'

const Row = Type.Object(
  {
    id: score.Id,
    metric: score.Metric,
    former: Type.Optional({
      ...score.Metric,
      description: 'What older results have instead of the metric.',
    }),
    label: score.Text,
    icon: Type.Optional(score.IconName),
    bands: Type.Array(score.Text, {
      minItems: 2,
      maxItems: 5,
      description: 'What each step means here, first to last; one more than cuts.',
    }),
    guess: Type.Optional(
      Type.Object(
        {
          below: Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'Up to this many points out of 100, the answers could be guesses.',
          }),
          text: score.Text,
        },
        { ...score.strict, description: 'Said then, instead of what the step means.' },
      ),
    ),
    tip: Type.Optional(Type.String({ 'x-ref': 'text', description: 'One thing to try.' })),
    tag: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Next to the name: what to know before reading the result.',
      }),
    ),
    assessment: Type.String({ 'x-ref': 'assessment', description: 'What is taken for it.' }),
    routeName: Type.String({ 'x-ref': 'route', description: 'Where it is taken.' }),
  },
  score.strict,
)

export const Props = Type.Object(
  {
    rows: Type.Array(Row, { minItems: 1, maxItems: 6 }),
    ...score.scale,
    cuts: score.cuts,
    bands: Type.Array(score.Text, {
      minItems: 2,
      maxItems: 5,
      description: 'Names of the steps, first to last; one more than cuts.',
    }),
    near: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 20,
        description:
          'Within this many points out of 100 of a cut, both steps are named. Default 0.',
      }),
    ),
    tipTitle: Type.Optional(score.Text),
  },
  score.strict,
)
type Props = Static<typeof Props>

export const Dials = defineWidget<typeof Props>(
  'dials',
  function Dials({ id, rows, cuts, bands, near = 0, tipTitle, data, level, ...scale }) {
    if (data !== undefined && data.status !== 'ready')
      return <NotReady state={data} looks={['half', 'line', 'line']} />
    const metrics = metricsIn(data) ?? {}
    const scores = rows.map((row) => {
      const own = ownError(metrics, row, scale)
      const reach = own === null ? near : REACH * own
      const value = scoreOf(metrics, row, scale)
      if (value !== null || row.former === undefined) return { row, reach, value }
      // An older result says what it said.
      return { row, reach, value: scoreOf(metrics, { id: row.id, metric: row.former }, scale) }
    })
    const next = scores.find(({ value }) => value === null)?.row
    return (
      <ul className={css['dials']}>
        {scores.map(({ row, reach, value }) => (
          <li key={row.id}>
            {value === null ? (
              <OpenPart
                id={`${id}-${row.id}`}
                assessment={row.assessment}
                routeName={row.routeName}
                icon={row.icon}
                level={level}
                lead={row === next}
              />
            ) : (
              <Skill
                id={`${id}-${row.id}`}
                row={row}
                value={value}
                cuts={cuts}
                bands={bands}
                near={reach}
                tipTitle={tipTitle}
                level={level}
              />
            )}
          </li>
        ))}
      </ul>
    )
  },
)

type SkillProps = {
  id: string
  row: Static<typeof Row>
  value: number
  near: number
  tipTitle: string | undefined
  level: Level
} & Pick<Props, 'cuts' | 'bands'>

function Skill({ id, row, value, cuts, bands, near, tipTitle, level }: SkillProps) {
  const t = useText()
  const { at, low, high } = stepsOf(value, near, cuts)
  const name =
    low === high ? t(bands[at]) : t('result.between', { low: t(bands[low]), high: t(bands[high]) })
  return (
    <Card labelledBy={`${id}-title`}>
      <div className={css['skill']}>
        <div className={css['head']}>
          {row.icon && (
            <span className={css['tile']}>
              <Icon name={row.icon as IconName} />
            </span>
          )}
          <div className={css['name']}>
            <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
              {t(row.label)}
            </Heading>
            {row.tag && <Chip look="plain">{t(row.tag)}</Chip>}
          </div>
        </div>
        <div className={css['reading']}>
          <Dial steps={bands.length} at={at} low={low} high={high} />
          <p className={css['band']}>{name}</p>
        </div>
        <p>
          {t(row.guess !== undefined && value <= row.guess.below ? row.guess.text : row.bands[low])}
        </p>
        {row.tip && (
          <div className={css['tip']}>
            <Icon name="sign" />
            <p>
              {tipTitle && <strong>{t(tipTitle)} </strong>}
              {t(row.tip)}
            </p>
          </div>
        )}
      </div>
    </Card>
  )
}

const RADIUS = 82
const CENTRE = { x: 104, y: 104 }
/** Degrees between two steps: room for their round ends. */
const GAP = 18
/** Degrees that the stone takes on either side. */
const STONE = 13

/**
 * A half ring in steps, from left to right: solid up to the stone at the user's position, then
 * dots.
 */
function Dial({ steps, at, low, high }: { steps: number; at: number; low: number; high: number }) {
  const width = (180 - GAP * (steps - 1)) / steps
  const begin = (step: number) => step * (width + GAP)
  // Between two steps it is in the gap.
  const stone = low === high ? begin(at) + width / 2 : begin(high) - GAP / 2
  const parts = Array.from(
    { length: steps },
    (_, step) => [begin(step), begin(step) + width] as const,
  )
  const walked = parts.map(([from, to]) => [from, Math.min(to, stone)] as const)
  const ahead = parts.map(([from, to]) => [Math.max(from, stone + STONE), to] as const)
  const { x, y } = onRing(stone)
  return (
    <svg className={css['dial']} viewBox="0 0 208 116" aria-hidden="true" focusable="false">
      {ahead.map(
        ([from, to], step) =>
          from < to && <path key={step} className={css['ahead']} d={arc(from, to)} />,
      )}
      {walked.map(
        ([from, to], step) =>
          from < to && <path key={step} className={css['walked']} d={arc(from, to)} />,
      )}
      <circle className={css['stone']} cx={x} cy={y} r="13" />
    </svg>
  )
}

/** @param degrees 0 at the left end, 180 at the right */
function onRing(degrees: number): { x: number; y: number } {
  const angle = (Math.PI * (180 - degrees)) / 180
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    x: round(CENTRE.x + RADIUS * Math.cos(angle)),
    y: round(CENTRE.y - RADIUS * Math.sin(angle)),
  }
}

function arc(from: number, to: number): string {
  const [a, b] = [onRing(from), onRing(to)]
  return `M${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 0 1 ${b.x} ${b.y}`
}
