/**
 * The cost of decisions: where a request for a page ends up, and the complete menu there. Compared
 * with the same product written by hand in TypeScript, and with the same documents under
 * json-logic-js instead of our evaluator.
 *
 *   npm run bench -- engine
 */

import assert from 'node:assert/strict'
import jsonLogic from 'json-logic-js'
import { Catalog } from '#engine/documents/catalog.ts'
import { isObject, type Json } from '#engine/documents/json.ts'
import type { AnyDocument, ConfigDocument } from '#engine/documents/kinds.ts'
import { resolveMenu, type MenuEntry } from '#engine/decide/menu.ts'
import { personas } from '#tests/support/personas.ts'
import { navigate, navigateScope } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { RuleBook, type Rule } from '#engine/rules/rules.ts'
import { buildScope, type Scope, type ScopeInput } from '#engine/rules/scope.ts'
import { join } from 'node:path'
import { readSources } from '#server/release/compose.ts'
import { ByHand, menuByHand, type Place } from './engine/handwritten.ts'
import { median, report, round } from './support/report.ts'

const documents = readSources(join(process.cwd(), 'schemas')).map(
  ({ value }) => value as AnyDocument,
)
const catalog = new Catalog(documents)

/**
 * The same rules, evaluated by json-logic-js; named rules, which it does not support, are inlined
 * beforehand.
 */
class JsonLogicBook extends RuleBook {
  readonly #expanded = new WeakMap<object, Json>()

  override evaluate(rule: Rule | undefined, scope: unknown): unknown {
    if (typeof rule !== 'object' || rule === null) return rule
    let expanded = this.#expanded.get(rule)
    if (expanded === undefined) {
      expanded = this.#expand(rule)
      this.#expanded.set(rule, expanded)
    }
    return jsonLogic.apply(expanded as jsonLogic.RulesLogic, scope) as unknown
  }

  #expand(rule: Json): Json {
    if (Array.isArray(rule)) return rule.map((each: Json) => this.#expand(each))
    if (!isObject(rule)) return rule
    const { ref } = rule
    if (typeof ref === 'string') return this.#expand(this.named[ref]!)
    return Object.fromEntries(
      Object.entries(rule as Record<string, Json>).map(([key, value]) => [
        key,
        this.#expand(value),
      ]),
    )
  }
}

const logicCatalog = new Catalog(documents)
Object.assign(logicCatalog, { book: new JsonLogicBook(logicCatalog.book.named) })

const byHand = new ByHand(
  [...catalog.routes.values()],
  Object.fromEntries(
    catalog.all('screen').flatMap(({ id, layout }) => (layout === undefined ? [] : [[id, layout]])),
  ),
  Object.fromEntries(catalog.all('assessment').map(({ id, followedBy }) => [id, followedBy ?? []])),
)

type Case = { world: ScopeInput; path: string; query: Record<string, string> }

const paths = [...catalog.routes.values()].map((route) => {
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [
      name!,
      name === 'assessment' ? 'learning-styles' : 'x',
    ]),
  )
  return route.path === '*' ? '/no/such/page' : pathTo(route, params)
})
const worlds = catalog
  .all('config')
  .flatMap((config: ConfigDocument) => personas(catalog, config).map(({ world }) => world))
const cases: Case[] = worlds.flatMap((world) =>
  paths.map((path) => ({
    world,
    path,
    query:
      path === '/auth-callback'
        ? { error: 'x' }
        : path === '/cv'
          ? { code: 'A', coupon: 'B C' }
          : {},
  })),
)

function byEngine(
  of: Catalog,
  { world, path, query }: Case,
  trace = false,
): { place: Place; menu: MenuEntry[] } {
  const landing = navigate(of, world, { path, query }, { trace })
  assert.equal(landing.outcome, 'page')
  const { route, screen, layout, reason, scope } = landing
  return {
    place: {
      route: route.id,
      path: landing.path,
      query: landing.query,
      screen,
      layout,
      reason,
      stage: scope.stage,
    },
    menu: resolveMenu(of, 'main', scope),
  }
}

// Before measuring: all contenders give the same results for every kind of user at every route.
for (const each of cases) {
  const expected = {
    place: byHand.navigate(each.world, each.path, each.query),
    menu: menuByHand(each.world),
  }
  assert.deepEqual(
    byEngine(catalog, each),
    expected,
    `${each.path} as ${JSON.stringify(each.world.user)}`,
  )
}
for (let index = 0; index < cases.length; index += 7)
  assert.deepEqual(byEngine(logicCatalog, cases[index]!), byEngine(catalog, cases[index]!))

/** Some typical users, at every route. */
const sample = (() => {
  const config = catalog.get('config', 'default')!
  const all = personas(catalog, config)
  const chosen = [
    'signed out',
    ...[
      ['free', 'none'],
      ['mini', 'worker type'],
      ['power', 'none'],
      ['power', 'all'],
      ['assessmentOnly', 'worker type'],
    ].map(
      ([plan, results]) => `${plan}, verified, consented, profile complete, results: ${results}`,
    ),
  ]
  return chosen.flatMap((name) =>
    all.filter((persona) => persona.name === name).map(({ world }) => world),
  )
})()
const visits: Case[] = sample.flatMap((world) => paths.map((path) => ({ world, path, query: {} })))
const scopes: ReadonlyMap<ScopeInput, Scope> = new Map(
  sample.map((world) => [world, buildScope(catalog, world)]),
)

/** All results are added up here, so that nothing can be optimised away. */
let sink = 0
const eachVisit = (work: (visit: Case) => unknown) => () => {
  for (const visit of visits) sink += work(visit) === null ? 0 : 1
}
const eachPerson = (work: (world: ScopeInput) => unknown) => () => {
  for (const world of sample) sink += work(world) === null ? 0 : 1
}
const decisionWithMenu = (of: Catalog, trace: boolean) =>
  eachVisit(({ world, path, query }) => {
    const { scope } = navigate(of, world, { path, query }, { trace })
    return resolveMenu(of, 'main', scope)
  })

type Contender = { what: string; peer: string | null; count: number; run: () => void }
const contender = (
  what: string,
  peer: string | null,
  count: number,
  run: () => void,
): Contender => ({ what, peer, count, run })
const WHOLE = 'decision with its menu: by hand'
const ALONE = 'decision alone: by hand'
const MENU = 'menu alone: by hand'
const contenders: Contender[] = [
  contender(
    WHOLE,
    null,
    visits.length,
    eachVisit(({ world, path, query }) => [byHand.navigate(world, path, query), menuByHand(world)]),
  ),
  contender(
    'decision with its menu: engine',
    WHOLE,
    visits.length,
    decisionWithMenu(catalog, false),
  ),
  contender(
    'decision with its menu: engine, traced',
    WHOLE,
    visits.length,
    decisionWithMenu(catalog, true),
  ),
  contender(
    'decision with its menu: json-logic-js',
    WHOLE,
    visits.length,
    decisionWithMenu(logicCatalog, false),
  ),
  contender(
    ALONE,
    null,
    visits.length,
    eachVisit(({ world, path, query }) => byHand.navigate(world, path, query)),
  ),
  contender(
    'decision alone: engine',
    ALONE,
    visits.length,
    eachVisit(({ world, path, query }) => navigate(catalog, world, { path, query })),
  ),
  contender(
    'the same, person known: engine',
    ALONE,
    visits.length,
    eachVisit(({ world, path, query }) =>
      navigateScope(catalog, scopes.get(world)!, { path, query }),
    ),
  ),
  contender(MENU, null, sample.length, eachPerson(menuByHand)),
  contender(
    'menu alone: engine',
    MENU,
    sample.length,
    eachPerson((world) => resolveMenu(catalog, 'main', scopes.get(world)!)),
  ),
  contender(
    'scope of a person: engine',
    null,
    sample.length,
    eachPerson((world) => buildScope(catalog, world)),
  ),
]

const ROUNDS = 11
const ROUND_MS = 60

/**
 * Microseconds of each contender, per round; they take turns, so that all are disturbed equally.
 */
function race(entries: readonly Contender[]): Map<string, number[]> {
  const times = new Map<string, number[]>(entries.map(({ what }) => [what, []]))
  for (let round = -3; round < ROUNDS; round++) {
    for (const { what, count, run } of entries) {
      const began = performance.now()
      let runs = 0
      while (performance.now() - began < ROUND_MS) {
        run()
        runs++
      }
      if (round >= 0) times.get(what)!.push(((performance.now() - began) * 1000) / (runs * count))
    }
  }
  return times
}

const middles = new Map([...race(contenders)].map(([what, times]) => [what, median(times)]))
const rows = contenders.map(({ what, peer }) => {
  const micros = middles.get(what)!
  return {
    what,
    us: round(micros, 2),
    'a second': Math.round(1e6 / micros),
    'times its peer': peer === null ? 1 : round(micros / middles.get(peer)!, 2),
  }
})
const byPerson = race(
  sample.flatMap((world, index) => [
    contender(
      `${index} engine`,
      null,
      1,
      () => (sink += resolveMenu(catalog, 'main', scopes.get(world)!).length),
    ),
    contender(`${index} by hand`, null, 1, () => (sink += menuByHand(world).length)),
  ]),
)
for (const [index, world] of sample.entries()) {
  const micros = median(byPerson.get(`${index} engine`)!)
  const who =
    world.user === null
      ? 'nobody'
      : `${world.user.app.accountType}, ${Object.keys(world.user.assessments).length} results`
  rows.push({
    what: `menu of ${who}: engine`,
    us: round(micros, 2),
    'a second': Math.round(1e6 / micros),
    'times its peer': round(micros / median(byPerson.get(`${index} by hand`)!), 2),
  })
}
assert.ok(sink > 0)

const engine = middles.get('decision with its menu: engine')!
const hand = middles.get(WHOLE)!
report(
  `engine, ${cases.length} answers compared (${worlds.length} kinds of person, ${paths.length} routes)`,
  rows,
  {
    compared: cases.length,
    decision_with_menu_us: round(engine, 2),
    decisions_per_second: Math.round(1e6 / engine),
    traced_us: round(middles.get('decision with its menu: engine, traced')!, 2),
    by_hand_us: round(hand, 2),
    json_logic_us: round(middles.get('decision with its menu: json-logic-js')!, 2),
    times_by_hand: round(engine / hand, 2),
    menu_us: round(middles.get('menu alone: engine')!, 2),
    menu_times_by_hand: round(middles.get('menu alone: engine')! / middles.get(MENU)!, 2),
    must_us: 1000,
    moonshot_times_by_hand: 3,
  },
)
