/** The views of a document's page: which are open, and the place that each of them shows. */

import { useState } from 'react'
import { useScope } from '#engine/react/context.ts'
import type { JsonPlace } from '#admin/json/JsonEditor.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import { partAt } from '#admin/preview/parts.ts'

export const SIDES = ['path', 'preview', 'json', 'difference'] as const
export const PANES = ['path', 'preview', 'form', 'json', 'difference'] as const
export type Side = (typeof SIDES)[number]
export type Pane = (typeof PANES)[number]
export type Panes = ReturnType<typeof usePanes>

export const paneId = (each: Pane) => `pane-${each}`

/** Only a flow is a path, and there is a preview only of what a page shows. */
export function offered<Each extends Pane>(
  panes: readonly Each[],
  kind: string,
  hasPage: boolean,
): readonly Each[] {
  return panes.filter(
    (each) => (each !== 'path' || kind === 'flow') && (each !== 'preview' || hasPage),
  )
}

/**
 * @param kind of the document
 * @param hasPage a page shows the document: that is the first thing to look at
 * @param isPage the document is what that page is about, not a table or a menu behind it
 */
export function usePanes(kind: string, hasPage: boolean, isPage: boolean) {
  const isWide = useWide()
  const [decideLater, setDecideLater] = useState(false)
  // A link may set the initial place: `?at=/rows/verify`.
  const begin = useScope().route?.query['at'] ?? null
  // On a phone the page or the path comes first, unless a link leads to a field.
  const [pane, setPane] = useState<Pane>(
    begin !== null ? 'form' : kind === 'flow' ? 'path' : isPage ? 'preview' : 'form',
  )
  const [side, setSide] = useState<Side | null>(
    kind === 'flow' ? 'path' : hasPage ? 'preview' : null,
  )
  /** The part of the page that is edited. */
  const [part, setPart] = useState(begin === null ? null : partAt(begin))
  const [place, setPlace] = useState<{ form: string | null; json: JsonPlace | null }>(() => ({
    form: begin,
    json: begin === null ? null : { to: begin },
  }))
  // Both views take the focus when jumping: the form last, unless only the JSON is visible.
  const jump = (pointer: string) => {
    setPart(partAt(pointer) ?? part)
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
    part,
    setPart,
    jump,
    jumpInText,
    decideLater,
    setDecideLater,
  }
}
