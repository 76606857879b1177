/**
 * The user's scores next to a record's: a filled stone, a ring, and dots over the gap. Without
 * scores of the user, only the record's.
 */

import Type, { type Static } from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { numberOf } from '#engine/documents/intl.ts'
import { TypeStrip } from '#widgets/parts/TypeTile.tsx'
import type { WorkerType } from '#widgets/parts/Glyph.tsx'
import { fieldOf, textOf, useDrawings } from './record.ts'
import * as record from './recordProps.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import { useWhy } from './whyText.ts'
import css from './ScoreCompare.module.css'

const Side = Type.Object(
  {
    path: record.Path,
    scale: Type.Optional({
      ...record.Path,
      description:
        'Where the record says what the scores can be, with lowest and highest. Default: the next two.',
    }),
    lowest: Type.Number(),
    highest: Type.Number(),
    text: Type.String({ 'x-ref': 'text', description: 'What its mark is called below the rows.' }),
  },
  {
    ...score.strict,
    description: 'Where the scores are, by the ids of the rows, and the ends of their scale.',
  },
)

export const Props = Type.Object(
  {
    title: score.Text,
    closeness: Type.Optional(
      Type.String({
        description: 'Path of how close the record is: low, fair or strong.',
        maxLength: 120,
      }),
    ),
    lowTitle: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'The heading if it is low.' }),
    ),
    why: Type.Optional(record.Why),
    alone: Type.Object(
      {
        title: score.Text,
        text: score.Text,
        row: Type.String({
          'x-ref': 'text',
          description: 'A row in words: {{name}}, {{job}} of {{mostJob}}.',
        }),
      },
      {
        ...score.strict,
        description: 'If the person has no scores yet.',
      },
    ),
    row: Type.String({
      'x-ref': 'text',
      description:
        'A row in words: {{name}}, {{you}} of {{mostYou}}, {{job}} of {{mostJob}}, the record being the job.',
    }),
    drawings: Type.Optional(
      Type.String({
        'x-ref': 'list',
        description: 'A list that has the ids of the rows as its letters: each is drawn.',
      }),
    ),
    you: Side,
    record: Side,
    rows: Type.Array(Type.Object({ id: score.Id, text: score.Text }, score.strict), {
      minItems: 2,
      maxItems: 12,
    }),
  },
  { additionalProperties: false },
)

/** The ends of a side's scale: from the record, otherwise from the document. */
function scaleIn(value: unknown, { scale, lowest, highest }: Static<typeof Side>): Scale {
  const said = scale === undefined ? null : fieldOf(value, scale)
  const end = (name: string, otherwise: number) => {
    const number = fieldOf(said, name)
    return typeof number === 'number' ? number : otherwise
  }
  return { lowest: end('lowest', lowest), highest: end('highest', highest) }
}

type Scale = { readonly lowest: number; readonly highest: number }

export const ScoreCompare = defineWidget<typeof Props>(
  'score-compare',
  function ScoreCompare({
    id,
    title,
    closeness,
    lowTitle,
    why,
    alone,
    row,
    drawings,
    you,
    record: it,
    rows,
    data,
    level,
  }) {
    const t = useText()
    const say = useWhy()
    const drawn = useDrawings()
    const value = valueOf(data)
    if (value === null) return null
    const theirs = fieldOf(value, it.path)
    const mine = fieldOf(value, you.path)
    if (theirs === null) return null
    const first = mine ?? theirs
    const order = [...rows].sort((a, b) => scoreIn(first, b.id) - scoreIn(first, a.id))
    const isLow = closeness !== undefined && textOf(value, closeness).startsWith('low')
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(mine === null ? alone.title : isLow ? (lowTitle ?? title) : title)}
        </Heading>
        <p className="small mute">
          {(mine !== null && why !== undefined && say(value, why)) || t(alone.text)}
        </p>
        <ul className={css['rows']}>
          {order.map((each) => (
            <Row
              key={each.id}
              name={t(each.text)}
              types={drawings === undefined ? [] : drawn([each.id], drawings)}
              text={mine === null ? alone.row : row}
              you={
                mine === null ? null : { score: scoreIn(mine, each.id), scale: scaleIn(value, you) }
              }
              it={{ score: scoreIn(theirs, each.id), scale: scaleIn(value, it) }}
            />
          ))}
        </ul>
        <p className={`tiny mute ${css['legend']}`} aria-hidden="true">
          {mine !== null && (
            <span>
              <svg viewBox="0 0 14 14">
                <circle className={css['you']} cx="7" cy="7" r="6" />
              </svg>
              {t(you.text)}
            </span>
          )}
          <span>
            <svg viewBox="0 0 14 14">
              <circle className={css['it']} cx="7" cy="7" r="5.5" />
            </svg>
            {t(it.text)}
          </span>
        </p>
      </Card>
    )
  },
)

function scoreIn(scores: unknown, id: string): number {
  const score = fieldOf(scores, id)
  return typeof score === 'number' ? score : 0
}

type Scored = { readonly score: number; readonly scale: Scale }

/** The position of a score on the line, each on its own scale. */
function placeOf({ score, scale }: Scored): string {
  const share = (score - scale.lowest) / (scale.highest - scale.lowest)
  return `${3 + 94 * Math.min(1, Math.max(0, share))}%`
}

function Row({
  name,
  types,
  text,
  you,
  it,
}: {
  name: string
  types: readonly WorkerType[]
  text: string
  you: Scored | null
  it: Scored
}) {
  const t = useText()
  const { language } = useScope()
  const said = (number: number) => numberOf(number, language)
  const values = {
    name,
    you: you === null ? '' : said(you.score),
    mostYou: you === null ? '' : said(you.scale.highest),
    job: said(it.score),
    mostJob: said(it.scale.highest),
  }
  return (
    <li>
      <span className={`strong ${css['name']}`}>
        {types.length > 0 && <TypeStrip types={types} />}
        {name}
      </span>
      <svg width="100%" height="28" role="img" aria-label={t(text, values)}>
        <line className={css['axis']} x1="3%" x2="97%" y1="14" y2="14" />
        {you !== null && (
          <line className={css['gap']} x1={placeOf(you)} x2={placeOf(it)} y1="14" y2="14" />
        )}
        <circle className={css['it']} cx={placeOf(it)} cy="14" r="7.5" />
        {you !== null && <circle className={css['you']} cx={placeOf(you)} cy="14" r="7" />}
      </svg>
    </li>
  )
}
