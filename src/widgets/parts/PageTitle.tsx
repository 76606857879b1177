/** The title of a page, and a sentence on what it is for. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Heading } from './Heading.tsx'

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text', description: 'Heading.' }),
    text: Type.Optional(Type.String({ 'x-ref': 'text', 'x-rich': true })),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values to fill in, usually bound.',
      }),
    ),
    titleWithout: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Heading if one of the values is missing.' }),
    ),
  },
  { additionalProperties: false },
)

export const PageTitle = defineWidget<typeof Props>(
  'page-title',
  function PageTitle({ title, text, values = {}, titleWithout, level }) {
    const t = useText()
    const isWhole = Object.values(values).every(
      (value) => value !== null && value !== undefined && value !== '',
    )
    return (
      <header>
        <Heading level={level}>{t(isWhole ? title : (titleWithout ?? title), values)}</Heading>
        {text && (
          <p className="mute narrow">
            <Rich>{t(text, values)}</Rich>
          </p>
        )}
      </header>
    )
  },
)
