/**
 * The gate in front of a catalog: every document through its meta-schema, every reference, every
 * rule, every text. It never stops at the first problem; the start, the CLI, publishing and the
 * editor all call this one function.
 */

import type { Problem } from '#engine/contract/problems.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'
import { scopeTypes } from '#engine/rules/scopetypes.ts'
import { adder, MAX_NAMES, textsOf, type Add, type CheckContext, type Context } from './context.ts'
import { checkDocument } from './checkdocument.ts'
import { checkExperiments } from './experiments.ts'
import { checkModel } from './model.ts'
import { checkPrices } from './prices.ts'
import { readSource, type Read, type Source } from './readsource.ts'
import { checkRoutes } from './routes.ts'
import { checkTexts } from './texts.ts'

export type { CheckContext } from './context.ts'
export type { Source } from './readsource.ts'

/** Documents that code relies on by name. No decision is possible without them. */
export const REQUIRED = [
  'flow/app-stage',
  'flow/navigation-guard',
  'flow/onboarding',
  'flow/report-redirect',
  'menu/main',
  'locale/en',
] as const

export type Checked = {
  readonly catalog: Catalog
  readonly problems: readonly Problem[]
  /** `kind/id` -> the name that problems give the document. */
  readonly where: ReadonlyMap<string, string>
}

/**
 * Checks a whole set of documents. The catalog holds what could be read; with errors it must not be
 * used to serve.
 *
 * @param host what the code can draw
 * @param needsModel whether to send every persona through every page: takes seconds, and is not
 *   needed for decisions that are known to be sound
 * @param onDocument called before each document is checked, and with `''` before the checks across
 *   documents
 */
export function checkDocuments(
  sources: readonly Source[],
  host: CheckContext,
  needsModel: (catalog: Catalog) => boolean = () => true,
  onDocument: (where: string) => void = () => undefined,
): Checked {
  const problems: Problem[] = []
  const where = new Map<string, string>()
  const read = new Map<string, Read>()
  let isLossy = false
  for (const source of sources) {
    onDocument(source.where)
    const found = readSource(source, host.migrations)
    problems.push(...found.problems)
    isLossy ||= found.isLossy
    if (found.document === null) continue
    const name = nameOf(found.document)
    if (where.has(name)) {
      problems.push({
        code: 'document/duplicate',
        document: source.where,
        pointer: '/id',
        message: `"${name}" is in ${where.get(name)} too`,
        severity: 'error',
      })
      continue
    }
    where.set(name, source.where)
    read.set(name, found)
  }
  const documents = [...read.values()].flatMap(({ document }) => document ?? [])
  const catalog = wholeCatalog(documents)
  const context: Context = {
    catalog,
    host,
    types: scopeTypes(catalog),
    problems,
    where,
    read,
    isLossy,
    texts: textsOf(catalog),
    names: new Map(),
    suggestions: MAX_NAMES,
    steps: 0,
  }
  for (const [name, found] of read) {
    onDocument(where.get(name) ?? name)
    if (found.document !== null) checkDocument(found.document, found, context)
  }
  onDocument('')
  checkWhole(context)
  // Navigation can only be simulated on documents without errors.
  if (problems.every(({ severity }) => severity !== 'error') && needsModel(catalog))
    problems.push(
      ...checkModel(catalog).map((problem) => ({
        ...problem,
        document: where.get(problem.document) ?? problem.document,
      })),
    )
  return { catalog, problems, where }
}

/** What can only be checked across documents. */
function checkWhole(context: Context): void {
  const { catalog } = context
  for (const name of REQUIRED) {
    if (!context.where.has(name))
      adder(name, context)('catalog/missing', '', "the product can't work without this document")
  }
  checkRoutes(context)
  checkTexts(context)
  checkExperiments(context)
  for (const document of catalog.all('access')) {
    const add = adder(nameOf(document), context)
    checkCountries(document, add)
    checkPrices(document, context, add)
  }
}

function checkCountries(document: AccessDocument, add: Add): void {
  const plans = (document.features ?? []).flatMap((feature) =>
    feature.allow.map((row) => ({ feature: feature.id, row })),
  )
  for (const { feature, row } of plans) {
    if (row.countries.includes('*') && row.countries.length > 1)
      add(
        'access/countries',
        `/features/${feature}/allow/${row.id}/countries`,
        `"*" means every country; don't name others with it`,
      )
  }
}
