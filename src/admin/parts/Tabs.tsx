/** Tabs over panes of one page. Arrow keys move from one to the next, as in other programs. */

import { Tabs as Bar } from '@mantine/core'
import type { ReactNode } from 'react'

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
  const choose = (value: string | null) => {
    const tab = tabs.find(({ id }) => id === value)
    if (tab !== undefined) onChoose(tab.id)
  }
  return (
    <Bar value={chosen} onChange={choose}>
      <Bar.List aria-label={label}>
        {tabs.map(({ id, label: words, count = 0 }) => (
          <Bar.Tab
            key={id}
            value={id}
            id={`tab-${controls(id)}`}
            // The other panes aren't on the page.
            aria-controls={id === chosen ? controls(id) : undefined}
            rightSection={count > 0 ? count : undefined}
          >
            {words}
          </Bar.Tab>
        ))}
      </Bar.List>
      {children}
    </Bar>
  )
}
