/** The order of a CV's parts: the layout's, or the person's own. Pure. */

/** Where in the profile it is: ids of parts, in every layout the same. */
export const OWN_ORDER = 'cvOrder'

export function ownOrder(profile: Readonly<Record<string, unknown>>): readonly string[] {
  const kept = profile[OWN_ORDER]
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

/**
 * The parts of a layout in the person's own order. A part that the order doesn't name, because
 * another layout or a later release has it, stays behind the one that it follows in the layout.
 */
export function inOwnOrder<Part extends { readonly id: string }>(
  parts: readonly Part[],
  order: readonly string[],
): Part[] {
  const place = new Map(order.map((id, at) => [id, at]))
  const next = parts
    .filter(({ id }) => place.has(id))
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  parts.forEach((part, at) => {
    if (place.has(part.id)) return
    const before = parts[at - 1]
    next.splice(before === undefined ? 0 : next.indexOf(before) + 1, 0, part)
  })
  return next
}

/** What became of an order, or what waits on the device. */
export type Ordered =
  | { readonly is: 'saved' }
  | { readonly is: 'waits'; readonly order: readonly string[] }
  /** Another device has changed it since: it was left. */
  | { readonly is: 'elsewhere' }
