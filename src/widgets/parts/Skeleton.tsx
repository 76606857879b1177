/** Lines of nothing yet, where data is on its way. */

import css from './Skeleton.module.css'

export type SkeletonLook = 'title' | 'half' | 'line' | 'tall'

/** @param label what readers hear instead */
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
