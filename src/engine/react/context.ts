/** What a rendered page has access to: the documents, the scope, and the actions of the app. */

import { createContext, use } from 'react'
import type { Catalog } from '#engine/documents/catalog.ts'
import { pathTo, type Query } from '#engine/decide/routes.ts'
import type { Scope } from '#engine/rules/scope.ts'
import type { Registry } from './registry.ts'

/**
 * Something a user can do on a page. An unregistered name is a programming error and throws at
 * once.
 */
export type Action = (payload?: never) => unknown

export type RenderContext = {
  readonly catalog: Catalog
  readonly scope: Scope
  readonly registry: Registry
  readonly actions: Readonly<Record<string, Action>>
  /** `live`: a broken node is hidden and reported; `preview`: it shows a card with its location. */
  readonly mode: 'live' | 'preview'
  readonly report: (error: unknown, at: string) => void
  /** A node was drawn: what experiments count (docs/decisions/0099). */
  readonly onDrawn?: ((at: string) => void) | undefined
  /** In a preview: does a click select the node at this place instead of using it? */
  readonly onPick?: ((at: string, event: Event) => boolean) | undefined
}

const Context = createContext<RenderContext | null>(null)

export const ScopeProvider = Context.Provider

export function useRenderContext(): RenderContext {
  const context = use(Context)
  if (context === null) throw new Error('no ScopeProvider')
  return context
}

export function useScope(): Scope {
  return useRenderContext().scope
}

/** The path of a named route; `/` for an unknown name, which the check refuses. */
export function useHref(): (
  route: string,
  params?: Readonly<Record<string, string>>,
  query?: Query,
) => string {
  const { catalog } = useRenderContext()
  return (name, params, query) => {
    const route = catalog.route(name)
    return route === undefined ? '/' : pathTo(route, params, query)
  }
}

/** An action of the app by its name, typed by the widget that calls it. */
export function useAction<Payload = void, Result = void>(
  name: string,
): (payload: Payload) => Promise<Result> {
  const { actions } = useRenderContext()
  return async (payload) => {
    const action = actions[name] as ((payload: Payload) => Result | Promise<Result>) | undefined
    if (action === undefined) throw new Error(`no action "${name}"`)
    return action(payload)
  }
}
