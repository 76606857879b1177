/**
 * Something to know before continuing, such as a warning or that records are samples. Never
 * collapsed, never closed.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Note } from './Note.tsx'
import css from './Note.module.css'

export const Props = Type.Object(
  {
    look: Type.Enum(['info', 'wait', 'doubt', 'never'], {
      description:
        'info: good to know; wait: take care; doubt: dotted, for what is not certain; never: money that nobody may ask for, drawn.',
    }),
    title: Type.Optional(Type.String({ 'x-ref': 'text', description: 'In strong letters.' })),
    text: Type.String({ 'x-ref': 'text', 'x-rich': true, description: 'Rich text.' }),
  },
  { additionalProperties: false },
)

export const Notice = defineWidget<typeof Props>('notice', function Notice({ look, title, text }) {
  const t = useText()
  return (
    <Note
      look={look}
      {...(look === 'never' && { picture: <NoMoney /> })}
      {...(title !== undefined && { title: t(title) })}
    >
      <Rich>{t(text)}</Rich>
    </Note>
  )
})

/** A coin, crossed out. */
function NoMoney() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <circle className={css['coin']} cx="28" cy="28" r="24" />
      <path className={css['sign']} d="M21 40V17h8.5a6.5 6.5 0 0 1 0 13H21m9 0 7 10" />
      <path className={css['gap']} d="M7 49 49 7" />
      <path className={css['line']} d="M6 50 50 6" />
    </svg>
  )
}
