/**
 * What matters in a record (skills, knowledge ...), most important first: a name, stones and a
 * word.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { codeOf, fieldOf, listIn, sortedBy, useName } from './record.ts'
import * as record from './recordProps.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './RatedList.module.css'

export const Props = Type.Object(
  {
    path: record.Path,
    title: score.Text,
    names: Type.Optional(record.Names),
    rating: Type.String({
      pattern: '^[A-Za-z_]\\w*$',
      maxLength: 60,
      description: 'Member of an entry that says how important it is.',
    }),
    words: Type.Array(
      Type.Object(
        {
          id: score.Id,
          from: Type.Number({ description: 'From this rating up.' }),
          text: score.Text,
        },
        score.strict,
      ),
      {
        minItems: 1,
        maxItems: 9,
        description: 'What a rating is called, highest first.',
      },
    ),
    highest: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 10,
        description: 'How many stones the highest rating has; default 5.',
      }),
    ),
    folded: Type.Optional(
      Type.Boolean({ description: 'Opens when its title is tapped: for long lists.' }),
    ),
    none: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'For an empty list; without it, nothing is shown.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const RatedList = defineWidget<typeof Props>(
  'rated-list',
  function RatedList({
    id,
    path,
    title,
    names,
    rating,
    words,
    highest = 5,
    folded = false,
    none,
    data,
    level,
  }) {
    const t = useText()
    const name = useName()
    const value = valueOf(data)
    if (value === null) return null
    const rated = sortedBy(listIn(value, path), rating).map((entry) => ({
      id: codeOf(entry),
      weighs: Number(fieldOf(entry, rating) ?? 0),
    }))
    if (rated.length === 0 && none === undefined) return null
    const list =
      rated.length === 0 ? (
        <p className="small mute">{t(none)}</p>
      ) : (
        <ul className={css['rated']}>
          {rated.map((each) => (
            <li key={each.id}>
              <span className={css['name']}>{name(each.id, names) ?? each.id}</span>
              <span className={css['weight']}>
                <Stones reached={Math.round(each.weighs)} count={highest} />
                <span className="tiny mute">
                  {t((words.find(({ from }) => each.weighs >= from) ?? words.at(-1))?.text)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )
    if (folded)
      return (
        <div className={css['folded']}>
          <Fold title={t(title)}>{list}</Fold>
        </div>
      )
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {list}
      </Card>
    )
  },
)

function Stones({ reached, count }: { reached: number; count: number }) {
  return (
    <svg
      className={css['stones']}
      viewBox={`0 0 ${count * 12} 12`}
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: count }, (_, index) => (
        <circle
          key={index}
          className={css[index < reached ? 'full' : 'open']}
          cx={index * 12 + 6}
          cy="6"
          r={index < reached ? 4.5 : 4}
        />
      ))}
    </svg>
  )
}
