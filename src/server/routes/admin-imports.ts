/** Imports of records in the console: checked, written as a whole, and undone. */

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ImportReport } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/texts.ts'
import { choicesOf } from '#server/catalogue/choices.ts'
import {
  checkImport,
  importFile,
  MAX_BYTES,
  type Import,
  type Report,
} from '#server/catalogue/importing.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { setOf, takeBack } from '../store/contentsets.ts'
import { typeOf } from './catalogue.ts'

const TypeParam = {
  type: 'object',
  properties: { type: { type: 'string', maxLength: 60 } },
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

type TypeOnly = { type: string }
type ImportOptions = { dryRun?: boolean; keep?: boolean; file?: string; columns?: string }

export function adminImportRoutes(app: FastifyInstance, world: ServerContext): void {
  // A file comes as a stream, and is never parsed as a whole.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  )
  importRoute(app, world)
  undoRoute(app, world)
}

function importRoute(app: FastifyInstance, world: ServerContext): void {
  app.post<{ Params: TypeOnly; Querystring: ImportOptions; Body: Readable }>(
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
      // Now, while the response can still be sent: in the middle of a file the connection would be
      // cut.
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
}

function undoRoute(app: FastifyInstance, world: ServerContext): void {
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
}

/**
 * Keeps the upload in a temporary file while `use` runs: it is read twice, and is too large for
 * memory.
 */
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
