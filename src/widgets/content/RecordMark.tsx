/** A button that marks a record in the user's profile, for example as done or chosen. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { textOf } from './record.ts'
import * as record from './recordProps.ts'
import { useKeptList } from './useKeptList.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './RecordMark.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    path: Type.Optional(
      Type.String({ description: 'Path of what there is to do.', maxLength: 120 }),
    ),
    hint: Type.Optional(score.Text),
    keeps: record.Keeps,
    mark: Type.String({ 'x-ref': 'text', description: 'On the button.' }),
    marked: Type.String({ 'x-ref': 'text', description: 'Shown once it is marked.' }),
    undo: Type.String({ 'x-ref': 'text', description: 'Takes it back.' }),
    kept: Type.String({
      'x-ref': 'text',
      description: 'Shown while it waits on this device for a connection.',
    }),
    failed: Type.String({ 'x-ref': 'text', description: 'Shown if saving fails.' }),
  },
  { additionalProperties: false },
)

export const RecordMark = defineWidget<typeof Props>(
  'record-mark',
  function RecordMark({ id: node, title, path, hint, keeps, data, level, ...words }) {
    const t = useText()
    const list = useKeptList(keeps)
    const value = valueOf(data)
    const id = textOf(value, 'id')
    if (id === '') return null
    const on = list.has(id)
    return (
      <section className={css['card']} aria-labelledby={`${node}-title`}>
        <Heading level={inCard(level)} id={`${node}-title`}>
          {t(title)}
        </Heading>
        {path !== undefined && <p>{textOf(value, path)}</p>}
        {hint !== undefined && <p className="small mute">{t(hint)}</p>}
        <div className={css['row']}>
          {on && (
            <p className={css['done']}>
              <Icon name="tick" size="s" />
              {t(words.marked)}
            </p>
          )}
          <Button
            look={on ? 'text' : 'main'}
            busy={list.state === 'busy'}
            onClick={() => list.mark(id, !on)}
          >
            {t(on ? words.undo : words.mark)}
          </Button>
        </div>
        <p className="small" role="status">
          {list.state === 'kept' && t(words.kept)}
          {list.state === 'failed' && t(words.failed)}
        </p>
      </section>
    )
  },
)
