/** A heading and a text, with the tags that the specification allows. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Heading } from './Heading.tsx'
import css from './TextBlock.module.css'

export const Props = Type.Object(
  {
    title: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Heading.' })),
    text: Type.Optional(
      Type.String({ 'x-ref': 'text', 'x-rich': true, description: 'Rich text.' }),
    ),
    size: Type.Optional(
      Type.Enum(['s', 'm', 'lead'], {
        description: 's: second text; lead: the first sentence of a page.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const TextBlock = defineWidget<typeof Props>(
  'text-block',
  function TextBlock({ title, text, size = 'm', level }) {
    const t = useText()
    return (
      <div className={`${css['text']} ${css[size]}`}>
        {title && <Heading level={level}>{t(title)}</Heading>}
        {text && (
          <div className={css['words']}>
            <Rich>{t(text)}</Rich>
          </div>
        )}
      </div>
    )
  },
)
