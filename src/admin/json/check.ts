/**
 * Checks of one document while it is being typed: its shape, its references and its rules, with the
 * messages of the full check. What needs all documents (loops, dead rows, translations) comes from
 * the server.
 */

import { inspect, type Issue, type Schema } from '#engine/documents/inspect.ts'
import { nearest, own, unknownName } from '#engine/documents/json.ts'
import { inspectProps, nodesOf, shapeIssues } from '#engine/documents/nodes.ts'
import { checkRule, type VarType } from '#engine/rules/ruletypes.ts'
import type { NamedRules, Rule } from '#engine/rules/rules.ts'
import type { Widgets } from './enrich.ts'

export type Bounds = {
  readonly schema: Schema
  readonly scope: VarType
  readonly widgets: Widgets
  /** Kind of reference -> possible names. */
  readonly ids: Readonly<Record<string, readonly string[]>>
}

/** Only the server knows the type of a named rule: assume anything. */
const ANYTHING: Rule = { if: [true, 1, 0] }

/** All issues of a document, with pointers that identify list entries by id. */
export function checkAlone(document: unknown, bounds: Bounds): Issue[] {
  const named: NamedRules = Object.fromEntries(
    (bounds.ids['rule'] ?? []).map((id) => [id, ANYTHING]),
  )
  const found = shapeIssues(bounds.schema, document, bounds.widgets)
  for (const { value, pointer: at, schema } of inspect(bounds.schema, document).marks) {
    if (schema['x-ref'] === 'rule') found.push(...ruleIssues(value, at, bounds, named))
    else if (typeof schema['x-ref'] === 'string')
      found.push(...nameIssues(schema['x-ref'], value, at, bounds))
  }
  for (const { node, at } of nodesOf(own(document, 'children'))) {
    const schema = own(bounds.widgets, String(node['type'])) as Schema | undefined
    if (schema === undefined) continue
    const { marks, bound } = inspectProps(schema, node['props'] ?? {})
    for (const { pointer: where, rule } of bound)
      found.push(...ruleIssues(rule, `${at}/props${where}/bind`, bounds, named))
    for (const mark of marks)
      if (typeof mark.schema['x-ref'] === 'string')
        found.push(
          ...nameIssues(mark.schema['x-ref'], mark.value, `${at}/props${mark.pointer}`, bounds),
        )
  }
  return found
}

function ruleIssues(rule: unknown, at: string, { scope }: Bounds, named: NamedRules): Issue[] {
  // Only the server knows which of a form's values are there when a rule about them is evaluated.
  const ofForm = JSON.stringify(rule).includes('"value.')
  return checkRule(rule as Rule, scope, named)
    .filter(({ code }) => !(ofForm && code === 'rule/nullable-operand'))
    .map((issue) => ({ ...issue, pointer: at + issue.pointer }))
}

function nameIssues(target: string, value: unknown, at: string, { ids, widgets }: Bounds): Issue[] {
  const known = target === 'widget' ? Object.keys(widgets) : ids[target]
  if (known === undefined || typeof value !== 'string' || known.includes(value)) return []
  const suggestion = nearest(value, known)
  const [code, message] =
    target === 'widget'
      ? ['screen/unknown-widget', `unknown widget "${value}"`]
      : [`reference/unknown-${target}`, unknownName(target, value)]
  return [{ code, pointer: at, message, ...(suggestion !== undefined && { suggestion }) }]
}
