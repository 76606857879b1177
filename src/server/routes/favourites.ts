/** GET users/favourites: what a person saved of every type, the newest first. */

import type { FastifyInstance } from 'fastify'
import type { SavedList } from '#engine/contract/contract.ts'
import { translate } from '#engine/documents/texts.ts'
import { recordPageOf } from '#server/catalogue/recordpage.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { listContent } from '../store/content.ts'
import { newestFavourites } from '../store/others.ts'
import { present } from './catalogue.ts'
import { seenBy, summary } from './careers.ts'

/** Of a single list: older ones are in the lists of their types. */
const MOST = 30
/** Careers have a store and calls of their own. */
const CAREERS = 'careers'

type Saved = Omit<SavedList['items'][number], 'type' | 'kind' | 'page'>

export function savedRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/users/favourites',
    { config: { action: 'favourite.write' } },
    async (request): Promise<SavedList> => {
      const seen = await seenBy(request)
      const { release, language, tenant } = request
      const texts = release.texts.get(language) ?? {}
      const book = await context.careers.load(context.database)
      const recordsOf = async (
        tx: Tx,
        type: string,
        ids: readonly string[],
      ): Promise<readonly Saved[]> => {
        if (type === CAREERS)
          return ids.flatMap((id) => {
            const row = book.get(id)
            return row === undefined ? [] : [summary(row, seen)]
          })
        const document = release.catalog.get('content-type', type)
        if (document === undefined) return []
        const { items } = await listContent(tx, {
          type,
          wanted: null,
          only: ids,
          filters: {},
          facets: [],
          near: null,
          sort: null,
          page: 1,
          pageSize: MOST,
          now: context.now(),
        })
        return items.map((row) => present(document, row, seen.user, language))
      }
      return context.database.tenant(tenant.id, async (tx) => {
        const saved = await newestFavourites(tx, seen.user._id, MOST)
        const found = new Map<string, SavedList['items'][number]>()
        for (const type of new Set(saved.map((each) => each.type))) {
          // What the plan doesn't open, no list shows either.
          const page = recordPageOf(release.catalog, type, seen.scope)
          if (page === undefined) continue
          const one = release.catalog.get('content-type', type)?.one ?? `content.${type}.one`
          const kind = translate(texts, language, one)
          const ids = saved.flatMap((each) => (each.type === type ? [each.id] : []))
          for (const record of await recordsOf(tx, type, ids))
            found.set(`${type}/${record.id}`, { ...record, type, kind, page })
        }
        const items = saved.flatMap(({ type, id }) => found.get(`${type}/${id}`) ?? [])
        return { items, total: items.length }
      })
    },
  )
}
