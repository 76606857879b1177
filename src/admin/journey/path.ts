/** A decision table as a path: which page comes for whom, the first row that fits. Pure. */

import { isObject, own, type Json } from '#engine/documents/json.ts'
import { isOfPeople } from '#admin/form/tried.ts'

export type PathStep = {
  readonly id: string
  readonly when: Json
  /** What it leads to, as references name it; or what it does instead. */
  readonly to: { readonly target: Target; readonly id: string } | { readonly does: string }
  /** Whether what is live has the same row at the same place among the others. */
  readonly look: 'same' | 'changed'
}
const TARGETS = ['route', 'flow', 'screen', 'assessment', 'stage'] as const
export type Target = (typeof TARGETS)[number]

/** @returns null if the document has no such table */
export function pathOf(document: Json | null, live: Json | null): readonly PathStep[] | null {
  const rows = rowsOf(document)
  if (rows === null) return null
  const before = rowsOf(live) ?? []
  const shared = before.filter(({ id }) => rows.some((row) => row.id === id)).map(({ id }) => id)
  const order = rows.filter(({ id }) => shared.includes(id)).map(({ id }) => id)
  return rows.map(({ id, row }) => {
    const old = before.find((each) => each.id === id)?.row
    const isSame =
      old !== undefined &&
      JSON.stringify(old) === JSON.stringify(row) &&
      order.indexOf(id) === shared.indexOf(id)
    return {
      id,
      when: (own(row, 'when') ?? true) as Json,
      to: leadsTo(own(row, 'then') ?? row),
      look: live === null || isSame ? 'same' : 'changed',
    }
  })
}

function rowsOf(document: Json | null): { readonly id: string; readonly row: object }[] | null {
  const rows = isObject(document) ? document['rows'] : undefined
  if (!Array.isArray(rows)) return null
  return rows.flatMap((row) => {
    const id = isObject(row) ? row['id'] : undefined
    return isObject(row) && typeof id === 'string' ? [{ id, row }] : []
  })
}

function leadsTo(then: unknown): PathStep['to'] {
  const at = (member: string) => {
    const value = own(then, member)
    return typeof value === 'string' ? value : undefined
  }
  const to = at('to')
  if (to !== undefined) return { target: 'route', id: to }
  for (const target of TARGETS) {
    const id = at(target)
    if (id !== undefined) return { target, id }
  }
  return { does: at('go') ?? '' }
}

/** More rules than this can't be tried at once. */
export const MAX_TRIED = 40

/** Whether imaginary people can walk it: nothing in it asks about the page that they opened. */
export function canWalk(...paths: readonly (readonly PathStep[])[]): boolean {
  const steps = paths.flat()
  return (
    steps.length > 0 && steps.length <= MAX_TRIED && steps.every(({ when }) => isOfPeople(when))
  )
}

/** The first step that fits; null for none. @param holds of each of its rules */
export function firstOf(
  path: readonly PathStep[],
  holds: readonly (boolean | null)[],
): PathStep | null {
  return path.find((_, at) => holds[at] === true) ?? null
}
