/**
 * The gate in front of a catalog: every document through its meta-schema, every reference, every rule, every text.
 * It never stops at the first problem; the start, the CLI, publishing and the editor all call this one function.
 */

import { optionsOf } from '#engine/scoring/answervalue.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { nameOf } from '#engine/documents/document.ts'
import { upcast, type Migrations } from '#engine/documents/upcast.ts'
import { inspect, type Mark, type Schema } from '#engine/documents/inspect.ts'
import { wrongIds } from '#engine/contract/integrations.ts'
import { isObject, nearest, own, pointer, unknownName } from '#engine/documents/json.ts'
import { KINDS, type AnyDocument, type FieldDocument, type Kind } from '#engine/documents/kinds.ts'
import { localesFor, tagOf } from '#engine/documents/languages.ts'
import { scriptIssues } from '#engine/documents/links.ts'
import { repair } from '#engine/documents/repair.ts'
import { checkContentType, checkJoin } from './content.ts'
import { checkModel } from './model.ts'
import { inspectProps, nodesOf, placesAround } from '#engine/documents/nodes.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { Section } from '#engine/decide/progress.ts'
import { checkRule, type VarType } from '#engine/rules/ruletypes.ts'
import { compile, LIMITS, tooCostly, type Rule, type RuleBook } from '#engine/rules/rules.ts'
import { weakPairs } from '#engine/documents/contrast.ts'
import { formTypes, scopeTypes } from '#engine/rules/scopetypes.ts'
import { HEXAGON } from '#engine/scoring/scoring.ts'
import { profileKey } from '#engine/forms/section.ts'
import { unknownFigures } from '#engine/documents/figures.ts'
import { flattenTexts, groupNames, textNames } from '#engine/documents/texts.ts'
import { isSafeValue, ROLES } from '#engine/documents/theme.ts'

/** What the engine cannot know by itself: what the code can draw. */
export type CheckContext = {
  /** Widget type -> schema of its props. */
  readonly widgets: Readonly<Record<string, Schema>>
  readonly icons: readonly string[]
  readonly pictures: readonly string[]
  readonly migrations: Migrations
}

/** A document on its way in, with the name that problems give it (a file, or `kind/id`). */
export type Source = {
  readonly where: string
  readonly value: unknown
  /** The document when it was last sound, where that is known, or at least its kind and id: what is left of it when it is broken. */
  readonly was?: unknown
}

/** Documents that code relies on by name. Without them nothing can be decided. */
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
  readonly where: ReadonlyMap<string, string>
}

/**
 * Checks a whole set of documents. The catalog holds what could be read; with errors it must not be used to serve.
 *
 * @param needsModel whether everybody is sent through every page: takes seconds, and is needless for decisions known as sound
 * @param onDocument called before each document is looked at, and with `''` before all of them are together
 */
export function checkDocuments(
  sources: readonly Source[],
  surroundings: CheckContext,
  needsModel: (catalog: Catalog) => boolean = () => true,
  onDocument: (where: string) => void = () => undefined,
): Checked {
  const problems: Problem[] = []
  const where = new Map<string, string>()
  const read = new Map<string, Read>()
  let isLossy = false
  for (const source of sources) {
    onDocument(source.where)
    const found = readSource(source, surroundings)
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
    surroundings,
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
  for (const document of documents) {
    onDocument(where.get(nameOf(document))!)
    checkDocument(document, context)
  }
  onDocument('')
  checkWhole(context)
  // Who lands where can only be asked of documents that are whole.
  if (problems.every(({ severity }) => severity !== 'error') && needsModel(catalog))
    problems.push(
      ...checkModel(catalog).map((problem) => ({
        ...problem,
        document: where.get(problem.document) ?? problem.document,
      })),
    )
  return { catalog, problems, where }
}

/** A document as far as it can be read. */
type Read = {
  readonly problems: readonly Problem[]
  /** In the shape of its kind, whatever was typed; null where not even its name is known. */
  readonly document: AnyDocument | null
  readonly marks: readonly Mark[]
  /** Pointers of what is not as it was typed: nothing but its shape is judged. */
  readonly replaced: readonly string[]
  /** May it have held names that are not known now? */
  readonly isLossy: boolean
}

/** Kinds of which others name more than the document itself: its routes, features, texts, items, fields ... */
const NAMED_INSIDE: ReadonlySet<Kind> = new Set<Kind>([
  'route-group',
  'access',
  'locale',
  'assessment',
  'list',
  'profile-section',
  'rule',
])

/** What was read of a value before: most documents of a tenant are the product's, and the same at each check. */
const sound = new WeakMap<object, Read>()

function readSource(source: Source, surroundings: CheckContext): Read {
  const known = isObject(source.value) ? sound.get(source.value) : undefined
  if (known !== undefined) return known
  const read = readAnew(source, surroundings)
  if (isObject(source.value) && read.problems.length === 0) sound.set(source.value, read)
  return read
}

/** One that is broken stays, as well as it can be made out: nobody who names it is told that it is missing, and the rest of it is judged too. */
function readAnew({ where, value, was }: Source, { migrations }: CheckContext): Read {
  const newest = upcast(value, where, Object.keys(KINDS), migrations)
  const isReadable = 'document' in newest
  const typed = isReadable ? newest.document : was
  const kind = own(typed, 'kind')
  const schema = typeof kind === 'string' ? (own(KINDS, kind) as Schema | undefined) : undefined
  if (schema === undefined)
    return {
      problems: isReadable ? [] : newest.problems,
      document: null,
      marks: [],
      replaced: [],
      isLossy: true,
    }
  const { issues, marks } = inspect(schema, typed)
  const problems = isReadable
    ? issues.map((issue) => ({ ...issue, document: where, severity: 'error' as const }))
    : newest.problems
  if (problems.length === 0)
    return { problems, document: typed as AnyDocument, marks, replaced: [], isLossy: false }
  const repaired = repair(schema, typed, was)
  const document = repaired.document as AnyDocument
  return {
    problems,
    document: document.id === '' ? null : document,
    marks: inspect(schema, document).marks,
    replaced: isReadable ? repaired.replaced : [''],
    isLossy: document.id === '' || (repaired.isLossy && NAMED_INSIDE.has(document.kind)),
  }
}

type Context = {
  readonly catalog: Catalog
  readonly surroundings: CheckContext
  readonly types: VarType
  readonly problems: Problem[]
  readonly where: ReadonlyMap<string, string>
  readonly read: ReadonlyMap<string, Read>
  /** Are there documents of which parts are not known? */
  readonly isLossy: boolean
  /** language -> its flat texts */
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** target of a reference -> what it may name; made when first asked for, as thousands of references ask again */
  readonly names: Map<string, ReadonlySet<string>>
  /** How many names suggestions may still be looked for among. */
  suggestions: number
  /** What the rules of the document that is looked at cost together. */
  steps: number
}

/** Each is a search through thousands of names: a document of nothing but unknown ones would take a minute. */
const MAX_NAMES = 200_000

function suggest(word: string, names: ReadonlySet<string>, context: Context): string | undefined {
  if (context.suggestions < names.size) return undefined
  context.suggestions -= names.size
  return nearest(word, names)
}

function textsOf(catalog: Catalog): Map<string, Record<string, string>> {
  return new Map(catalog.all('locale').map((locale) => [locale.id, flattenTexts(locale.texts)]))
}

type Add = (
  code: string,
  at: string,
  message: string,
  suggestion?: string,
  severity?: Problem['severity'],
) => void

/** What says that something is not there. */
const SAYS_MISSING =
  /^(?:catalog\/missing|reference\/unknown-.+|route\/no-unknown|rule\/(?:unknown-ref|unknown-variable|impossible-value|unusable)|scoring\/(?:unscored-item|other-scale)|text\/(?:missing|unknown-key|placeholders))$/

function adder(document: string, context: Context): Add {
  const file = context.where.get(document) ?? document
  const replaced = new Set(context.read.get(document)?.replaced)
  return (code, at, message, suggestion, severity = 'error') => {
    // Of what is broken its shape was said; what follows from it alone is no mistake of its own.
    if (
      (replaced.size > 0 && [at, ...placesAround(at)].some((place) => replaced.has(place))) ||
      (context.isLossy && SAYS_MISSING.test(code))
    )
      return
    context.problems.push({
      code,
      document: file,
      pointer: at,
      message,
      severity,
      ...(suggestion !== undefined && { suggestion }),
    })
  }
}

function checkDocument(document: AnyDocument, context: Context): void {
  const name = nameOf(document)
  const add = adder(name, context)
  context.steps = 0
  const types = typesFor(document, context)
  for (const mark of context.read.get(name)!.marks) {
    const target = mark.schema['x-ref']
    if (target === 'rule')
      checkOneRule(
        mark.value as Rule,
        mark.pointer,
        document.kind === 'profile-section'
          ? sectionTypes(document, mark.pointer, context.catalog)
          : document.kind === 'consent-list'
            ? scopeTypes(context.catalog, 'consent')
            : types,
        context,
        add,
      )
    else if (typeof target === 'string' && target !== 'widget')
      checkReference(target, mark.value, mark.pointer, context, add)
  }
  if (document.kind === 'screen' || document.kind === 'report')
    checkNodes(
      document.children,
      dataOf(document, context.surroundings.widgets),
      types,
      context,
      add,
    )
  for (const { code, pointer: at, message } of scriptIssues(
    document,
    context.problems.filter((each) => each.document === context.where.get(name)),
  ))
    add(code, at, message)
  if (document.kind === 'config') checkConfig(document, context, add)
  if (document.kind === 'scoring') checkScoring(document, context, add)
  if (document.kind === 'profile-section') checkSection(document, context, add)
  if (document.kind === 'content-type') checkContentType(document, add)
  if (document.kind === 'join') checkJoin(document, context.catalog, add)
  // A page, a menu or a decision asks all of them, and for every call anew.
  if (context.steps > LIMITS.documentSteps)
    add(
      'rule/too-many-steps',
      '',
      `the rules of this document could take ${context.steps} steps in total; at most ${LIMITS.documentSteps} are allowed`,
    )
}

/** A field's `show` is decided when the form is compiled; its `when` sees the fields above it, and a check all fields. */
function sectionTypes({ fields }: Section, at: string, catalog: Catalog): VarType {
  if (at.startsWith('/checks/')) return formTypes(catalog, fields, true)
  const list = fields.find(({ id }) => at.startsWith(`/fields${pointer(id)}/checks/`))
  if (list !== undefined) return formTypes(catalog, list.fields ?? [], true)
  if (!at.endsWith('/when')) return scopeTypes(catalog, 'config')
  const index = fields.findIndex(({ id }) => at === `/fields${pointer(id)}/when`)
  return formTypes(catalog, fields.slice(0, Math.max(0, index)), false)
}

/** Names of the data that the nodes of a screen or report may draw. A report is always drawn on its own result. */
function dataOf(
  document: Extract<AnyDocument, { kind: 'screen' | 'report' }>,
  widgets: Context['surroundings']['widgets'],
): string[] {
  const read = document.kind === 'report' ? ['report'] : Object.keys(document.data ?? {})
  return [...read, ...nodesOf(document.children).flatMap(({ node }) => samplesOf(node, widgets))]
}

/** Names of the example data that a node brings along for the parts inside (`x-samples` in its props). */
function samplesOf(
  node: Readonly<Record<string, unknown>>,
  widgets: Context['surroundings']['widgets'],
): string[] {
  const properties = own(own(widgets, String(node['type'])), 'properties')
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    const samples = own(node['props'], name)
    return own(schema, 'x-samples') === true && isObject(samples) ? Object.keys(samples) : []
  })
}

function typesFor(document: AnyDocument, context: Context): VarType {
  if (document.kind === 'screen' || document.kind === 'report')
    return scopeTypes(context.catalog, 'scope', dataOf(document, context.surroundings.widgets))
  return context.types
}

/** A named rule is judged where it stands, and no second time by those who name it. */
const NAMES: Pick<RuleBook, 'resolve'> = { resolve: () => () => null }

function checkOneRule(rule: Rule, at: string, types: VarType, context: Context, add: Add): void {
  const cost = context.catalog.book.costOf(rule)
  context.steps += cost.steps
  const problem = tooCostly(cost)
  if (problem !== undefined) return add(problem.code, at, problem.message)
  const issues = checkRule(rule, types, context.catalog.book.named)
  for (const issue of issues) add(issue.code, at + issue.pointer, issue.message, issue.suggestion)
  if (issues.length > 0) return
  try {
    compile(rule, NAMES)({})
  } catch (error) {
    add('rule/unusable', at, error instanceof Error ? error.message : String(error))
  }
}

function checkReference(
  target: string,
  value: unknown,
  at: string,
  context: Context,
  add: Add,
): void {
  if (typeof value !== 'string') return
  let known = context.names.get(target)
  if (known === undefined) {
    known = new Set(namesOf(target, context))
    context.names.set(target, known)
  }
  if (!known.has(value))
    add(
      `reference/unknown-${target}`,
      at,
      unknownName(target, value),
      suggest(value, known, context),
    )
}

function namesOf(target: string, { catalog, texts, surroundings }: Context): readonly string[] {
  switch (target) {
    case 'text':
      return textNames(texts.get('en') ?? {})
    case 'texts':
      return groupNames(texts.get('en') ?? {})
    case 'route':
      return [...catalog.routes.keys()]
    case 'feature':
      return catalog.features.map(({ id }) => id)
    case 'section':
      return catalog.all('profile-section').map(({ id }) => id)
    case 'icon':
      return surroundings.icons
    case 'picture':
      return surroundings.pictures
    case 'action':
      return [...catalog.actions.keys()]
    default:
      return catalog.all(target as Kind).map(({ id }) => id)
  }
}

function checkNodes(
  children: unknown,
  sources: readonly string[],
  types: VarType,
  context: Context,
  add: Add,
): void {
  const { widgets } = context.surroundings
  for (const { node, at } of nodesOf(children)) {
    const type = String(node['type'])
    const schema = own(widgets, type) as Schema | undefined
    if (schema === undefined)
      add(
        'screen/unknown-widget',
        `${at}/type`,
        `unknown widget "${type}"`,
        nearest(type, Object.keys(widgets)),
      )
    else checkProps(schema, node['props'] ?? {}, `${at}/props`, types, context, add)
    const data = node['data']
    if (typeof data === 'string' && !sources.includes(data))
      add(
        'screen/unknown-data',
        `${at}/data`,
        `this screen has no data called "${data}"`,
        nearest(data, sources),
      )
  }
}

/** Props against the widget's schema. A bound prop is a rule; its value is only known when it is drawn. */
function checkProps(
  schema: Schema,
  props: unknown,
  at: string,
  types: VarType,
  context: Context,
  add: Add,
): void {
  const { issues, marks, bound } = inspectProps(schema, props)
  for (const { pointer: where, rule } of bound)
    checkOneRule(rule, `${at}${where}/bind`, types, context, add)
  for (const issue of issues) add(issue.code, at + issue.pointer, issue.message, issue.suggestion)
  for (const mark of marks) {
    const target = mark.schema['x-ref']
    if (typeof target === 'string' && target !== 'rule')
      checkReference(target, mark.value, at + mark.pointer, context, add)
  }
}

function checkConfig(
  config: Extract<AnyDocument, { kind: 'config' }>,
  context: Context,
  add: Add,
): void {
  const { colors } = config.themeLight
  for (const [name, value] of Object.entries(colors)) {
    for (const color of Array.isArray(value) ? value : [value]) {
      if (typeof color === 'string' && !isSafeValue('', color))
        add('theme/colour', `/themeLight/colors/${name}`, `"${color}" is not a colour like #1F2963`)
    }
  }
  for (const [place, values] of [
    ['cssVariables', config.cssVariables],
    ['themeDark', config.themeDark ?? {}],
  ] as const) {
    for (const [name, value] of Object.entries(values)) {
      if (!(ROLES as readonly string[]).includes(name))
        add(
          'theme/unknown-role',
          `/${place}/${name}`,
          `there is no css variable called "${name}"`,
          nearest(name, ROLES),
        )
      else if (!isSafeValue(name, value))
        add('theme/value', `/${place}/${name}`, `"${value}" can't be the value of "${name}"`)
    }
  }
  for (const { integration, id } of wrongIds(config.integrations)) {
    add(
      'config/integration',
      `/integrations/${integration.setting}`,
      `"${id}" isn't a valid id for ${integration.name}`,
      integration.example,
    )
  }
  for (const { scheme, front, behind, ratio, least, passes } of [
    ...weakPairs(config, 'light'),
    ...weakPairs(config, 'dark'),
  ]) {
    add(
      'theme/contrast',
      placeOf(config, scheme, front, behind),
      `${scheme}: "${front}" on "${behind}" has a contrast of ${ratio}, it needs ${least}`,
      passes === null ? undefined : passes,
    )
  }
  const locales = context.catalog.all('locale')
  for (const [at, language] of [
    ['/locales/default', config.locales.default] as const,
    ...config.locales.available.map((each) => ['/locales', each] as const),
  ]) {
    if (localesFor(locales, language).length > 0) continue
    add(
      'reference/unknown-locale',
      at,
      `there is no locale called "${language}"`,
      nearest(
        language,
        locales.map(({ id }) => id),
      ),
    )
  }
  if (
    !config.locales.available.some((language) => tagOf(language) === tagOf(config.locales.default))
  )
    add(
      'config/locale',
      '/locales/default',
      "the default language isn't one of the available languages",
    )
  const features = context.catalog.features.map(({ id }) => id)
  for (const feature of Object.keys(config.features)) {
    if (!features.includes(feature))
      add(
        'reference/unknown-feature',
        `/features/${feature}`,
        `there is no feature called "${feature}"`,
        nearest(feature, features),
      )
  }
}

/** Where a weak pair is set: one of its two roles, or the scale that they come from. */
function placeOf(
  config: Extract<AnyDocument, { kind: 'config' }>,
  scheme: 'light' | 'dark',
  front: string,
  behind: string,
): string {
  const own =
    scheme === 'dark' ? { ...config.cssVariables, ...config.themeDark } : config.cssVariables
  const name = [front, behind].find((role) => Object.hasOwn(own, role))
  if (name === undefined) return '/themeLight/colors'
  return scheme === 'dark' &&
    config.themeDark !== undefined &&
    Object.hasOwn(config.themeDark, name)
    ? `/themeDark/${name}`
    : `/cssVariables/${name}`
}

/** A form that nobody could complete or save would be found out by learners. */
function checkSection(
  { id, fields, checks = [], completeness, save }: Section,
  context: Context,
  add: Add,
): void {
  const keys = fields.map(profileKey)
  if (keys.length === 0) return
  if (completeness.kind === 'existence') {
    completeness.fields.forEach((key, index) => {
      if (!keys.includes(key))
        add(
          'reference/unknown-field',
          `/completeness/fields/${index}`,
          `there is no field here called "${key}"`,
          nearest(key, keys),
        )
      else if (fields.some((field) => profileKey(field) === key && field.when !== undefined))
        add(
          'section/conditional-completeness',
          `/completeness/fields/${index}`,
          `"${key}" is not asked of everyone, so the section could never be complete for the others`,
        )
    })
  }
  checkBlamed(checks, fields, '', add)
  for (const field of fields) {
    const at = `/fields${pointer(field.id)}`
    checkCounts(field, at, context, add)
    if (field.type !== 'entries') continue
    const parts = field.fields ?? []
    if (parts.length === 0)
      add('section/empty-entries', at, 'a list of entries needs fields that are asked of each')
    checkBlamed(field.checks ?? [], parts, at, add)
    for (const part of parts) checkCounts(part, `${at}/fields${pointer(part.id)}`, context, add)
  }
  if (save === undefined)
    return add('section/no-address', '/save', "it has fields, but nothing says where they're saved")
  // What is saved whole is judged whole: two of them at one address would each miss the fields of the other.
  const other =
    save.method === 'PATCH'
      ? undefined
      : context.catalog
          .all('profile-section')
          .find((each) => each.id !== id && each.save?.route === save.route)
  if (other !== undefined)
    add(
      'section/shared-address',
      '/save/route',
      `"${other.id}" is saved at "${save.route}" too; a section that is saved as a whole needs its own address`,
    )
}

function checkBlamed(
  checks: NonNullable<Section['checks']>,
  fields: readonly FieldDocument[],
  at: string,
  add: Add,
): void {
  const ids = fields.map(({ id }) => id)
  for (const { id, field } of checks) {
    if (!ids.includes(field))
      add(
        'reference/unknown-field',
        `${at}/checks${pointer(id)}/field`,
        `there is no field here called "${field}"`,
        nearest(field, ids),
      )
  }
}

/** Numbers that nobody could meet. */
function checkCounts(
  { type, list, least = 0, most = Infinity }: FieldDocument,
  at: string,
  { catalog }: Context,
  add: Add,
): void {
  if (least > most)
    add('section/impossible', `${at}/least`, `at least ${least} can't be at most ${most}`)
  const choices = list === undefined ? undefined : catalog.get('list', list)?.items.length
  if (type === 'choices' && choices !== undefined && least > choices)
    add('section/impossible', `${at}/least`, `the list has only ${choices} choices`)
}

function checkScoring(
  key: Extract<AnyDocument, { kind: 'scoring' }>,
  context: Context,
  add: Add,
): void {
  const assessment = context.catalog.get('assessment', key.assessment)
  const items = assessment?.items?.map(({ id }) => id) ?? []
  const keyed = key.items.map(({ id }) => id)
  const scales = key.scales.map(({ id }) => id)
  const scaleAt = (id: string, at: string) => {
    if (!scales.includes(id))
      add('reference/unknown-scale', at, `there is no scale called "${id}"`, nearest(id, scales))
  }
  for (const id of items)
    if (!keyed.includes(id))
      add('scoring/unscored-item', '/items', `item "${id}" of the assessment has no row here`)
  if (assessment !== undefined && (assessment.format ?? 'scale') === 'scale')
    checkSameScale(key, assessment, add)
  for (const item of key.items) {
    const at = `/items/${item.id}`
    if (!items.includes(item.id)) {
      add(
        'reference/unknown-item',
        at,
        `the assessment has no item "${item.id}"`,
        nearest(item.id, items),
      )
      continue
    }
    const options = optionsOf(assessment!, item.id)
    const optionAt = (id: string, where: string) => {
      if (!options.includes(id))
        add(
          'reference/unknown-option',
          where,
          `the item has no option "${id}"`,
          nearest(id, options),
        )
    }
    if (item.correct !== undefined) optionAt(item.correct, `${at}/correct`)
    for (const { id } of item.weights ?? []) optionAt(id, `${at}/weights/${id}`)
    if (item.ranks) options.forEach((id) => scaleAt(id, `${at}/ranks`))
    else if (item.scale === undefined)
      add('scoring/no-scale', at, 'a row must name the scale it counts for, or be a ranking')
    else scaleAt(item.scale, `${at}/scale`)
  }
  for (const facet of key.facets ?? []) {
    scaleAt(facet.scale, `/facets/${facet.id}/scale`)
    for (const { id } of facet.items)
      if (!keyed.includes(id))
        add(
          'reference/unknown-item',
          `/facets/${facet.id}/items/${id}`,
          `there is no row here called "${id}"`,
          nearest(id, keyed),
        )
  }
  for (const row of key.derive ?? []) {
    const at = `/derive/${row.id}`
    if (row.op === 'centre')
      for (const group of row.groups)
        group.scales.forEach(({ id }) => scaleAt(id, `${at}/groups/${group.id}/scales/${id}`))
    if (row.op === 'poles') [...row.x, ...row.y].forEach((id) => scaleAt(id, at))
    if (row.op === 'interest-code') {
      HEXAGON.forEach((id) => scaleAt(id, at))
      const counts = new Set(
        HEXAGON.map((id) => key.items.filter(({ scale }) => scale === id).length),
      )
      // What is named wrongly is told by itself.
      const isWhole =
        items.every((id) => keyed.includes(id)) &&
        key.items.every(({ id, scale }) => items.includes(id) && scales.includes(scale ?? ''))
      if (counts.size > 1 && isWhole)
        add(
          'scoring/uneven-scales',
          '/items',
          'the six types must have equally many items, or their scores cannot be compared',
        )
    }
  }
  checkCareers(key, context, add)
}

/** One instrument at most is compared with careers, and it has a code: whether its scores have any shape is said with that. */
function checkCareers(
  key: Extract<AnyDocument, { kind: 'scoring' }>,
  { catalog }: Context,
  add: Add,
): void {
  if (key.careers === undefined) return
  if (!(key.derive ?? []).some(({ op }) => op === 'interest-code'))
    add('scoring/no-code', '/careers', 'only a key that derives an interest code can be compared')
  const other = catalog.all('scoring').find((each) => each.careers && each.id !== key.id)
  if (other !== undefined)
    add(
      'scoring/second-match',
      '/careers',
      `careers are compared with "${other.id}"; one key at most may say so`,
    )
}

/** A key that counts on other answers than those that are given would shift every score. */
function checkSameScale(
  key: Extract<AnyDocument, { kind: 'scoring' }>,
  assessment: Extract<AnyDocument, { kind: 'assessment' }>,
  add: Add,
): void {
  const { min, max } = assessment.responseScale ?? {}
  if (min !== key.responseScale?.min || max !== key.responseScale?.max)
    add('scoring/other-scale', '/responseScale', `the assessment is answered from ${min} to ${max}`)
}

function checkWhole(context: Context): void {
  const { catalog } = context
  for (const name of REQUIRED) {
    if (!context.where.has(name))
      adder(name, context)('catalog/missing', '', "the product can't work without this document")
  }
  checkRoutes(context)
  checkTexts(context)
  for (const document of catalog.all('access'))
    checkCountries(document, adder(nameOf(document), context))
}

function checkRoutes(context: Context): void {
  const names = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const group of context.catalog.all('route-group')) {
    const add = adder(nameOf(group), context)
    for (const route of group.routes) {
      const at = `/routes/${route.id}`
      const otherName = names.get(route.id)
      if (otherName !== undefined)
        add('route/duplicate-name', at, `the route "${route.id}" is in ${otherName} too`)
      names.set(route.id, nameOf(group))
      const shape = route.path.replace(/:[^/?]+/g, ':')
      const otherPath = paths.get(shape)
      if (otherPath !== undefined)
        add('route/duplicate-path', `${at}/path`, `"${otherPath}" has the same path`)
      paths.set(shape, route.id)
      const shows = [route.screen, route.screens, route.redirect].filter(
        (each) => each !== undefined,
      ).length
      if (route.redirect !== undefined && shows > 1)
        add('route/redirect-and-screen', at, "a route that redirects can't show a screen")
      if (shows === 0)
        add('route/shows-nothing', at, 'a route needs a screen, screens or a redirect')
    }
  }
  if (!context.catalog.matchers.some(({ rest }) => rest))
    adder('route-group/general', context)(
      'route/no-unknown',
      '',
      'one route must have the path "*"',
    )
}

/** Every key of en exists in each language, with the same values to fill in, and no language has a key that en has not. */
function checkTexts(context: Context): void {
  const english = context.texts.get('en') ?? {}
  const keys = new Set(Object.keys(english))
  const locales = context.catalog.all('locale')
  const chosen = new Set(
    context.catalog
      .all('config')
      .flatMap(({ locales: { available } }) =>
        available.flatMap((language) => localesFor(locales, language).map(({ id }) => id)),
      ),
  )
  for (const locale of locales) {
    const add = adder(nameOf(locale), context)
    const texts = context.texts.get(locale.id)!
    for (const [key, text] of Object.entries(texts)) {
      const at = `/texts/${key.replaceAll('.', '/')}`
      if (/[<>]/.test(stripRich(text)))
        add(
          'text/markup',
          at,
          'only b, p, strong, i, u, s, ul, li and ol may be used, without attributes',
        )
      for (const figure of unknownFigures(text, context.catalog))
        add('text/unknown-figure', at, `no assessment has a figure ${figure}: minutes and items do`)
      if (PICTURE.test(text))
        add('text/markup', at, "a text can't show pictures: use a part of the page that can")
      if (locale.id !== 'en' && !keys.has(key) && !isPluralForm(key, keys))
        add('text/unknown-key', at, `en has no text "${key}"`, suggest(key, keys, context))
    }
    // A language that nobody can choose may wait.
    if (locale.id === 'en' || !chosen.has(locale.id)) continue
    // What a region says like the rest of its language is said there.
    const whole = Object.assign(
      {},
      ...localesFor(locales, locale.id)
        .map(({ id }) => context.texts.get(id))
        .reverse(),
    ) as typeof texts
    for (const [key, text] of Object.entries(english)) {
      const other = whole[key]
      if (other === undefined)
        add(
          'text/missing',
          `/texts/${key.replaceAll('.', '/')}`,
          `no ${locale.name} text for "${key}"`,
        )
      else if (placeholders(other) !== placeholders(text))
        add(
          'text/placeholders',
          `/texts/${key.replaceAll('.', '/')}`,
          `the text doesn't have the same values to fill in as English: ${placeholders(text) || 'none'}`,
        )
    }
  }
}

/** Languages have other plural forms than English (`_one`, `_other`): `_few` of Arabic is no unknown key. */
function isPluralForm(key: string, english: ReadonlySet<string>): boolean {
  const match = /^(.*)_(zero|one|two|few|many|other)$/.exec(key)
  return match !== null && english.has(`${match[1]}_other`)
}

function placeholders(text: string): string {
  return [
    ...new Set([...text.matchAll(/\{\{\s*([A-Za-z][\w.]*)[^{}]*\}\}/g)].map(([, name]) => name)),
  ]
    .sort()
    .join(', ')
}

const RICH_TAGS = /<\/?(?:b|p|strong|i|u|s|ul|li|ol)>/g

/** A picture as Markdown writes it: `![words](address)`. It would be read as its characters. */
const PICTURE = /!\[[^\]]*\]\s*\(/

function stripRich(text: string): string {
  return text.replace(RICH_TAGS, '')
}

function checkCountries(document: Extract<AnyDocument, { kind: 'access' }>, add: Add): void {
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
