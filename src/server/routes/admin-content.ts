/** A tenant's records in the console: seen, edited, hidden, scheduled, imported and exported, by type. */

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type {
  ConsoleRecord,
  ContentSummary,
  ImportReport,
  Page,
  RecordBody,
} from '#engine/contract/admincontract.ts'
import { csvLine } from '#engine/contract/csv.ts'
import { recordIssues } from '#engine/check/record.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/texts.ts'
import { apart } from '#server/base/patience.ts'
import { cellOf, guarded, unguarded, valueOf, type Choices } from '#server/catalogue/cells.ts'
import { choicesOf } from '#server/catalogue/choices.ts'
import {
  checkImport,
  importFile,
  isMarker,
  MAX_BYTES,
  writtenOf,
  type Import,
  type Report,
} from '#server/catalogue/importing.ts'
import {
  cellsOf,
  endFollows,
  headOf,
  momentOf,
  objectOf,
  withoutEmpty,
} from '#server/catalogue/reading.ts'
import { fold } from '#server/catalogue/words.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import {
  consoleRows,
  countsByType,
  deleteOwn,
  exportedRows,
  noteChange,
  ownRows,
  setOf,
  sharedIds,
  takeBack,
  writeRecords,
  type ConsoleRow,
  type ContentSet,
  type Show,
} from '../store/contentsets.ts'
import { typeOf } from './catalogue.ts'

const PAGE = 25
const EXPORTED = 500
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
  required: ['was'],
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
const ImportQuery = {
  type: 'object',
  properties: {
    dryRun: { type: 'boolean' },
    keep: { type: 'boolean' },
    file: { type: 'string', maxLength: 200 },
    columns: { type: 'string', maxLength: 8000 },
  },
} as const
const ExportQuery = {
  type: 'object',
  properties: {
    format: { type: 'string', enum: ['csv', 'json', 'jsonl'] },
    shared: { type: 'boolean' },
  },
} as const

type TypeOnly = { type: string }
type OneRecord = { type: string; id: string }

export function adminContentRoutes(app: FastifyInstance, world: ServerContext): void {
  // A file comes as it is, and is never parsed as a whole.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  )

  app.get('/admin/content', { config: { action: 'console.read' } }, async (request) => {
    const types = request.release.catalog.all('content-type')
    const { counts, sets } = await world.database.tenant(request.tenant.id, async (tx) => {
      const sets: ContentSet[] = []
      for (const { id } of types) sets.push(await setOf(tx, id))
      return { counts: await countsByType(tx), sets }
    })
    const say = (key: string) => textOf(request, key)
    const items = types.map((type, index): ContentSummary => {
      const { own = 0, hidden = 0, shared = 0 } = counts.find((each) => each.type === type.id) ?? {}
      const { imported, importedAt, previous, changes } = sets[index]!
      return {
        type: type.id,
        label: say(type.label),
        one: say(type.one),
        fields: type.fields.map(({ id, type: kind, required, list }) => ({
          id,
          type: kind,
          required: required === true,
          ...(list !== undefined && { choices: itemsOf(request, list) }),
        })),
        own,
        hidden,
        shared,
        imported:
          imported === null || importedAt === null
            ? null
            : {
                file: imported.file,
                rows: imported.rows,
                by: imported.by,
                at: importedAt.toISOString(),
                edits: Number(changes) - imported.changes,
                undo: previous !== null,
              },
      }
    })
    return { items, total: items.length, page: 1, pageSize: items.length }
  })

  app.get<{ Params: TypeOnly; Querystring: { page?: number; search?: string; show?: Show } }>(
    '/admin/content/:type',
    { config: { action: 'console.read' }, schema: { params: TypeParam, querystring: ListQuery } },
    async (request): Promise<Page<ConsoleRecord>> => {
      const { page = 1, search = '', show = 'all' } = request.query
      const type = typeOf(request, request.params.type)
      const asked = { show, search: fold(search), now: world.now(), page, pageSize: PAGE }
      const { items, total } = await world.database.tenant(request.tenant.id, (tx) =>
        consoleRows(tx, type.id, asked),
      )
      return { items: items.map((row) => present(type, row)), total, page, pageSize: PAGE }
    },
  )

  app.put<{ Params: OneRecord; Body: RecordBody }>(
    '/admin/content/:type/records/:id',
    { config: { action: 'content.write' }, schema: { params: RecordParams, body: Body } },
    async (request): Promise<ConsoleRecord> => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { id } = request.params
      const edit = editOf(request, type)
      const now = world.now()
      return world.database.tenant(request.tenant.id, async (tx) => {
        const [before] = await ownRows(tx, type.id, [id])
        requireUnchanged(before?.updatedAt ?? null, request.body.was)
        const { current } = await setOf(tx, type.id)
        const isShared = (await sharedIds(tx, type.id, [id])).length > 0
        if (edit.data === undefined && before === undefined && !isShared)
          throw new Refusal('request/not-found')
        const data = edit.data ?? before?.data ?? {}
        // An end that came from a date in the record comes from the new date now.
        const endBefore = before === undefined || endFollows(type, before) ? null : before.ends
        const record = writtenOf(type, {
          id,
          data,
          hidden: edit.hidden ?? before?.state === 'hidden',
          starts: edit.starts === undefined ? (before?.starts ?? null) : edit.starts,
          ends: edit.ends === undefined ? endBefore : edit.ends,
        })
        // What only hides a shared record has its title, for whoever looks for it.
        const marker = isMarker({ data })
        const title = marker ? (await only(tx, type.id, id, now)).title : record.title
        await writeRecords(tx, type.id, current, [
          { ...record, title, ...(marker && { orderBy: fold(title) }) },
        ])
        await noteChange(tx, type.id)
        await addAudit(tx, {
          id: world.newId(),
          now,
          actor: actor.id,
          action: edit.data === undefined ? 'content.hide' : 'content.save',
          target: `${type.id}/${id}`,
          detail: { hidden: record.state === 'hidden' },
        })
        return present(type, await only(tx, type.id, id, now))
      })
    },
  )

  app.delete<{ Params: OneRecord; Querystring: { was?: string } }>(
    '/admin/content/:type/records/:id',
    { config: { action: 'content.write' }, schema: { params: RecordParams } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { id } = request.params
      await world.database.tenant(request.tenant.id, async (tx) => {
        if ((await deleteOwn(tx, type.id, id)) === 0) throw new Refusal('request/not-found')
        await noteChange(tx, type.id)
        await addAudit(tx, {
          id: world.newId(),
          now: world.now(),
          actor: actor.id,
          action: 'content.delete',
          target: `${type.id}/${id}`,
        })
      })
      return reply.status(204).send()
    },
  )

  app.post<{
    Params: TypeOnly
    Querystring: { dryRun?: boolean; keep?: boolean; file?: string; columns?: string }
    Body: Readable
  }>(
    '/admin/content/:type/import',
    {
      config: { action: 'content.write' },
      schema: { params: TypeParam, querystring: ImportQuery },
    },
    async (request): Promise<ImportReport> => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { dryRun = false, keep = false, file = '', columns } = request.query
      const { database } = world
      const mapping = columnsOf(columns)
      // While it can still be said: in the middle of a file the connection would only be cut.
      if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES)
        throw new Refusal('request/too-large')
      return withFile(request.body, async (source) => {
        const job: Import = {
          database,
          tenant: request.tenant.id,
          type,
          choices: choicesOf(request.release.catalog, request.release.texts.values()),
          source,
          file,
          mapping,
          keep,
          now: () => world.now(),
        }
        const report = dryRun
          ? (await checkImport(job)).report
          : await importFile(job, {
              actor: actor.id,
              by: actor.email ?? '',
              newId: () => world.newId(),
            })
        return told(request, report, !dryRun && report.issueCount === 0)
      })
    },
  )

  app.post<{ Params: TypeOnly }>(
    '/admin/content/:type/undo',
    { config: { action: 'content.write' }, schema: { params: TypeParam } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      await world.database.tenant(request.tenant.id, async (tx) => {
        const { imported } = await setOf(tx, type.id)
        if (!(await takeBack(tx, type.id, world.now()))) throw new Refusal('content/no-import')
        await addAudit(tx, {
          id: world.newId(),
          now: world.now(),
          actor: actor.id,
          action: 'content.undo',
          target: type.id,
          detail: { file: imported?.file ?? '' },
        })
      })
      return reply.status(204).send()
    },
  )

  app.get<{
    Params: TypeOnly
    Querystring: { format?: 'csv' | 'json' | 'jsonl'; shared?: boolean }
  }>(
    '/admin/content/:type/export',
    { config: { action: 'console.read' }, schema: { params: TypeParam, querystring: ExportQuery } },
    async (request, reply) => {
      const type = typeOf(request, request.params.type)
      const { format = 'csv', shared = false } = request.query
      const name = `${type.id}-${world.now().toISOString().slice(0, 10)}.${format}`
      return reply
        .type(MEDIA[format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exported(world, request, type, format, shared)))
    },
  )
}

const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const

/** In a file of its own until it has been read: it is read twice, and memory has better things to do. */
async function withFile<Result>(
  body: Readable | null | undefined,
  use: (source: () => AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable)) throw new Refusal('request/media-type')
  const folder = await mkdtemp(join(tmpdir(), 'tsela-import-'))
  const path = join(folder, 'file')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > MAX_BYTES ? new Refusal('request/too-large') : null, chunk)
    },
  })
  try {
    await pipeline(body, counted, createWriteStream(path))
    return await use(() => createReadStream(path) as AsyncIterable<Uint8Array>)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws Refusal `request/invalid` for what is no object of texts */
function columnsOf(given: string | undefined): Readonly<Record<string, string | null>> {
  if (given === undefined) return {}
  let columns: unknown
  try {
    columns = JSON.parse(given)
  } catch {
    columns = null
  }
  const isWhole =
    typeof columns === 'object' &&
    columns !== null &&
    Object.values(columns).every((field) => field === null || typeof field === 'string')
  if (!isWhole)
    throw new Refusal('request/invalid', { fields: [{ pointer: '/columns', key: 'form.invalid' }] })
  return columns as Readonly<Record<string, string | null>>
}

type Edit = {
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly hidden: boolean | undefined
  readonly starts: Date | null | undefined
  readonly ends: Date | null | undefined
}

/** @throws Refusal `request/invalid` with every field that does not fit */
function editOf(request: FastifyRequest<{ Body: RecordBody }>, type: ContentType): Edit {
  const { hidden, starts, ends, cells } = request.body
  const choices = choicesOf(request.release.catalog, request.release.texts.values())
  const data = cells === undefined ? request.body.data : dataOf(type, cells, choices)
  const kept = data === undefined ? undefined : withoutEmpty(data)
  const fields: FieldProblem[] = (
    kept === undefined
      ? []
      : recordIssues(type, (list) => new Set(choices(list)?.values() ?? []), kept)
  ).map(({ field, reason }) => ({ pointer: `/data/${field}`, key: `import.reason.${reason}` }))
  const moment = (name: string, value: string | null | undefined) => {
    if (value === undefined) return undefined
    const found = momentOf(value)
    if (found === undefined) fields.push({ pointer: `/${name}`, key: 'import.reason.moment' })
    return found ?? null
  }
  const [from, until] = [moment('starts', starts), moment('ends', ends)]
  if (from && until && from >= until) fields.push({ pointer: '/ends', key: 'import.reason.period' })
  if (fields.length > 0) throw new Refusal('request/invalid', { fields })
  return { data: kept, hidden, starts: from, ends: until }
}

/** What was typed for each field; what is no field stays, and is refused as such. */
function dataOf(
  type: ContentType,
  cells: Readonly<Record<string, string>>,
  choices: Choices,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, text]) => {
      const field = type.fields.find(({ id }) => id === name)
      return [name, field === undefined ? text : valueOf(field, guarded(text), choices)]
    }),
  )
}

function textOf({ release, language }: FastifyRequest, key: string): string {
  return translate(release.texts.get(language) ?? {}, language, key)
}

function itemsOf(request: FastifyRequest, list: string): { id: string; label: string }[] {
  return (request.release.catalog.get('list', list)?.items ?? []).map(({ id, label, name }) => ({
    id,
    label: label === undefined ? (name ?? id) : textOf(request, label),
  }))
}

/** @throws Refusal `content/moved` where somebody has saved the record since it was read */
function requireUnchanged(updatedAt: Date | null, was: string | null): void {
  if ((updatedAt?.toISOString() ?? null) !== was) throw new Refusal('content/moved')
}

async function only(tx: Tx, type: string, id: string, now: Date): Promise<ConsoleRow> {
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

function told(request: FastifyRequest, report: Report, done: boolean): ImportReport {
  const { issues, issueCount, ...rest } = report
  const texts = request.release.texts.get(request.language) ?? {}
  return {
    ...rest,
    done,
    problems: issues.map(({ line, column, value, reason, more = {} }) => ({
      line,
      column,
      value,
      reason,
      message: translate(texts, request.language, `import.reason.${reason}`, more),
    })),
    problemCount: issueCount,
  }
}

/** Some records at a time, each part a transaction of its own: a long download holds nothing up. */
async function* exported(
  world: ServerContext,
  { tenant }: FastifyRequest,
  type: ContentType,
  format: 'csv' | 'json' | 'jsonl',
  shared: boolean,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(headOf(type))
  if (format === 'json') yield '['
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const rows = await apart(() =>
      world.database.tenant(tenant.id, (tx) =>
        exportedRows(tx, type.id, { after: from, limit: EXPORTED, shared }),
      ),
    )
    const lines = rows.map((row) =>
      format === 'csv' ? csvLine(cellsOf(type, row)) : JSON.stringify(objectOf(type, row)),
    )
    if (format === 'csv') yield lines.join('')
    else if (format === 'jsonl') yield lines.map((line) => `${line}\n`).join('')
    else if (lines.length > 0) yield `${from === '' ? '\n' : ',\n'}${lines.join(',\n')}`
    after = rows.length < EXPORTED ? null : rows.at(-1)!.id
  }
  if (format === 'json') yield '\n]\n'
}
