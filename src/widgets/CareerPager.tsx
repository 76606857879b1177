/** Previous and next page of all careers; the count takes focus, so that a reader hears where it is. */

import type { CareerList } from '#engine/contract.ts'
import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import css from './CareerList.module.css'

export function CareerPager({ list, countId }: { list: CareerList; countId: string }) {
  const t = useText()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const pages = Math.max(1, Math.ceil(list.total / list.pageSize))
  if (pages === 1) return null
  const goTo = (page: number) => {
    void set({ page: page === 1 ? '' : String(page) })
    document.getElementById(countId)?.focus()
  }
  return (
    <nav className={css['pager']} aria-label={t('careers.pages')}>
      <Button look="line" small icon={<Icon name="back" size="s" />} disabled={list.page <= 1} onClick={() => goTo(list.page - 1)}>
        {t('careers.previous')}
      </Button>
      <span className="small mute num">{t('careers.page', { page: list.page, pages })}</span>
      <Button look="line" small disabled={list.page >= pages} onClick={() => goTo(list.page + 1)}>
        {t('common.next')}
      </Button>
    </nav>
  )
}
