/**
 * Interface icons on 24 units: stroke 2, round. Arrows mirror in right-to-left, clocks and ticks do
 * not.
 */

import type { ReactNode } from 'react'
import { ICONS, type IconName } from '#engine/documents/icons.ts'
import css from './Icon.module.css'

export function Icon({
  name,
  size = 'm',
  label,
}: {
  name: IconName
  size?: 's' | 'm'
  label?: string
}): ReactNode {
  const className = [css['icon'], size === 's' && css['small'], ICONS[name][1] && 'flip']
    .filter(Boolean)
    .join(' ')
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      focusable="false"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <IconShape name={name} />
    </svg>
  )
}

/** The strokes alone, on 24 units, for drawings that show icons among other things. */
export function IconShape({ name }: { name: IconName }): ReactNode {
  return ICONS[name][0].split('|').map((part) => {
    const numbers = part.slice(1).split(' ').map(Number)
    if (part.startsWith('o'))
      return <circle key={part} cx={numbers[0]} cy={numbers[1]} r={numbers[2]} />
    if (part.startsWith('r'))
      return (
        <rect
          key={part}
          x={numbers[0]}
          y={numbers[1]}
          width={numbers[2]}
          height={numbers[3]}
          rx={numbers[4]}
        />
      )
    if (part.startsWith('e'))
      return <ellipse key={part} cx={numbers[0]} cy={numbers[1]} rx={numbers[2]} ry={numbers[3]} />
    return <path key={part} d={part} />
  })
}
