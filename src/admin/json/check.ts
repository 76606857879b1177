/**
 * What can be said of one document while it is typed: its shape, its references and its rules, in the words of the
 * whole check. What needs every document (loops, dead rows, translations) comes from the server.
 */

import { isBinding } from '#engine/bind.ts'
import { inspect, type Issue, type Schema } from '#engine/inspect.ts'
import { isObject, nearest, own, pointer } from '#engine/json.ts'
import { checkRule, type VarType } from '#engine/ruletypes.ts'
import type { NamedRules, Rule } from '#engine/rules.ts'
import type { Widgets } from './enrich.ts'

export type Bounds = {
  readonly schema: Schema
  readonly scope: VarType
  readonly widgets: Widgets
  /** Target of a reference -> the names that it may have. */
  readonly ids: Readonly<Record<string, readonly string[]>>
}

/** The type of a named rule is known to the server alone: this one may be anything. */
const ANYTHING: Rule = { if: [true, 1, 0] }

/** Everything doubtful about a document, with pointers that name list entries by id. */
export function checkAlone(document: unknown, bounds: Bounds): Issue[] {
  const named: NamedRules = Object.fromEntries((bounds.ids['rule'] ?? []).map((id) => [id, ANYTHING]))
  const { issues, marks } = inspect(bounds.schema, document)
  const found = [...issues]
  for (const { value, pointer: at, schema } of marks) {
    if (schema['x-ref'] === 'rule') found.push(...ruleIssues(value, at, bounds, named))
    else if (schema['x-props'] === true) found.push(...propIssues(value, at, document, bounds, named))
    else if (typeof schema['x-ref'] === 'string') found.push(...nameIssues(schema['x-ref'], value, at, bounds))
  }
  return found
}

function ruleIssues(rule: unknown, at: string, { scope }: Bounds, named: NamedRules): Issue[] {
  return checkRule(rule as Rule, scope, named).map((issue) => ({ ...issue, pointer: at + issue.pointer }))
}

function nameIssues(target: string, value: unknown, at: string, { ids, widgets }: Bounds): Issue[] {
  const known = target === 'widget' ? Object.keys(widgets) : ids[target]
  if (known === undefined || typeof value !== 'string' || known.includes(value)) return []
  const suggestion = nearest(value, known)
  const [code, message] = target === 'widget' ? ['screen/unknown-widget', `unknown widget "${value}"`] : [`reference/unknown-${target}`, `no ${target} is called "${value}"`]
  return [{ code, pointer: at, message, ...(suggestion !== undefined && { suggestion }) }]
}

/** Props by the widget beside them. What is taken from the scope has its value only when it is drawn. */
function propIssues(props: unknown, at: string, document: unknown, bounds: Bounds, named: NamedRules): Issue[] {
  const type = own(valueAt(document, at.replace(/\/props$/, '')), 'type')
  const schema = typeof type === 'string' ? (own(bounds.widgets, type) as Schema | undefined) : undefined
  if (schema === undefined) return []
  const bound = bindings(props, '')
  const { issues, marks } = inspect(schema, props)
  return [
    ...bound.flatMap(({ pointer: where, rule }) => ruleIssues(rule, `${at}${where}/bind`, bounds, named)),
    ...issues
      .filter((issue) =>
        issue.code === 'document/unknown-member'
          ? !bound.some((each) => issue.pointer === `${each.pointer}/bind`)
          : !bound.some((each) => `${issue.pointer}/`.startsWith(`${each.pointer}/`) || `${each.pointer}/`.startsWith(`${issue.pointer}/`)),
      )
      .map((issue) => ({ ...issue, pointer: at + issue.pointer })),
    ...marks.flatMap((mark) => (typeof mark.schema['x-ref'] === 'string' ? nameIssues(mark.schema['x-ref'], mark.value, at + mark.pointer, bounds) : [])),
  ]
}

function bindings(value: unknown, at: string): { pointer: string; rule: Rule }[] {
  if (isBinding(value)) return [{ pointer: at, rule: value.bind }]
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => bindings(item, at + pointer(nameIn(item, index))))
  return isObject(value) ? Object.entries(value).flatMap(([name, item]) => bindings(item, at + pointer(name))) : []
}

function nameIn(item: unknown, index: number): string | number {
  const id = own(item, 'id')
  return typeof id === 'string' ? id : index
}

function valueAt(document: unknown, at: string): unknown {
  return at
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce<unknown>((value, segment) => (Array.isArray(value) ? value.find((item: unknown, index) => String(nameIn(item, index)) === segment) : own(value, segment)), document)
}
