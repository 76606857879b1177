/** A few buttons in a row: links, or actions of the app. */

import Type from 'typebox'
import { useState } from 'react'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from './Button.tsx'

const ActionSchema = Type.Object(
  {
    id: Type.String(),
    text: Type.String({ 'x-ref': 'text' }),
    look: Type.Optional(Type.Enum(['step', 'main', 'line', 'text'])),
    routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
    action: Type.Optional(Type.String({ maxLength: 40, description: 'Action of the app, if no route is given.' })),
  },
  { additionalProperties: false },
)
export const Props = Type.Object({ actions: Type.Array(ActionSchema, { minItems: 1, maxItems: 4 }) }, { additionalProperties: false })

export const ActionButtons = defineWidget<typeof Props>('action-buttons', function ActionButtons({ actions }) {
  const t = useText()
  const href = useHref()
  return (
    <div className="row wraps">
      {actions.map(({ id, text, look = 'line', routeName, action }) =>
        routeName === undefined ? (
          <Doing key={id} look={look} text={text} action={action ?? id} />
        ) : (
          <ButtonLink key={id} look={look} to={href(routeName)}>
            {t(text)}
          </ButtonLink>
        ),
      )}
    </div>
  )
})

function Doing({ look, text, action }: { look: 'step' | 'main' | 'line' | 'text'; text: string; action: string }) {
  const t = useText()
  const act = useAction<void, unknown>(action)
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    act().then(
      () => setBusy(false),
      () => setBusy(false),
    )
  }
  return (
    <Button look={look} busy={busy} onClick={run}>
      {t(text)}
    </Button>
  )
}
