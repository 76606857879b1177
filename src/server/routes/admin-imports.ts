/** Imports of records in the console: checked, written as a whole, and undone. */

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ImportReport, ImportState } from '#engine/contract/importcontract.ts'
import { Refusal, type Code } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/translate.ts'
import { choicesOf } from '#server/catalogue/choices.ts'
import { startImport, type ImportJob } from '#server/catalogue/importjobs.ts'
import { MAX_BYTES, type Import, type Report } from '#server/catalogue/importing.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { textKeyOf } from '../plugins/errors.ts'
import { addAudit } from '../store/audit.ts'
import { setOf, takeBack } from '../store/contentsets.ts'
import { jobOf } from '../store/importjobs.ts'
import { typeOf } from './catalogue.ts'

const TypeParam = {
  type: 'object',
  properties: { type: { type: 'string', maxLength: 60 } },
} as const
/** `1` is as good as `true`: of a switch in an address people expect both. */
const Switch = { type: 'string', enum: ['true', 'false', '1', '0'] } as const
const isOn = (given: string | undefined) => given === 'true' || given === '1'
const ImportQuery = {
  type: 'object',
  properties: {
    dryRun: Switch,
    keep: Switch,
    file: { type: 'string', maxLength: 200 },
    columns: { type: 'string', maxLength: 8000 },
  },
} as const

/** What browsers, curl and scripts call a file of records; its content decides what it is. */
const FILE_TYPES = [
  'application/octet-stream',
  'application/json',
  'application/jsonl',
  'application/x-ndjson',
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
] as const

/** Proxies give up on a response after a minute at most; if it takes longer, clients poll. */
const RESPONSE_MS = 15_000

type TypeOnly = { type: string }
type ImportOptions = { dryRun?: string; keep?: string; file?: string; columns?: string }

export function adminImportRoutes(app: FastifyInstance, context: ServerContext): void {
  void app.register((scope, _options, done) => {
    // A file arrives as a stream, whatever it is called, and is never parsed as a whole.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser([...FILE_TYPES], (_request, payload, parsed) =>
      parsed(null, payload),
    )
    importRoute(scope, context)
    done()
  })
  stateRoute(app, context)
  undoRoute(app, context)
}

function importRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: TypeOnly; Querystring: ImportOptions; Body: Readable }>(
    '/admin/content/:type/import',
    {
      config: { action: 'content.write' },
      schema: { params: TypeParam, querystring: ImportQuery },
    },
    async (request, reply): Promise<ImportReport | ImportState> => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { file = '', columns } = request.query
      const [dryRun, keep] = [isOn(request.query.dryRun), isOn(request.query.keep)]
      const mapping = columnsOf(columns)
      // Now, while the response can still be sent: in the middle of a file, the connection would be
      // cut.
      if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES)
        throw new Refusal('request/too-large')
      const upload = await keepUpload(request.body)
      const job: Import = {
        database: context.database,
        tenant: request.tenant.id,
        type,
        choices: choicesOf(request.release.catalog, request.release.texts.values()),
        path: upload.path,
        file,
        mapping,
        keep,
        now: () => context.now(),
      }
      const order = { dryRun, actor: actor.id, by: actor.email ?? '', newId: () => context.newId() }
      const running = await startImport(job, order).catch(async (error: unknown) => {
        await upload.remove()
        throw error
      })
      const finish = async () => {
        try {
          return await running.report
        } finally {
          context.recordsChanged(job.tenant, type.id)
          await upload.remove()
        }
      }
      const ended = finish()
      const report = await reportInTime(ended, request.headers['prefer'] === 'respond-async')
      if (report !== null) {
        const answer = told(request, report, !dryRun && report.issueCount === 0)
        if (!dryRun && report.issueCount > 0)
          throw new Refusal('content/problems', { extra: answer })
        return answer
      }
      ended.catch((error: unknown) => {
        if (!(error instanceof Refusal)) request.log.error({ err: error }, 'an import failed')
      })
      return accepted(reply, await stateOf(context, request, type.id))
    },
  )
}

function stateRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: TypeOnly }>(
    '/admin/content/:type/import',
    { config: { action: 'console.read' }, schema: { params: TypeParam } },
    (request) => stateOf(context, request, typeOf(request, request.params.type).id),
  )
}

/** @returns null if it takes longer than a response may, or the client has gone */
async function reportInTime(running: Promise<Report>, isAsync: boolean): Promise<Report | null> {
  if (isAsync) return null
  const timeout = new AbortController()
  try {
    return await Promise.race([running, wait(RESPONSE_MS, null, { signal: timeout.signal })])
  } finally {
    timeout.abort()
  }
}

function accepted(reply: FastifyReply, state: ImportState): ImportState {
  void reply.status(202)
  return state
}

async function stateOf(
  context: ServerContext,
  request: FastifyRequest,
  type: string,
): Promise<ImportState> {
  const job = await context.database.tenant(request.tenant.id, (tx) =>
    jobOf<Report>(tx, type, context.now()),
  )
  return job === undefined ? NEVER : present(request, job)
}

const NEVER: ImportState = {
  phase: 'none',
  file: '',
  dryRun: false,
  rows: 0,
  total: null,
  report: null,
  message: null,
}

function present(
  request: FastifyRequest,
  { phase, stopped, file, dryRun, rows, total, report, code }: ImportJob & { stopped: boolean },
): ImportState {
  const texts = request.release.texts.get(request.language) ?? {}
  return {
    phase: stopped ? 'stopped' : phase,
    file,
    dryRun,
    rows,
    total,
    report: report === undefined ? null : told(request, report, phase === 'done' && !dryRun),
    message:
      code === undefined ? null : translate(texts, request.language, textKeyOf(code as Code)),
  }
}

function undoRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: TypeOnly }>(
    '/admin/content/:type/undo',
    { config: { action: 'content.write' }, schema: { params: TypeParam } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      await context.database.tenant(request.tenant.id, async (tx) => {
        const { imported } = await setOf(tx, type.id)
        if (!(await takeBack(tx, type.id, context.now()))) throw new Refusal('content/no-import')
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'content.undo',
          target: type.id,
          detail: { file: imported?.file ?? '' },
        })
      })
      context.recordsChanged(request.tenant.id, type.id)
      return reply.status(204).send()
    },
  )
}

/** Keeps the upload in a temporary file: it is read twice, and is too large for memory. */
async function keepUpload(
  body: Readable | null | undefined,
): Promise<{ path: string; remove: () => Promise<void> }> {
  if (!(body instanceof Readable)) throw new Refusal('request/media-type')
  const folder = await mkdtemp(join(tmpdir(), 'tsela-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'file')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      // An error ends the connection, and the client wouldn't get the response: what is too much is
      // read and dropped, up to a point.
      if (bytes > 2 * MAX_BYTES) done(new Refusal('request/too-large'))
      else done(null, bytes > MAX_BYTES ? undefined : chunk)
    },
  })
  try {
    await pipeline(body, counted, createWriteStream(path))
    if (bytes > MAX_BYTES) throw new Refusal('request/too-large')
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @throws Refusal `request/invalid` if it isn't an object of strings and nulls */
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

function told(request: FastifyRequest, report: Report, done: boolean): ImportReport {
  const { issues, issueCount, changes, ...rest } = report
  const texts = request.release.texts.get(request.language) ?? {}
  return {
    ...rest,
    ...changes,
    done,
    problems: issues.map(({ line, column, value, reason, more = {} }) => ({
      line,
      column,
      value,
      code: reason,
      message: translate(texts, request.language, `import.reason.${reason}`, more),
    })),
    problemCount: issueCount,
  }
}
