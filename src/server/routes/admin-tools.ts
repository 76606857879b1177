/** Looking before publishing: previews as anybody, and why somebody lands where they land. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ExplainedHop, Explanation, PersonaInput, PreviewLink } from '#engine/admincontract.ts'
import { ROLES } from '#engine/admincontract.ts'
import { Catalog } from '#engine/catalog.ts'
import type { Decision } from '#engine/decide.ts'
import { STAGES, type ConfigDocument } from '#engine/kinds.ts'
import { navigate, type Hop } from '#engine/navigate.ts'
import { personaUser } from '#engine/personas.ts'
import { Refusal } from '#engine/problems.ts'
import { NO_ONBOARDING, type User } from '#engine/scope.ts'
import { flattenTexts, translate } from '#engine/texts.ts'
import { signedIn } from '../plugins/access.ts'
import { presentUser } from '../people.ts'
import { makePreview } from '../previews.ts'
import { readAll, workshop } from '../publishing.ts'
import { addAudit } from '../store/audit.ts'
import { userByEmail, userById } from '../store/users.ts'
import type { World } from '../world.ts'

const Persona = {
  type: 'object',
  required: ['plan', 'stage', 'country', 'language'],
  properties: {
    plan: { type: 'string', maxLength: 60 },
    stage: { type: 'string', enum: ['signedOut', ...STAGES] },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    language: { type: 'string', maxLength: 20 },
    role: { type: ['string', 'null'], enum: [...ROLES, null] },
  },
  additionalProperties: false,
} as const
const Path = { type: 'string', pattern: '^/', maxLength: 400 } as const
const PreviewBody = { body: { type: 'object', required: ['persona'], properties: { persona: Persona, path: Path }, additionalProperties: false } } as const
const ExplainBody = {
  body: { type: 'object', required: ['path'], properties: { path: Path, persona: Persona, user: { type: 'string', maxLength: 254 }, drafts: { type: 'boolean' } }, additionalProperties: false },
} as const

export function adminToolRoutes(app: FastifyInstance, world: World): void {
  app.post<{ Body: { persona: PersonaInput; path?: string } }>('/admin/previews', { config: { action: 'preview.make' }, schema: PreviewBody }, async (request, reply) => {
    const { row } = await signedIn(request)
    const { persona, path = '/' } = request.body
    const { token, expiresAt } = await makePreview(world, request.tenant, row.id, persona)
    const link: PreviewLink = { url: `/preview/${token}${path}`, expiresAt: expiresAt.toISOString() }
    return reply.status(201).send(link)
  })

  app.post<{ Body: { path: string; persona?: PersonaInput; user?: string; drafts?: boolean } }>(
    '/admin/explain',
    { config: { action: 'console.read' }, schema: ExplainBody },
    async (request): Promise<Explanation> => {
      const { path, persona, user: wanted, drafts = false } = request.body
      const catalog = drafts ? new Catalog(readAll((await workshop(world, request.tenant)).effective).values()) : request.release.catalog
      const config = catalog.get('config', request.tenant.config) as ConfigDocument
      const user = wanted === undefined ? imagined(catalog, config, persona) : await realUser(world, request, wanted)
      const [pathname = '/', search = ''] = path.split('?')
      const curricula = catalog.get('list', 'curricula')?.items.map(({ id }) => id) ?? null
      const language = persona?.language ?? request.language
      const landing = navigate(
        catalog,
        { user, initialised: true, onboarding: NO_ONBOARDING, config, language, today: world.now().toISOString().slice(0, 10), curricula },
        { path: pathname, query: Object.fromEntries(new URLSearchParams(search)) },
        { trace: true },
      )
      const locale = catalog.get('locale', request.language) ?? catalog.get('locale', 'en')
      const say = (key: string) => translate(locale === undefined ? {} : flattenTexts(locale.texts), request.language, key)
      return {
        outcome: landing.outcome,
        route: landing.route.id,
        path: landing.path,
        stage: landing.scope.stage,
        hops: landing.hops.flatMap((hop) => explain(catalog, hop, say)),
        variables: variablesOf(landing.hops),
      }
    },
  )

  async function realUser(of: World, request: FastifyRequest, wanted: string): Promise<User> {
    const { session } = await signedIn(request)
    return of.database.tenant(request.tenant.id, async (tx) => {
      const row = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted) ? await userById(tx, wanted) : await userByEmail(tx, wanted.trim().toLowerCase())
      if (row === undefined) throw new Refusal('user/unknown')
      const { row: asking } = await signedIn(request)
      await addAudit(tx, { id: of.newId(), now: of.now(), actor: asking.id, action: 'explain.user', target: row.id })
      return presentUser(of, tx, row, { ...session, verified: row.email_verified || row.phone_verified })
    })
  }
}

function imagined(catalog: Catalog, config: ConfigDocument, persona: PersonaInput | undefined): User | null {
  return persona === undefined ? null : personaUser(catalog, config, persona, '00000000-0000-7000-8000-000000000000')
}

/** One look at one page: the rows that decided, of the tables that handed it on and of the last one. */
function explain(catalog: Catalog, { from, path, decision, by, reason }: Hop, say: (key: string) => string): ExplainedHop[] {
  return [...by, ...(decision === null ? [] : [decision])].map((each) => {
    const row = catalog.get('flow', each.flow)?.rows.find(({ id }) => id === each.row)
    return { path, route: from, flow: `flow/${each.flow}`, row: each.row, note: row?.note ?? null, reason: reason === undefined ? null : say(reason), tried: each.tried.map((tried) => tried.row) }
  })
}

/** What was asked on the way. What the deciding rows asked mattered; the rest only kept other rows from deciding. */
function variablesOf(hops: readonly Hop[]): Explanation['variables'] {
  const seen = new Map<string, { name: string; value: unknown; mattered: boolean }>()
  const note = (asked: readonly Decision['because'][number][], mattered: boolean) => {
    for (const { var: name, value } of asked) seen.set(name, { name, value: value ?? null, mattered: mattered || (seen.get(name)?.mattered ?? false) })
  }
  for (const { decision, by } of hops) {
    for (const each of [...by, ...(decision === null ? [] : [decision])]) {
      for (const tried of each.tried) note(tried.because, false)
      note(each.because, true)
    }
  }
  return [...seen.values()].sort((a, b) => Number(b.mattered) - Number(a.mattered) || a.name.localeCompare(b.name))
}
