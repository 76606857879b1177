/**
 * Every check of a whole set of documents: what is shipped, and what a tenant is about to publish.
 */

import { LRUCache } from 'lru-cache'
import type { Catalog } from '#engine/documents/catalog.ts'
import {
  checkDocuments,
  type Checked,
  type Source,
  type CheckContext,
} from '#engine/check/check.ts'
import { nameOf, splitName } from '#engine/documents/document.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import { KINDS, type AnyDocument } from '#engine/documents/kinds.ts'
import { checkLocks } from '#engine/overlay/locks.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { decidingDocuments } from '#engine/check/model.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { checkArms } from './check-arms.ts'
import { documentsFor } from './shipped.ts'
import { shaOf } from '#server/base/asset.ts'
import { secondOpinion } from './secondopinion.ts'

/** All documents of a tenant together. */
export const MAX_BYTES = 6 * 1024 * 1024
export const MAX_DOCUMENTS = 2000

export function checkContextOf(code: CodeMeta): CheckContext {
  return {
    widgets: Object.fromEntries(
      Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
    ),
    icons: code.icons,
    pictures: code.pictures,
    migrations: MIGRATIONS,
  }
}

/**
 * What this repository ships: the documents themselves, and every tenant that differs from them.
 */
export function checkShipped(sources: readonly Source[], code: CodeMeta): Checked {
  const whole = checkDocuments(sources, checkContextOf(code))
  const problems = [...whole.problems]
  if (problems.every(({ severity }) => severity !== 'error')) {
    problems.push(
      ...[
        ...secondOpinion(whole.catalog),
        ...checkArms(whole.catalog, checkContextOf(code), soundModels, modelKey),
      ].map((problem) => ({
        ...problem,
        document: whole.where.get(problem.document) ?? problem.document,
      })),
    )
    for (const { id, config } of whole.catalog.all('tenant')) {
      if (!whole.catalog.all('overlay').some(({ tenant }) => tenant === id)) continue
      const base = documentsFor(whole.catalog, '', config)
      const own = documentsFor(whole.catalog, id, config)
      problems.push(
        ...checkTenant(base, base, new Map(own), code).map((problem) => ({
          ...problem,
          document: `${id}: ${problem.document}`,
        })),
      )
    }
  }
  return { ...whole, problems }
}

/**
 * Decisions found sound, with their warnings: no persona is sent through all pages again for a
 * changed text.
 */
const soundModels = new LRUCache<string, readonly Problem[]>({ max: 1000 })

function modelKey(catalog: Catalog): string {
  return shaOf(canonical(decidingDocuments(catalog)))
}

/**
 * All checks of a tenant's documents before a publish; never only the first problem.
 *
 * @param base what the product ships, with its locks
 * @param live the last sound documents: a draft of the wrong shape is judged with what is left of
 *   it in its place
 * @param effective name -> document as it was typed: anything within the bounds of a document
 * @param onDocument called before each document is checked, and with `''` before all of them
 *   together
 */
export function checkTenant(
  base: ReadonlyMap<string, AnyDocument>,
  live: ReadonlyMap<string, AnyDocument>,
  effective: ReadonlyMap<string, unknown>,
  code: CodeMeta,
  onDocument?: (name: string) => void,
): Problem[] {
  const problems: Problem[] = []
  const sources = [...effective].map(([name, typed]): Source => {
    const [kind, id] = splitName(name)
    const was = live.get(name) ?? base.get(name) ?? { kind, id }
    if (
      !isObject(typed) ||
      typeof typed['kind'] !== 'string' ||
      typeof typed['id'] !== 'string' ||
      nameOf(typed as AnyDocument) === name
    )
      return { where: name, value: typed, was }
    problems.push({
      code: 'document/renamed',
      document: name,
      pointer: typed['kind'] === kind ? '/id' : '/kind',
      message: `this document is "${name}"; a copy under another name is a new document`,
      suggestion: typed['kind'] === kind ? id : kind,
      severity: 'error',
    })
    // A reference to it means the one there is.
    return { where: name, value: { ...typed, kind, id }, was }
  })
  if (Buffer.byteLength(JSON.stringify([...effective.values()])) > MAX_BYTES) {
    problems.push({
      code: 'release/too-large',
      document: '',
      pointer: '',
      message: `all documents together are larger than ${MAX_BYTES / 1024 / 1024} MB`,
      severity: 'error',
    })
  }
  if (effective.size > MAX_DOCUMENTS)
    problems.push({
      code: 'release/too-large',
      document: '',
      pointer: '',
      message: `there are more than ${MAX_DOCUMENTS} documents`,
      severity: 'error',
    })
  let key = ''
  const needsModel = (catalog: Catalog) => {
    key = modelKey(catalog)
    return !soundModels.has(key)
  }
  const checked = checkDocuments(sources, checkContextOf(code), needsModel, onDocument)
  problems.push(
    ...checked.problems,
    ...(soundModels.get(key) ?? []),
    ...lockProblems(base, checked.catalog),
  )
  // What the product ships was checked before it was shipped.
  const own = [...checked.catalog.documents()].filter(
    (document) => base.get(nameOf(document)) !== document,
  )
  if (problems.every(({ severity }) => severity !== 'error'))
    problems.push(
      ...secondOpinion(checked.catalog, own),
      ...checkArms(checked.catalog, checkContextOf(code), soundModels, modelKey),
    )
  if (
    key !== '' &&
    !soundModels.has(key) &&
    checked.problems.every(({ severity }) => severity !== 'error')
  ) {
    soundModels.set(
      key,
      checked.problems.filter(({ code: what }) => what.startsWith('model/')),
    )
  }
  return problems
}

/**
 * What the product forbids tenants to loosen: consent, payment, roles and security (engine.md 2).
 */
function lockProblems(base: ReadonlyMap<string, AnyDocument>, effective: Catalog): Problem[] {
  return [...base].flatMap(([name, document]) => {
    const own = effective.get(document.kind, document.id)
    // Nothing of it is changed: most are like that.
    if (own === document) return []
    const issues = checkLocks(
      KINDS[document.kind] as unknown as Schema,
      document as Json,
      own as Json | undefined,
    )
    return issues.map((issue): Problem => ({ ...issue, document: name, severity: 'error' }))
  })
}
