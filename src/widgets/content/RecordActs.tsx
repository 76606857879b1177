/** Actions on a record's card: comparing it with others, and marking it as "not for me". */

import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { Card } from './recordProps.ts'
import { useCompared } from './useCompared.ts'
import css from './RecordActs.module.css'

export function RecordActs({
  id,
  title,
  compare,
  notForMe,
  onOut,
}: {
  id: string
  title: string
  compare: Card['compare'] | undefined
  notForMe: Card['notForMe'] | undefined
  onOut: () => void
}) {
  const t = useText()
  const chosen = useCompared(compare?.param ?? '')
  if (compare === undefined && notForMe === undefined) return null
  return (
    <div className={css['acts']}>
      {compare !== undefined && (
        <button
          type="button"
          aria-pressed={chosen.has(id)}
          disabled={chosen.isFull && !chosen.has(id)}
          onClick={() => chosen.toggle(id)}
        >
          <span className={css['box']}>{chosen.has(id) && <Icon name="tick" size="s" />}</span>
          {t(compare.text)}
          <span className="hidden-text">: {title}</span>
        </button>
      )}
      {notForMe !== undefined && (
        <button type="button" onClick={onOut}>
          {t(notForMe.text)}
          <span className="hidden-text">: {title}</span>
        </button>
      )}
    </div>
  )
}
