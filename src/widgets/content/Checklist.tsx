/** Things to get ready, ticked by the user; kept in their profile, offline too. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import * as record from './recordProps.ts'
import { useKeptList } from './useKeptList.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './Checklist.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    keeps: record.Keeps,
    rows: Type.Array(Type.Object({ id: score.Id, text: score.Text }, score.strict), {
      minItems: 1,
      maxItems: 20,
    }),
    kept: Type.String({
      'x-ref': 'text',
      description: 'Shown while it waits on this device for a connection.',
    }),
    failed: Type.String({ 'x-ref': 'text', description: 'Shown if saving fails.' }),
  },
  { additionalProperties: false },
)

export const Checklist = defineWidget<typeof Props>(
  'checklist',
  function Checklist({ id, title, hint, keeps, rows, kept, failed, level }) {
    const t = useText()
    const list = useKeptList(keeps)
    return (
      <section className={css['list']} aria-labelledby={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {hint !== undefined && <p className="small mute">{t(hint)}</p>}
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <label className={css['row']}>
                <input
                  type="checkbox"
                  checked={list.has(row.id)}
                  onChange={(event) => list.mark(row.id, event.target.checked)}
                />
                <span>{t(row.text)}</span>
              </label>
            </li>
          ))}
        </ul>
        <p className="small" role="status">
          {list.state === 'kept' && t(kept)}
          {list.state === 'failed' && t(failed)}
        </p>
      </section>
    )
  },
)
