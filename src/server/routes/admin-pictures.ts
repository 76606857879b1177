/** The library of pictures: what they are called and show, where they are used, and removal. */

import type { FastifyInstance } from 'fastify'
import {
  MAX_PICTURE_LANGUAGES,
  MAX_PICTURE_NAME,
  MAX_PICTURE_WORDS,
  type Picture,
  type PictureUse,
  type PictureWords,
} from '#engine/contract/pictures.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import {
  imageUses,
  pictureRows,
  savePicture,
  setRemoved,
  type PictureRow,
} from '../store/images.ts'

export const WORDS = {
  type: 'object',
  maxProperties: MAX_PICTURE_LANGUAGES,
  propertyNames: { pattern: '^[a-z]{2,3}([-_][A-Z]{2})?$' },
  additionalProperties: { type: 'string', maxLength: MAX_PICTURE_WORDS },
} as const
const ById = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[0-9a-f]{20}$' } },
} as const
const Changed = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: MAX_PICTURE_NAME }, words: WORDS },
  additionalProperties: false,
} as const
/** Types that can be uploaded, by their ending. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

export function adminPictureRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/admin/pictures', { config: { action: 'console.read' } }, async (request) => {
    const { rows, uses } = await context.database.tenant(request.tenant.id, async (tx) => ({
      rows: await pictureRows(tx),
      uses: await usesById(tx),
    }))
    const items = rows.map((row) => presentPicture(row, uses.get(row.sha) ?? []))
    return { items, total: items.length, page: 1, pageSize: items.length }
  })

  app.patch<{ Params: { id: string }; Body: { name?: string; words?: PictureWords } }>(
    '/admin/pictures/:id',
    { config: { action: 'draft.write' }, schema: { params: ById, body: Changed } },
    async (request) => {
      const { row: actor } = await signedIn(request)
      const { id } = request.params
      return context.database.tenant(request.tenant.id, async (tx) => {
        const row = await pictureOf(tx, id)
        const name = request.body.name === undefined ? row.name : nameOf(request.body.name)
        const words = request.body.words === undefined ? row.words : wordsOf(request.body.words)
        await savePicture(tx, { sha: id, name, words })
        await log(tx, context, actor.id, 'image.change', id, name)
        return presentPicture(await pictureOf(tx, id), (await usesById(tx)).get(id) ?? [])
      })
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/admin/pictures/:id',
    { config: { action: 'draft.write' }, schema: { params: ById } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { id } = request.params
      await context.database.tenant(request.tenant.id, async (tx) => {
        const { name } = await pictureOf(tx, id)
        const uses = (await usesById(tx)).get(id) ?? []
        if (uses.length > 0) throw new Refusal('image/used', { extra: { uses } })
        // Its bytes stay as long as an older release shows it, or there is room for it.
        await setRemoved(tx, id, context.now())
        await log(tx, context, actor.id, 'image.remove', id, name)
      })
      return reply.status(204).send()
    },
  )

  app.post<{ Params: { id: string } }>(
    '/admin/pictures/:id/restore',
    { config: { action: 'draft.write' }, schema: { params: ById } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { id } = request.params
      await context.database.tenant(request.tenant.id, async (tx) => {
        const { name } = await pictureOf(tx, id)
        await setRemoved(tx, id, null)
        await log(tx, context, actor.id, 'image.restore', id, name)
      })
      return reply.status(204).send()
    },
  )
}

/** @throws Refusal `request/not-found` */
async function pictureOf(tx: Tx, id: string): Promise<PictureRow> {
  const [found] = await pictureRows(tx, id)
  if (found === undefined) throw new Refusal('request/not-found')
  return found
}

async function usesById(tx: Tx): Promise<ReadonlyMap<string, readonly PictureUse[]>> {
  const found = new Map<string, PictureUse[]>()
  for (const { sha, kind, name } of await imageUses(tx))
    found.set(sha, [...(found.get(sha) ?? []), { kind, name }])
  return found
}

function log(
  tx: Tx,
  context: ServerContext,
  actor: string,
  action: string,
  target: string,
  name: string,
): Promise<void> {
  return addAudit(tx, {
    id: context.newId(),
    now: context.now(),
    actor,
    action,
    target,
    detail: { name },
  })
}

/** A name as people read it: without what isn't printed. */
export function nameOf(name: string): string {
  return name
    .replace(/\p{C}+/gu, '')
    .trim()
    .slice(0, MAX_PICTURE_NAME)
}

/** Without languages that say nothing. */
export function wordsOf(words: PictureWords): PictureWords {
  return Object.fromEntries(
    Object.entries(words).flatMap(([language, said]) => {
      const plain = said.replace(/\p{C}+/gu, ' ').trim()
      return plain === '' ? [] : [[language, plain]]
    }),
  )
}

export function presentPicture(row: PictureRow, uses: readonly PictureUse[]): Picture {
  const { sha, type, name, words, width, height, bytes, widths, created_at, removed_at } = row
  return {
    id: sha,
    url: `/api/images/${sha}.${ENDINGS[type] ?? 'jpg'}`,
    name,
    words,
    width,
    height,
    bytes,
    widths,
    at: created_at.toISOString(),
    removed: removed_at?.toISOString() ?? null,
    uses,
  }
}
