/**
 * A tenant's content in the console: what types there are, and the calls that change their records.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ContentSummary } from '#engine/contract/admincontract.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { translate } from '#engine/documents/translate.ts'
import type { ServerContext } from '#server/start/context.ts'
import { countsByType, setOf, type ContentSet, type TypeCounts } from '../store/contentsets.ts'
import { adminExportRoute } from './admin-exports.ts'
import { adminImportRoutes } from './admin-imports.ts'
import { adminRecordRoutes } from './admin-records.ts'

export function adminContentRoutes(app: FastifyInstance, context: ServerContext): void {
  typesRoute(app, context)
  adminRecordRoutes(app, context)
  adminImportRoutes(app, context)
  adminExportRoute(app, context)
}

function typesRoute(app: FastifyInstance, context: ServerContext): void {
  app.get('/admin/content', { config: { action: 'console.read' } }, async (request) => {
    const types = request.release.catalog.all('content-type')
    const items = await context.database.tenant(request.tenant.id, async (tx) => {
      const counts = await countsByType(tx)
      const items: ContentSummary[] = []
      for (const type of types) {
        const counted = counts.find((each) => each.type === type.id)
        items.push(summaryOf(request, type, counted, await setOf(tx, type.id)))
      }
      return items
    })
    return { items, total: items.length, page: 1, pageSize: items.length }
  })
}

function summaryOf(
  request: FastifyRequest,
  type: ContentType,
  counted: TypeCounts | undefined,
  set: ContentSet,
): ContentSummary {
  const { own = 0, hidden = 0, shared = 0 } = counted ?? {}
  return {
    type: type.id,
    label: textOf(request, type.label),
    one: textOf(request, type.one),
    fields: type.fields.map(({ id, type: kind, required, list }) => ({
      id,
      label: labelOf(request, type, id),
      type: kind,
      required: required === true,
      ...(list !== undefined && { choices: itemsOf(request, list) }),
    })),
    own,
    hidden,
    shared,
    imported: importOf(set),
  }
}

/** The label of a field; one in another language is called as the first, with the language. */
function labelOf(request: FastifyRequest, type: ContentType, id: string): string {
  const field = type.fields.find((each) => each.id === id)
  if (field?.label !== undefined) return textOf(request, field.label)
  if (field?.of === undefined || field.language === undefined) return wordsOf(id)
  const names = new Intl.DisplayNames(request.language, { type: 'language' })
  return `${labelOf(request, type, field.of)} (${names.of(field.language) ?? field.language})`
}

/** `studyFields` -> `Study fields`. */
function wordsOf(id: string): string {
  const words = id.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The last import that is current; null if there was none, or it was undone. */
function importOf({
  imported,
  importedAt,
  previous,
  changes,
}: ContentSet): ContentSummary['imported'] {
  if (imported === null || importedAt === null) return null
  return {
    file: imported.file,
    rows: imported.rows,
    by: imported.by,
    at: importedAt.toISOString(),
    edits: Number(changes) - imported.changes,
    undo: previous !== null,
  }
}

export function textOf({ release, language }: FastifyRequest, key: string): string {
  return translate(release.texts.get(language) ?? {}, language, key)
}

function itemsOf(request: FastifyRequest, list: string): { id: string; label: string }[] {
  return (request.release.catalog.get('list', list)?.items ?? []).map(({ id, label, name }) => ({
    id,
    label: label === undefined ? (name ?? id) : textOf(request, label),
  }))
}
