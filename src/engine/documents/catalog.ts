/**
 * All documents of a tenant, indexed once. It trusts its input, because check.ts validates it
 * first.
 */

import { nameOf } from './document.ts'
import type {
  AccessDocument,
  ActionDocument,
  AnyDocument,
  DocumentOf,
  FeatureDocument,
  Kind,
  RouteDocument,
} from './kinds.ts'
import { compareRoutes, compileRoute, type CompiledRoute } from '#engine/decide/routes.ts'
import { RuleBook, type NamedRules } from '#engine/rules/rules.ts'

export type Plan = NonNullable<AccessDocument['plans']>[number]
/** A route with its group. */
export type GroupedRoute = RouteDocument & { readonly group: string }

export class Catalog {
  readonly book: RuleBook
  readonly routes: ReadonlyMap<string, GroupedRoute>
  /** Routes in the order in which a path is matched against them. */
  readonly matchers: readonly CompiledRoute[]
  readonly plans: readonly Plan[]
  /** Plans that can be bought, the smallest first. */
  readonly sold: readonly Plan[]
  /** Name of the page on which plans are upgraded. */
  readonly upgradeRoute: string
  readonly features: readonly FeatureDocument[]
  readonly actions: ReadonlyMap<string, ActionDocument>
  readonly #documents = new Map<string, AnyDocument>()
  readonly #features: ReadonlyMap<string, FeatureDocument>

  constructor(documents: Iterable<AnyDocument>) {
    for (const document of documents) this.#documents.set(nameOf(document), document)
    this.book = new RuleBook(
      Object.fromEntries(this.all('rule').map(({ id, rule }) => [id, rule])) as NamedRules,
    )
    this.routes = new Map(
      this.all('route-group').flatMap((group) =>
        group.routes.map((route) => [route.id, { ...route, group: group.id }] as const),
      ),
    )
    this.matchers = [...this.routes.values()]
      .map((route) => compileRoute(route.id, route.path))
      .sort(compareRoutes)
    const access = this.all('access')
    this.plans = access.flatMap((document) => document.plans ?? [])
    this.sold = this.plans.filter((plan) => plan.sold).sort((a, b) => a.order - b.order)
    // Absent in documents of an earlier version.
    this.upgradeRoute =
      access.find(({ upgrade }) => upgrade !== undefined)?.upgrade ?? 'purchaseUpgrade'
    this.features = access.flatMap((document) => document.features ?? [])
    this.actions = new Map(
      access.flatMap((document) => document.actions ?? []).map((action) => [action.id, action]),
    )
    this.#features = new Map(this.features.map((feature) => [feature.id, feature]))
  }

  get<K extends Kind>(kind: K, id: string): DocumentOf<K> | undefined {
    return this.#documents.get(`${kind}/${id}`) as DocumentOf<K> | undefined
  }

  all<K extends Kind>(kind: K): DocumentOf<K>[] {
    return [...this.#documents.values()].filter(
      (document) => document.kind === kind,
    ) as DocumentOf<K>[]
  }

  /** Every document, in the order given. */
  documents(): IterableIterator<AnyDocument> {
    return this.#documents.values()
  }

  route(name: string): GroupedRoute | undefined {
    return this.routes.get(name)
  }

  feature(id: string): FeatureDocument | undefined {
    return this.#features.get(id)
  }

  /** A catalog with these documents added or replaced; this is how the browser extends its own. */
  with(documents: Iterable<AnyDocument>): Catalog {
    return new Catalog([...this.#documents.values(), ...documents])
  }
}
