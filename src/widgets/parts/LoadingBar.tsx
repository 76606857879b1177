/**
 * Something is loading: dots along the top edge that fill once and wait. No endless animation, and
 * silent for screen readers.
 */

import css from './LoadingBar.module.css'

export function LoadingBar({ active }: { active: boolean }) {
  return (
    <div className={`${css['bar']} ${active ? css['active'] : ''} no-print`} aria-hidden="true" />
  )
}
