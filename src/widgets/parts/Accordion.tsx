/** Parts that open separately. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { Fold } from './Fold.tsx'
import { Heading, inCard } from './Heading.tsx'

export const Props = Type.Object(
  {
    title: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Above them.' })),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String({ 'x-ref': 'text' }),
          text: Type.String({ 'x-ref': 'text', 'x-rich': true }),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: 40,
      },
    ),
  },
  { additionalProperties: false },
)

export const Accordion = defineWidget<typeof Props>(
  'accordion',
  function Accordion({ id, title, items, level }) {
    const t = useText()
    return (
      <Card {...(title !== undefined && { labelledBy: `${id}-title` })}>
        {title !== undefined && (
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
        )}
        {items.map((item) => (
          <Fold key={item.id} title={t(item.title)}>
            <Rich>{t(item.text)}</Rich>
          </Fold>
        ))}
      </Card>
    )
  },
)
