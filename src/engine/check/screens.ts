/**
 * Screens and reports: every node must be a known widget, with props that fit and data that exists.
 */

import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, nearest, own } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { inspectProps, nodesOf } from '#engine/documents/nodes.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import type { Add, Context } from './context.ts'
import { checkOneRule, checkReference } from './references.ts'

type Widgets = Context['host']['widgets']

/** Names of the data sources that nodes may use. A report always shows its own result. */
export function dataOf(
  document: Extract<AnyDocument, { kind: 'screen' | 'report' }>,
  widgets: Widgets,
): string[] {
  const read = document.kind === 'report' ? ['report'] : Object.keys(document.data ?? {})
  return [...read, ...nodesOf(document.children).flatMap(({ node }) => samplesOf(node, widgets))]
}

/**
 * Names of the example data that a node brings along for the parts inside (`x-samples` in its
 * props).
 */
function samplesOf(node: Readonly<Record<string, unknown>>, widgets: Widgets): string[] {
  const properties = own(own(widgets, String(node['type'])), 'properties')
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    const samples = own(node['props'], name)
    return own(schema, 'x-samples') === true && isObject(samples) ? Object.keys(samples) : []
  })
}

export function checkNodes(
  children: unknown,
  sources: readonly string[],
  types: VarType,
  context: Context,
  add: Add,
): void {
  const { widgets } = context.host
  for (const { node, at } of nodesOf(children)) {
    const type = String(node['type'])
    const schema = own(widgets, type) as Schema | undefined
    if (schema === undefined)
      add(
        'screen/unknown-widget',
        `${at}/type`,
        `unknown widget "${type}"`,
        nearest(type, Object.keys(widgets)),
      )
    else checkProps(schema, node['props'] ?? {}, `${at}/props`, types, context, add)
    const data = node['data']
    if (typeof data === 'string' && !sources.includes(data))
      add(
        'screen/unknown-data',
        `${at}/data`,
        `this screen has no data called "${data}"`,
        nearest(data, sources),
      )
  }
}

/**
 * Checks props against the widget's schema. A bound prop is a rule; its value is only known at
 * render time.
 */
function checkProps(
  schema: Schema,
  props: unknown,
  at: string,
  types: VarType,
  context: Context,
  add: Add,
): void {
  const { issues, marks, bound } = inspectProps(schema, props)
  for (const { pointer: where, rule } of bound)
    checkOneRule(rule, `${at}${where}/bind`, types, context, add)
  for (const issue of issues) add(issue.code, at + issue.pointer, issue.message, issue.suggestion)
  for (const mark of marks) {
    const target = mark.schema['x-ref']
    if (typeof target === 'string' && target !== 'rule')
      checkReference(target, mark.value, at + mark.pointer, context, add)
  }
}
