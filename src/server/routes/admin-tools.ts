/** Before publishing: previews as any persona, and why a user lands where they land. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Explanation, PersonaInput, PreviewLink } from '#engine/contract/admincontract.ts'
import { ROLES } from '#engine/contract/admincontract.ts'
import { STAGES } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { User } from '#engine/rules/scope.ts'
import { signedIn } from '../plugins/access.ts'
import { presentUser } from '#server/accounts/people.ts'
import { makePreview } from '#server/release/previews.ts'
import { addAudit } from '../store/audit.ts'
import { userByEmail, userById } from '../store/users.ts'
import { explainPage, type ExplainInput } from '../workspace/explain.ts'
import type { TryRulesInput } from '../workspace/tryrules.ts'
import { askNow, loadWorkspace } from '../workspace/workspace.ts'
import type { ServerContext } from '#server/start/context.ts'
import { sendText } from '../workspace/documentnames.ts'

const Persona = {
  type: 'object',
  required: ['plan', 'stage', 'country', 'language'],
  properties: {
    plan: { type: 'string', maxLength: 60 },
    stage: { type: 'string', enum: ['signedOut', ...STAGES] },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    language: { type: 'string', maxLength: 20 },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    role: { type: ['string', 'null'], enum: [...ROLES, null] },
    done: {
      type: 'array',
      maxItems: 3,
      items: { type: 'string', enum: ['consents', 'verified', 'profile'] },
    },
    arms: {
      type: 'object',
      maxProperties: 8,
      propertyNames: { pattern: '^[a-z0-9-]{1,40}$' },
      additionalProperties: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
    },
  },
  additionalProperties: false,
} as const
const Path = { type: 'string', pattern: '^/', maxLength: 400 } as const
const Name = { type: 'string', pattern: '^[a-z-]+/[\\w-]+$', maxLength: 200 } as const
const PreviewBody = {
  body: {
    type: 'object',
    required: ['persona'],
    properties: { persona: Persona, path: Path, document: Name },
    additionalProperties: false,
  },
} as const
const ExplainBody = {
  body: {
    type: 'object',
    required: ['path'],
    properties: {
      path: Path,
      persona: Persona,
      user: { type: 'string', maxLength: 254 },
      drafts: { type: 'boolean' },
    },
    additionalProperties: false,
  },
} as const

const SupposedValue = { type: ['string', 'number', 'boolean'], maxLength: 2000 } as const
const SupposedShape = {
  type: 'object',
  properties: {
    page: { type: 'string', maxLength: 80 },
    date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    values: {
      type: 'object',
      description: 'Variable -> its value',
      maxProperties: 40,
      propertyNames: { maxLength: 200 },
      additionalProperties: {
        anyOf: [SupposedValue, { type: 'array', maxItems: 50, items: SupposedValue }],
      },
    },
  },
  additionalProperties: false,
} as const
const TryBody = {
  body: {
    type: 'object',
    required: ['rules', 'personas'],
    properties: {
      rules: { type: 'array', minItems: 1, maxItems: 40 },
      personas: { type: 'array', minItems: 1, maxItems: 8, items: Persona },
      place: {
        type: 'object',
        required: ['document', 'at'],
        properties: { document: Name, at: Path },
        additionalProperties: false,
      },
      supposed: SupposedShape,
    },
    additionalProperties: false,
  },
} as const

export function adminToolRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { persona: PersonaInput; path?: string; document?: string } }>(
    '/admin/previews',
    { config: { action: 'preview.make' }, schema: PreviewBody },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { persona, path = '/', document } = request.body
      const made = await makePreview(context, request.tenant, row.id, persona, document)
      const link: PreviewLink = {
        url: `/preview/${made.token}${path}`,
        expiresAt: made.expiresAt.toISOString(),
        left: made.left,
      }
      return reply.status(201).send(link)
    },
  )

  app.post<{ Body: { path: string; persona?: PersonaInput; user?: string; drafts?: boolean } }>(
    '/admin/explain',
    { config: { action: 'console.read' }, schema: ExplainBody },
    async (request, reply): Promise<Explanation | FastifyReply> => {
      const { path, persona, user: wanted, drafts = false } = request.body
      const input: ExplainInput = {
        path,
        persona,
        user: wanted === undefined ? undefined : await realUser(context, request, wanted),
        config: request.tenant.config,
        language: persona?.language ?? request.language,
        said: request.language,
        today: context.now().toISOString().slice(0, 10),
      }
      if (!drafts) return explainPage(request.release.catalog, input)
      return sendText(
        reply,
        await askNow(
          context,
          request.tenant,
          'explain',
          input,
          await loadWorkspace(context, request.tenant),
        ),
      )
    },
  )

  app.post<{ Body: Pick<TryRulesInput, 'rules' | 'personas' | 'place' | 'supposed'> }>(
    '/admin/rules/try',
    { config: { action: 'console.read' }, schema: TryBody },
    async (request, reply) => {
      const input = {
        ...request.body,
        config: request.tenant.config,
        today: context.now().toISOString().slice(0, 10),
      }
      const workspace = await loadWorkspace(context, request.tenant)
      return sendText(reply, await askNow(context, request.tenant, 'tryRules', input, workspace))
    },
  )

  async function realUser(
    of: ServerContext,
    request: FastifyRequest,
    wanted: string,
  ): Promise<User> {
    const { session } = await signedIn(request)
    return of.database.tenant(request.tenant.id, async (tx) => {
      const row = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)
        ? await userById(tx, wanted)
        : await userByEmail(tx, wanted.trim().toLowerCase())
      if (row === undefined) throw new Refusal('user/unknown')
      const { row: asking } = await signedIn(request)
      await addAudit(tx, {
        id: of.newId(),
        now: of.now(),
        actor: asking.id,
        action: 'explain.user',
        target: row.id,
      })
      return presentUser(
        of,
        tx,
        row,
        {
          ...session,
          verified: row.email_verified || row.phone_verified,
        },
        request.release,
      )
    })
  }
}
