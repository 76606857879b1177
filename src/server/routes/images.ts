/** Images of a tenant: uploaded in the console, shown to everyone. */

import type { FastifyInstance } from 'fastify'
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_NAME,
  PICTURE_WIDTHS,
  WIDEST_PICTURE,
  type PictureWords,
} from '#engine/contract/pictures.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { shaOf } from '#server/base/asset.ts'
import { siteFull, TENANT } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import { cleanImage, type CleanImage } from '#server/pictures/clean.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import {
  countImages,
  deleteUnusedImages,
  imageBySha,
  imageOfWidth,
  insertImage,
  insertWidth,
  pictureRows,
  savePicture,
  setRemoved,
} from '../store/images.ts'
import { limitsOf } from '../store/tenantlimits.ts'
import { nameOf, presentPicture, WORDS, wordsOf } from './admin-pictures.ts'

const Base64 = { type: 'string', maxLength: 400_000, pattern: '^[A-Za-z0-9+/]+=*$' } as const
const ImageBody = {
  type: 'object',
  required: ['data'],
  properties: {
    data: Base64,
    name: { type: 'string', maxLength: MAX_PICTURE_NAME },
    words: WORDS,
    versions: { type: 'array', maxItems: PICTURE_WIDTHS.length, items: Base64 },
  },
  additionalProperties: false,
} as const
/** All versions of the most bytes, in Base64, with room for the rest. */
const BODY_LIMIT = Math.ceil((PICTURE_WIDTHS.length + 1) * MAX_PICTURE_BYTES * 1.34) + 64 * 1024

type Uploaded = { data: string; name?: string; words?: PictureWords; versions?: string[] }

export function imageRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: Uploaded }>(
    '/admin/images',
    { config: { action: 'draft.write' }, bodyLimit: BODY_LIMIT, schema: { body: ImageBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { data, name = '', words = {}, versions = [] } = request.body
      const image = readImage(data)
      const narrower = versions.map((each, index) => narrowerOf(image, each, index))
      const sha = shaOf(image.body.toString('base64'))
      const picture = await context.database.tenant(request.tenant.id, async (tx) => {
        await makeRoom(tx, sha, context.now())
        await insertImage(tx, { sha, type: image.mime, body: image.body, now: context.now() })
        for (const { width, mime, body } of narrower)
          await insertWidth(tx, { sha, width, type: mime, body })
        // The same file again: it keeps what is known about it, and is back if it was removed.
        const [known] = await pictureRows(tx, sha)
        await savePicture(tx, {
          sha,
          name: nameOf(name) || (known?.name ?? ''),
          words: { ...known?.words, ...wordsOf(words) },
          width: image.width,
          height: image.height,
        })
        await setRemoved(tx, sha, null)
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'image.add',
          target: sha,
          detail: { bytes: image.body.length, name: nameOf(name) },
        })
        return (await pictureRows(tx, sha)).map((row) => presentPicture(row, []))[0]
      })
      return reply.status(201).send({ url: `/api/images/${sha}.${image.extension}`, picture })
    },
  )
  shownRoute(app, context)
}

/** One width of it, if that is asked for: the narrowest that is wide enough. */
function shownRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { file: string }; Querystring: { w?: number } }>(
    '/images/:file',
    {
      config: { action: 'public.read' },
      schema: {
        querystring: {
          type: 'object',
          properties: { w: { type: 'integer', minimum: 1, maximum: WIDEST_PICTURE } },
        },
      },
    },
    async (request, reply) => {
      const [, sha] = /^([0-9a-f]{20})\.(?:png|jpg|webp)$/.exec(request.params.file) ?? []
      const { w } = request.query
      const image =
        sha === undefined
          ? undefined
          : await context.database.tenant(
              request.tenant.id,
              async (tx) =>
                (w === undefined ? undefined : await imageOfWidth(tx, sha, w)) ??
                (await imageBySha(tx, sha)),
            )
      if (image === undefined) throw new Refusal('request/not-found')
      return (
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(image.type)
          // Images of before, and those of other installations, were stored as they came.
          .send(cleanImage(image.body)?.body ?? image.body)
      )
    },
  )
}

/** @throws Refusal `image/invalid` */
function readImage(data: string): CleanImage {
  const body = Buffer.from(data, 'base64')
  const image = body.length > MAX_PICTURE_BYTES ? null : cleanImage(body)
  if (image === null) throw new Refusal('image/invalid')
  return image
}

/** @throws Refusal `image/invalid` at a version that isn't the same picture, only narrower */
function narrowerOf(image: CleanImage, data: string, index: number): CleanImage {
  const body = Buffer.from(data, 'base64')
  const version = body.length > MAX_PICTURE_BYTES ? null : cleanImage(body)
  // Heights are rounded.
  const isSame =
    version !== null &&
    version.width < image.width &&
    Math.abs((version.width * image.height) / image.width - version.height) <= 1
  if (!isSame)
    throw new Refusal('image/invalid', {
      fields: [{ pointer: `/versions/${index}`, key: 'problem.image.version' }],
    })
  return version
}

async function makeRoom(tx: Tx, sha: string, now: Date): Promise<void> {
  const most = (await limitsOf(tx)).pictures ?? TENANT.images
  if ((await countImages(tx)) < most || (await imageBySha(tx, sha)) !== undefined) return
  // Removed and shown nowhere. Today's can still be taken back.
  await deleteUnusedImages(tx, plus(now, -86_400))
  if ((await countImages(tx)) >= most) throw siteFull('pictures')
}
