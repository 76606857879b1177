/** Saving and discarding the draft of a document, and what colleagues say about it. */

import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { DraftInfo, DraftSaved } from '#engine/contract/admincontract.ts'
import { approvalMessages } from '#server/accounts/approvalmessages.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { outOfBounds } from '#engine/documents/bounds.ts'
import type { AnyDocument, Kind } from '#engine/documents/kinds.ts'
import { validatorCompiler } from '#server/base/bodies.ts'
import { MAX_LOGGED_BYTES, noRoom } from '#server/base/bounds.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import {
  commentsOn,
  holdDraft,
  insertComment,
  openComments,
  resolveComment,
  sameComment,
} from '../store/comments.ts'
import { deleteDraft, draftOf, hasRoom, saveDraft, type DraftWithAuthor } from '../store/drafts.ts'
import { LARGE_BODY, readDraftBody } from '../workspace/draftbody.ts'
import { ask, askNow, etagOf, loadWorkspace, onlyOne } from '../workspace/workspace.ts'
import { NameParams, sendText, type Named } from '../workspace/documentnames.ts'

const MAX_DRAFT_BYTES = 2 * 1024 * 1024
const Draft = {
  type: 'object',
  required: ['document'],
  properties: { document: { type: ['object', 'null'] } },
  additionalProperties: false,
} as const

/** The body is validated in draftbody.ts, because that may run in a process of its own. */
const onlyAddress: FastifySchemaCompiler<object> = (route) =>
  route.httpPart === 'body' ? () => true : validatorCompiler(route)

export function adminDraftRoutes(app: FastifyInstance, context: ServerContext): void {
  saveRoute(app, context)
  discardRoute(app, context)
  commentRoutes(app, context)
}

function saveRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<Named & { Body: string }>(
    '/admin/drafts/:kind/*',
    {
      config: { action: 'draft.write', readsText: true },
      bodyLimit: MAX_DRAFT_BYTES,
      schema: { params: NameParams, body: Draft },
      validatorCompiler: onlyAddress,
    },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const { body = '' } = request
      const name = `${kind}/${id}`
      const { row } = await signedIn(request)
      const seen = ifMatch(request)
      const space = await loadWorkspace(context, request.tenant, { kind, id })
      const live = space.live.documents.get(name)
      const [draft] = space.drafts
      // Before anything that recurses, and before it is stored: a refused draft is still on its
      // author's screen.
      const { text, unchanged } =
        body.length < LARGE_BODY
          ? readDraftBody(body, name, live)
          : await askNow(context, request.tenant, 'read', { name, body }, onlyOne(space, name))
      if (draft === undefined && live === undefined && text === null)
        throw new Refusal('draft/unknown')
      if (etagOf(draft, live) !== seen) throw stale(draft, live)
      const now = context.now()
      const revision = await context.database.tenant(request.tenant.id, (tx) =>
        unchanged
          ? dropDraft(tx, kind, id, draft)
          : keepDraft(context, tx, { kind, id, document: text, by: row.id, now }, draft),
      )
      if (revision === null) {
        const again = await loadWorkspace(context, request.tenant, { kind, id })
        throw stale(again.drafts[0], again.live.documents.get(name))
      }
      const after = revision === 0 ? undefined : { revision, document: text }
      const info: DraftInfo | null =
        revision === 0 ? null : { revision, by: row.email ?? '', at: now.toISOString() }
      const { drafts: _before, ...parts } = onlyOne(space, name)
      const written = { kind, id, document: text, revision } as DraftWithAuthor
      // The draft is saved, whether or not its problems can be worked out.
      const saved: string = await ask(
        context,
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
}

/** The document equals the live one again. @returns 0; null if another editor was faster */
async function dropDraft(
  tx: Tx,
  kind: Kind,
  id: string,
  draft: DraftWithAuthor | undefined,
): Promise<0 | null> {
  return draft === undefined || (await deleteDraft(tx, kind, id, draft.revision)) ? 0 : null
}

/**
 * @returns the new revision; null if another editor was faster. @throws Refusal if it is too much
 */
async function keepDraft(
  context: ServerContext,
  tx: Tx,
  draft: Parameters<typeof saveDraft>[1],
  before: DraftWithAuthor | undefined,
): Promise<number | null> {
  const { kind, id, document, by, now } = draft
  if (document !== null && !(await hasRoom(tx, kind, id, Buffer.byteLength(document))))
    throw noRoom()
  const saved = await saveDraft(tx, draft, before?.revision ?? 0)
  if (saved !== null)
    await addAudit(tx, {
      id: context.newId(),
      now,
      actor: by,
      action: document === null ? 'draft.remove' : 'draft.save',
      target: `${kind}/${id}`,
      detail: { revision: saved },
    })
  return saved
}

function discardRoute(app: FastifyInstance, context: ServerContext): void {
  app.delete<Named>(
    '/admin/drafts/:kind/*',
    { config: { action: 'draft.write' }, schema: { params: NameParams } },
    async (request, reply) => {
      const { kind, '*': id } = request.params
      const { row } = await signedIn(request)
      // Without it, whatever the draft says now is discarded.
      const seen = request.headers['if-match'] === undefined ? undefined : ifMatch(request)
      // The draft isn't read, so that one which can't be opened can be discarded too.
      const space = await loadWorkspace(context, request.tenant, { kind, id })
      const live = space.live.documents.get(`${kind}/${id}`)
      const [draft] = space.drafts
      if (draft === undefined) throw new Refusal('draft/unknown')
      if (seen !== undefined && etagOf(draft, live) !== seen) throw stale(draft, live)
      const gone = await context.database.tenant(request.tenant.id, async (tx) => {
        const deleted = await deleteDraft(tx, kind, id, draft.revision)
        // The log keeps a discarded draft for the user who wants it back, unless it is too large.
        const document =
          Buffer.byteLength(draft.document ?? '') > MAX_LOGGED_BYTES ? null : draft.document
        if (deleted)
          await addAudit(tx, {
            id: context.newId(),
            now: context.now(),
            actor: row.id,
            action: 'draft.discard',
            target: `${kind}/${id}`,
            detail: { document },
          })
        return deleted
      })
      if (!gone)
        throw stale(
          await context.database.tenant(request.tenant.id, (tx) => draftOf(tx, kind, id)),
          live,
        )
      return reply.status(204).send()
    },
  )
}

const Comment = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' } },
  additionalProperties: false,
} as const
const Resolved = {
  type: 'object',
  required: ['resolved'],
  properties: { resolved: { type: 'boolean' } },
  additionalProperties: false,
} as const
const CommentId = {
  type: 'object',
  properties: { id: { type: 'string', format: 'uuid' } },
} as const

function commentRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/admin/comments', { config: { action: 'console.read' } }, async ({ tenant }) => {
    const rows = await context.database.tenant(tenant.id, openComments)
    return {
      items: rows.map(({ kind, document, count }) => ({
        document: `${kind}/${document}`,
        open: Number(count),
      })),
    }
  })

  app.get<Named>(
    '/admin/comments/:kind/*',
    { config: { action: 'console.read' }, schema: { params: NameParams } },
    async ({ tenant, params: { kind, '*': id } }) => {
      const rows = await context.database.tenant(tenant.id, (tx) => commentsOn(tx, kind, id))
      return {
        items: rows.map((row) => ({
          id: row.id,
          text: row.text,
          by: row.email,
          at: row.created_at.toISOString(),
          resolved: row.resolved_at !== null,
        })),
      }
    },
  )

  app.post<Named & { Body: { text: string } }>(
    '/admin/comments/:kind/*',
    { config: { action: 'draft.write' }, schema: { params: NameParams, body: Comment } },
    async (request, reply) => {
      const { kind, '*': document } = request.params
      const { row } = await signedIn(request)
      const text = request.body.text.trim()
      const [id, now] = [context.newId(), context.now()]
      const { tenant, release } = request
      const { commented, send } = await approvalMessages(context, { tenant, release, person: row })
      const made = await context.database.tenant(tenant.id, async (tx) => {
        if (!(await holdDraft(tx, kind, document))) throw new Refusal('draft/unknown')
        const comment = { id, kind, document, text, created_by: row.id, created_at: now }
        // The same call again, because its response was lost: nobody is told twice.
        const same = await sameComment(tx, comment, row.id)
        if (same !== undefined) return same
        if (!(await insertComment(tx, comment))) throw noRoom()
        await addAudit(tx, {
          id: context.newId(),
          now,
          actor: row.id,
          action: 'comment.add',
          target: `${kind}/${document}`,
          detail: { message: text },
        })
        const author = (await draftOf(tx, kind, document))?.updated_by ?? null
        const name = `${kind}/${document}`
        const title = release.catalog.get(kind, document)?.title ?? name
        await commented(tx, { name, title, author }, text)
        return id
      })
      send()
      return reply.status(201).send({ id: made })
    },
  )

  app.put<{ Params: { id: string }; Body: { resolved: boolean } }>(
    '/admin/comments/:id/resolved',
    { config: { action: 'draft.write' }, schema: { params: CommentId, body: Resolved } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { resolved } = request.body
      const now = context.now()
      await context.database.tenant(request.tenant.id, async (tx) => {
        const found = await resolveComment(tx, request.params.id, resolved ? now : null)
        if (found === undefined) throw new Refusal('comment/unknown')
        await addAudit(tx, {
          id: context.newId(),
          now,
          actor: row.id,
          action: resolved ? 'comment.resolve' : 'comment.reopen',
          target: `${found.kind}/${found.document}`,
          detail: { message: found.text },
        })
      })
      return reply.status(204).send()
    },
  )
}

/** @throws Refusal without `If-Match`: a change always says what it is based on */
function ifMatch(request: FastifyRequest): string {
  const value = request.headers['if-match']
  if (typeof value !== 'string' || value === '') throw new Refusal('draft/if-match')
  return value.replace(/^W\//, '')
}

/**
 * The refusal of a change to something else than is stored, with the stored one; the live document
 * if a draft can't be shown.
 */
function stale(draft: DraftWithAuthor | undefined, live: AnyDocument | undefined): Refusal {
  const written: unknown =
    draft === undefined || draft.document === null ? null : JSON.parse(draft.document)
  const theirs =
    draft === undefined || outOfBounds(written) !== undefined ? (live ?? null) : written
  return new Refusal('draft/stale', { extra: { theirs, etag: etagOf(draft, live) } })
}
