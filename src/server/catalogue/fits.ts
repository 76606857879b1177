/**
 * What the list of a type knows of the records that its own belong to (`fits` of its query): the
 * joins that lead to a record's page lead from it to this list.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import type { Tx } from '#server/database/database.ts'
import type { Belonging } from '#server/store/belonging.ts'
import type { Belongs } from '#server/store/content.ts'
import { belongingTo, isOpen, leadingTo } from './joins.ts'
import { FITS, type Fits } from './query.ts'
import type { RememberedJoins } from './rememberedjoins.ts'

/** As joins name its members, with its title. */
export type Joinable = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly title: string
}
/** The last that were saved: each costs a look-up. */
const MAX_SAVED = 20

type Asked = {
  readonly catalog: Catalog
  readonly scope: Scope
  readonly user: Pick<User, 'profile'>
  readonly now: Date
  readonly remembered: RememberedJoins
  /** Those of the ids that exist. */
  readonly joinables: (tx: Tx, type: ContentType, ids: readonly string[]) => Promise<Joinable[]>
}
type Known = Fits & {
  /** The record that was asked for. */
  readonly record: { readonly id: string; readonly title: string } | null
}

/** @returns undefined if no join leads to the type, from a type that the user's plan opens */
export async function fitsOf(
  tx: Tx,
  to: ContentType,
  asked: Readonly<Record<string, string>>,
  { joinables, user, ...around }: Asked,
): Promise<Known | undefined> {
  const { catalog, scope } = around
  const sources = leadingTo(catalog, to.id).flatMap((id) => {
    const type = catalog.get('content-type', id)
    return type !== undefined && isOpen(type, scope) ? [type] : []
  })
  if (sources.length === 0) return undefined
  const belonging = async (type: ContentType, records: readonly Joinable[]) => {
    const found: Belonging[] = []
    for (const record of records)
      found.push(...(await belongingTo(tx, type.id, record, to.id, around)))
    return found
  }
  const saved: Record<string, Belongs> = {}
  for (const type of sources) {
    const ids = savedOf(type, user).slice(-MAX_SAVED)
    if (ids.length === 0) continue
    const found = await belonging(type, await joinables(tx, type, ids))
    if (found.length > 0) saved[type.id] = { belongs: distinct(found) }
  }
  const [from = '', id] = (asked[FITS] ?? '').split(/\/(.*)/s)
  const type = sources.find((each) => each.id === from)
  if (type === undefined) return { saved, asked: null, record: null }
  if (id === undefined) return { saved, asked: saved[from] ?? { belongs: [] }, record: null }
  const [record] = await joinables(tx, type, [id])
  return record === undefined
    ? { saved, asked: null, record: null }
    : {
        saved,
        asked: { belongs: await belonging(type, [record]) },
        record: { id: record.id, title: record.title },
      }
}

/** @returns the types whose saved records a listed one belongs to; undefined if there are none */
export function fittingOf(row: Row, saved: Fits['saved']): Record<string, string> | undefined {
  const types = Object.keys(saved).filter((type) => doesBelong(row, saved[type]!.belongs))
  return types.length === 0 ? undefined : Object.fromEntries(types.map((type) => [type, type]))
}

type Row = { readonly id: string; readonly data: Readonly<Record<string, unknown>> }

/** As the database would say. */
function doesBelong({ id, data }: Row, belonging: readonly Belonging[]): boolean {
  const holds = ({ field, values }: Belonging['any'][number]) => {
    const value = field === 'id' ? id : data[field]
    const entries = Array.isArray(value) ? (value as readonly unknown[]) : [value]
    return entries.some((entry) => typeof entry === 'string' && values.includes(entry))
  }
  return belonging.some(({ any, all }) => (any.length === 0 || any.some(holds)) && all.every(holds))
}

/** Careers that are learnt alike ask the same. */
function distinct(belonging: readonly Belonging[]): Belonging[] {
  return [...new Map(belonging.map((each) => [JSON.stringify(each), each])).values()]
}

export function savedOf(
  type: { readonly id: string },
  user: Pick<User, 'profile'>,
): readonly string[] {
  const lists = user.profile['favourites'] as
    | Readonly<Record<string, readonly string[]>>
    | undefined
  return lists?.[type.id] ?? []
}
