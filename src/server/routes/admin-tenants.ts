/**
 * For operators: the installation's tenants, and a tenant's work as a file. The role is required
 * here as well as in the documents, which each tenant has of its own.
 */

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OPERATOR } from '#engine/contract/admincontract.ts'
import { MAX_TENANT_LIMIT } from '#engine/contract/tenantlimits.ts'
import type {
  BundleLook,
  HostCheck,
  HostChecked,
  NewTenant,
  TenantChange,
  TenantMade,
} from '#engine/contract/tenantshapes.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { isDuplicate } from '#server/database/database.ts'
import { MAX_BUNDLE_BYTES, readBundle } from '#server/installation/bundle.ts'
import { changeTenant } from '#server/installation/changing.ts'
import { freeHosts, HOST_TAKEN, losesLast } from '#server/installation/hostchanges.ts'
import { bringIn, bundleOf, compareBundle } from '#server/installation/carrying.ts'
import { checkHost, verifyHost, waitsForHost } from '#server/installation/hosts.ts'
import { inviteFirst } from '#server/installation/inviting.ts'
import {
  addressOf,
  allowedOf,
  isSlug,
  makeTenant,
  summaryOf,
  viewOf,
  templateOf,
  tenantsWithCounts,
  type Template,
} from '#server/installation/tenants.ts'
import { requireTrust, senderOf } from '#server/installation/trust.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { hostsOf, tenantBySlug, type Tenant } from '../store/tenants.ts'
import type { UserRow } from '../store/users.ts'

const PAGE = 50
const MAX_HOSTS = 20
/** The rest is refused with a word, and not by cutting the connection. */
const MAX_BODY = MAX_BUNDLE_BYTES + 2 ** 20

const Slug = { type: 'string', maxLength: 40 } as const
const Hosts = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_HOSTS,
  items: { type: 'string', maxLength: 253 },
} as const
const Searched = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 100_000 },
    search: { type: 'string', maxLength: 100 },
  },
} as const
const One = { type: 'object', properties: { tenant: Slug } } as const
const Most = { type: ['integer', 'null'], minimum: 0, maximum: MAX_TENANT_LIMIT } as const
const Limits = {
  type: 'object',
  minProperties: 1,
  properties: { people: Most, pictures: Most, records: Most },
  additionalProperties: false,
} as const
const ChangeBody = {
  type: 'object',
  minProperties: 1,
  properties: { state: { enum: ['open', 'closed'] }, hosts: Hosts, limits: Limits },
  additionalProperties: false,
} as const
const MakeBody = {
  type: 'object',
  required: ['slug', 'hosts', 'owner'],
  properties: {
    slug: Slug,
    hosts: Hosts,
    owner: { type: 'string', maxLength: 254 },
    template: Slug,
  },
  additionalProperties: false,
} as const
const CheckBody = {
  type: 'object',
  required: ['host'],
  properties: { host: { type: 'string', maxLength: 253 }, vouch: { type: 'boolean' } },
  additionalProperties: false,
} as const
const WhichTenant = { type: 'object', properties: { tenant: Slug } } as const
const BringQuery = {
  type: 'object',
  properties: {
    tenant: Slug,
    dryRun: { type: 'boolean' },
    trust: { type: 'string', maxLength: 40 },
  },
} as const

export function adminTenantRoutes(app: FastifyInstance, context: ServerContext): void {
  // The console sends a file as it is; a program may send it as JSON.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  )
  listRoute(app, context)
  // Everybody who adds something meets them, so all colleagues see them.
  app.get('/admin/limits', { config: { action: 'console.read' } }, async ({ tenant }) => ({
    items: await allowedOf(context, tenant),
  }))
  oneRoute(app, context)
  changeRoute(app, context)
  verifyRoute(app, context)
  makeRoute(app, context)
  bundleRoute(app, context)
  bringRoute(app, context)
}

/** @throws Refusal `access/role`, whatever the tenant's documents say */
async function operatorOf(request: FastifyRequest): Promise<UserRow> {
  const { row } = await signedIn(request)
  if (row.role !== OPERATOR) throw new Refusal('access/role')
  return row
}

function listRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { page?: number; search?: string } }>(
    '/admin/tenants',
    { config: { action: 'tenant.manage' }, schema: { querystring: Searched } },
    async (request) => {
      await operatorOf(request)
      const { page = 1, search = '' } = request.query
      const found = await tenantsWithCounts(context, search.trim().toLowerCase(), page, PAGE)
      return { ...found, page, pageSize: PAGE }
    },
  )
}

function oneRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { tenant: string } }>(
    '/admin/tenants/:tenant',
    { config: { action: 'tenant.manage' }, schema: { params: One } },
    async (request) => {
      await operatorOf(request)
      return viewOf(context, await tenantOf(context, request, request.params.tenant))
    },
  )
}

function changeRoute(app: FastifyInstance, context: ServerContext): void {
  app.patch<{ Params: { tenant: string }; Body: TenantChange }>(
    '/admin/tenants/:tenant',
    { config: { action: 'tenant.manage' }, schema: { params: One, body: ChangeBody } },
    async (request) => {
      const actor = await operatorOf(request)
      const tenant = await tenantOf(context, request, request.params.tenant)
      const { state, hosts, limits } = request.body
      const fields: FieldProblem[] = []
      // Operators who close the site that they are signed in to lock themselves out.
      const isOwn = tenant.id === request.tenant.id
      if (isOwn && state === 'closed')
        fields.push({ pointer: '/state', key: 'console.tenants.ownState' })
      const before = await context.database.shared((tx) => hostsOf(tx, tenant.id))
      const wanted = hosts === undefined ? before : await freeHosts(context, hosts, fields, tenant)
      const host = request.hostname.toLowerCase()
      if (isOwn && before.includes(host) && !wanted.includes(host))
        fields.push({ pointer: '/hosts', key: 'console.tenants.ownHost' })
      // Not while one that was given isn't a host at all.
      if (fields.length === 0 && (await losesLast(context, tenant, before, wanted)))
        fields.push({ pointer: '/hosts', key: 'console.tenants.hostLast' })
      if (fields.length > 0) throw invalid(...fields)
      const change = {
        add: wanted.filter((each) => !before.includes(each)),
        drop: before.filter((each) => !wanted.includes(each)),
      }
      const closed = state === undefined ? tenant.suspended : state === 'closed'
      await changeTenant(context, tenant, { ...change, closed, limits }).catch((error: unknown) => {
        throw isDuplicate(error) ? invalid({ pointer: '/hosts', key: HOST_TAKEN }) : error
      })
      await note(context, request, actor, 'change', tenant, { state, limits, ...change })
      return viewOf(context, { ...tenant, suspended: closed })
    },
  )
}

function verifyRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: { tenant: string }; Body: HostCheck }>(
    '/admin/tenants/:tenant/verify',
    { config: { action: 'tenant.manage' }, schema: { params: One, body: CheckBody } },
    async (request) => {
      const actor = await operatorOf(request)
      const tenant = await tenantOf(context, request, request.params.tenant)
      const { host, vouch = false } = request.body
      const hosts = await context.database.shared((tx) => hostsOf(tx, tenant.id))
      if (!hosts.includes(host))
        throw invalid({ pointer: '/host', key: 'console.tenants.hostUnknown' })
      // Before it counts: what can't be recorded isn't done.
      if (vouch) await note(context, request, actor, 'vouch', tenant, { host })
      const invited = vouch
        ? await verifyHost(context, tenant, host, OPERATOR)
        : await checkHost(context, tenant, host)
      const answer: HostChecked = {
        tenant: await summaryOf(context, tenant),
        invited: invited.map(({ owner, link, message }) => ({
          owner,
          link: message === null ? link : null,
        })),
      }
      return answer
    },
  )
}

function makeRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: NewTenant }>(
    '/admin/tenants',
    { config: { action: 'tenant.manage' }, schema: { body: MakeBody } },
    async (request, reply) => {
      const actor = await operatorOf(request)
      const { slug, hosts, owner, template } = await wantedTenant(context, request.body)
      const made = await makeTenant(context, slug, hosts, template, { by: OPERATOR }).catch(
        (error: unknown) => {
          throw isDuplicate(error) ? invalid({ pointer: '/slug', key: TAKEN }) : error
        },
      )
      const waits = await waitsForHost(context, made)
      const answer: TenantMade = {
        slug,
        hosts,
        owner,
        address: await addressOf(context, made),
        waits,
        link: await inviteFirst(context, made, owner, waits),
      }
      await note(context, request, actor, 'create', made, { hosts })
      return reply.status(201).send(answer)
    },
  )
}

const TAKEN = 'console.tenants.taken'

/** @throws Refusal `request/invalid` with everything that is wrong */
async function wantedTenant(
  context: ServerContext,
  body: NewTenant,
): Promise<{ slug: string; hosts: string[]; owner: string; template: Template }> {
  const fields: FieldProblem[] = []
  const slug = body.slug.trim()
  if (!isSlug(slug)) fields.push({ pointer: '/slug', key: 'console.tenants.slugInvalid' })
  else if ((await context.database.shared((tx) => tenantBySlug(tx, slug))) !== undefined)
    fields.push({ pointer: '/slug', key: TAKEN })
  const hosts = await freeHosts(context, body.hosts, fields)
  const owner = body.owner.trim().toLowerCase()
  if (!FORMATS.email(owner)) fields.push({ pointer: '/owner', key: 'form.email' })
  const template = await templateOf(context, body.template ?? 'blank')
  if (template === undefined)
    fields.push({ pointer: '/template', key: 'console.tenants.templateUnknown' })
  if (fields.length > 0 || template === undefined) throw invalid(...fields)
  return { slug, hosts, owner, template }
}

function invalid(...fields: FieldProblem[]): Refusal {
  return new Refusal('request/invalid', { fields })
}

function bundleRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { tenant?: string } }>(
    '/admin/bundle',
    { config: { action: 'tenant.manage' }, schema: { querystring: WhichTenant } },
    async (request, reply) => {
      const actor = await operatorOf(request)
      const tenant = await tenantOf(context, request, request.query.tenant)
      const text = await bundleOf(context, tenant)
      await note(context, request, actor, 'export', tenant)
      return reply
        .header('content-disposition', `attachment; filename="${tenant.slug}.tsela.json"`)
        .type('application/json; charset=utf-8')
        .send(text)
    },
  )
}

function bringRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{
    Querystring: { tenant?: string; dryRun?: boolean; trust?: string }
    Body: string | Readable
  }>(
    '/admin/bundle',
    {
      config: { action: 'tenant.manage', readsText: true, decidedEarly: true },
      bodyLimit: MAX_BODY,
      schema: { querystring: BringQuery },
      // As JSON it is refused before it's read, in the same words.
      errorHandler: (error) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Refusal('bundle/too-large') : error
      },
    },
    async (request, reply) => {
      const actor = await operatorOf(request)
      const { tenant: slug, dryRun = false, trust } = request.query
      const tenant = await tenantOf(context, request, slug)
      const { bundle, key } = readBundle(await textOf(request.body))
      if (dryRun) {
        const look: BundleLook = {
          ...(await senderOf(context, key)),
          tenant: bundle.tenant,
          made: bundle.made,
          release: bundle.release,
          ...(await compareBundle(context, tenant, bundle)),
        }
        return look
      }
      if (await requireTrust(context, key, trust))
        await note(context, request, actor, 'trust', tenant, { trust })
      const { id, number } = await bringIn(context, tenant, { id: null }, bundle, bundle.tenant)
      await note(context, request, actor, 'import', tenant, { release: bundle.release })
      return reply.status(201).send({ id, number, release: bundle.release })
    },
  )
}

/** @throws Refusal `tenant/unknown` */
async function tenantOf(
  context: ServerContext,
  request: FastifyRequest,
  slug: string | undefined,
): Promise<Tenant> {
  if (slug === undefined) return request.tenant
  const found = await context.database.shared((tx) => tenantBySlug(tx, slug))
  if (found === undefined) throw new Refusal('tenant/unknown')
  return found
}

/** @throws Refusal `bundle/too-large` as soon as it is */
async function textOf(body: string | Readable | undefined): Promise<string> {
  if (body === undefined) throw new Refusal('bundle/unreadable')
  if (typeof body === 'string') return body
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BUNDLE_BYTES) throw new Refusal('bundle/too-large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** In the operator's own tenant; and in the one concerned, whose owner sees what an operator did. */
async function note(
  context: ServerContext,
  request: FastifyRequest,
  actor: UserRow,
  what: 'create' | 'change' | 'vouch' | 'export' | 'import' | 'trust',
  { id, slug }: Tenant,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const write = (tenant: string, by: string | null, action: string) =>
    context.database.tenant(tenant, (tx) =>
      addAudit(tx, {
        id: context.newId(),
        now: context.now(),
        actor: by,
        action,
        target: slug,
        detail,
      }),
    )
  await write(request.tenant.id, actor.id, `operator.${what}`)
  if (what === 'export' || what === 'import') await write(id, null, `tenant.${what}`)
}
