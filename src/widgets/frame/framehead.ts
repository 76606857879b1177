/** What a page says in the bar of its frame: the frame draws it, a part of the page knows it. */

import { createContext, use, useEffect } from 'react'

export type FrameHead = {
  /** In place of the page's own title. */
  readonly title?: string | undefined
  /** Whether what was typed is safe: in few words, and for screen readers in full. */
  readonly said?: { readonly short: string; readonly full: string } | undefined
}

/** Null in a frame that has no such bar. */
export const FrameHeadContext = createContext<((head: FrameHead | null) => void) | null>(null)

/** @returns whether this page has such a bar, and with it a way out */
export function useFrameHead({ title, said }: FrameHead): boolean {
  const tell = use(FrameHeadContext)
  const { short, full } = said ?? {}
  useEffect(() => {
    if (tell === null) return
    tell({
      title,
      ...(short !== undefined && full !== undefined && { said: { short, full } }),
    })
    return () => tell(null)
  }, [tell, title, short, full])
  return tell !== null
}
