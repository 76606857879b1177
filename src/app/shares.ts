/**
 * Links that show something to anyone who has them. The server keeps only a link's hash, so its
 * address is kept on the device that made it, and deleted like drafts. Loaded on demand.
 */

import { call } from './api.ts'
import { DRAFT } from './pendingbox.ts'
import { keep, kept, store } from './store.ts'

export type SharesCall = { readonly path: string } & (
  | { readonly what: 'make'; readonly days: number; readonly hide: readonly string[] }
  | { readonly what: 'end'; readonly id: string }
  | { readonly what: 'known'; readonly id: string }
)
type Made = { readonly id: string; readonly url: string }

const keyOf = (id: string) => `${DRAFT}${store.user?._id}/link/${id}`

/**
 * @returns what the server says of a new link, with its address; the address of a known one, null
 *   if another device made it
 * @throws ApiFailure or NoSignal
 */
export async function callShares(asked: SharesCall): Promise<Made | string | null> {
  switch (asked.what) {
    case 'make': {
      const { days, hide } = asked
      const made = await call<Made>(asked.path, { method: 'POST', body: { days, hide } })
      keep(keyOf(made.id), made.url)
      return made
    }
    case 'end':
      await call(`${asked.path}/${encodeURIComponent(asked.id)}`, { method: 'DELETE' })
      keep(keyOf(asked.id), null)
      return null
    case 'known':
      return kept(keyOf(asked.id))
  }
}
