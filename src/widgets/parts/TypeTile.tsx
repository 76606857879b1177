/**
 * A worker type's tile, and several side by side as one strip. Never without the name next to it.
 */

import { Glyph, type WorkerType } from './Glyph.tsx'
import css from './TypeTile.module.css'

export function TypeTile({ type, size = 'm' }: { type: WorkerType; size?: 's' | 'm' | 'l' }) {
  return (
    <svg
      className={`${css['tile']} ${css[size]} t-${type}`}
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
    >
      <Glyph type={type} />
    </svg>
  )
}

export function TypeStrip({ types }: { types: readonly WorkerType[] }) {
  return (
    <span className={css['strip']} aria-hidden="true">
      {types.map((type) => (
        <TypeTile key={type} type={type} size="s" />
      ))}
    </span>
  )
}
