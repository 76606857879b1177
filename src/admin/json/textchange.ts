/** Changes of a whole text: formatted, or replaced where it differs. */

import { doubledNames, readTree } from './places.ts'
import { stringify } from './stringify.ts'

/** The formatted text; null if it is invalid, or if parsing would lose something. */
export function formatted(text: string): string | null {
  if (doubledNames(readTree(text)).length > 0) return null
  try {
    return stringify(JSON.parse(text))
  } catch {
    return null
  }
}

/** The smallest range in which two texts differ. */
export function differenceOf(
  now: string,
  next: string,
): { from: number; to: number; insert: string } {
  const most = Math.min(now.length, next.length)
  let start = 0
  while (start < most && now[start] === next[start]) start++
  let end = 0
  while (end < most - start && now[now.length - 1 - end] === next[next.length - 1 - end]) end++
  return { from: start, to: now.length - end, insert: next.slice(start, next.length - end) }
}
