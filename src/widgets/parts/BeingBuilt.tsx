/** A page whose content comes in a later version: quiet, honest, and with a link elsewhere. */

import Type from 'typebox'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Heading } from './Heading.tsx'
import { Scene } from './Scene.tsx'
import css from './BeingBuilt.module.css'

export const Props = Type.Object(
  {
    title: Type.Optional(Type.String({ 'x-ref': 'text' })),
    text: Type.Optional(Type.String({ 'x-ref': 'text' })),
    links: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String(),
            text: Type.String({ 'x-ref': 'text' }),
            routeName: Type.String({ 'x-ref': 'route' }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 4 },
      ),
    ),
  },
  { additionalProperties: false },
)

export const BeingBuilt = defineWidget<typeof Props>(
  'being-built',
  function BeingBuilt({ title = 'built.title', text = 'built.text', links = [], level }) {
    const t = useText()
    const href = useHref()
    return (
      <section className={css['card']}>
        <div className={css['scene']}>
          <Scene name="empty" />
        </div>
        <div className="stack-s">
          <Heading level={level}>{t(title)}</Heading>
          <p className="mute">{t(text)}</p>
          {links.length > 0 && (
            <div className={css['links']}>
              {links.map((link) => (
                <ButtonLink key={link.id} look="line" to={href(link.routeName)}>
                  {t(link.text)}
                </ButtonLink>
              ))}
            </div>
          )}
        </div>
      </section>
    )
  },
)
