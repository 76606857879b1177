/** Placeholder lines while data are loading. */

import css from './Skeleton.module.css'

export type SkeletonLook = 'title' | 'half' | 'line' | 'tall'

/** @param label announced to screen readers instead */
export function Skeletons({ looks, label }: { looks: readonly SkeletonLook[]; label: string }) {
  return (
    <div role="status">
      <span className="hidden-text">{label}</span>
      {looks.map((look, index) => (
        <span key={index} className={`${css['bar']} ${css[look]}`} aria-hidden="true" />
      ))}
    </div>
  )
}
