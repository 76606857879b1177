/**
 * The heart that saves something: an outline, filled, or a spinner while it is being saved (spec 2,
 * Content card).
 */

import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import css from './HeartButton.module.css'

/**
 * @param label what pressing it does, such as "Save Nurses"; the pressed state says whether it is
 * saved
 */
export function HeartButton({
  on,
  busy,
  label,
  onToggle,
}: {
  on: boolean
  busy: boolean
  label: string
  onToggle: () => void
}) {
  return (
    <IconButton
      label={label}
      pressed={on}
      onClick={busy ? () => {} : onToggle}
      className={`${css['heart']} ${on ? css['on'] : ''}`}
    >
      {busy ? <span className={css['busy']} /> : <Icon name="heart" />}
    </IconButton>
  )
}
