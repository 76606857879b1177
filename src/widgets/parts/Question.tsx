/**
 * A question that a page answers, with a stone on the path next to it: on a desktop the question is
 * on the left and its answer on the right.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, inCard } from './Heading.tsx'
import css from './Question.module.css'

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text', description: 'The question.' }),
    hint: Type.Optional(Type.String({ 'x-ref': 'text', description: 'What the answer is about.' })),
    ahead: Type.Optional(
      Type.Boolean({ description: 'The path is dotted here: what comes after the rest.' }),
    ),
  },
  { additionalProperties: false },
)

/** If it has data, it waits for them, because a question without an answer is useless. */
export const Question = defineWidget<typeof Props>(
  'question',
  function Question({ id, title, hint, ahead = false, data, level, children }) {
    const t = useText()
    if (data !== undefined && data.status !== 'ready') return null
    return (
      <section
        className={`${css['question']} ${ahead ? css['ahead'] : ''}`}
        aria-labelledby={`${id}-title`}
      >
        <header className={css['head']}>
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          {hint !== undefined && <p className="small mute">{t(hint)}</p>}
        </header>
        <div className={css['answer']}>{children}</div>
      </section>
    )
  },
)
