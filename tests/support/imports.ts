/**
 * What a source file imports, read from its syntax tree: text in a comment or a string is no
 * import.
 */

import { parseAst } from 'rolldown/parseAst'

export type Import = {
  /** As written; null if it is built at run time. */
  readonly specifier: string | null
  /**
   * `type`: gone before anything runs. `worker`: `new Worker(new URL('./x.ts', import.meta.url))`.
   */
  readonly kind: 'static' | 'type' | 'dynamic' | 'worker'
}
type Node = { readonly type: string; readonly [member: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const textOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string'
    ? value['value']
    : null

/** @param file by whose ending the source is read as TypeScript, with or without JSX */
export function importsOf(file: string, source: string): Import[] {
  const { body } = parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as {
    body: readonly Node[]
  }
  const found = body.flatMap((statement) => declared(statement))
  // Only these can be anywhere other than at the top.
  if (/\bimport\s*\(|\bWorker\s*\(/.test(source)) for (const each of body) inside(each, found)
  return found
}

function declared(node: Node): Import[] {
  const from = textOf(node['source'])
  if (from === null || !/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type)) return []
  const kindOf = (each: Node) => each['importKind'] ?? each['exportKind']
  const specifiers = (node['specifiers'] ?? []) as readonly Node[]
  const isType =
    kindOf(node) === 'type' ||
    (specifiers.length > 0 && specifiers.every((each) => kindOf(each) === 'type'))
  return [{ specifier: from, kind: isType ? 'type' : 'static' }]
}

function inside(value: unknown, found: Import[]): void {
  if (Array.isArray(value)) return value.forEach((each) => inside(each, found))
  if (!isNode(value)) return
  if (value.type === 'ImportExpression')
    found.push({ specifier: textOf(value['source']), kind: 'dynamic' })
  if (value.type === 'TSImportType')
    found.push({ specifier: textOf(value['source'] ?? value['argument']), kind: 'type' })
  if (value.type === 'NewExpression' && nameOf(value['callee']) === 'Worker')
    found.push({
      specifier: addressOf((value['arguments'] as readonly unknown[])[0]),
      kind: 'worker',
    })
  for (const inner of Object.values(value)) inside(inner, found)
}

const nameOf = (value: unknown): unknown => (isNode(value) ? value['name'] : undefined)

/** The first argument of `new URL(...)`. */
function addressOf(value: unknown): string | null {
  return isNode(value) && value.type === 'NewExpression' && nameOf(value['callee']) === 'URL'
    ? textOf((value['arguments'] as readonly unknown[])[0])
    : null
}

/** Files that import each other in a cycle: each group once, sorted by name. */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!index.has(next)) visit(next)
      if (open.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1 || graph.get(file)?.includes(file)) cycles.push(group.sort())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return cycles
}
