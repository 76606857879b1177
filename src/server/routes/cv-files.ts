/** GET users/cv/file: the CV as a file (docs/decisions/0093). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CV_FORMATS, type CvFormat } from '#engine/contract/cvcalls.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { cvFile, paperOf } from '#server/papers/cvfile.ts'
import { drawnLogo, logoOf, type Logo } from '#server/papers/logo.ts'
import { attachment } from '#server/papers/filename.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { recordCvFile } from '../store/cvfiles.ts'
import { imageBySha } from '../store/images.ts'
import { count } from '../store/limits.ts'

/** More than anyone needs, and few enough that one person can’t keep the compiler busy. */
const FILES_PER_HOUR = 60
const HOUR = 3600

const Query = {
  querystring: {
    type: 'object',
    required: ['format'],
    properties: {
      format: { enum: Object.keys(CV_FORMATS) },
      layout: { type: 'string', maxLength: 120 },
      logo: { enum: ['1'] },
    },
  },
} as const

export function cvFileRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { format: CvFormat; layout?: string; logo?: string } }>(
    '/users/cv/file',
    { config: { action: 'cv.read' }, schema: Query },
    async (request, reply) => {
      const { row, user } = await signedIn(request)
      const { release, language, tenant } = request
      const { format, layout, logo } = request.query
      const paper = paperOf(release, layout)
      const made = await context.database.tenant(tenant.id, (tx) =>
        count(tx, limitKey(context, 'cv-file', tenant.id, row.id), HOUR, context.now()),
      )
      if (made > FILES_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
      const { title, file } = await cvFile(context.papers, tenant.id, format, {
        release,
        language,
        profile: user.profile,
        paper,
        logo: logo === undefined ? null : await logoIn(context, request),
      })
      await context.database.tenant(tenant.id, (tx) =>
        recordCvFile(tx, row.id, { format, layout: paper.id }, context.now()),
      )
      const type = CV_FORMATS[format]
      return reply
        .header('content-type', format === 'txt' ? `${type}; charset=utf-8` : type)
        .header('content-disposition', attachment(title, format))
        .send(file)
    },
  )
}

/** The tenant's logo; null if it has none, or none that is stored here. */
async function logoIn(
  context: ServerContext,
  { release, tenant }: FastifyRequest,
): Promise<Logo | null> {
  const sha = logoOf(release.config)
  const image =
    sha === null ? undefined : await context.database.tenant(tenant.id, (tx) => imageBySha(tx, sha))
  return image === undefined ? null : drawnLogo(image, release.config.appName)
}
