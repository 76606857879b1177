/** Publishing, history, rollback, and the upgrade to a newer version of the product. */

import type { FastifyInstance } from 'fastify'
import type { DocumentChange, ReleaseSummary, Upgrade } from '#engine/contract/admincontract.ts'
import { signedIn } from '../plugins/access.ts'
import { pausedMessages } from '#server/accounts/experimentmessages.ts'
import { publish, rollback } from '#server/release/publishing.ts'
import { restore } from '#server/release/restoring.ts'
import { countReleases, livePointer, releasesOf } from '../store/releases.ts'
import { previewUpgrade, upgradeTenant } from '#server/release/move-to-newer-base.ts'
import { openAttemptCounts, peopleForConsequences } from '../store/consequences.ts'
import { askNow, keyOf, loadWorkspace } from '../workspace/workspace.ts'
import { without } from '../workspace/parting.ts'
import { LEAVING, leftOf, PublishBody, type Leaving } from './leaving.ts'
import type { ServerContext } from '#server/start/context.ts'
import { sendText } from '../workspace/documentnames.ts'

const PAGE = 50
/**
 * Of a larger tenant the newest accounts are a sample: users who are halfway through are among
 * them.
 */
const MAX_PEOPLE = 2000
const Message = {
  type: 'object',
  properties: { message: { type: 'string', maxLength: 400 } },
  additionalProperties: false,
} as const
const Id = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      pattern: '^(base-[0-9a-f]{12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
    },
  },
} as const
const Choices = {
  type: 'object',
  properties: {
    choices: {
      type: 'object',
      maxProperties: 500,
      additionalProperties: { type: 'string', enum: ['mine', 'theirs'] },
    },
  },
  additionalProperties: false,
} as const

export function adminReleaseRoutes(app: FastifyInstance, context: ServerContext): void {
  changesRoute(app, context)
  historyRoute(app, context)

  app.post<{ Body: { message: string; only?: string[] } }>(
    '/admin/releases',
    { config: { action: 'release.publish' }, schema: { body: PublishBody } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { tell, send } = pausedMessages(context, request.release)
      const { id, number } = await publish(context, request.tenant, row, {
        ...request.body,
        onPaused: tell,
      })
      send()
      return reply.status(201).send({ id, number })
    },
  )

  app.post<{ Params: { id: string }; Body: { message?: string } }>(
    '/admin/releases/:id/rollback',
    { config: { action: 'release.publish' }, schema: { params: Id, body: Message } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { id, number } = await rollback(
        context,
        request.tenant,
        row,
        request.params.id,
        request.body.message ?? '',
      )
      return reply.status(201).send({ id, number })
    },
  )

  app.post<{ Params: { id: string } }>(
    '/admin/releases/:id/restore',
    { config: { action: 'draft.write' }, schema: { params: Id } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      return reply
        .status(201)
        .send({ documents: await restore(context, request.tenant, row, request.params.id) })
    },
  )

  app.get(
    '/admin/upgrade',
    { config: { action: 'console.read' } },
    async (request): Promise<Upgrade> => (await previewUpgrade(context, request.tenant, {})).answer,
  )

  app.post<{ Body: { choices?: Record<string, 'mine' | 'theirs'> } }>(
    '/admin/upgrade',
    { config: { action: 'release.publish' }, schema: { body: Choices } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { id, number } = await upgradeTenant(
        context,
        request.tenant,
        row,
        request.body.choices ?? {},
      )
      return reply.status(201).send({ id, number })
    },
  )
}

/** What a publish would change, and for how many users. */
function changesRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<Leaving>('/admin/changes', LEAVING, async (request, reply) => {
    const { tenant, language } = request
    const space = without(await loadWorkspace(context, tenant), leftOf(request.query))
    const { open, people } = await context.database.tenant(tenant.id, async (tx) => ({
      open: await openAttemptCounts(tx),
      people: await peopleForConsequences(tx, MAX_PEOPLE),
    }))
    const attempts = open.map(({ assessment, people: many }) => ({
      assessment,
      people: Number(many),
    }))
    const input = {
      open: attempts,
      people: people.map(({ user }) => user),
      config: tenant.config,
      language,
      today: context.now().toISOString().slice(0, 10),
    }
    return sendText(
      reply,
      await askNow(context, tenant, 'consequences', input, space, `${language} ${keyOf(space)}`),
    )
  })
}

function historyRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { page?: number } }>(
    '/admin/releases',
    {
      config: { action: 'console.read' },
      schema: {
        querystring: {
          type: 'object',
          properties: { page: { type: 'integer', minimum: 1, maximum: 100_000 } },
        },
      },
    },
    async (request) => {
      const page = request.query.page ?? 1
      const { rows, total, live } = await context.database.tenant(
        request.tenant.id,
        async (tx) => ({
          rows: await releasesOf(tx, page, PAGE),
          total: await countReleases(tx),
          live: await livePointer(tx),
        }),
      )
      const items: ReleaseSummary[] = rows.map((row) => ({
        id: row.id,
        number: row.number,
        kind: row.kind,
        message: row.message,
        // A release made by `npm run upgrade` has no author; every other one has, or had.
        by: row.created_by === null && row.kind !== 'upgrade' ? null : (row.email ?? ''),
        ...(row.approval !== null && { approvedBy: row.approver }),
        at: row.created_at.toISOString(),
        base: row.base,
        from: row.from_number,
        live: row.id === live,
        changes: row.changes as DocumentChange[],
      }))
      // Before its first own release a tenant has what the product ships, and can return to it.
      if (page * PAGE >= total) {
        const base = context.releases.bases.of(request.tenant)
        items.push({
          id: base.id,
          number: 0,
          kind: 'publish',
          message: '',
          by: '',
          at: '',
          base: base.id,
          from: null,
          live: live === null,
          changes: [],
        })
      }
      return { items, total: total + 1, page, pageSize: PAGE }
    },
  )
}
