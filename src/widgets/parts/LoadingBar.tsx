/**
 * Something is on its way: dots along the top edge that fill once and wait. No loop, and nothing
 * for readers to hear.
 */

import css from './LoadingBar.module.css'

export function LoadingBar({ active }: { active: boolean }) {
  return (
    <div className={`${css['bar']} ${active ? css['active'] : ''} no-print`} aria-hidden="true" />
  )
}
