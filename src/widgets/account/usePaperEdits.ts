/**
 * What somebody changes about a paper: parts left out and put in order. Without a signal it waits on
 * the device, and the paper is shown as it will be.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { withHidings, type Hidden, type Hidings } from '#engine/cv/hidings.ts'
import { inOwnOrder, type Ordered } from '#engine/cv/ownorder.ts'
import { useAction, useScope } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { SaidNow } from './PaperHistory.tsx'
import type { EditProps } from './paperprops.ts'

export type PaperEdits = {
  /** What was done last, or that something waits. */
  readonly said: SaidNow | null
  readonly say: (said: SaidNow | null) => void
  /** The paper, with what waits. */
  readonly asItWillBe: (view: CvView) => CvView
  readonly hide: (section: string, part: string, hides: boolean) => void
  /** Resolves once the paper has been asked for again, or it was refused. */
  readonly sort: (order: readonly string[]) => Promise<void>
  readonly again: () => void
  /** Sections of which something was refused when it was sent. */
  readonly refused: readonly string[]
  /** Sections of which something was typed here and not saved. */
  readonly begun: readonly string[]
}

/** @param edit undefined where nothing can be changed */
export function usePaperEdits(
  edit: EditProps | undefined,
  state: DataState<CvView> | undefined,
): PaperEdits {
  const t = useText()
  const setHidden = useAction<{ section?: string; hide?: boolean }, Hidden>('section.hide')
  const move = useAction<{ order?: readonly string[] }, Ordered>('section.order')
  const { user } = useScope()
  const [said, setSaid] = useState<SaidNow | null>(null)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [hidings, setHidings] = useState<Hidings>({})
  /** Something waits for a signal, and the paper may not have it yet. */
  const [keeps, setKeeps] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [begun, setBegun] = useState<readonly string[]>([])
  const words = edit?.history
  const again = () => {
    if (state?.status === 'ready') state.again?.()
  }
  const told = (ordered: Ordered) => {
    setWaiting(ordered.is === 'waits' ? ordered.order : [])
    if (ordered.is === 'elsewhere' && words) setSaid({ text: t(words.elsewhere), canUndo: false })
    else if (ordered.is === 'waits') setKeeps(true)
    else if (waiting.length > 0) {
      setSaid(null)
      again()
    }
  }
  const look = useEffectEvent(async () => {
    const { waiting: next, keeps: has, refused: left, begun: typed } = await setHidden({})
    setRefused(left)
    setBegun(typed)
    const isSent = Object.keys(hidings).some((section) => !(section in next))
    setKeeps(has)
    setHidings(next)
    if (isSent || (keeps && !has)) again()
    if (edit?.order !== undefined) told(await move({}))
  })
  const isEdited = edit !== undefined
  // Also once it has been sent, which changes the profile.
  useEffect(() => void (isEdited && look().catch(() => undefined)), [isEdited, user])
  return {
    said: said ?? (keeps ? { text: t('form.kept'), canUndo: false } : null),
    say: setSaid,
    asItWillBe: (view) => {
      const next = withHidings(view, hidings)
      return {
        ...next,
        order: inOwnOrder(next.order, waiting),
        parts: inOwnOrder(next.parts, waiting),
      }
    },
    hide: (section, part, hides) =>
      void setHidden({ section, hide: hides }).then(({ done, waiting: next, keeps: has }) => {
        setHidings(next)
        setKeeps(has)
        if (!done) return
        setSaid(
          hides && words && !(section in next)
            ? { text: t(words.hidden, { part }), canUndo: true }
            : null,
        )
        again()
      }),
    sort: async (order) => {
      setSaid(null)
      told(await move({ order }))
      again()
    },
    again,
    refused,
    begun,
  }
}
