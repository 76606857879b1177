/**
 * Something to know before continuing, such as a warning or that records are samples. Never
 * collapsed, never closed.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Note } from './Note.tsx'

export const Props = Type.Object(
  {
    look: Type.Enum(['info', 'wait', 'doubt'], {
      description: 'info: good to know; wait: take care; doubt: dotted, for what is not certain.',
    }),
    title: Type.Optional(Type.String({ 'x-ref': 'text', description: 'In strong letters.' })),
    text: Type.String({ 'x-ref': 'text', 'x-rich': true, description: 'Rich text.' }),
  },
  { additionalProperties: false },
)

export const Notice = defineWidget<typeof Props>('notice', function Notice({ look, title, text }) {
  const t = useText()
  return (
    <Note look={look} {...(title !== undefined && { title: t(title) })}>
      <Rich>{t(text)}</Rich>
    </Note>
  )
})
