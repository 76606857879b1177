/** Text being typed, until it is valid enough to become part of the document. */

import { useState } from 'react'

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
  const [draft, setDraft] = useState<{ text: string; on: string } | null>(null)
  const typed = draft !== null && draft.on === written ? draft.text : null
  return {
    text: typed ?? written,
    typed,
    type: (text) => setDraft({ text, on: written }),
    drop: () => setDraft(null),
  }
}
