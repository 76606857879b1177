/**
 * A stage for the stories of the journey: other documents, actions and data than the harness has.
 */

import { useState, type ReactNode } from 'react'
import type { AnyDocument, DocumentOf } from '#engine/documents/kinds.ts'
import type { QuizSession, QuizStatus } from '#engine/scoring/quiz.ts'
import { ScopeProvider, useRenderContext, type Action } from '#engine/react/context.ts'
import type { DataState, Widget } from '#engine/react/registry.ts'
import type { RouteScope } from '#engine/rules/scope.ts'

/** `&v=` of the address: which state of a story is drawn. */
export const variant = new URLSearchParams(location.search).get('v') ?? ''

/** A quiz engine without a network, for drawing. */
export function session(
  document: DocumentOf<'assessment'>,
  answered: number,
  start: Partial<QuizStatus> = {},
  end: () => Promise<'done' | 'waiting'> = async () => 'done',
): QuizSession & { set(change: Partial<QuizStatus>): void } {
  let status: QuizStatus = {
    saved: 'sent',
    unsent: 0,
    sent: answered,
    online: true,
    refused: 0,
    ...start,
  }
  const listeners = new Set<() => void>()
  const set = (change: Partial<QuizStatus>) => {
    status = { ...status, ...change }
    for (const listener of listeners) listener()
  }
  const items = document.items!.map(({ id }) => id)
  return {
    attempt: 'sample',
    items,
    set,
    answers: Object.fromEntries(items.slice(0, answered).map((id) => [id, 4])),
    instrument: null,
    async answer() {
      if (status.saved !== 'memory') set({ saved: 'phone' })
      setTimeout(() => status.online && status.saved === 'phone' && set({ saved: 'sent' }), 900)
    },
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    complete: end,
    file: async () => new Blob(['{}'], { type: 'application/json' }),
  }
}

/** Draws with other documents, actions and another route than the harness has. */
export function Stage({
  documents = [],
  actions = {},
  route,
  children,
}: {
  documents?: readonly AnyDocument[]
  actions?: Record<string, Action>
  route?: Partial<RouteScope>
  children: ReactNode
}) {
  const around = useRenderContext()
  const [query, setQuery] = useState<Record<string, string>>({ ...route?.query })
  const place: RouteScope = {
    name: 'x',
    class: 'loggedIn',
    group: 'navigators',
    path: '/',
    href: '/',
    stages: [],
    needs: [],
    feature: null,
    access: true,
    upgrade: null,
    assessmentDone: false,
    params: {},
    ...route,
    query,
  }
  const own: Record<string, Action> = {
    'query.set': (change?: Record<string, string>) =>
      setQuery((before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value)),
      ),
    ...actions,
  }
  return (
    <ScopeProvider
      value={{
        ...around,
        catalog: around.catalog.with(documents),
        scope: { ...around.scope, route: place },
        actions: { ...around.actions, ...own },
      }}
    >
      {children}
    </ScopeProvider>
  )
}

export function ready<T>(value: T): DataState<T> {
  return { status: 'ready', value, refreshing: false }
}

/** A widget as a node of a page draws it. */
export function Draw<P>({
  widget,
  props,
  data,
  level = 1,
  id = 'node',
}: {
  widget: Widget<P>
  props: P
  data?: DataState
  level?: 1 | 2 | 3 | 4
  id?: string
}) {
  const Drawn = widget.component
  return (
    <Drawn {...props} id={id} level={level} data={data}>
      {null}
    </Drawn>
  )
}
