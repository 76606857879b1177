/**
 * A part of a page: its heading, background and width. On public pages it brings the page margins.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading } from './Heading.tsx'
import css from './Section.module.css'

export const Props = Type.Object(
  {
    title: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Heading.' })),
    hint: Type.Optional(Type.String({ 'x-ref': 'text', description: 'One sentence below it.' })),
    ground: Type.Optional(Type.Enum(['paper', 'sunken'])),
    width: Type.Optional(Type.Enum(['wide', 'narrow'])),
  },
  { additionalProperties: false },
)

export const Section = defineWidget<typeof Props>(
  'section',
  function Section({ title, hint, ground = 'paper', width = 'wide', id, level, children }) {
    const t = useText()
    return (
      <section
        className={`${css['section']} ${css[ground]}`}
        aria-labelledby={title && `${id}-title`}
      >
        <div className={`${css['inner']} ${css[width]}`}>
          {title && (
            <header>
              <Heading level={level} id={`${id}-title`} className={css['title']}>
                {t(title)}
              </Heading>
              {hint && <p className="mute">{t(hint)}</p>}
            </header>
          )}
          {children}
        </div>
      </section>
    )
  },
)
