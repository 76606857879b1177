/** The console's documents: what there is, one with all its faces, and saving a draft of it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentSummary, DocumentView, DraftInfo, Names } from '#engine/admincontract.ts'
import { INITIAL_PROFILE_KEYS } from '#engine/facts.ts'
import { inspect, type Schema } from '#engine/inspect.ts'
import { canonical, isObject, type Json } from '#engine/json.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/kinds.ts'
import { diff } from '#engine/diff.ts'
import { stamp, type Op } from '#engine/overlay.ts'
import { Refusal, type Problem } from '#engine/problems.ts'
import { flattenTexts } from '#engine/texts.ts'
import { signedIn } from '../plugins/access.ts'
import { checkWorkshop, etagOf, isAtomicIn, workshop, type Workshop } from '../publishing.ts'
import { addAudit } from '../store/audit.ts'
import { deleteDraft, draftOf, saveDraft, type DraftWithAuthor } from '../store/drafts.ts'
import type { World } from '../world.ts'

/** What a tenant may edit: not who the tenants are, nor the differences that the product itself ships. */
const EDITABLE = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'tenant' && kind !== 'overlay')
const MOST_BYTES = 2 * 1024 * 1024
const Params = { type: 'object', properties: { kind: { type: 'string', enum: EDITABLE }, '*': { type: 'string', minLength: 1, maxLength: 120 } } } as const
const ListQuery = { type: 'object', properties: { kind: { type: 'string', enum: EDITABLE }, search: { type: 'string', maxLength: 80 } } } as const
const Draft = { type: 'object', required: ['document'], properties: { document: { type: ['object', 'null'] } }, additionalProperties: false } as const

type Named = { Params: { kind: Kind; '*': string } }

export function adminDocumentRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: { kind?: Kind; search?: string } }>('/admin/documents', { config: { action: 'console.read' }, schema: { querystring: ListQuery } }, async (request) => {
    const shop = await workshop(world, request.tenant)
    const { kind, search = '' } = request.query
    const wanted = search.toLowerCase()
    const items = summaries(shop).filter((each) => (kind === undefined || each.kind === kind) && `${each.kind}/${each.id} ${each.title}`.toLowerCase().includes(wanted))
    return { items, total: items.length, page: 1, pageSize: items.length }
  })

  app.get<Named>('/admin/documents/:kind/*', { config: { action: 'console.read' }, schema: { params: Params } }, async (request, reply) => {
    const shop = await workshop(world, request.tenant)
    return send(reply, shop, request.params.kind, request.params['*'])
  })

  app.put<Named & { Body: { document: unknown } }>(
    '/admin/drafts/:kind/*',
    { config: { action: 'draft.write' }, bodyLimit: MOST_BYTES, schema: { params: Params, body: Draft } },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const { row } = await signedIn(request)
      const seen = ifMatch(request)
      const { document } = request.body
      const shop = await workshop(world, request.tenant)
      const name = `${kind}/${id}`
      const live = shop.live.get(name)
      const draft = shop.drafts.find((each) => each.kind === kind && each.id === id)
      if (draft === undefined && live === undefined && document === null) throw new Refusal('draft/unknown')
      if (etagOf(draft, live) !== seen) throw stale(draft, live)
      const unchanged = document === null ? live === undefined : live !== undefined && canonical(document) === canonical(live)
      const now = world.now()
      const revision = await world.database.tenant(request.tenant.id, async (tx) => {
        if (unchanged) return draft === undefined || (await deleteDraft(tx, kind, id, draft.revision)) ? 0 : null
        const saved = await saveDraft(tx, { kind, id, document: document === null ? null : JSON.stringify(document), by: row.id, now }, draft?.revision ?? 0)
        if (saved !== null) await addAudit(tx, { id: world.newId(), now, actor: row.id, action: document === null ? 'draft.remove' : 'draft.save', target: name, detail: { revision: saved } })
        return saved
      })
      if (revision === null) {
        const theirs = await world.database.tenant(request.tenant.id, (tx) => draftOf(tx, kind, id))
        throw stale(theirs, (await workshop(world, request.tenant)).live.get(name))
      }
      const after = revision === 0 ? undefined : { revision, document: document === null ? null : JSON.stringify(document) }
      const info: DraftInfo | null = revision === 0 ? null : { revision, by: row.email ?? '', at: now.toISOString() }
      return reply
        .header('etag', etagOf(after, live))
        .send({ draft: info, overlay: overlayOf(shop.base.documents.get(name), document), problems: document === null ? [] : problemsOf(name, kind, document) })
    },
  )

  app.delete<Named>('/admin/drafts/:kind/*', { config: { action: 'draft.write' }, schema: { params: Params } }, async (request, reply) => {
    const { kind, '*': id } = request.params
    const { row } = await signedIn(request)
    const seen = ifMatch(request)
    const shop = await workshop(world, request.tenant)
    const draft = shop.drafts.find((each) => each.kind === kind && each.id === id)
    const live = shop.live.get(`${kind}/${id}`)
    if (draft === undefined) throw new Refusal('draft/unknown')
    if (etagOf(draft, live) !== seen) throw stale(draft, live)
    const gone = await world.database.tenant(request.tenant.id, async (tx) => {
      const deleted = await deleteDraft(tx, kind, id, draft.revision)
      // What was thrown away stands in the log, for whoever wants it back.
      if (deleted) await addAudit(tx, { id: world.newId(), now: world.now(), actor: row.id, action: 'draft.discard', target: `${kind}/${id}`, detail: { document: draft.document } })
      return deleted
    })
    if (!gone) throw stale(await world.database.tenant(request.tenant.id, (tx) => draftOf(tx, kind, id)), live)
    return reply.status(204).send()
  })

  app.post('/admin/check', { config: { action: 'console.read' } }, async (request) => ({ problems: await checkWorkshop(world, await workshop(world, request.tenant)) }))

  app.get('/admin/widgets', { config: { action: 'console.read' } }, () => Object.fromEntries(Object.entries(world.options.base.code.widgets).map(([type, { props }]) => [type, props])))

  app.get('/admin/names', { config: { action: 'console.read' } }, async (request): Promise<Names> =>
    namesIn((await workshop(world, request.tenant)).effective, world.options.base.code.icons, request.language),
  )
}

/** `If-Match` is never left out: a save says what it was made on. */
function ifMatch(request: FastifyRequest): string {
  const value = request.headers['if-match']
  if (typeof value !== 'string' || value === '') throw new Refusal('draft/if-match')
  return value.replace(/^W\//, '')
}

function stale(draft: DraftWithAuthor | undefined, live: AnyDocument | undefined): Refusal {
  const theirs = draft === undefined ? (live ?? null) : draft.document === null ? null : (JSON.parse(draft.document) as unknown)
  return new Refusal('draft/stale', { extra: { theirs, etag: etagOf(draft, live) } })
}

function summaries({ base, live, drafts, effective }: Workshop): DocumentSummary[] {
  const drafted = new Set(drafts.map(({ kind, id }) => `${kind}/${id}`))
  const names = [...new Set([...live.keys(), ...effective.keys(), ...base.documents.keys()])].sort()
  return names.map((name) => {
    const at = name.indexOf('/')
    const now = effective.get(name)
    const shipped = base.documents.get(name)
    const title = [now, live.get(name), shipped].map((each) => (isObject(each) && typeof each['title'] === 'string' ? each['title'] : '')).find((each) => each !== '') ?? ''
    const state = now === undefined ? 'removed' : shipped === undefined ? 'own' : canonical(now) === canonical(shipped) ? 'product' : 'changed'
    return { kind: name.slice(0, at) as Kind, id: name.slice(at + 1), title, draft: drafted.has(name), state }
  })
}

function send(reply: FastifyReply, shop: Workshop, kind: Kind, id: string): FastifyReply {
  const name = `${kind}/${id}`
  const base = shop.base.documents.get(name) ?? null
  const live = shop.live.get(name) ?? null
  const draft = shop.drafts.find((each) => each.kind === kind && each.id === id)
  const effective = (shop.effective.get(name) ?? null) as AnyDocument | null
  if (base === null && live === null && draft === undefined) throw new Refusal('draft/unknown')
  const view: DocumentView = {
    base,
    live,
    overlay: overlayOf(base ?? undefined, effective),
    effective,
    schema: KINDS[kind] as unknown as Schema,
    draft: draft === undefined ? null : { revision: draft.revision, by: draft.updated_by === null ? null : (draft.email ?? ''), at: draft.updated_at.toISOString() },
  }
  return reply.header('etag', etagOf(draft, live ?? undefined)).send(view)
}

/** What makes the edited document of the product's. Null while it is no document: an entry without an id has no address. */
function overlayOf(base: AnyDocument | undefined, edited: unknown): readonly Op[] | null {
  const from = base as Json | undefined
  const to = (edited ?? undefined) as Json | undefined
  try {
    return stamp(from, diff(from, to, isAtomicIn(base, edited)))
  } catch {
    return null
  }
}

function problemsOf(name: string, kind: Kind, document: unknown): Problem[] {
  return inspect(KINDS[kind] as unknown as Schema, document).issues.map((issue) => ({ ...issue, document: name, severity: 'error' as const }))
}

/** What a reference of each kind may say, with what it is called; texts in this language, and in English where it lacks one. */
function namesIn(effective: ReadonlyMap<string, unknown>, icons: readonly string[], language: string): Names {
  const all = [...effective.values()].filter(isObject)
  const of = (kind: Kind) => all.filter((document) => document['kind'] === kind)
  const plain = (kind: Kind) => of(kind).map((document) => ({ id: String(document['id']), title: String(document['title'] ?? '') }))
  const entries = (kind: Kind, member: string) => of(kind).flatMap((document) => (Array.isArray(document[member]) ? (document[member] as unknown[]) : []).filter(isObject))
  const textsIn = (locale: string) => {
    const texts = of('locale').find(({ id }) => id === locale)?.['texts']
    return isObject(texts) ? flattenTexts(texts) : {}
  }
  return {
    text: Object.entries({ ...textsIn('en'), ...textsIn(language) }).map(([id, title]) => ({ id, title })),
    route: entries('route-group', 'routes').map(({ id, path }) => ({ id: String(id), title: String(path) })),
    feature: entries('access', 'features').map(({ id }) => ({ id: String(id) })),
    plan: entries('access', 'plans').map(({ id }) => ({ id: String(id) })),
    action: entries('access', 'actions').map(({ id }) => ({ id: String(id) })),
    icon: icons.map((id) => ({ id })),
    section: plain('profile-section'),
    country: countriesIn(of('list'), language),
    // What rules may ask of a profile: the variable `user.profile.<id>`.
    profileKey: [...new Set([...Object.values(INITIAL_PROFILE_KEYS), ...entries('profile-section', 'fields').map(({ id, path }) => String(path ?? id))])].map((id) => ({ id })),
    ...Object.fromEntries((['rule', 'screen', 'flow', 'list', 'assessment', 'report', 'help', 'config', 'menu', 'locale', 'route-group'] as const).map((kind) => [kind, plain(kind)])),
  }
}

/** Every country by its name, the first of the list first: that is the tenant's own. A draft may hold anything. */
function countriesIn(lists: readonly Readonly<Record<string, unknown>>[], language: string): Names[string] {
  const items = lists.find(({ id }) => id === 'countries')?.['items']
  const codes = (Array.isArray(items) ? (items as unknown[]) : []).flatMap((item) => (isObject(item) && /^[A-Z]{2}$/.test(String(item['id'])) ? [String(item['id'])] : []))
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(language)
  const [first, ...rest] = codes.map((id) => ({ id, title: names.of(id) ?? id }))
  return first === undefined ? [] : [first, ...rest.sort((a, b) => compare(a.title, b.title))]
}
