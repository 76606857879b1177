/** What a person saved and what they opened of every type, the newest first. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SavedList } from '#engine/contract/contract.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { translate } from '#engine/documents/translate.ts'
import { CAREERS } from '#server/catalogue/career.ts'
import { recordPageOf } from '#server/catalogue/recordpage.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { listContent } from '../store/content.ts'
import { newestFavourites, newestOpened } from '../store/others.ts'
import { present } from './catalogue.ts'
import { careersFor, seenBy, summary } from './careers.ts'

/** Of a single list: older ones are in the lists of their types. */
const MAX_SHOWN = 30
const MAX_SEEN = 12

type Saved = Omit<SavedList['items'][number], 'type' | 'kind' | 'page'>

type Wanted = { readonly type: string; readonly id: string; readonly seen?: string }

export function savedRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/users/favourites', { config: { action: 'favourite.write' } }, (request) =>
    recordsOf(context, request, (tx, userId) => newestFavourites(tx, userId, MAX_SHOWN)),
  )
  app.get('/users/seen', { config: { action: 'favourite.write' } }, (request) =>
    recordsOf(context, request, async (tx, userId) =>
      (await newestOpened(tx, userId, MAX_SEEN)).map(({ type, id, at }) => ({
        type,
        id,
        seen: at.toISOString(),
      })),
    ),
  )
}

/** Records of every type, in the order in which they are wanted. */
async function recordsOf(
  context: ServerContext,
  request: FastifyRequest,
  wantedOf: (tx: Tx, userId: string) => Promise<readonly Wanted[]>,
): Promise<SavedList> {
  const seen = await seenBy(request)
  const { release, language, tenant } = request
  const texts = release.texts.get(language) ?? {}
  const book = await careersFor(context, request)
  const ofType = async (
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
    const wanted = await wantedOf(tx, seen.user._id)
    const found = new Map<string, SavedList['items'][number]>()
    for (const type of new Set(wanted.map((each) => each.type))) {
      const document = release.catalog.get('content-type', type)
      // What the plan doesn't open, no list shows either.
      const page = recordPageOf(release.catalog, type, seen.scope)
      if (document === undefined || page === undefined) continue
      const kind = translate(texts, language, document.one)
      const ids = wanted.flatMap((each) => (each.type === type ? [each.id] : []))
      for (const record of await ofType(tx, document, ids))
        found.set(`${type}/${record.id}`, { ...record, type, kind, page })
    }
    const items = wanted.flatMap(({ type, id, seen: at }) => {
      const record = found.get(`${type}/${id}`)
      return record === undefined ? [] : [at === undefined ? record : { ...record, seen: at }]
    })
    return { items, total: items.length }
  })
}
