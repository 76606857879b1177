/** Widgets by type: the component that renders a node, loaded when a page first needs it. */

import type { ReactNode } from 'react'
import type { Static, TSchema } from 'typebox'

/** The data of a node, as far as it has loaded. */
export type DataState<T = unknown> =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready'
      readonly value: T
      readonly refreshing: boolean
      /** Asks the server again, for what changes while it is looked at. */
      readonly again?: () => void
    }
  | {
      readonly status: 'failed'
      readonly offline: boolean
      /** Of a list that isn't on this device: its records that are, with `keptAt` (ISO). */
      readonly kept?: readonly unknown[] | undefined
      /** The server knows nothing at this address, or no longer does. */
      readonly missing?: boolean
      /** The address asks for something that the call doesn't know: trying again changes nothing. */
      readonly refused?: boolean
      /** Too many ask for it just now: it works again in a while. */
      readonly busy?: boolean
      readonly retry: () => void
    }

/** What every widget receives besides its own props. */
export type Slots = {
  /** Id of the node, unique on its page. */
  readonly id: string
  /** Heading level that the node should use, 1 to 4. */
  readonly level: 1 | 2 | 3 | 4
  readonly data: DataState | undefined
  readonly children: ReactNode
}

export type Widget<P = Record<string, unknown>> = {
  readonly type: string
  readonly component: (props: P & Slots) => ReactNode
}

/**
 * Declares a widget. Its props are a TypeBox object, exported beside it as `Props`: the check and
 * the editor read it, the browser never loads it.
 */
export function defineWidget<S extends TSchema>(
  type: string,
  component: (props: Static<S> & Slots) => ReactNode,
): Widget<Static<S>> {
  return { type, component }
}

export type AnyWidget = Widget<never>
export type Entry = { readonly now: AnyWidget } | { readonly load: () => Promise<AnyWidget> }
export type Registry = Readonly<Record<string, Entry>>

const loaded = new Map<string, AnyWidget>()

/** The widget, if it is already loaded. */
export function widgetNow(registry: Registry, type: string): Widget | undefined {
  const entry = Object.hasOwn(registry, type) ? registry[type] : undefined
  if (entry === undefined) return undefined
  return ('now' in entry ? entry.now : loaded.get(type)) as Widget | undefined
}

/**
 * Loads every widget of these types, in parallel. Unknown types are skipped; they are rendered as
 * unknown.
 */
export async function loadWidgets(registry: Registry, types: Iterable<string>): Promise<void> {
  await Promise.all(
    [...new Set(types)].map(async (type) => {
      const entry = Object.hasOwn(registry, type) ? registry[type] : undefined
      if (entry && 'load' in entry && !loaded.has(type)) loaded.set(type, await entry.load())
    }),
  )
}
