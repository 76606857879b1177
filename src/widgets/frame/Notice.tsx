/**
 * Something to know before continuing, such as a warning, that records are samples, or what is done
 * and what never is. Never collapsed, never closed.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import css from './Notice.module.css'

export const Props = Type.Object(
  {
    look: Type.Enum(['info', 'wait', 'doubt', 'never', 'yes', 'no'], {
      description:
        'info: good to know; wait: take care; doubt: dotted, for what is not certain; never: a coin, crossed out; yes and no: a list with ticks, or with crosses.',
    }),
    title: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'In strong letters; above a list, a heading.',
      }),
    ),
    text: Type.String({ 'x-ref': 'text', 'x-rich': true, description: 'Rich text.' }),
  },
  { additionalProperties: false },
)

export const Notice = defineWidget<typeof Props>(
  'notice',
  function Notice({ look, title, text, id, level }) {
    const t = useText()
    if (look === 'yes' || look === 'no')
      return (
        <section
          className={`${css['points']} ${look === 'no' ? css['no'] : ''}`}
          {...(title !== undefined && { 'aria-labelledby': `${id}-title` })}
        >
          {title !== undefined && (
            <Heading level={level} id={`${id}-title`}>
              {t(title)}
            </Heading>
          )}
          <Rich>{t(text)}</Rich>
        </section>
      )
    const isNever = look === 'never'
    return (
      <Note
        look={isNever ? 'info' : look}
        {...(isNever && { picture: <NoMoney />, className: css['never'] })}
        {...(title !== undefined && { title: t(title) })}
      >
        <Rich>{t(text)}</Rich>
      </Note>
    )
  },
)

/** A coin, crossed out. */
function NoMoney() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <circle className={css['coin']} cx="28" cy="28" r="24" />
      <path className={css['sign']} d="M21 40V17h8.5a6.5 6.5 0 0 1 0 13H21m9 0 7 10" />
      <path className={css['gap']} d="M7 49 49 7" />
      <path className={css['line']} d="M6 50 50 6" />
    </svg>
  )
}
