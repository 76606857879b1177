/** GET app-configuration, documents and bundles: everything that the browser interprets. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { asset, encodingFor, type Asset } from '#server/base/asset.ts'
import { openBlob } from '../store/releases.ts'
import type { ServerContext } from '#server/start/context.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const Sha = { type: 'object', properties: { file: { type: 'string', maxLength: 80 } } } as const

export function configurationRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/app-configuration',
    { config: { action: 'public.read', assigns: true }, compress: false },
    (request, reply) => {
      const { release, preview } = request
      // No cache between may give one visitor's arms to another.
      const isDivided = release.experiments.length > 0
      reply
        .header('cache-control', isDivided ? 'private, no-cache' : 'no-cache')
        .header('vary', `Accept-Encoding, Prefer${isDivided ? ', Cookie' : ''}`)
      // Three kilobytes of hashes that our own pages don't read (RFC 7240); clients that don't ask
      // for less get everything.
      if (preview === null)
        return sendAsset(
          request,
          reply,
          request.headers['prefer'] === 'return=minimal' ? release.minimal : release.configuration,
        )
      const { plan, stage, country, language } = preview.persona
      return reply.header('cache-control', 'no-store').send({
        ...release.fields,
        preview: { plan, stage, country, language, expiresAt: preview.expiresAt.toISOString() },
      })
    },
  )

  const byContent = async (
    request: FastifyRequest<{ Params: { file: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const [, sha, kind = ''] = /^([0-9a-f]{1,64})\.(json|js|css)$/.exec(request.params.file) ?? []
    if (sha === undefined) throw new Refusal('request/not-found')
    const known = request.release.assets.get(sha)
    // Pages opened before the last publish, and attempts in progress, request what no release
    // contains any more.
    const found =
      known ??
      (await context.database
        .shared((tx) => openBlob(tx, sha))
        .then((blob) => blob && asset(blob.body, blob.type)))
    if (found === undefined || !KINDS[kind]?.test(found.type))
      throw new Refusal('request/not-found')
    reply.header('cache-control', IMMUTABLE).header('vary', 'Accept-Encoding')
    return sendAsset(request, reply, found)
  }
  for (const path of ['/documents/:file', '/bundles/:file', '/validators/:file', '/themes/:file']) {
    app.get<{ Params: { file: string } }>(
      path,
      { config: { action: 'public.read' }, compress: false, schema: { params: Sha } },
      byContent,
    )
  }

  // Every route with its errors, generated and compressed at the first request.
  let docs: Asset | undefined
  app.get('/docs', { config: { action: 'public.read' }, compress: false }, (request, reply) => {
    docs ??= asset(JSON.stringify(app.swagger()), 'application/json; charset=utf-8')
    reply.header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
    return sendAsset(request, reply, docs)
  })
  app.post(
    '/csp-reports',
    { config: { action: 'public.read', changes: false } },
    (_request, reply) => reply.status(204).send(),
  )
}

const KINDS: Readonly<Record<string, RegExp>> = {
  json: /^application\/json/,
  js: /^text\/javascript/,
  css: /^text\/css/,
}

export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  value: Asset,
): FastifyReply {
  reply.header('etag', value.etag)
  if (request.headers['if-none-match']?.includes(value.etag)) return reply.status(304).send()
  const { body, encoding } = encodingFor(request.headers['accept-encoding'], value)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(value.type).send(body)
}
