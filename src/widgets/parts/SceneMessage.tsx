/** A page that is only a message: not found, not allowed, something went wrong (spec 2 and 8). */

import Type from 'typebox'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink, type ButtonLook } from './Button.tsx'
import { Heading } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { Scene } from './Scene.tsx'
import css from './SceneMessage.module.css'

const Action = Type.Object(
  {
    id: Type.String(),
    text: Type.String({ 'x-ref': 'text' }),
    look: Type.Enum(['step', 'main', 'line', 'text']),
    routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
    action: Type.Optional(Type.Enum(['back', 'reload'])),
    payload: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

export const Props = Type.Object(
  {
    scene: Type.Enum(['empty', 'offline', 'error', 'locked', 'arrived', 'lost']),
    title: Type.String({ 'x-ref': 'text' }),
    text: Type.Optional(
      Type.String({ 'x-ref': 'text', description: "The specification's sentence, if it has one." }),
    ),
    detail: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Ours, after it.' })),
    actions: Type.Array(Action, { maxItems: 3 }),
  },
  { additionalProperties: false },
)

export const SceneMessage = defineWidget<typeof Props>(
  'scene-message',
  function SceneMessage({ scene, title, text, detail, actions, level }) {
    const t = useText()
    return (
      <section className={css['message']}>
        <Scene name={scene} />
        <div className={css['words']}>
          <Heading level={level} className={css['title']}>
            {t(title)}
          </Heading>
          {text && <p className={css['lead']}>{t(text)}</p>}
          {detail && <p className="mute">{t(detail)}</p>}
          <div className={css['actions']}>
            {actions.map(({ id, ...action }) => (
              <Way key={id} {...action} />
            ))}
          </div>
        </div>
      </section>
    )
  },
)

function Way({
  text,
  look,
  routeName,
  action = 'back',
  payload,
}: {
  text: string
  look: ButtonLook
  routeName?: string
  action?: 'back' | 'reload'
  payload?: unknown
}) {
  const t = useText()
  const href = useHref()
  const act = useAction<unknown, unknown>(action)
  if (routeName !== undefined) {
    return (
      <ButtonLink look={look} to={href(routeName)}>
        {t(text)}
      </ButtonLink>
    )
  }
  return (
    <Button
      look={look}
      icon={action === 'back' && <Icon name="back" />}
      onClick={() => void act(payload)}
    >
      {t(text)}
    </Button>
  )
}
