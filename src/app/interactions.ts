/**
 * What a user does with records, told to the server for this user alone: opened, saved, filtered.
 * Unlike analytics.ts, which doesn't know whom it is about. Loaded with the first page of a
 * signed-in user.
 */

import { call } from './api.ts'
import { isPreview } from './preview.ts'
import { store } from './store.ts'
import type { View } from './view.ts'

/** As `POST users/interactions` takes it. */
export type Interaction =
  | { readonly event: 'opened' | 'saved' | 'unsaved'; readonly type: string; readonly id: string }
  | {
      readonly event: 'filtered'
      readonly type: string
      /** Filter -> chosen value. */
      readonly by: Readonly<Record<string, string>>
    }

/**
 * Parts of the query that narrow nothing down, and what was typed: words may reveal more than we
 * want to know.
 */
const NO_FILTERS: readonly string[] = ['page', 'search', 'sort', 'compare', 'seen']

/** What was told last: a page that is drawn anew tells nothing new. */
let last = ''

/** Tells the server, if it can be reached; what is missed offline is not made up for. */
export function tellInteraction(interaction: Interaction): void {
  const told = `${store.user?._id} ${JSON.stringify(interaction)}`
  if (isPreview() || store.user === null || told === last) return
  if (!store.online || !navigator.onLine) return
  last = told
  void call('users/interactions', { method: 'POST', body: interaction, background: true }).catch(
    () => undefined,
  )
}

/** Call after every change of the address. */
export function addressShown({ landing, screen }: Pick<View, 'landing' | 'screen'>): void {
  const shown = contentOf(screen.data ?? {})
  if (shown === null) return
  const { type, param } = shown
  const { params = {}, query = {} } = landing.scope.route ?? {}
  if (param !== null) {
    const id = params[param]
    if (id !== undefined) {
      tellInteraction({ event: 'opened', type, id })
      void import('./bring.ts').then(
        ({ bringListLater }) => bringListLater(landing.route.id),
        () => undefined,
      )
    }
    return
  }
  const { parts = [] } = landing.route
  const by = Object.entries(query).filter(
    ([key, value]) => !NO_FILTERS.includes(key) && !parts.includes(key) && value !== '',
  )
  if (by.length > 0) tellInteraction({ event: 'filtered', type, by: Object.fromEntries(by) })
}

/**
 * The records on a page, by the calls that it reads: one of `catalogue/{type}` or `careers`, or the
 * record that a parameter of its route names.
 */
function contentOf(
  data: Readonly<Record<string, { readonly get: string }>>,
): { readonly type: string; readonly param: string | null } | null {
  for (const { get } of Object.values(data)) {
    const found = /^(?:catalogue\/)?([\w-]+)(?:\/\{(\w+)\})?$/.exec(get)
    const [, type, param = null] = found ?? []
    if (type !== undefined && (get.startsWith('catalogue/') || type === 'careers'))
      return { type, param }
  }
  return null
}
