/** A page that is loading: its title, a line, and two cards. */

import { useText } from '#engine/react/text.tsx'
import { Skeletons } from './Skeleton.tsx'
import css from './PageSkeleton.module.css'

export function PageSkeleton() {
  const t = useText()
  return (
    <div className={css['page']}>
      <Skeletons looks={['title', 'line', 'half', 'tall', 'tall']} label={t('common.loading')} />
    </div>
  )
}
