/** How many parts of a CV have something: those that print the same section count once. Pure. */

import type { CvView } from '#engine/contract/cvcalls.ts'

export function partsDone({
  order,
  gaps,
}: {
  readonly order: CvView['order']
  readonly gaps: readonly unknown[]
}): {
  readonly done: number
  readonly count: number
} {
  const count = new Set(order.map(({ section }) => section)).size
  return { done: Math.max(0, count - gaps.length), count }
}
