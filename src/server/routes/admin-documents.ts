/**
 * The console's documents: the list, one with its draft and what it is compared with, and their
 * check.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DocumentSummary, DraftInfo, Page } from '#engine/contract/admincontract.ts'
import { splitName } from '#engine/documents/document.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { DraftWithAuthor } from '#server/store/drafts.ts'
import { checkPart, without } from '../workspace/parting.ts'
import { wordlessPictures } from '../workspace/wordlesspictures.ts'
import { LEAVING, leftOf, type Leaving } from './leaving.ts'
import type { ServerContext } from '#server/start/context.ts'
import {
  ask,
  askNow,
  etagOf,
  keyOf,
  loadWorkspace,
  onlyOne,
  type Workspace,
} from '../workspace/workspace.ts'
import { EDITABLE, NameParams, sendText, type Named } from '../workspace/documentnames.ts'

const ListQuery = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: EDITABLE },
    search: { type: 'string', maxLength: 80 },
  },
} as const
const PlacesQuery = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1, maxLength: 300 } },
} as const
const UsesQuery = {
  type: 'object',
  required: ['document'],
  properties: {
    document: { type: 'string', pattern: '^[a-z-]{1,40}/', maxLength: 180 },
    part: { type: 'string', pattern: '^/', maxLength: 400 },
  },
} as const
const CompletenessQuery = {
  type: 'object',
  required: ['language'],
  properties: {
    language: { type: 'string', minLength: 2, maxLength: 20 },
    document: { type: 'string', minLength: 1, maxLength: 180 },
    keys: { type: 'string', enum: ['all'] },
  },
} as const

export function adminDocumentRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { kind?: Kind; search?: string } }>(
    '/admin/documents',
    { config: { action: 'console.read' }, schema: { querystring: ListQuery } },
    async (request): Promise<Page<DocumentSummary>> => {
      const space = await loadWorkspace(context, request.tenant)
      const { kind, search = '' } = request.query
      const wanted = search.toLowerCase()
      const items = withAuthors(await summariesOf(context, request, space), space).filter(
        (each) =>
          (kind === undefined || each.kind === kind) &&
          `${each.kind}/${each.id} ${each.title}`.toLowerCase().includes(wanted),
      )
      return { items, total: items.length, page: 1, pageSize: items.length }
    },
  )

  app.get<Named>(
    '/admin/documents/:kind/*',
    { config: { action: 'console.read' }, schema: { params: NameParams } },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const name = `${kind}/${id}`
      const space = await loadWorkspace(context, request.tenant, { kind, id })
      const live = space.live.documents.get(name)
      const [draft] = space.drafts
      if (live === undefined && draft === undefined && !space.base.documents.has(name))
        throw new Refusal('draft/unknown')
      const info: DraftInfo | null =
        draft === undefined
          ? null
          : {
              revision: draft.revision,
              ...savedBy(draft),
            }
      const view = await askNow(
        context,
        request.tenant,
        'view',
        { name, draft: info },
        onlyOne(space, name),
      )
      return sendText(reply.header('etag', etagOf(draft, live)), view)
    },
  )

  app.post<Leaving>('/admin/check', LEAVING, async ({ tenant, query }) => {
    const [space, left] = [await loadWorkspace(context, tenant), leftOf(query)]
    const { problems, stays } = await checkPart(context, tenant, space, left)
    const wordless = await wordlessPictures(context, tenant, without(space, left))
    return { problems: [...problems, ...wordless], stays }
  })

  app.get('/admin/widgets', { config: { action: 'console.read' } }, () =>
    Object.fromEntries(
      Object.entries(context.options.base.code.widgets).map(([type, { props }]) => [type, props]),
    ),
  )

  app.get('/admin/names', { config: { action: 'console.read' } }, async (request, reply) => {
    const space = await loadWorkspace(context, request.tenant)
    const { language } = request
    return sendText(
      reply,
      await askNow(
        context,
        request.tenant,
        'names',
        { language },
        space,
        `${language} ${keyOf(space)}`,
      ),
    )
  })

  whereRoutes(app, context)
}

/** Where texts are shown, documents used, and words missing. */
function whereRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { text: string } }>(
    '/admin/places',
    { config: { action: 'console.read' }, schema: { querystring: PlacesQuery } },
    async (request, reply) => {
      const space = await loadWorkspace(context, request.tenant)
      const { text } = request.query
      return sendText(reply, await askNow(context, request.tenant, 'places', { text }, space))
    },
  )

  app.get<{ Querystring: { document: string; part?: string } }>(
    '/admin/uses',
    { config: { action: 'console.read' }, schema: { querystring: UsesQuery } },
    async ({ tenant, query: { document: name, part } }, reply) => {
      const space = await loadWorkspace(context, tenant)
      const asked = { name, ...(part !== undefined && { part }) }
      const sameAs = `${name} ${part ?? ''} ${keyOf(space)}`
      return sendText(reply, await askNow(context, tenant, 'uses', asked, space, sameAs))
    },
  )

  app.get<{ Querystring: { language: string; document?: string; keys?: 'all' } }>(
    '/admin/completeness',
    { config: { action: 'console.read' }, schema: { querystring: CompletenessQuery } },
    async ({ tenant, query }, reply) => {
      const space = await loadWorkspace(context, tenant)
      const { language, document = null, keys = null } = query
      const asked = { language, document, keys }
      const sameAs = `${language} ${document ?? ''} ${keys ?? ''} ${keyOf(space)}`
      return sendText(reply, await askNow(context, tenant, 'completeness', asked, space, sameAs))
    },
  )
}

/**
 * Drafts that can't be opened are listed all the same, because the list is where they are
 * discarded.
 */
async function summariesOf(
  context: ServerContext,
  { tenant, log }: FastifyRequest,
  space: Workspace,
): Promise<readonly DocumentSummary[]> {
  try {
    return JSON.parse(
      await ask(context, tenant, 'list', null, space, keyOf(space)),
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

/** Who saved the drafts last, and when. */
function withAuthors(
  items: readonly DocumentSummary[],
  { drafts }: Pick<Workspace, 'drafts'>,
): readonly DocumentSummary[] {
  const saved = new Map(drafts.map((draft) => [`${draft.kind}/${draft.id}`, savedBy(draft)]))
  return items.map((each) => ({ ...each, ...saved.get(`${each.kind}/${each.id}`) }))
}

function savedBy({ updated_by, email, updated_at }: DraftWithAuthor): Pick<DraftInfo, 'by' | 'at'> {
  return { by: updated_by === null ? null : (email ?? ''), at: updated_at.toISOString() }
}
