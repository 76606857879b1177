/** A whole page that says only that the server knows nothing at its address, or no longer does. */

import Type from 'typebox'
import { Rich, useText } from '#engine/react/text.tsx'
import { Heading } from './Heading.tsx'

export const missingProp = Type.Optional(
  Type.Object(
    {
      title: Type.String({ 'x-ref': 'text' }),
      text: Type.String({ 'x-ref': 'text', 'x-rich': true }),
    },
    {
      additionalProperties: false,
      description: 'The whole page, if the server knows nothing at its address.',
    },
  ),
)

export function Missing({ title, text }: { title: string; text: string }) {
  const t = useText()
  return (
    <div className="stack-s" role="status">
      <Heading level={1}>{t(title)}</Heading>
      <div>
        <Rich>{t(text)}</Rich>
      </div>
    </div>
  )
}
