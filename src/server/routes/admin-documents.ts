/** The console's documents: what there is, one with all its faces, and saving a draft of it. */

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type {
  DocumentSummary,
  DraftInfo,
  DraftSaved,
  Page,
} from '#engine/contract/admincontract.ts'
import { outOfBounds } from '#engine/documents/bounds.ts'
import { splitName } from '#engine/documents/document.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { validatorCompiler } from '#server/base/bodies.ts'
import { MAX_LOGGED_BYTES, noRoom } from '#server/base/bounds.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { deleteDraft, draftOf, hasRoom, saveDraft, type DraftWithAuthor } from '../store/drafts.ts'
import { LARGE_BODY, readDraftBody } from '../workspace/draftbody.ts'
import {
  ask,
  askNow,
  checkWorkspace,
  etagOf,
  keyOf,
  loadWorkspace,
  onlyOne,
  type Workspace,
} from '../workspace/workspace.ts'
import type { ServerContext } from '#server/start/context.ts'

/** What a tenant may edit: not who the tenants are, nor the differences that the product itself ships. */
const EDITABLE = (Object.keys(KINDS) as Kind[]).filter(
  (kind) => kind !== 'tenant' && kind !== 'overlay',
)
const MAX_DRAFT_BYTES = 2 * 1024 * 1024
const Params = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: EDITABLE },
    '*': { type: 'string', minLength: 1, maxLength: 120 },
  },
} as const
const ListQuery = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: EDITABLE },
    search: { type: 'string', maxLength: 80 },
  },
} as const
const Draft = {
  type: 'object',
  required: ['document'],
  properties: { document: { type: ['object', 'null'] } },
  additionalProperties: false,
} as const

/** What the body is held against is in draftbody.ts, for it may be done beside the server. */
const onlyAddress: FastifySchemaCompiler<object> = (route) =>
  route.httpPart === 'body' ? () => true : validatorCompiler(route)

type Named = { Params: { kind: Kind; '*': string } }

export function adminDocumentRoutes(app: FastifyInstance, world: ServerContext): void {
  app.get<{ Querystring: { kind?: Kind; search?: string } }>(
    '/admin/documents',
    { config: { action: 'console.read' }, schema: { querystring: ListQuery } },
    async (request): Promise<Page<DocumentSummary>> => {
      const space = await loadWorkspace(world, request.tenant)
      const { kind, search = '' } = request.query
      const wanted = search.toLowerCase()
      const items = (await summariesOf(world, request, space)).filter(
        (each) =>
          (kind === undefined || each.kind === kind) &&
          `${each.kind}/${each.id} ${each.title}`.toLowerCase().includes(wanted),
      )
      return { items, total: items.length, page: 1, pageSize: items.length }
    },
  )

  app.get<Named>(
    '/admin/documents/:kind/*',
    { config: { action: 'console.read' }, schema: { params: Params } },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const name = `${kind}/${id}`
      const space = await loadWorkspace(world, request.tenant, { kind, id })
      const live = space.live.documents.get(name)
      const [draft] = space.drafts
      if (live === undefined && draft === undefined && !space.base.documents.has(name))
        throw new Refusal('draft/unknown')
      const info: DraftInfo | null =
        draft === undefined
          ? null
          : {
              revision: draft.revision,
              by: draft.updated_by === null ? null : (draft.email ?? ''),
              at: draft.updated_at.toISOString(),
            }
      const view = await askNow(
        world,
        request.tenant,
        'view',
        { name, draft: info },
        onlyOne(space, name),
      )
      return sendText(reply.header('etag', etagOf(draft, live)), view)
    },
  )

  app.put<Named & { Body: string }>(
    '/admin/drafts/:kind/*',
    {
      config: { action: 'draft.write', readsText: true },
      bodyLimit: MAX_DRAFT_BYTES,
      schema: { params: Params, body: Draft },
      validatorCompiler: onlyAddress,
    },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const { body = '' } = request
      const name = `${kind}/${id}`
      const { row } = await signedIn(request)
      const seen = ifMatch(request)
      const space = await loadWorkspace(world, request.tenant, { kind, id })
      const live = space.live.documents.get(name)
      const [draft] = space.drafts
      // Before anything that recurses, and before it is kept: what is refused here is still on its author's screen.
      const { text, unchanged } =
        body.length < LARGE_BODY
          ? readDraftBody(body, name, live)
          : await askNow(world, request.tenant, 'read', { name, body }, onlyOne(space, name))
      if (draft === undefined && live === undefined && text === null)
        throw new Refusal('draft/unknown')
      if (etagOf(draft, live) !== seen) throw stale(draft, live)
      const now = world.now()
      const revision = await world.database.tenant(request.tenant.id, async (tx) => {
        if (unchanged)
          return draft === undefined || (await deleteDraft(tx, kind, id, draft.revision)) ? 0 : null
        if (text !== null && !(await hasRoom(tx, kind, id, Buffer.byteLength(text)))) throw noRoom()
        const saved = await saveDraft(
          tx,
          { kind, id, document: text, by: row.id, now },
          draft?.revision ?? 0,
        )
        if (saved !== null)
          await addAudit(tx, {
            id: world.newId(),
            now,
            actor: row.id,
            action: text === null ? 'draft.remove' : 'draft.save',
            target: name,
            detail: { revision: saved },
          })
        return saved
      })
      if (revision === null) {
        const again = await loadWorkspace(world, request.tenant, { kind, id })
        throw stale(again.drafts[0], again.live.documents.get(name))
      }
      const after = revision === 0 ? undefined : { revision, document: text }
      const info: DraftInfo | null =
        revision === 0 ? null : { revision, by: row.email ?? '', at: now.toISOString() }
      const { drafts: _before, ...parts } = onlyOne(space, name)
      const written = { kind, id, document: text, revision } as DraftWithAuthor
      // It is saved; what can be said of it is said where that can be worked out.
      const saved: string = await ask(
        world,
        request.tenant,
        'saved',
        { name, draft: info },
        { ...parts, drafts: [written] },
      ).catch(() =>
        JSON.stringify({ draft: info, overlay: null, problems: [] } satisfies DraftSaved),
      )
      return sendText(reply.header('etag', etagOf(after, live)), saved)
    },
  )

  app.delete<Named>(
    '/admin/drafts/:kind/*',
    { config: { action: 'draft.write' }, schema: { params: Params } },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const { row } = await signedIn(request)
      const seen = ifMatch(request)
      // Whatever the draft holds, nobody looks into it: also one that cannot be opened can be thrown away.
      const space = await loadWorkspace(world, request.tenant, { kind, id })
      const live = space.live.documents.get(`${kind}/${id}`)
      const [draft] = space.drafts
      if (draft === undefined) throw new Refusal('draft/unknown')
      if (etagOf(draft, live) !== seen) throw stale(draft, live)
      const gone = await world.database.tenant(request.tenant.id, async (tx) => {
        const deleted = await deleteDraft(tx, kind, id, draft.revision)
        // What was thrown away is in the log, for whoever wants it back: but for what would fill it.
        const document = (draft.document?.length ?? 0) > MAX_LOGGED_BYTES ? null : draft.document
        if (deleted)
          await addAudit(tx, {
            id: world.newId(),
            now: world.now(),
            actor: row.id,
            action: 'draft.discard',
            target: `${kind}/${id}`,
            detail: { document },
          })
        return deleted
      })
      if (!gone)
        throw stale(
          await world.database.tenant(request.tenant.id, (tx) => draftOf(tx, kind, id)),
          live,
        )
      return reply.status(204).send()
    },
  )

  app.post('/admin/check', { config: { action: 'console.read' } }, async (request) => ({
    problems: await checkWorkspace(
      world,
      request.tenant,
      await loadWorkspace(world, request.tenant),
    ),
  }))

  app.get('/admin/widgets', { config: { action: 'console.read' } }, () =>
    Object.fromEntries(
      Object.entries(world.options.base.code.widgets).map(([type, { props }]) => [type, props]),
    ),
  )

  app.get('/admin/names', { config: { action: 'console.read' } }, async (request, reply) => {
    const space = await loadWorkspace(world, request.tenant)
    const { language } = request
    return sendText(
      reply,
      await askNow(
        world,
        request.tenant,
        'names',
        { language },
        space,
        `${language} ${keyOf(space)}`,
      ),
    )
  })
}

/** JSON that is text already. */
export function sendText(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Where nobody can look into the drafts, they are listed all the same: from here each of them can be thrown away. */
async function summariesOf(
  world: ServerContext,
  { tenant, log }: FastifyRequest,
  space: Workspace,
): Promise<readonly DocumentSummary[]> {
  try {
    return JSON.parse(
      await ask(world, tenant, 'list', null, space, keyOf(space)),
    ) as readonly DocumentSummary[]
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.error({ err: error as Error }, 'drafts could not be listed')
    const drafts = new Map(space.drafts.map((draft) => [`${draft.kind}/${draft.id}`, draft]))
    return [
      ...new Set([
        ...space.live.documents.keys(),
        ...space.base.documents.keys(),
        ...drafts.keys(),
      ]),
    ]
      .sort()
      .map((name): DocumentSummary => {
        const [kind, id] = splitName(name)
        const document = space.live.documents.get(name) ?? space.base.documents.get(name)
        const draft = drafts.get(name)
        return {
          kind,
          id,
          title: document?.title ?? '',
          draft: draft !== undefined,
          state: 'changed',
          ...(draft !== undefined && { etag: etagOf(draft, undefined), unreadable: true }),
        }
      })
  }
}

/** `If-Match` is never left out: a save says what it was made on. */
function ifMatch(request: FastifyRequest): string {
  const value = request.headers['if-match']
  if (typeof value !== 'string' || value === '') throw new Refusal('draft/if-match')
  return value.replace(/^W\//, '')
}

/** What cannot be shown is not theirs to look at: then it is what is live. */
function stale(draft: DraftWithAuthor | undefined, live: AnyDocument | undefined): Refusal {
  const written: unknown =
    draft === undefined || draft.document === null ? null : JSON.parse(draft.document)
  const theirs =
    draft === undefined || outOfBounds(written) !== undefined ? (live ?? null) : written
  return new Refusal('draft/stale', { extra: { theirs, etag: etagOf(draft, live) } })
}
