/**
 * Previous and next page of a collection; the count takes the focus, so that a screen reader
 * announces the new page.
 */

import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import type { Pager } from './collectionProps.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './Collection.module.css'

export function CollectionPager({
  pager,
  page,
  pages,
  countId,
}: {
  pager: Pager
  page: number
  pages: number
  countId: string
}) {
  const t = useText()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  if (pages <= 1) return null
  const goTo = (next: number) => {
    void set({ page: next === 1 ? '' : String(next) })
    document.getElementById(countId)?.focus()
  }
  return (
    <nav className={css['pager']} aria-label={t(pager.label)}>
      <Button
        look="line"
        small
        icon={<Icon name="back" size="s" />}
        disabled={page <= 1}
        onClick={() => goTo(page - 1)}
      >
        {t(pager.previous)}
      </Button>
      <span className="small mute num">{t(pager.page, { page, pages })}</span>
      <Button look="line" small disabled={page >= pages} onClick={() => goTo(page + 1)}>
        {t(pager.next)}
      </Button>
    </nav>
  )
}
