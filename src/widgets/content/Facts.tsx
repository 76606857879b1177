/**
 * A record in a few sentences or labelled rows; those that the record has no values for are left
 * out.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { below, Heading, inCard } from '#widgets/parts/Heading.tsx'
import { useSentence } from './record.ts'
import * as record from './recordProps.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './Facts.module.css'

export const Props = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Heading of the card; without one the rows are sentences of the page.',
      }),
    ),
    look: Type.Optional(
      Type.Enum(['list', 'boxes', 'grid'], {
        description:
          'Boxes stand side by side, their labels as headings; one that isn’t known is dotted. A grid has short values in columns, each below its label. Default list.',
      }),
    ),
    rows: Type.Array(
      Type.Object(
        {
          id: score.Id,
          label: Type.Optional(
            Type.String({
              'x-ref': 'text',
              description: 'Before the values; without one the row is a sentence.',
            }),
          ),
          text: Type.Optional(
            Type.String({
              'x-ref': 'text',
              description: 'A sentence that the values fill; without one they stand by themselves.',
            }),
          ),
          values: record.Values,
          lead: Type.Optional(
            Type.Boolean({ description: 'In large letters, if there is no card.' }),
          ),
          otherwise: Type.Optional(record.Otherwise),
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 20 },
    ),
  },
  { additionalProperties: false },
)

/** What is longer has a row of the grid to itself; in letters. */
const LONG = 40

export const Facts = defineWidget<typeof Props>(
  'facts',
  function Facts({ id, title, look = 'list', rows, data, level }) {
    const t = useText()
    const sentence = useSentence()
    const value = valueOf(data)
    if (value === null) return null
    const facts = rows.flatMap((row) => {
      const said = sentence(value, row)
      const words = said ?? (row.otherwise === undefined ? null : t(row.otherwise))
      return words === null
        ? []
        : [{ id: row.id, label: row.label, lead: row.lead === true, isKnown: said !== null, words }]
    })
    if (facts.length === 0) return null
    if (look === 'boxes')
      return (
        <section className={css['boxes']} aria-labelledby={title && `${id}-title`}>
          {title !== undefined && (
            <Heading level={level} id={`${id}-title`}>
              {t(title)}
            </Heading>
          )}
          {facts.map(({ id: row, label, isKnown, words }) => (
            <div key={row} className={isKnown ? css['box'] : `${css['box']} ${css['unknown']}`}>
              {label !== undefined && (
                <Heading level={title === undefined ? level : below(level)}>{t(label)}</Heading>
              )}
              <p>{words}</p>
            </div>
          ))}
        </section>
      )
    if (look === 'grid')
      return (
        <section aria-labelledby={title && `${id}-title`}>
          {title !== undefined && (
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(title)}
            </Heading>
          )}
          <dl className={css['grid']}>
            {facts.map(({ id: row, label, words }) => (
              <div key={row} className={words.length > LONG ? css['wide'] : undefined}>
                <dt>{t(label)}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      )
    if (title === undefined)
      return (
        <div className={css['sentences']}>
          {facts.map(({ id: row, label, lead, words }) => (
            <p key={row} className={lead ? css['lead'] : undefined}>
              {label !== undefined && <strong>{t(label)}: </strong>}
              {words}
            </p>
          ))}
        </div>
      )
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <ul className={css['facts']}>
          {facts.map(({ id: row, label, words }) => (
            <li key={row}>
              {label !== undefined && <strong>{t(label)}: </strong>}
              {words}
            </li>
          ))}
        </ul>
      </Card>
    )
  },
)
