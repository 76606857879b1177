/** The parts of a long page, to go to with one tap. */

import type { MouseEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import type { Parts } from './recordProps.ts'
import css from './PageParts.module.css'

export function PageParts({ label, rows }: Parts) {
  const t = useText()
  return (
    <nav className={css['parts']} aria-label={t(label)}>
      {rows.map((row) => (
        <a key={row.id} href={`#${row.node}-title`} onClick={(event) => goTo(event, row.node)}>
          {t(row.label)}
        </a>
      ))}
    </nav>
  )
}

/** Without a step of the browser's history, which the way back would have to repeat. */
function goTo(event: MouseEvent, node: string): void {
  event.preventDefault()
  const heading = document.getElementById(`${node}-title`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
