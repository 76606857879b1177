/** Links that show a CV to others, until they expire or are ended (docs/decisions/0093). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cvOf, HIDEABLE, type Hideable } from '#engine/cv/cv.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { noRoom } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { newToken, sha256 } from '#server/base/secrets.ts'
import { paperColors } from '#server/papers/colors.ts'
import { paperOf } from '#server/papers/cvfile.ts'
import { cvGonePage, cvPage } from '#server/papers/cvpage.ts'
import { cvWords } from '#server/papers/cvwords.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import {
  countOpening,
  cvShareByHash,
  insertCvShare,
  openCvShares,
  revokeCvShare,
  type CvShareRow,
} from '../store/cvshares.ts'
import { count } from '../store/limits.ts'
import { lockUser, userById } from '../store/users.ts'

const DAY = 86_400
const MAX_DAYS = 90
const MAX_OPEN = 10
/** Views from one network: an office shares one address. */
const VIEWS_AN_HOUR = 300

const New = {
  body: {
    type: 'object',
    required: ['days'],
    properties: {
      days: { type: 'integer', minimum: 1, maximum: MAX_DAYS },
      hide: { type: 'array', items: { enum: [...HIDEABLE] }, uniqueItems: true },
    },
    additionalProperties: false,
  },
} as const
const ById = {
  params: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' } },
  },
} as const

export function cvShareRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/users/cv/shares', { config: { action: 'cv.read' } }, async (request) => {
    const { row } = await signedIn(request)
    const found = await context.database.tenant(request.tenant.id, (tx) =>
      openCvShares(tx, row.id, context.now()),
    )
    const items = found.map(present)
    return { items, total: items.length, page: 1, pageSize: items.length }
  })

  app.post<{ Body: { days: number; hide?: Hideable[] } }>(
    '/users/cv/shares',
    { config: { action: 'cv.write' }, schema: New },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { tenant, language } = request
      // Nothing by which a stranger could find the person, unless they say so.
      const { days, hide = [...HIDEABLE] } = request.body
      const now = context.now()
      const token = newToken()
      const made = await context.database.tenant(tenant.id, async (tx) => {
        if ((await lockUser(tx, row.id)) === undefined) throw new Refusal('access/session')
        if ((await openCvShares(tx, row.id, now)).length >= MAX_OPEN) throw noRoom()
        const added = {
          id: context.newId(),
          user_id: row.id,
          token_hash: sha256(token),
          hide,
          language,
          created_at: now,
          expires_at: plus(now, days * DAY),
        }
        await insertCvShare(tx, added)
        return added
      })
      return reply.status(201).send({
        ...present({ ...made, opened: 0 }),
        url: `${await context.baseUrl(tenant)}/shared/${token}`,
      })
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/users/cv/shares/:id',
    { config: { action: 'cv.write' }, schema: ById },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const isDone = await context.database.tenant(request.tenant.id, (tx) =>
        revokeCvShare(tx, row.id, request.params.id, context.now()),
      )
      if (!isDone) throw new Refusal('request/not-found')
      return reply.status(204).send()
    },
  )
}

function present({
  id,
  hide,
  opened,
  created_at,
  expires_at,
}: Omit<CvShareRow, 'tenant_id' | 'user_id' | 'token_hash' | 'language' | 'revoked_at'>) {
  return {
    id,
    hide,
    opened,
    created: created_at.toISOString(),
    expires: expires_at.toISOString(),
  }
}

/** GET /shared/{token}: the page itself; afterwards 410, and 404 for what never was a link. */
export function sharedRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { token: string } }>('/shared/:token', async (request, reply) => {
    const { tenant, release } = request
    const now = context.now()
    const found = await context.database.tenant(tenant.id, async (tx) => {
      const key = limitKey(context, 'shared', tenant.id, networkOf(request.ip))
      if ((await count(tx, key, 3600, now)) > VIEWS_AN_HOUR) return 'request/rate-limited' as const
      const share = await cvShareByHash(tx, sha256(request.params.token))
      const user = share && (await userById(tx, share.user_id))
      if (share === undefined || user === undefined) return 'request/not-found' as const
      if (share.revoked_at !== null) return 'revoked' as const
      if (share.expires_at <= now) return { until: share.expires_at }
      await countOpening(tx, share.id)
      return { share, profile: user.profile }
    })
    reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
    if (typeof found === 'string') return refuseShare(request, reply, found)
    if ('until' in found) return refuseShare(request, reply, 'expired', found.until)
    const { share, profile } = found
    const words = cvWords(release, share.language)
    const cv = cvOf(profile, paperOf(release, undefined), words, share.hide as Hideable[])
    const { html, policy } = cvPage(cv, {
      ...pageIn(request, share.language),
      title: words.text('cv.file.noName'),
    })
    return send(reply, 200, html, policy)
  })
}

const WHY = {
  'request/not-found': { status: 404, title: 'share.unknownTitle', text: 'share.unknown' },
  revoked: { status: 410, title: 'share.endedTitle', text: 'share.revoked' },
  expired: { status: 410, title: 'share.endedTitle', text: 'share.expired' },
  'request/rate-limited': { status: 429, title: 'share.busyTitle', text: 'share.busy' },
} as const

function refuseShare(
  request: FastifyRequest,
  reply: FastifyReply,
  why: keyof typeof WHY,
  until?: Date,
): FastifyReply {
  const { language } = request
  const words = cvWords(request.release, language)
  const { status, title, text } = WHY[why]
  const date = until === undefined ? '' : dayIn(until, language)
  const { html, policy } = cvGonePage(words.text(text, { date }), {
    ...pageIn(request, language),
    title: words.text(title),
  })
  return send(reply, status, html, policy)
}

function send(reply: FastifyReply, status: number, html: string, policy: string): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(html)
}

function pageIn({ release }: FastifyRequest, language: string) {
  return {
    language,
    direction: localesFor(release.catalog.all('locale'), language)[0]?.direction ?? 'ltr',
    colors: paperColors(release.config),
    foot: cvWords(release, language).text('share.madeWith', { app: release.config.appName }),
  }
}

/** "21 December 2026" */
function dayIn(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
  }).format(date)
}
