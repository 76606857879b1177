/** The long text of a record: rich text, in which a line that begins with ### is a heading. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich } from '#engine/react/text.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { textOf } from './record.ts'
import { Path } from './recordProps.ts'
import css from './RecordText.module.css'

export const Props = Type.Object(
  {
    lead: Type.Optional(
      Type.String({ description: 'Path of the opening text, in large letters.', maxLength: 120 }),
    ),
    path: Path,
  },
  { additionalProperties: false },
)

const HEADING = '### '

export const RecordText = defineWidget<typeof Props>(
  'record-text',
  function RecordText({ lead, path, data, level }) {
    const record = valueOf(data)
    const first = lead === undefined ? '' : textOf(record, lead)
    const lines = textOf(record, path)
      .split('\n')
      .filter((line) => line.trim() !== '')
    if (first === '' && lines.length === 0) return null
    return (
      <div className={css['text']}>
        {first !== '' && <p className={css['lead']}>{first}</p>}
        {lines.map((line, index) =>
          line.startsWith(HEADING) ? (
            <Heading key={index} level={inCard(level)}>
              {line.slice(HEADING.length)}
            </Heading>
          ) : (
            <Rich key={index}>{line}</Rich>
          ),
        )}
      </div>
    )
  },
)
