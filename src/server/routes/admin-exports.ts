/** A tenant's records as a file to download, in three formats. */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { csvLine } from '#engine/contract/csv.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { apart } from '#server/base/patience.ts'
import { cellsOf, headOf, objectOf } from '#server/catalogue/reading.ts'
import type { ServerContext } from '#server/start/context.ts'
import { exportedRows } from '../store/contentsets.ts'
import { typeOf } from './catalogue.ts'

/** Records read per transaction. */
const EXPORTED = 500
const TypeParam = {
  type: 'object',
  properties: { type: { type: 'string', maxLength: 60 } },
} as const
const ExportQuery = {
  type: 'object',
  properties: {
    format: { type: 'string', enum: ['csv', 'json', 'jsonl'] },
    shared: { type: 'boolean' },
  },
} as const

const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const

type Format = keyof typeof MEDIA

export function adminExportRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{
    Params: { type: string }
    Querystring: { format?: Format; shared?: boolean }
  }>(
    '/admin/content/:type/export',
    { config: { action: 'console.read' }, schema: { params: TypeParam, querystring: ExportQuery } },
    async (request, reply) => {
      const type = typeOf(request, request.params.type)
      const { format = 'csv', shared = false } = request.query
      const name = `${type.id}-${context.now().toISOString().slice(0, 10)}.${format}`
      return reply
        .type(MEDIA[format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exported(context, request, type, format, shared)))
    },
  )
}

/** One transaction per batch, so that a slow download holds no connection. */
async function* exported(
  context: ServerContext,
  { tenant }: FastifyRequest,
  type: ContentType,
  format: Format,
  shared: boolean,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(headOf(type))
  if (format === 'json') yield '['
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const rows = await apart(() =>
      context.database.tenant(tenant.id, (tx) =>
        exportedRows(tx, type.id, { after: from, limit: EXPORTED, shared }),
      ),
    )
    const lines = rows.map((row) =>
      format === 'csv' ? csvLine(cellsOf(type, row)) : JSON.stringify(objectOf(type, row)),
    )
    if (format === 'csv') yield lines.join('')
    else if (format === 'jsonl') yield lines.map((line) => `${line}\n`).join('')
    else if (lines.length > 0) yield `${from === '' ? '\n' : ',\n'}${lines.join(',\n')}`
    after = (rows.length < EXPORTED ? null : rows.at(-1)?.id) ?? null
  }
  if (format === 'json') yield '\n]\n'
}
