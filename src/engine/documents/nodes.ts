/**
 * The nodes of a screen or report, and the props of each against the schema of its widget. The
 * server's check and the console use the same code, even for a document that is still being typed.
 */

import { segmentOf } from './address.ts'
import { isBinding } from '#engine/decide/bind.ts'
import { scriptIssues } from './links.ts'
import { unsaidPictures } from './picturewords.ts'
import { inspect, type Issue, type Mark, type Schema } from './inspect.ts'
import { isObject, own, pointer } from './json.ts'
import type { Rule } from '#engine/rules/rules.ts'

export type Placed = { readonly node: Readonly<Record<string, unknown>>; readonly at: string }

/**
 * Every node with its pointer, in document order. Anything that isn't a node is left to the shape
 * check.
 */
export function nodesOf(children: unknown, at = '/children'): Placed[] {
  if (!Array.isArray(children)) return []
  return children.flatMap((node: unknown, index) =>
    isObject(node) ? placed(node, at + pointer(segmentOf(node, index))) : [],
  )
}

function placed(node: Readonly<Record<string, unknown>>, at: string): Placed[] {
  const { children, fallback } = node
  return [
    { node, at },
    ...nodesOf(children, `${at}/children`),
    ...(isObject(fallback) ? placed(fallback, `${at}/fallback`) : []),
  ]
}

export type Bound = { readonly pointer: string; readonly rule: Rule }

/**
 * Props against the schema of their widget; pointers start at the props. A bound value is only
 * known at render time, so its type isn't checked.
 */
export function inspectProps(
  schema: Schema,
  props: unknown,
): { readonly issues: Issue[]; readonly marks: readonly Mark[]; readonly bound: readonly Bound[] } {
  const bound = bindingsIn(props, '')
  const places = new Set(bound.map((each) => each.pointer))
  const around = new Set([...places].flatMap(placesAround))
  const isBound = (at: string) =>
    around.has(at) || [at, ...placesAround(at)].some((place) => places.has(place))
  const { issues, marks } = inspect(schema, props)
  const own = issues.filter(
    ({ code, pointer: at }) =>
      code === 'document/address' ||
      !isBound(at) ||
      (code === 'document/unknown-member' && !places.has(at.replace(/\/bind$/, ''))),
  )
  return { issues: [...own, ...unsaidPictures(props, marks)], marks, bound }
}

function bindingsIn(value: unknown, at: string): Bound[] {
  if (isBinding(value)) return [{ pointer: at, rule: value.bind }]
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      bindingsIn(item, at + pointer(segmentOf(item, index))),
    )
  return isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => bindingsIn(item, at + pointer(name)))
    : []
}

/** `/items/home/label` -> the document, `/items`, `/items/home` */
export function placesAround(at: string): string[] {
  const places: string[] = []
  for (let end = at.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : at.lastIndexOf('/', end - 1))
    places.push(at.slice(0, end))
  return places
}

/**
 * Every problem that a document shows by itself: in its shape, its nodes' props, and its addresses.
 */
export function shapeIssues(
  schema: Schema,
  document: unknown,
  widgets: Readonly<Record<string, Schema>>,
): Issue[] {
  const kind = own(document, 'kind')
  const nodes = kind === 'screen' || kind === 'report' ? nodesOf(own(document, 'children')) : []
  const issues = [
    ...inspect(schema, document).issues,
    ...nodes.flatMap(({ node, at }) => {
      const props = own(widgets, String(node['type'])) as Schema | undefined
      return props === undefined
        ? []
        : inspectProps(props, node['props'] ?? {}).issues.map((issue) => ({
            ...issue,
            pointer: `${at}/props${issue.pointer}`,
          }))
    }),
  ]
  return [...issues, ...scriptIssues(document, issues)]
}
