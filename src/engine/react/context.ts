/** What a rendered page has access to: the documents, the scope, and the actions of the app. */

import { createContext, use, type FragmentInstance } from 'react'
import type { Catalog } from '#engine/documents/catalog.ts'
import { pathTo, type Query } from '#engine/decide/routes.ts'
import type { Scope } from '#engine/rules/scope.ts'
import type { Registry } from './registry.ts'

/**
 * Something a user can do on a page. An unregistered name is a programming error and throws at
 * once.
 */
export type Action = (payload?: never) => unknown

/**
 * @param at   place of the node
 * @param part all that it draws
 * @returns called when it leaves the page
 */
export type OnPart = (at: string, part: FragmentInstance) => () => void

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
  /** In a preview: a node is on the page. */
  readonly onPart?: OnPart | undefined
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
