/**
 * A level of a record (such as how long people study for a job) as steps of a path, in words, with
 * what is known about it.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { LevelPath } from './LevelPath.tsx'
import { textOf, useName, useSentence } from './record.ts'
import * as record from './recordProps.ts'
import * as score from '#widgets/parts/scoreProps.ts'

export const Props = Type.Object(
  {
    path: record.Path,
    title: score.Text,
    steps: Type.Integer({
      minimum: 2,
      maximum: 9,
      description: 'How many levels there are; the lowest is 1.',
    }),
    names: record.Names,
    more: Type.Optional(record.Names),
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ...record.Sentence.properties,
            after: Type.Optional(
              Type.Object(
                { path: record.Path, names: record.Names },
                { ...score.strict, description: 'Small text after it.' },
              ),
            ),
          },
          score.strict,
        ),
        { maxItems: 6 },
      ),
    ),
    caution: Type.Optional(Type.String({ 'x-ref': 'text', description: 'What to keep in mind.' })),
  },
  { additionalProperties: false },
)

export const LevelSteps = defineWidget<typeof Props>(
  'level-steps',
  function LevelSteps({ id, path, title, steps, names, more, lines = [], caution, data, level }) {
    const t = useText()
    const name = useName()
    const sentence = useSentence()
    const value = valueOf(data)
    if (value === null) return null
    const code = textOf(value, path)
    const words = name(code, names)
    if (words === null) return null
    const about = more === undefined ? null : name(code, more)
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="stack-s">
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          <LevelPath count={steps} reached={Number(code)} />
          <p className="strong">{words}</p>
          {about !== null && <p className="small mute">{about}</p>}
          {lines.map((line) => {
            const said = sentence(value, line)
            const after =
              line.after === undefined
                ? null
                : name(textOf(value, line.after.path), line.after.names)
            return (
              said !== null && (
                <p key={line.id} className={line.small === true ? 'small mute' : undefined}>
                  {said} {after !== null && <span className="small mute">{after}</span>}
                </p>
              )
            )
          })}
          {caution !== undefined && <Note look="doubt">{t(caution)}</Note>}
        </div>
      </Card>
    )
  },
)
