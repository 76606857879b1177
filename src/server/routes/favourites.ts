/** GET users/favourites: what a person saved of every type, the newest first. */

import type { FastifyInstance } from 'fastify'
import type { SavedList } from '#engine/contract/contract.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { translate } from '#engine/documents/texts.ts'
import { CAREERS } from '#server/catalogue/career.ts'
import { recordPageOf } from '#server/catalogue/recordpage.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { listContent } from '../store/content.ts'
import { newestFavourites } from '../store/others.ts'
import { present } from './catalogue.ts'
import { careersFor, seenBy, summary } from './careers.ts'

/** Of a single list: older ones are in the lists of their types. */
const MAX_SHOWN = 30

type Saved = Omit<SavedList['items'][number], 'type' | 'kind' | 'page'>

export function savedRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/users/favourites',
    { config: { action: 'favourite.write' } },
    async (request): Promise<SavedList> => {
      const seen = await seenBy(request)
      const { release, language, tenant } = request
      const texts = release.texts.get(language) ?? {}
      const book = await careersFor(context, request)
      const recordsOf = async (
        tx: Tx,
        document: ContentType,
        ids: readonly string[],
      ): Promise<readonly Saved[]> => {
        // Their cards show more than their records say.
        if (document.id === CAREERS)
          return ids.flatMap((id) => {
            const row = book.get(id)
            return row === undefined ? [] : [summary(row, seen)]
          })
        const { items } = await listContent(tx, {
          type: document.id,
          wanted: null,
          only: ids,
          filters: {},
          facets: [],
          near: null,
          sort: null,
          page: 1,
          pageSize: MAX_SHOWN,
          now: context.now(),
        })
        return items.map((row) => present(document, row, seen.user, language))
      }
      return context.database.tenant(tenant.id, async (tx) => {
        const saved = await newestFavourites(tx, seen.user._id, MAX_SHOWN)
        const found = new Map<string, SavedList['items'][number]>()
        for (const type of new Set(saved.map((each) => each.type))) {
          const document = release.catalog.get('content-type', type)
          // What the plan doesn't open, no list shows either.
          const page = recordPageOf(release.catalog, type, seen.scope)
          if (document === undefined || page === undefined) continue
          const kind = translate(texts, language, document.one)
          const ids = saved.flatMap((each) => (each.type === type ? [each.id] : []))
          for (const record of await recordsOf(tx, document, ids))
            found.set(`${type}/${record.id}`, { ...record, type, kind, page })
        }
        const items = saved.flatMap(({ type, id }) => found.get(`${type}/${id}`) ?? [])
        return { items, total: items.length }
      })
    },
  )
}
