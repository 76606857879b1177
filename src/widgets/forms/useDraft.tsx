/**
 * What was typed in a form and not saved: kept on this device with every key, shown again after a
 * reload, and said so. It ends when it is saved or dropped.
 */

import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { Draft, DraftCall } from '#engine/forms/draft.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { useFrameHead } from '#widgets/frame/framehead.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'

export type KeptDraft = {
  /** As it was when the form was opened; undefined until that is known. */
  readonly draft: Draft | null | undefined
  /** Changes when the form has to start anew. */
  readonly key: string
  /** Says that what is shown isn't saved, with a button to drop it. */
  readonly note: ReactNode
  readonly keep: (values: FormValues, from: FormValues) => void
  /** The page's frame has a way out of its own. */
  readonly isFramed: boolean
  /** It was saved. */
  readonly end: () => Promise<unknown>
  readonly drop: () => Promise<void>
}

/**
 * @param item of the section: a record, or what else has a form of its own
 * @param title in the bar of a frame that has one, in place of the page's
 */
export function useDraft(section: string, item: string, title?: string): KeptDraft {
  const t = useText()
  const [isSafe, setSafe] = useState(false)
  const isFramed = useFrameHead({
    title,
    said: isSafe ? { short: t('form.here'), full: t('form.onPhone') } : undefined,
  })
  const ask = useAction<DraftCall, Draft | null>('section.draft')
  const [draft, setDraft] = useState<Draft | null>()
  const [isShown, setShown] = useState(false)
  const [dropped, setDropped] = useState(0)
  /** What was dropped last, so that it can be taken back. */
  const [lost, setLost] = useState<Draft | null>(null)
  const show = (found: Draft | null) => {
    setDraft(found)
    setShown(found !== null && found.isIdea !== true)
  }
  /** Ends once it is known what was kept before: what is typed until then waits, or it would be found as that. */
  const looked = useRef<Promise<void>>(undefined)
  /** What is typed until then. */
  const early = useRef<Draft | null>(null)
  const load = useEffectEvent(() =>
    ask({ section, item }).then(
      (found) => show(found ? withTyped(found, early.current) : null),
      () => show(null),
    ),
  )
  useEffect(() => {
    early.current = null
    looked.current = load()
  }, [section, item])
  const keep = async (kept: Draft | null) => {
    await looked.current
    const isKept = await ask({ section, item, keep: kept }).then(
      () => kept !== null,
      () => false,
    )
    setSafe(isKept)
    return isKept
  }
  const keepEarly = async (typed: Draft) => {
    early.current = typed
    await looked.current
    // Of what was typed meanwhile, the last counts.
    if (early.current !== typed) return
    const found = await ask({ section, item }).catch(() => null)
    // Saved or dropped in between: it would stay as a draft of nothing.
    if (early.current !== typed) return
    await keep(found ? withTyped(found, typed) : typed)
  }
  const drop = async () => {
    early.current = null
    const now = await ask({ section, item }).catch(() => null)
    await keep(null)
    show(null)
    setLost(now)
    setDropped((times) => times + 1)
  }
  const takeBack = async (draft: Draft) => {
    await keep(draft)
    setLost(null)
    show(draft)
    setDropped((times) => times + 1)
  }
  return {
    draft,
    key: `${dropped}${draft ? '-draft' : ''}`,
    note:
      isShown || lost !== null ? (
        <Note look="wait">
          {t(lost === null ? 'form.draft' : 'form.dropped')}{' '}
          <Button look="text" small onClick={() => void (lost === null ? drop() : takeBack(lost))}>
            {t(lost === null ? 'form.discard' : 'form.undo')}
          </Button>
        </Note>
      ) : null,
    keep: (values, from) => {
      setLost(null)
      if (draft === undefined) return void keepEarly({ values, from })
      // It has all that was typed before, which must not come after it.
      early.current = null
      void keep({ values, from })
    },
    isFramed,
    end: () => {
      early.current = null
      setShown(false)
      setLost(null)
      return keep(null)
    },
    drop,
  }
}

/** A draft with the fields that were changed in the form before the draft was found. */
function withTyped(draft: Draft, typed: Draft | null): Draft {
  if (typed === null) return draft
  const changed = Object.entries(typed.values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(typed.from[field]),
  )
  const values = { ...draft.values, ...Object.fromEntries(changed) }
  return changed.length === 0 ? draft : { values, from: draft.from }
}
