/**
 * The records chosen to compare: their ids are in the address, so that going back, links and other
 * phones keep them.
 */

import { useAction, useScope } from '#engine/react/context.ts'

/** As many as fit side by side on a desktop. */
const MAX_COMPARED = 3

export type Compared = {
  readonly ids: readonly string[]
  readonly isFull: boolean
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly clear: () => void
}

/** @param param key of the query; empty: nothing is chosen here */
export function useCompared(param: string): Compared {
  const { route } = useScope()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const ids = chosenIn(route?.query[param] ?? '')
  const put = (next: readonly string[]) => void set({ [param]: next.join(',') })
  return {
    ids,
    isFull: ids.length >= MAX_COMPARED,
    has: (id) => ids.includes(id),
    toggle: (id) =>
      put(
        ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(0, MAX_COMPARED),
      ),
    clear: () => put([]),
  }
}

/** Without duplicates, and limited to what fits. */
export function chosenIn(text: string): readonly string[] {
  return [...new Set(text.split(',').filter(Boolean))].slice(0, MAX_COMPARED)
}
