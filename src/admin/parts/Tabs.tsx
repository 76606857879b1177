/** Tabs over panes of one page. Arrow keys go from one to the next, as people know it from other programs. */

import type { KeyboardEvent, ReactNode } from 'react'
import css from './Tabs.module.css'

export type Tab<Id extends string> = {
  readonly id: Id
  readonly label: string
  readonly count?: number
}

export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  controls,
  onChoose,
  children,
}: {
  label: string
  tabs: readonly Tab<Id>[]
  chosen: Id
  /** Id of the pane that a tab shows. */ controls: (id: Id) => string
  onChoose: (id: Id) => void
  children?: ReactNode
}) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const flow = document.dir === 'rtl' ? -step : step
    const next =
      tabs[(tabs.findIndex(({ id }) => id === chosen) + flow + tabs.length) % tabs.length]!
    onChoose(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div className={css['bar']}>
      <div className={css['tabs']} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map(({ id, label: words, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={css['tab']}
            data-tab={id}
            id={`tab-${controls(id)}`}
            aria-selected={id === chosen}
            aria-controls={controls(id)}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {words}
            {count !== undefined && count > 0 && <span className={css['count']}>{count}</span>}
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
