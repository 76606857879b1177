/** Text being typed, until it is valid enough to become part of the document. */

import { useState } from 'react'

type Draft = {
  readonly text: string
  /** What the document may say while this isn't in it yet: what it said, and what was typed before. */
  readonly own: readonly string[]
}

/**
 * @param written the value of the document, as text
 * @returns `typed` is null while no one is typing here; a value changed elsewhere in the meantime
 *   wins
 */
export function useDraft(written: string): {
  text: string
  typed: string | null
  type: (text: string) => void
  drop: () => void
} {
  const [draft, setDraft] = useState<Draft | null>(null)
  // An earlier letter that reaches the document after a later one was typed changes nothing here.
  const isOver = draft !== null && (draft.text === written || !draft.own.includes(written))
  // Or undoing what was typed would show it again.
  if (isOver) setDraft(null)
  const typed = draft === null || isOver ? null : draft.text
  return {
    text: typed ?? written,
    typed,
    type: (text) =>
      setDraft((before) => ({
        text,
        own: before === null ? [written] : [...before.own, before.text],
      })),
    drop: () => setDraft(null),
  }
}
