/** Paging through a long list. */

import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'

export function Pages({
  page,
  pageSize,
  total,
  onPage,
}: {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}) {
  const t = useText()
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  return (
    <nav className="row wraps" aria-label={t('console.pages.label')}>
      <Button look="line" small disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('console.pages.before')}
      </Button>
      <span className="small mute num">{t('console.pages.place', { page, last })}</span>
      <Button look="line" small disabled={page === last} onClick={() => onPage(page + 1)}>
        {t('console.pages.after')}
      </Button>
    </nav>
  )
}
