/** The source of facts in short; a tap shows the full sentence that the licence requires. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import css from './Attribution.module.css'

export const Props = Type.Object(
  {
    text: Type.String({ 'x-ref': 'text', description: 'Source and licence in a few words.' }),
    more: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'The text that the licence requires, one tap away.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Attribution = defineWidget<typeof Props>(
  'attribution',
  function Attribution({ text, more }) {
    const t = useText()
    if (more === undefined) return <p className="tiny mute">{t(text)}</p>
    return (
      <details className={`tiny mute ${css['source']}`}>
        <summary>{t(text)}</summary>
        <p>{t(more)}</p>
      </details>
    )
  },
)
