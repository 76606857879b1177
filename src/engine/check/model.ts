/**
 * The model check: every kind of user at every route, following redirects. Finds loops, rows that
 * never decide, unreachable pages and pages without a way out before users meet them (engine.md 3,
 * docs/decisions/0039).
 */

import { isBinding } from '#engine/decide/bind.ts'
import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import { OTHER, usesOf, valuesOf, type Uses } from './domains.ts'
import { isObject } from '#engine/documents/json.ts'
import type { AnyDocument, FlowDocument, Kind, NodeDocument } from '#engine/documents/kinds.ts'
import type { Location } from '#engine/decide/navigate.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { variablesOf, type NamedRules, type Rule } from '#engine/rules/rules.ts'
import { isOfRoute, routesAsking } from './placetables.ts'
import { startWith, Walker, type Found } from './walker.ts'

/**
 * @returns loops, dead rows, unreachable pages and pages without a way out, each with an example
 * user and chain
 */
export function checkModel(catalog: Catalog): Problem[] {
  const flows = flowsOf(catalog)
  const found = startWith(catalog, rulesOf(flows))
  const named = catalog.book.named
  const deciding = usesOf(rulesOf(flows), named)
  const seen = usesOf(rulesOfSteps(catalog, flows), named)
  // Parts of a page that depend on the configuration are checked with the current configuration.
  const uses: Uses = new Map([
    ...[...seen].filter(([path]) => !path.startsWith('config.')),
    ...deciding,
  ])
  const tuned = catalog.with(flows.map(routeFirst))
  const asked = askedOfQuery(deciding)
  const asking = new Map(
    asked.map((name) => [name, routesAsking(name, asked, catalog, flows)] as const),
  )
  const groups = groupRoutes(catalog, flows, deciding).map((routes) => ({
    routes,
    locations: locationsOf(
      deciding,
      routes[0]!,
      asked.filter((name) => routes.some(({ id }) => asking.get(name)?.has(id))),
    ),
  }))
  for (const config of catalog.all('config')) {
    const walker = new Walker(tuned, config, uses, deciding, found)
    for (const { routes, locations } of groups)
      for (const location of locations) walker.visit(location, routes)
  }
  const steps = new Set(flows.flatMap((flow) => (flow.steps ?? []).map(({ id }) => id)))
  for (const route of catalog.routes.values()) {
    if (!found.reached.has(route.id) && !route.redirect && !isSwitchedOff(catalog, route))
      found.problems.push(...unreachable(route, steps.has(route.id)))
  }
  for (const flow of flows) found.problems.push(...deadRows(flow, flows, named, deciding, found))
  return found.problems
}

const DECIDING: ReadonlySet<Kind> = new Set<Kind>([
  'route-group',
  'flow',
  'access',
  'config',
  'rule',
  'assessment',
  'profile-section',
  'consent-list',
])

/** Everything this check depends on: if it passed once with these, it doesn't have to run again. */
export function decidingDocuments(catalog: Catalog): AnyDocument[] {
  const screens = new Set(screensOfSteps(catalog, flowsOf(catalog)))
  return [...catalog.documents()].filter(
    ({ kind, id }) => DECIDING.has(kind) || (kind === 'screen' && screens.has(id)),
  )
}

/**
 * @param isStep of a flow: an editor who removes its row means that no user is sent there any more
 *   (docs/decisions/0178)
 */
function unreachable(route: GroupedRoute, isStep: boolean): Problem[] {
  return [
    {
      code: 'model/unreachable',
      document: `route-group/${route.group}`,
      pointer: `/routes/${route.id}`,
      message: isStep
        ? `no row leads to the step "${route.id}" any more`
        : `nobody can ever reach "${route.id}"`,
      severity: isStep ? 'warning' : 'error',
    },
  ]
}

/** The page's feature is in no plan: unreachable on purpose. */
function isSwitchedOff(catalog: Catalog, { guard, feature }: GroupedRoute): boolean {
  const checked = guard === 'none' ? undefined : (guard ?? feature)
  return checked !== undefined && catalog.feature(checked)?.allow.length === 0
}

/**
 * An error if everyone was tried; a warning if a rule reads something that no list of values can
 * exhaust.
 */
function deadRows(
  flow: FlowDocument,
  flows: readonly FlowDocument[],
  named: NamedRules,
  uses: Uses,
  { fired, isWhole }: Found,
): Problem[] {
  const isOpaque = ({ when }: FlowDocument['rows'][number]) =>
    [...variablesOf(when as Rule, named)].some((path) => uses.get(path)?.isOpaque === true)
  const before = flows.filter(
    ({ id }) => id !== flow.id && (id === 'app-stage' || id === 'navigation-guard'),
  )
  let isKnown = isWhole && !before.some(({ rows }) => rows.some(isOpaque))
  return flow.rows.flatMap((row): Problem[] => {
    isKnown &&= !isOpaque(row)
    if (fired.has(`${flow.id}#${row.id}`)) return []
    const says =
      'stage' in row.then
        ? `nobody is ever in stage "${row.then.stage}"`
        : `the row "${row.id}" never decides anything`
    const problem = { code: 'model/dead-row', document: nameOf(flow), pointer: `/rows/${row.id}` }
    if (isKnown) return [{ ...problem, message: says, severity: 'error' }]
    return [
      {
        ...problem,
        message: `${says} for anyone who was tried; the check can't try everyone these rules tell apart`,
        severity: 'warning',
      },
    ]
  })
}

// ---- what is asked ---------------------------------------------------------------------------------------------------

/**
 * The tables that decide where a user lands: the stage, the guard, and the flows that these and the
 * routes refer to.
 */
function flowsOf(catalog: Catalog): FlowDocument[] {
  const ids = new Set(['app-stage', 'navigation-guard'])
  for (const { redirect } of catalog.routes.values())
    if (redirect?.go === 'flow') ids.add(redirect.flow)
  for (const id of ids)
    for (const { then } of catalog.get('flow', id)?.rows ?? [])
      if ('go' in then && then.go === 'flow') ids.add(then.flow)
  return [...ids].flatMap((id) => catalog.get('flow', id) ?? [])
}

function rulesOf(flows: readonly FlowDocument[]): Rule[] {
  return flows.flatMap(({ rows }) => rows.map(({ when }) => when as Rule))
}

/** The screens of the pages to which flows send people. */
function screensOfSteps(catalog: Catalog, flows: readonly FlowDocument[]): string[] {
  const targets = flows.flatMap(({ rows }) =>
    rows.flatMap(({ then }) => ('go' in then && then.go === 'redirect' ? [then.to] : [])),
  )
  const routes = [...new Set(targets)].flatMap((id) => catalog.route(id) ?? [])
  return [
    ...new Set(
      routes.flatMap(({ screen, screens }) => [
        ...(screen === undefined ? [] : [screen]),
        ...(screens ?? []).map((each) => each.screen),
      ]),
    ),
  ]
}

/** The rules that decide what is shown there. */
function rulesOfSteps(catalog: Catalog, flows: readonly FlowDocument[]): Rule[] {
  const screens = screensOfSteps(catalog, flows)
  const shown = [...catalog.routes.values()].flatMap((route) =>
    (route.screens ?? [])
      .filter(({ screen }) => screens.includes(screen))
      .map(({ when }) => when as Rule),
  )
  return [
    ...shown,
    ...screens.flatMap((id) =>
      rulesOfNodes((catalog.get('screen', id)?.children ?? []) as NodeDocument[]),
    ),
  ]
}

function rulesOfNodes(nodes: readonly NodeDocument[]): Rule[] {
  // A value that is only shown distinguishes no users.
  const telling = (rule: Rule) =>
    !(isObject(rule) && typeof rule['var'] === 'string' && !rule['var'].startsWith('facts.'))
  return nodes.flatMap(({ show, props, children }) => [
    ...(show === undefined ? [] : [show as Rule]),
    ...bindingsIn(props).filter(telling),
    ...rulesOfNodes(children ?? []),
  ])
}

function bindingsIn(value: unknown): Rule[] {
  if (isBinding(value)) return [value.bind]
  if (Array.isArray(value)) return value.flatMap(bindingsIn)
  return isObject(value) ? Object.values(value).flatMap(bindingsIn) : []
}

/**
 * The same table with conditions on the route first, so that no choice is opened for values that
 * don't matter on a page.
 */
function routeFirst(flow: FlowDocument): FlowDocument {
  return { ...flow, rows: flow.rows.map((row) => ({ ...row, when: sorted(row.when as Rule) })) }
}

function sorted(rule: Rule): Rule {
  if (!isObject(rule)) return rule
  const [name, raw] = Object.entries(rule)[0] ?? []
  if ((name === 'and' || name === 'or') && Array.isArray(raw)) {
    const parts = (raw as Rule[]).map(sorted)
    return { [name]: [...parts.filter(isOfRoute), ...parts.filter((part) => !isOfRoute(part))] }
  }
  return rule
}

// ---- where people are sent from --------------------------------------------------------------------------------------

/** Routes that the tables cannot distinguish form a group, of which only the first is walked. */
function groupRoutes(
  catalog: Catalog,
  flows: readonly FlowDocument[],
  uses: Uses,
): GroupedRoute[][] {
  const tables = JSON.stringify(flows.map(({ rows }) => rows))
  const byPath = uses.has('route.path') || uses.has('route.href')
  const groups = new Map<string, GroupedRoute[]>()
  for (const route of catalog.routes.values()) {
    const { class: kind, group, stages, needs, guard, feature, assessment, redirect } = route
    const byName =
      byPath || tables.includes(`"${route.id}"`) || redirect !== undefined ? route.id : ''
    const key = JSON.stringify([kind, group, stages, needs, guard, feature, assessment, byName])
    const alike = groups.get(key)
    if (alike) alike.push(route)
    else groups.set(key, [route])
  }
  return [...groups.values()]
}

/** What rules read of an address's query. */
function askedOfQuery(uses: Uses): string[] {
  return [...uses.keys()].flatMap((path) =>
    path.startsWith('route.query.') ? [path.slice('route.query.'.length)] : [],
  )
}

/**
 * Addresses of a route, with each value of its path and query that rules read.
 *
 * @param asked what of the query can matter there
 */
function locationsOf(uses: Uses, route: GroupedRoute, asked: readonly string[]): Location[] {
  if (route.path === '*') return [{ path: '/no/such/page', query: {} }]
  const names = [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name)
  const plain = Object.fromEntries(names.map((name) => [name, 'x']))
  const params = [
    plain,
    ...names.flatMap((name) =>
      textsFor(uses, `route.params.${name}`).map((value) => ({ ...plain, [name]: value })),
    ),
  ]
  const queries = [
    {},
    ...asked.flatMap((name) =>
      ['x', ...textsFor(uses, `route.query.${name}`)].map((value) => ({ [name]: value })),
    ),
  ]
  return params.flatMap((each) => queries.map((query) => ({ path: pathTo(route, each), query })))
}

function textsFor(uses: Uses, path: string): string[] {
  const use = uses.get(path)
  return use === undefined
    ? []
    : (valuesOf(use, { is: 'text' }).filter(
        (value) => typeof value === 'string' && value !== '' && value !== OTHER,
      ) as string[])
}
