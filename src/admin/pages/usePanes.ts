/** The views of a document's page: which are open, and the place that each of them shows. */

import { useState } from 'react'
import { useScope } from '#engine/react/context.ts'
import type { JsonPlace } from '#admin/json/JsonEditor.tsx'
import { useWide } from '#admin/parts/useWide.ts'

export const SIDES = ['json', 'preview', 'difference'] as const
export const PANES = ['form', ...SIDES] as const
export type Side = (typeof SIDES)[number]
export type Pane = (typeof PANES)[number]
export type Panes = ReturnType<typeof usePanes>

export const paneId = (each: Pane) => `pane-${each}`

export function usePanes() {
  const isWide = useWide()
  const [pane, setPane] = useState<Pane>('form')
  const [side, setSide] = useState<Side | null>('json')
  const [decideLater, setDecideLater] = useState(false)
  // A link may set the initial place: `?at=/rows/verify`.
  const begin = useScope().route?.query['at'] ?? null
  const [place, setPlace] = useState<{ form: string | null; json: JsonPlace | null }>(() => ({
    form: begin,
    json: begin === null ? null : { to: begin },
  }))
  // Both views take the focus when jumping: the form last, unless only the JSON is visible.
  const jump = (pointer: string) => {
    const json = { to: pointer }
    setPlace({ form: null, json })
    if (!isWide && pane === 'json') return
    setPane('form')
    requestAnimationFrame(() => setPlace({ form: pointer, json }))
  }
  const jumpInText = (to: string | number) => {
    setPlace({ form: null, json: { to } })
    if (isWide) setSide('json')
    else setPane('json')
  }
  // On a wide screen the form stays, and the other views appear beside it.
  const beside: Side | null = isWide ? side : pane === 'form' ? null : pane
  return {
    isWide,
    pane,
    setPane,
    side,
    setSide,
    beside,
    place,
    jump,
    jumpInText,
    decideLater,
    setDecideLater,
  }
}
