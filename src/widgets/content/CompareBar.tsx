/**
 * The records chosen to compare, and a link to the page that compares them: stays visible below the
 * cards while they scroll.
 */

import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import type { Comparing } from './recordProps.ts'
import { useCompared } from './useCompared.ts'
import css from './CompareBar.module.css'

export function CompareBar({
  compare: { param, routeName, one, go, clear },
}: {
  compare: Comparing
}) {
  const t = useText()
  const href = useHref()
  const chosen = useCompared(param)
  const { ids } = chosen
  if (ids.length === 0) return null
  return (
    <div className={css['bar']} role="status">
      {ids.length === 1 ? (
        <p className="grow small">{t(one)}</p>
      ) : (
        <ButtonLink small to={href(routeName, undefined, { [param]: ids.join(',') })}>
          {t(go, { count: ids.length })}
        </ButtonLink>
      )}
      <Button look="text" small onClick={chosen.clear}>
        {t(clear)}
      </Button>
    </div>
  )
}
