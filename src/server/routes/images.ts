/** Images of the tenant's brand: uploaded in the console, shown to everyone. */

import type { FastifyInstance } from 'fastify'
import { MAX_IMAGE_BYTES } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { shaOf } from '#server/base/asset.ts'
import { imageType } from '#server/base/imagetype.ts'
import { noRoom, TENANT } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { countImages, deleteUnusedImages, imageBySha, insertImage } from '../store/console.ts'

const ImageBody = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'string', maxLength: 400_000, pattern: '^[A-Za-z0-9+/]+=*$' } },
  additionalProperties: false,
} as const

export function imageRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { data: string } }>(
    '/admin/images',
    { config: { action: 'draft.write' }, bodyLimit: 512 * 1024, schema: { body: ImageBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const body = Buffer.from(request.body.data, 'base64')
      const type = imageType(body)
      if (type === null || body.length > MAX_IMAGE_BYTES) throw new Refusal('image/invalid')
      const sha = shaOf(body.toString('base64'))
      await context.database.tenant(request.tenant.id, async (tx) => {
        if ((await countImages(tx)) >= TENANT.images && (await imageBySha(tx, sha)) === undefined) {
          // Uploaded and shown nowhere. Today's may be in a draft that is still open.
          await deleteUnusedImages(tx, plus(context.now(), -86_400))
          if ((await countImages(tx)) >= TENANT.images) throw noRoom()
        }
        await insertImage(tx, { sha, type: type.mime, body, now: context.now() })
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'image.add',
          target: sha,
          detail: { bytes: body.length },
        })
      })
      return reply.status(201).send({ url: `/api/images/${sha}.${type.extension}` })
    },
  )

  app.get<{ Params: { file: string } }>(
    '/images/:file',
    { config: { action: 'public.read' } },
    async (request, reply) => {
      const [, sha] = /^([0-9a-f]{20})\.(?:png|jpg|webp)$/.exec(request.params.file) ?? []
      const image =
        sha === undefined
          ? undefined
          : await context.database.tenant(request.tenant.id, (tx) => imageBySha(tx, sha))
      if (image === undefined) throw new Refusal('request/not-found')
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(image.type)
        .send(image.body)
    },
  )
}
