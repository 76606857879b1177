/**
 * Walks of all personas from address to address, as far as rules distinguish users and places. What
 * is found on the way (loops, pages without a way out, rows that decide, pages that are reached) is
 * collected in `Found` (model.ts).
 */

import { UPGRADE_PLAN } from '#engine/decide/access.ts'
import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import type { Decision, Tables } from '#engine/decide/decide.ts'
import { Crowd, type Effort } from './crowd.ts'
import type { Uses } from './domains.ts'
import { giftFor, giftsOn, giving, wayOf, type Gift } from './effects.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import {
  decideAt,
  MAX_REDIRECTS,
  placeOf,
  routeScope,
  screenOf,
  type Location,
  type Place,
} from '#engine/decide/navigate.ts'
import { tablesAt } from './placetables.ts'
import { People } from './people.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { variablesOf, type Rule } from '#engine/rules/rules.ts'
import type { RouteScope } from '#engine/rules/scope.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { placeholderOf } from './profiletraits.ts'

/**
 * Tables with more steps than this (the product's have about 300) are walked by fewer personas, so
 * that no check takes a minute.
 */
const USUAL_STEPS = 1000

export type Found = Effort & {
  readonly problems: Problem[]
  /** `flow#row` of every row that decided for at least one persona. */
  readonly fired: Set<string>
  readonly reached: Set<string>
  /** Problems already reported, for another persona. */
  readonly reported: Set<string>
}

export function startWith(catalog: Catalog, rules: readonly Rule[]): Found {
  const steps = rules.reduce<number>((sum, rule) => sum + catalog.book.costOf(rule).steps, 1)
  return {
    problems: [],
    fired: new Set(),
    reached: new Set(),
    reported: new Set(),
    isWhole: true,
    tries: 0,
    share: Math.min(1, USUAL_STEPS / steps),
  }
}

/** A flow that names the current page keeps the user there. */
function isKeeping(decision: Decision | null): boolean {
  return decision !== null && 'go' in decision.then && decision.then.go === 'redirect'
}

/** Sends all personas of one configuration from place to place. */
export class Walker {
  readonly #people: People
  readonly #crowd: Crowd
  /** Key of a place -> the most redirects that begin there. */
  readonly #lengths = new Map<string, number>()
  readonly #places = new Map<string, Place>()
  readonly #heres = new Map<Place, { readonly route: RouteScope; readonly tables: Tables }>()
  /** `flow#row` -> does it wait for something that users can provide? */
  readonly #waiting = new Map<string, boolean>()

  /**
   * @param deciding how flows alone use each variable: places that no rule distinguishes count as
   * one
   */
  constructor(
    readonly catalog: Catalog,
    readonly config: ConfigDocument,
    uses: Uses,
    readonly deciding: Uses,
    readonly found: Found,
  ) {
    this.#people = new People(
      catalog,
      config,
      uses,
      ({ flow, row }) => void found.fired.add(`${flow}#${row}`),
    )
    this.#crowd = new Crowd(this.#people, found)
    found.isWhole &&= this.#people.isWhole
  }

  /**
   * All personas request this address.
   *
   * @param alike its route, and those that rules cannot distinguish from it
   */
  visit(location: Location, alike: readonly GroupedRoute[]): void {
    const { reached } = this.found
    const nexts = new Map<string, Place>()
    this.#crowd.each(() => {
      const place = this.#placeOf(location)
      const { next } = this.#step(place)
      if (next === null) alike.forEach(({ id }) => reached.add(id))
      else {
        const then = this.#placeOf(next)
        nexts.set(this.#keyOf(then), then)
      }
      this.#checkWayOut(place)
    })
    // The walk from the target of a redirect is checked once, where it is requested itself, not
    // from each place that leads to it.
    const length = 1 + Math.max(-1, ...[...nexts.values()].map((place) => this.#lengthFrom(place)))
    if (length !== Infinity && length > MAX_REDIRECTS) this.#walkAll(this.#placeOf(location))
  }

  /**
   * The maximum number of redirects from this place; Infinity for a loop, or more than are allowed.
   */
  #lengthFrom(place: Place): number {
    const key = this.#keyOf(place)
    const known = this.#lengths.get(key)
    if (known !== undefined) return known
    const length = this.#walkAll(place)
    this.#lengths.set(key, length)
    return length
  }

  #walkAll(start: Place): number {
    let longest = 0
    this.#crowd.each(() => {
      const { chain, end } = this.#walk(start)
      longest = Math.max(longest, end === null ? Infinity : chain.length - 1)
      if (end === null) this.#reportLoop(start.route, chain)
      else this.found.reached.add(end.route.id)
    })
    return longest
  }

  #reportLoop({ id, group }: GroupedRoute, chain: readonly string[]): void {
    this.#report(`loop:${chain.slice(-2).sort().join()}`, {
      code: 'model/redirect-loop',
      document: `route-group/${group}`,
      pointer: `/routes/${id}`,
      message: `${this.#people.describe()} (${this.config.id}) is sent round in circles, more than ${MAX_REDIRECTS} times: ${chain.join(' -> ')}`,
    })
  }

  /** Reports a problem once, with the first persona that meets it. */
  #report(
    what: string,
    problem: Omit<Problem, 'severity'>,
    severity: Problem['severity'] = 'error',
  ): void {
    const key = `${this.config.id}:${what}`
    if (this.found.reported.has(key)) return
    this.found.reported.add(key)
    this.found.problems.push({ ...problem, severity })
  }

  /**
   * The routes that the current persona passes, and the final place; null after more redirects than
   * are allowed.
   */
  #walk(start: Place): { chain: readonly string[]; end: Place | null } {
    const chain: string[] = []
    let place = start
    for (;;) {
      chain.push(place.route.id)
      if (chain.length > MAX_REDIRECTS + 1) return { chain, end: null }
      const { next } = this.#step(place)
      if (next === null) return { chain, end: place }
      place = this.#placeOf(next)
    }
  }

  #step(place: Place): { next: Location | null; decision: Decision | null } {
    const { scope } = this.#people
    let here = this.#heres.get(place)
    if (here === undefined) {
      const route = routeScope(scope, place.route, place.params, place.query, place.path)
      this.#heres.set(place, (here = { route, tables: tablesAt(this.catalog, route) }))
    }
    this.#people.stand(here.route)
    const { decision, by, next } = decideAt(here.tables, scope, place)
    for (const each of by) this.found.fired.add(`${each.flow}#${each.row}`)
    if (decision !== null) this.found.fired.add(`${decision.flow}#${decision.row}`)
    return { next, decision }
  }

  #placeOf(location: Location): Place {
    const key = `${location.path}?${JSON.stringify(location.query)}`
    let place = this.#places.get(key)
    if (place === undefined) this.#places.set(key, (place = placeOf(this.catalog, location)))
    return place
  }

  /** The same for places that no rule distinguishes. */
  #keyOf({ route, params, query, path }: Place): string {
    const { deciding } = this
    if (deciding.has('route.path') || deciding.has('route.href'))
      return `${path}?${JSON.stringify(query)}`
    const asked = (of: Readonly<Record<string, string>>, prefix: string) =>
      Object.entries(of).filter(([name]) => deciding.has(prefix + name))
    return JSON.stringify([route.id, asked(params, 'route.params.'), asked(query, 'route.query.')])
  }

  // ---- a way out ---------------------------------------------------------------------------------------------------

  /**
   * Is a user kept on a page, or sent to it, because of something they could provide, and does the
   * page let them provide it? They do what the page offers and request the same address again: then
   * they must not be sent there once more.
   */
  #checkWayOut(start: Place): void {
    const { next, decision } = this.#step(start)
    if (decision === null || !isKeeping(decision) || !this.#mayWait(decision)) return
    const page = next === null ? start : this.#placeOf(next)
    // A final page (not in your plan, no such page) is not a step.
    if (page.route.class !== 'loggedIn') return
    if (next !== null) {
      const there = this.#step(page)
      // Users redirected from there, or kept there by another row, are checked where they request
      // that page themselves.
      if (there.next === null && isKeeping(there.decision) && page.route.id === start.route.id)
        return this.#checkWayOut(page)
      if (there.next !== null || isKeeping(there.decision)) return
    }
    const people = this.#people
    if (people.scope.user === null || !people.isAsConfigured) return
    const giveOnly = <T>(may: (gift: Gift) => boolean, work: () => T): T =>
      people.after(
        giving(
          may,
          (path) => placeholderOf(path, this.config),
          this.catalog.sold[0]?.id ?? UPGRADE_PLAN,
        ),
        () => work(),
      )
    const isSentThere = () => {
      const then = this.#step(start).next
      return (then === null ? start : this.#placeOf(then)).route.id === page.route.id
    }
    if (giveOnly(() => true, isSentThere)) return
    const { gifts, screen } = this.#giftsAt(page)
    if (!giveOnly((gift) => gifts.has(gift), isSentThere)) return
    this.#step(start)
    const holds = () => this.catalog.book.holds(this.#ruleOf(decision), people.scope)
    const asked = new Set<Gift>()
    for (const all of [false, true]) giveOnly((gift) => asked.add(gift).size > 0 && all, holds)
    const open = [...asked].filter((gift) => !gifts.has(gift))
    const needed = open.filter((gift) => giveOnly((each) => each !== gift, holds))
    const enough = open.filter(
      (gift) => !giveOnly((each) => each === gift || gifts.has(each), holds),
    )
    this.#reportStuck(
      page,
      decision,
      screen,
      needed.length > 0 ? needed.map(wayOf).join(' and ') : enough.map(wayOf).join(' or '),
    )
  }

  #reportStuck(
    { route }: Place,
    { flow, row }: Decision,
    screen: string | null,
    missing: string,
  ): void {
    const isHeld = this.#walk(this.#placeOf({ path: '/', query: {} })).end?.route.id === route.id
    const key = `${flow}#${row}:${route.id}`
    if (!isHeld && this.found.reported.has(`${this.config.id}:stuck:${key}`)) return
    if (isHeld) {
      // Worse than what another persona met there.
      const at = this.found.problems.findIndex(
        ({ document, pointer, severity }) =>
          document === `flow/${flow}` && pointer === `/rows/${row}` && severity === 'warning',
      )
      if (at !== -1) this.found.problems.splice(at, 1)
    }
    this.#report(
      `stuck${isHeld ? '' : ' there'}:${key}`,
      {
        code: 'model/no-way-out',
        document: `flow/${flow}`,
        pointer: `/rows/${row}`,
        message: `${this.#people.describe()} (${this.config.id}) is sent to "${route.id}"${isHeld ? ', wherever they go,' : ''} and cannot do there what this row waits for: its screen "${screen ?? ''}" lacks ${missing}`,
      },
      isHeld ? 'error' : 'warning',
    )
  }

  #ruleOf({ flow, row }: Decision): Rule {
    return this.catalog.get('flow', flow)?.rows.find(({ id }) => id === row)?.when as Rule
  }

  /** Does this row wait for something that users can provide? */
  #mayWait(decision: Decision): boolean {
    const name = `${decision.flow}#${decision.row}`
    let may = this.#waiting.get(name)
    if (may === undefined) {
      may = [...variablesOf(this.#ruleOf(decision), this.catalog.book.named)].some(isGiveable)
      this.#waiting.set(name, may)
    }
    return may
  }

  #giftsAt(place: Place): { gifts: ReadonlySet<Gift>; screen: string | null } {
    const { catalog } = this
    const { scope } = this.#people
    this.#step(place)
    const { screen } = screenOf(catalog, place.route, scope)
    const document = screen === null ? undefined : catalog.get('screen', screen)
    const nodes = resolveNodes(document?.children ?? [], scope, catalog.book)
    return { gifts: giftsOn(nodes, catalog, scope), screen }
  }
}

/** Facts computed from what users provide. */
const GIVEABLE: ReadonlySet<string> = new Set([
  'facts.consentsComplete',
  'facts.termsGranted',
  'facts.profileComplete',
  'facts.verified',
  'facts.curriculumChosen',
  'facts.underAge',
  'facts.country',
  'session.verified',
])

function isGiveable(path: string): boolean {
  return (
    GIVEABLE.has(path) || giftFor(path) !== null || giftFor(path.replace(/\.[^.]+$/, '')) !== null
  )
}
