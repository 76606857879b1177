/** Who may do what in the console, the log of what was done, codes to give away, and pictures of the brand. */

import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  MAX_IMAGE_BYTES,
  ROLES,
  type AuditEntry,
  type ConsoleUser,
  type Page,
  type Role,
  type StudyCohort,
} from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { shaOf } from '#server/base/asset.ts'
import { noRoom, TENANT, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { signedIn } from '../plugins/access.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { addAudit, auditOf, countAudit } from '../store/audit.ts'
import {
  countForConsole,
  countImages,
  deleteUnusedImages,
  imageBySha,
  insertImage,
  lockOwners,
  setRole,
  usersForConsole,
} from '../store/console.ts'
import { count } from '../store/limits.ts'
import { countVouchers, deleteSpentVouchers, insertVouchers } from '../store/others.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'
import { Cohort, requireCohort } from './admin-research.ts'

const PAGE = 50
/** Of an address, before learners are found by it. */
const MIN_LETTERS = 3
const SEARCHES_PER_HOUR = 300
const MAX_CODES = 1000
/** In seconds: somebody may still ask why a code no longer works. */
const KEPT_AFTER_EXPIRY = 30 * 86_400
/** Without those that are mistaken for each other when somebody reads a code aloud. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const Paged = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 100_000 },
    search: { type: 'string', maxLength: 120 },
  },
} as const
const RoleBody = {
  type: 'object',
  required: ['role'],
  properties: { role: { type: ['string', 'null'], enum: [...ROLES, null] } },
  additionalProperties: false,
} as const
const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const VoucherBody = {
  type: 'object',
  required: ['plan', 'count', 'uses'],
  properties: {
    plan: { type: 'string', maxLength: 60 },
    count: { type: 'integer', minimum: 1, maximum: MAX_CODES },
    uses: { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 },
    expires: { type: 'string', format: 'date-time' },
    cohort: Cohort,
  },
  additionalProperties: false,
} as const
const ImageBody = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'string', maxLength: 400_000, pattern: '^[A-Za-z0-9+/]+=*$' } },
  additionalProperties: false,
} as const

export function adminPeopleRoutes(app: FastifyInstance, world: ServerContext): void {
  app.get<{ Querystring: { page?: number; search?: string } }>(
    '/admin/users',
    { config: { action: 'console.read' }, schema: { querystring: Paged } },
    async (request): Promise<Page<ConsoleUser>> => {
      const { row: actor } = await signedIn(request)
      const { page = 1 } = request.query
      const search = (request.query.search ?? '').trim().toLowerCase()
      // Nobody leafs through learners: without a good part of an address only the console's own people are found.
      const among = { search, everybody: search.length >= MIN_LETTERS }
      return world.database.tenant(request.tenant.id, async (tx) => {
        const total = await countForConsole(tx, among)
        if (among.everybody) {
          const searches = await count(
            tx,
            limitKey(world, 'people-search', request.tenant.id, actor.id),
            3600,
            world.now(),
          )
          if (searches > SEARCHES_PER_HOUR) throw tooOften(600)
          // Enough to see what was looked for, and not an address: this log outlives the accounts that it is about.
          const target = `${search.slice(0, MIN_LETTERS)}…`
          await addAudit(tx, {
            id: world.newId(),
            now: world.now(),
            actor: actor.id,
            action: 'people.search',
            target,
            detail: { letters: search.length, found: total, page },
          })
        }
        return {
          items: (await usersForConsole(tx, among, page, PAGE)).map(
            ({ id, email, role, account_type, cohort, research_assessments }) => ({
              id,
              email,
              role: role as Role | null,
              accountType: account_type,
              cohort: cohortOf(cohort, research_assessments),
            }),
          ),
          total,
          page,
          pageSize: PAGE,
        }
      })
    },
  )

  app.put<{ Params: { id: string }; Body: { role: Role | null } }>(
    '/admin/users/:id/role',
    { config: { action: 'role.grant' }, schema: { params: UserId, body: RoleBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { role } = request.body
      await world.database.tenant(request.tenant.id, async (tx) => {
        const owners = await lockOwners(tx)
        const user = await userById(tx, request.params.id)
        if (user === undefined) throw new Refusal('user/unknown')
        if (user.role === 'owner' && role !== 'owner' && owners.length === 1)
          throw new Refusal('role/last-owner')
        await setRole(tx, user.id, role)
        // A session that was opened without the console's short life must not become one with its rights, and the other way round.
        if (user.id !== actor.id) await deleteSessionsOf(tx, user.id)
        await addAudit(tx, {
          id: world.newId(),
          now: world.now(),
          actor: actor.id,
          action: 'role.grant',
          target: user.id,
          detail: { from: user.role, to: role },
        })
      })
      return reply.status(204).send()
    },
  )

  app.get<{ Querystring: { page?: number } }>(
    '/admin/audit',
    { config: { action: 'console.read' }, schema: { querystring: Paged } },
    async (request): Promise<Page<AuditEntry>> => {
      const { page = 1 } = request.query
      return world.database.tenant(request.tenant.id, async (tx) => ({
        items: (await auditOf(tx, page, PAGE)).map(
          ({ id, at, actor, known, email, action, target, detail }) => ({
            id,
            at: at.toISOString(),
            by: actor !== null && known === null ? null : (email ?? ''),
            action,
            target,
            detail,
          }),
        ),
        total: await countAudit(tx),
        page,
        pageSize: PAGE,
      }))
    },
  )

  app.post<{
    Body: {
      plan: string
      count: number
      uses: number | null
      expires?: string
      cohort?: StudyCohort | null
    }
  }>(
    '/admin/vouchers',
    { config: { action: 'voucher.make' }, schema: { body: VoucherBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { plan, count, uses, expires } = request.body
      const plans = request.release.catalog.plans
        .filter(({ id }) => id !== 'free')
        .map(({ id }) => id)
      if (!plans.includes(plan))
        throw new Refusal('request/invalid', {
          fields: [{ pointer: '/plan', key: 'form.invalid' }],
        })
      const cohort = requireCohort(request.release, request.body.cohort, '/cohort')
      const codes = await world.database.tenant(request.tenant.id, async (tx) => {
        const expiresAt = expires === undefined ? null : new Date(expires)
        if ((await countVouchers(tx)) + count > TENANT.vouchers) {
          await deleteSpentVouchers(tx, plus(world.now(), -KEPT_AFTER_EXPIRY))
          if ((await countVouchers(tx)) + count > TENANT.vouchers) throw noRoom()
        }
        const made: string[] = []
        while (made.length < count) {
          const codes = Array.from(
            { length: count - made.length },
            () => `${letters(4)}-${letters(4)}-${letters(4)}`,
          )
          made.push(...(await insertVouchers(tx, codes, { plan, uses, expiresAt, cohort })))
        }
        await addAudit(tx, {
          id: world.newId(),
          now: world.now(),
          actor: actor.id,
          action: 'voucher.make',
          target: plan,
          detail: { count, uses, expires: expires ?? null, ...(cohort !== null && { cohort }) },
        })
        return made
      })
      return reply.status(201).send({ codes: codes.map((code) => ({ code })) })
    },
  )

  app.post<{ Body: { data: string } }>(
    '/admin/images',
    { config: { action: 'draft.write' }, bodyLimit: 512 * 1024, schema: { body: ImageBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const body = Buffer.from(request.body.data, 'base64')
      const type = typeOf(body)
      if (type === null || body.length > MAX_IMAGE_BYTES) throw new Refusal('image/invalid')
      const sha = shaOf(body.toString('base64'))
      await world.database.tenant(request.tenant.id, async (tx) => {
        if ((await countImages(tx)) >= TENANT.images && (await imageBySha(tx, sha)) === undefined) {
          // Tried out and shown nowhere: what was added today may be in a draft that is being written.
          await deleteUnusedImages(tx, plus(world.now(), -86_400))
          if ((await countImages(tx)) >= TENANT.images) throw noRoom()
        }
        await insertImage(tx, { sha, type: type.mime, body, now: world.now() })
        await addAudit(tx, {
          id: world.newId(),
          now: world.now(),
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
          : await world.database.tenant(request.tenant.id, (tx) => imageBySha(tx, sha))
      if (image === undefined) throw new Refusal('request/not-found')
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(image.type)
        .send(image.body)
    },
  )
}

/** As it is kept with a person (spec 3, User), as the console shows it. */
function cohortOf(kept: unknown, assessments: readonly string[]): StudyCohort | null {
  const { name = '', institution } = (kept ?? {}) as {
    name?: string
    institution?: { name?: string }
  }
  return kept === null ? null : { name, institution: institution?.name ?? '', assessments }
}

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** By its first bytes, never by what somebody calls it. A drawing that could hold a script is none of these. */
function typeOf(body: Buffer): { mime: string; extension: string } | null {
  if (body.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return { mime: 'image/png', extension: 'png' }
  if (body.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])))
    return { mime: 'image/jpeg', extension: 'jpg' }
  if (
    body.subarray(0, 4).toString('latin1') === 'RIFF' &&
    body.subarray(8, 12).toString('latin1') === 'WEBP'
  )
    return { mime: 'image/webp', extension: 'webp' }
  return null
}
