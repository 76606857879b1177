/** A few buttons in a row: links, or actions of the app. Not printed. */

import Type, { type Static } from 'typebox'
import { useState } from 'react'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import css from './Columns.module.css'

const ActionSchema = Type.Object(
  {
    id: Type.String(),
    text: Type.String({ 'x-ref': 'text' }),
    icon: Type.Optional(Type.String({ 'x-ref': 'icon' })),
    look: Type.Optional(Type.Enum(['step', 'main', 'line', 'text'])),
    small: Type.Optional(
      Type.Boolean({ description: 'Lower, with smaller words; default false.' }),
    ),
    routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
    mail: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'Opens an email to this address; {{address}} in the text.',
      }),
    ),
    action: Type.Optional(
      Type.String({ maxLength: 40, description: 'Action of the app, if no route is given.' }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 80 }), {
        description: 'What the action receives, or the query of the route.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const Props = Type.Object(
  {
    actions: Type.Array(ActionSchema, { minItems: 1, maxItems: 4 }),
    shape: Type.Optional(
      Type.Enum(['row', 'fill'], {
        description:
          'fill: the first takes the whole width, and the others share the lines below it; default row.',
      }),
    ),
  },
  { additionalProperties: false },
)
type ActionProps = Static<typeof ActionSchema>

export const ActionButtons = defineWidget<typeof Props>(
  'action-buttons',
  function ActionButtons({ actions, shape = 'row', data }) {
    const t = useText()
    const href = useHref()
    // Actions on the page's data wait until they have loaded.
    if (data !== undefined && data.status !== 'ready') return null
    const button = (action: ActionProps, block = false) =>
      action.mail !== undefined ? (
        <ButtonLink key={action.id} {...looksOf(action)} block={block} to={`mailto:${action.mail}`}>
          {t(action.text, { address: action.mail })}
        </ButtonLink>
      ) : action.routeName === undefined ? (
        <Doing key={action.id} {...action} block={block} />
      ) : (
        <ButtonLink
          key={action.id}
          {...looksOf(action)}
          block={block}
          to={href(action.routeName, {}, action.values)}
        >
          {t(action.text)}
        </ButtonLink>
      )
    const [first, ...others] = actions
    if (shape === 'row' || first === undefined)
      return <div className="row wraps no-print">{actions.map((action) => button(action))}</div>
    return (
      <div className="stack-s no-print">
        {button(first, true)}
        <div className={css['share']}>{others.map((action) => button(action, true))}</div>
      </div>
    )
  },
)

function Doing({ block, ...props }: ActionProps & { block: boolean }) {
  const t = useText()
  const act = useAction<typeof props.values, unknown>(props.action ?? props.id)
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    act(props.values).then(
      () => setBusy(false),
      () => setBusy(false),
    )
  }
  return (
    <Button {...looksOf(props)} block={block} busy={busy} onClick={run}>
      {t(props.text)}
    </Button>
  )
}

function looksOf({ look = 'line', small = false, icon }: ActionProps) {
  return {
    look,
    small,
    ...(icon !== undefined && { icon: <Icon name={icon as IconName} size="s" /> }),
  }
}
