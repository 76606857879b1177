/**
 * One of the records that are compared is the user's first choice: kept in their profile, with what
 * comes next for it.
 */

import { useId } from 'react'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { FirstChoice as Choice } from './compareProps.ts'
import { queryIn, textOf, useOpen, type Fields } from './record.ts'
import type { KeptList } from './useKeptList.ts'
import css from './FirstChoice.module.css'

export function FirstButton({
  choice,
  on,
  busy,
  title,
  onToggle,
}: {
  choice: Choice
  on: boolean
  busy: boolean
  title: string
  onToggle: () => void
}) {
  const t = useText()
  return (
    <button
      type="button"
      className={css['choose']}
      aria-pressed={on}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onToggle}
    >
      {on && <Icon name="tick" size="s" />}
      <span>
        {t(on ? choice.on : choice.off)}
        <span className="hidden-text">: {title}</span>
      </span>
    </button>
  )
}

/** How saving went. */
export function ChoiceState({ choice, state }: { choice: Choice; state: KeptList['state'] }) {
  const t = useText()
  return (
    <p className="small" role="status">
      {state === 'kept' && t(choice.kept)}
      {state === 'changed' && t(choice.changed)}
      {state === 'failed' && t(choice.failed)}
    </p>
  )
}

export function AfterChoice({
  then,
  value,
  title,
  level,
}: {
  then: Choice['then']
  value: Fields
  title: string
  level: Level
}) {
  const t = useText()
  const href = useHref()
  const isOpen = useOpen()
  const id = useId()
  const hasPart = Number(textOf(value, `${then.of}.total`)) > 0
  return (
    <Card look="cloth" turn labelledBy={id}>
      <div className={css['after']}>
        <div>
          <Heading level={inCard(level)} id={id}>
            {t(then.title, { title })}
          </Heading>
          <p className="mute">{t(then.text)}</p>
        </div>
        {hasPart && isOpen(then.routeName) && (
          <ButtonLink look="step" to={href(then.routeName, undefined, queryIn(value, then.of))}>
            {t(then.button)}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
