/**
 * The first thing that visitors see: cloth, the path, one sentence, one button (prototype home-360
 * and home-1280).
 */

import type { MouseEvent } from 'react'
import Type from 'typebox'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { TYPES } from './Glyph.tsx'
import { Heading } from './Heading.tsx'
import { HomeBoard } from './HomeBoard.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import button from './Button.module.css'
import css from './HomeHero.module.css'

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text' }),
    lead: Type.String({ 'x-ref': 'text' }),
    buttonText: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description:
          'Leads to the route, else to the form of the page that has the anchor. Without it, or if it’s empty, the secondary is the only way on.',
      }),
    ),
    routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
    anchor: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z-]*$',
        description: 'Of the form; default create-account.',
      }),
    ),
    secondary: Type.Object(
      { text: Type.String({ 'x-ref': 'text' }), routeName: Type.String({ 'x-ref': 'route' }) },
      { additionalProperties: false },
    ),
    facts: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          icon: Type.String({ 'x-ref': 'icon' }),
          text: Type.String({ 'x-ref': 'text' }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 3 },
    ),
    tiles: Type.Optional(
      Type.Array(
        Type.Object(
          { id: Type.String({ maxLength: 80 }), tile: Type.Enum([...TYPES]) },
          { additionalProperties: false },
        ),
        {
          maxItems: 6,
          description:
            'The pictures on the board, each in the next of its six places; default all.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

/**
 * Goes to the form without a navigation of the router; before any script has loaded, the address
 * does the same.
 */
function toForm(event: MouseEvent, anchor: string) {
  const form = document.getElementById(anchor)
  if (form === null) return
  event.preventDefault()
  form.scrollIntoView()
  form.focus({ preventScroll: true })
}

export const HomeHero = defineWidget<typeof Props>(
  'home-hero',
  function HomeHero({
    title,
    lead,
    buttonText,
    routeName,
    anchor = 'create-account',
    secondary,
    facts,
    tiles,
    level,
  }) {
    const t = useText()
    const href = useHref()
    // Where the user was when the session expired; logging in leads back there.
    const { redirect } = useScope().route?.query ?? {}
    const drawn = tiles?.map(({ tile }) => tile)
    return (
      <section className={`${css['hero']} on-cloth`}>
        <div className={`${css['band']} only-small`}>
          <HomeBoard name="home" tiles={drawn} />
        </div>
        <div className={`wrap ${css['inner']}`}>
          <div className={css['words']}>
            <Heading level={level} className={css['title']}>
              {t(title)}
            </Heading>
            <p className={css['lead']}>{t(lead)}</p>
            <div className={css['ways']}>
              {buttonText &&
                (routeName === undefined ? (
                  <a
                    className={`${button['button']} ${button['step']}`}
                    href={`#${anchor}`}
                    onClick={(event) => toForm(event, anchor)}
                  >
                    <span>{t(buttonText)}</span>
                    <Icon name="next" />
                  </a>
                ) : (
                  <ButtonLink look="step" to={href(routeName)}>
                    {t(buttonText)}
                  </ButtonLink>
                ))}
              <ButtonLink
                look={buttonText ? 'text' : 'step'}
                to={href(secondary.routeName, {}, redirect === undefined ? {} : { redirect })}
              >
                {t(secondary.text)}
              </ButtonLink>
            </div>
            <ul className={css['facts']}>
              {facts.map((fact) => (
                <li key={fact.id}>
                  <Icon name={fact.icon as IconName} size="s" />
                  {t(fact.text)}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className={`${css['board']} only-large`}>
          <HomeBoard name="tall" fit="xMaxYMax slice" tiles={drawn} />
        </div>
      </section>
    )
  },
)
