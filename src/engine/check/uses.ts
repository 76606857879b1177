/**
 * Which documents refer to a document: by the annotations that the check follows, and by what rules
 * name. Pure. Documents may be drafts, so anything may be in them.
 */

import type { DocumentUse } from '#engine/contract/textplace.ts'
import { splitName } from '#engine/documents/document.ts'
import { inspect, type Mark, type Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { inspectProps, nodesOf } from '#engine/documents/nodes.ts'

type Widgets = Readonly<Record<string, { readonly props: Schema }>>
/** Of what kind the name is: a kind of document, or something in one (a route, a feature ...). */
type Reference = { readonly target: string; readonly name: string; readonly pointer: string }

/** What rules read by the id of a document, or of an entry in one: `user.assessments.big_5.…`. */
const VARIABLES: readonly (readonly [begin: string, target: string])[] = [
  ['user.assessments.', 'assessment'],
  ['user.consents.', 'consent'],
  ['feature.', 'feature'],
]

/**
 * @param documents all of them, by name
 * @param name the one that is referred to
 * @param value what it says, or said before it was removed
 * @param part pointer of a part of a page: then only what depends on that part, or on one in it
 * @returns one entry for each document that refers to it: the first place, and how many there are
 */
export function usesOf(
  documents: ReadonlyMap<string, unknown>,
  widgets: Widgets,
  name: string,
  value: unknown,
  part?: string,
): DocumentUse[] {
  const names = namesIn(name, value, documents)
  const uses = [...documents].flatMap(([document, each]): DocumentUse[] => {
    if (document === name) return []
    const places =
      part === undefined
        ? referencesIn(each, widgets).filter(({ target, name: to }) => names.get(target)?.has(to))
        : placesIn(each, name, part)
    const [first] = places
    if (first === undefined) return []
    const titled = own(each, 'title')
    const title = typeof titled === 'string' && titled !== '' ? titled : splitName(document)[1]
    return [{ document, title, pointer: first.pointer, places: places.length }]
  })
  return uses.sort((a, b) => a.title.localeCompare(b.title, 'en'))
}

/** What others can call a document by: its id, what is in it, and for a page its routes. */
function namesIn(
  name: string,
  value: unknown,
  documents: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const [kind, id] = splitName(name)
  const within = (member: string) => idsOf(own(value, member))
  switch (kind) {
    case 'screen':
      return new Map([
        ['screen', new Set([id])],
        ['route', new Set([...documents.values()].flatMap((each) => routesTo(each, id)))],
      ])
    case 'route-group':
      return new Map([['route', new Set(within('routes'))]])
    case 'access':
      return new Map([
        ['feature', new Set(within('features'))],
        ['plan', new Set(within('plans'))],
        ['action', new Set(within('actions'))],
      ])
    case 'consent-list':
      return new Map([['consent', new Set(within('items'))]])
    case 'profile-section':
      return new Map([['section', new Set([id])]])
    default:
      return new Map([[kind, new Set([id])]])
  }
}

function routesTo(group: unknown, screen: string): string[] {
  if (own(group, 'kind') !== 'route-group') return []
  return listOf(own(group, 'routes')).flatMap((route) => {
    const others = listOf(own(route, 'screens')).map((row) => own(row, 'screen'))
    return [own(route, 'screen'), ...others].includes(screen) ? idsOf([route]) : []
  })
}

const known = new WeakMap<object, readonly Reference[]>()

/** Everything that a document refers to; cached, because most are the product's, and stay. */
function referencesIn(document: unknown, widgets: Widgets): readonly Reference[] {
  if (!isObject(document)) return []
  let found = known.get(document)
  if (found === undefined) known.set(document, (found = [...allIn(document, widgets)]))
  return found
}

function* allIn(document: object, widgets: Widgets): Iterable<Reference> {
  const kind = own(document, 'kind')
  const schema = typeof kind === 'string' ? own(KINDS, kind) : undefined
  if (schema === undefined) return
  yield* marked(inspect(schema as Schema, document).marks, '')
  if (kind === 'screen' || kind === 'report')
    for (const { node, at } of nodesOf(own(document, 'children'))) {
      const widget = own(widgets, String(node['type']))
      const props = own(widget, 'props')
      if (!isObject(props)) continue
      const { marks, bound } = inspectProps(props, node['props'] ?? {})
      yield* marked(marks, `${at}/props`)
      for (const each of bound) yield* inRule(each.rule, `${at}/props${each.pointer}`)
    }
  if (kind === 'experiment') yield* changedBy(document)
}

function* marked(marks: readonly Mark[], at: string): Iterable<Reference> {
  for (const { schema, value, pointer: where } of marks) {
    const target = schema['x-ref']
    if (target === 'rule') yield* inRule(value, at + where)
    else if (typeof target === 'string' && typeof value === 'string')
      yield { target, name: value, pointer: at + where }
  }
}

function* inRule(rule: unknown, at: string): Iterable<Reference> {
  if (Array.isArray(rule)) for (const each of rule as unknown[]) yield* inRule(each, at)
  if (!isObject(rule)) return
  for (const [operator, value] of Object.entries(rule)) {
    const [first] = Array.isArray(value) ? (value as unknown[]) : [value]
    if (operator === 'ref' && typeof value === 'string')
      yield { target: 'rule', name: value, pointer: at }
    else if (operator === 'var' && typeof first === 'string') {
      const [begin = '', target = ''] = VARIABLES.find(([each]) => first.startsWith(each)) ?? []
      if (target !== '')
        yield { target, name: first.slice(begin.length).split('.')[0]!, pointer: at }
    } else yield* inRule(value, at)
  }
}

/** An experiment changes documents that it names by kind and id. */
function* changedBy(experiment: object): Iterable<Reference> {
  for (const place of listOf(own(experiment, 'scope'))) {
    const [kind, id] = [own(place, 'kind'), own(place, 'document')]
    if (typeof kind !== 'string' || typeof id !== 'string') continue
    const target = kind === 'profile-section' ? 'section' : kind
    yield { target, name: id, pointer: pointer('scope', String(own(place, 'id'))) }
  }
}

/**
 * Where an experiment depends on a part of a document: it varies it, or counts who sees it. What has
 * ended depends on nothing.
 */
function placesIn(experiment: unknown, name: string, part: string): { pointer: string }[] {
  if (own(experiment, 'kind') !== 'experiment' || own(experiment, 'state') === 'ended') return []
  const isIn = (at: unknown) => at === part || String(at).startsWith(`${part}/`)
  const varied = listOf(own(experiment, 'scope')).filter(
    (place) =>
      `${String(own(place, 'kind'))}/${String(own(place, 'document'))}` === name &&
      listOf(own(place, 'paths')).some(isIn),
  )
  const seen = listOf(own(experiment, 'exposure')).filter(
    (place) => `screen/${String(own(place, 'screen'))}` === name && isIn(own(place, 'node')),
  )
  return [
    ...varied.map((place) => ({ pointer: pointer('scope', String(own(place, 'id'))) })),
    ...seen.map((place) => ({ pointer: pointer('exposure', String(own(place, 'id'))) })),
  ]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

function idsOf(entries: unknown): string[] {
  return listOf(entries).flatMap((each) => {
    const id = own(each, 'id')
    return typeof id === 'string' ? [id] : []
  })
}
