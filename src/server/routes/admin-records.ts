/** A tenant's records in the console: viewing, editing, hiding and scheduling. */

import type { FastifyInstance } from 'fastify'
import type { ConsoleRecord, Page, RecordBody } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { siteFull } from '#server/base/bounds.ts'
import { cellOf, unguarded } from '#server/catalogue/cells.ts'
import { isMarker } from '#server/catalogue/importing.ts'
import { writtenOf } from '#server/catalogue/newrecord.ts'
import { endFollows } from '#server/catalogue/reading.ts'
import { fold } from '#server/catalogue/words.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import {
  consoleRows,
  deleteOwn,
  noteChange,
  ownRows,
  setOf,
  sharedIds,
  writeRecords,
  type ConsoleRow,
  type Show,
} from '../store/contentsets.ts'
import { isOver } from '../store/tenantlimits.ts'
import { editOf, type Edit } from './admin-record-edit.ts'
import { typeOf } from './catalogue.ts'

const PAGE = 25
const TypeParam = {
  type: 'object',
  properties: { type: { type: 'string', maxLength: 60 } },
} as const
const RecordParams = {
  type: 'object',
  properties: {
    type: { type: 'string', maxLength: 60 },
    id: { type: 'string', minLength: 1, maxLength: 120 },
  },
} as const
const ListQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 100_000 },
    search: { type: 'string', maxLength: 120 },
    show: { type: 'string', enum: ['all', 'own', 'shared', 'hidden', 'planned', 'over'] },
  },
} as const
const Moment = { type: ['string', 'null'], maxLength: 40 } as const
const Body = {
  type: 'object',
  properties: {
    data: { type: 'object' },
    cells: { type: 'object', additionalProperties: { type: 'string', maxLength: 20_000 } },
    hidden: { type: 'boolean' },
    starts: Moment,
    ends: Moment,
    was: { type: ['string', 'null'], maxLength: 40 },
  },
  additionalProperties: false,
} as const

type TypeOnly = { type: string }
type OneRecord = { type: string; id: string }

export function adminRecordRoutes(app: FastifyInstance, context: ServerContext): void {
  listRoute(app, context)
  saveRoute(app, context)
  deleteRoute(app, context)
}

function listRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: TypeOnly; Querystring: { page?: number; search?: string; show?: Show } }>(
    '/admin/content/:type',
    { config: { action: 'console.read' }, schema: { params: TypeParam, querystring: ListQuery } },
    async (request): Promise<Page<ConsoleRecord>> => {
      const { page = 1, search = '', show = 'all' } = request.query
      const type = typeOf(request, request.params.type)
      const asked = { show, search: fold(search), now: context.now(), page, pageSize: PAGE }
      const { items, total } = await context.database.tenant(request.tenant.id, (tx) =>
        consoleRows(tx, type.id, asked),
      )
      return { items: items.map((row) => present(type, row)), total, page, pageSize: PAGE }
    },
  )
}

function saveRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Params: OneRecord; Body: RecordBody }>(
    '/admin/content/:type/:id',
    { config: { action: 'content.write' }, schema: { params: RecordParams, body: Body } },
    async (request): Promise<ConsoleRecord> => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { id } = request.params
      // A new record was nothing before.
      const { was = null } = request.body
      const edit = editOf(request, type)
      const now = context.now()
      const saved = await context.database.tenant(request.tenant.id, async (tx) => {
        const state = await saveRecord(tx, type, { id, was, edit, now })
        await addAudit(tx, {
          id: context.newId(),
          now,
          actor: actor.id,
          action: edit.data === undefined ? 'content.hide' : 'content.save',
          target: `${type.id}/${id}`,
          detail: { hidden: state === 'hidden' },
        })
        return present(type, await theRow(tx, type.id, id, now))
      })
      context.recordsChanged(request.tenant.id, type.id)
      return saved
    },
  )
}

function deleteRoute(app: FastifyInstance, context: ServerContext): void {
  app.delete<{ Params: OneRecord; Querystring: { was?: string } }>(
    '/admin/content/:type/:id',
    { config: { action: 'content.write' }, schema: { params: RecordParams } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { id } = request.params
      await context.database.tenant(request.tenant.id, async (tx) => {
        if ((await deleteOwn(tx, type.id, id)) === 0) throw new Refusal('request/not-found')
        await noteChange(tx, type.id)
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'content.delete',
          target: `${type.id}/${id}`,
        })
      })
      context.recordsChanged(request.tenant.id, type.id)
      return reply.status(204).send()
    },
  )
}

type Save = {
  readonly id: string
  /** When the editor's copy was saved; null for a record that was not the tenant's own. */
  readonly was: string | null
  readonly edit: Edit
  readonly now: Date
}

/**
 * Writes a tenant's own record: its data, or only that a shared one is hidden or scheduled.
 *
 * @returns its new state
 * @throws Refusal `content/moved` if the record has been saved since it was read; `limit/reached`;
 *   `request/not-found` if there's neither data nor a record
 */
async function saveRecord(tx: Tx, type: ContentType, { id, was, edit, now }: Save) {
  const [before] = await ownRows(tx, type.id, [id])
  requireUnchanged(before?.updatedAt ?? null, was)
  const { current } = await setOf(tx, type.id)
  const isShared = (await sharedIds(tx, type.id, [id])).length > 0
  if (edit.data === undefined && before === undefined && !isShared)
    throw new Refusal('request/not-found')
  const data = edit.data ?? before?.data ?? {}
  // An end that came from a date in the record is derived again from the new date.
  const endBefore = before === undefined || endFollows(type, before) ? null : before.ends
  const record = writtenOf(type, {
    id,
    data,
    hidden: edit.hidden ?? before?.state === 'hidden',
    starts: edit.starts === undefined ? (before?.starts ?? null) : edit.starts,
    ends: edit.ends === undefined ? endBefore : edit.ends,
  })
  // A record that only hides a shared one has the same title, so that a search in the console finds
  // it.
  const marker = isMarker({ data })
  const title = marker ? (await theRow(tx, type.id, id, now)).title : record.title
  await writeRecords(tx, type.id, current, [
    { ...record, title, ...(marker && { orderBy: fold(title) }) },
  ])
  await noteChange(tx, type.id)
  if (before === undefined && (await isOver(tx, 'records'))) throw siteFull('records')
  return record.state
}

/** @throws Refusal `content/moved` if the record has been saved since it was read */
function requireUnchanged(updatedAt: Date | null, was: string | null): void {
  if ((updatedAt?.toISOString() ?? null) !== was) throw new Refusal('content/moved')
}

async function theRow(tx: Tx, type: string, id: string, now: Date): Promise<ConsoleRow> {
  const asked = { show: 'all' as const, search: '', id, now, page: 1, pageSize: 1 }
  const { items } = await consoleRows(tx, type, asked)
  const [row] = items
  if (row === undefined) throw new Refusal('request/not-found')
  return row
}

function present(type: ContentType, row: ConsoleRow): ConsoleRecord {
  const { id, title, data, state, starts, ends, updatedAt, own, shared } = row
  return {
    id,
    title,
    data,
    cells: Object.fromEntries(
      type.fields.flatMap((field) => {
        const cell = cellOf(field, data[field.id])
        return cell === null ? [] : [[field.id, unguarded(String(cell))]]
      }),
    ),
    own,
    shared,
    hidden: state === 'hidden',
    starts: starts?.toISOString() ?? null,
    ends: ends?.toISOString() ?? null,
    was: own ? updatedAt.toISOString() : null,
  }
}
