/** The functions of a source file and how long they are, read from its syntax tree. */

import { parseAst } from 'rolldown/parseAst'

export type FunctionLength = {
  readonly name: string
  readonly lines: number
  /** A React component: mostly markup, in which a line says less. */
  readonly isComponent: boolean
}
type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nameOf = (value: unknown): string | undefined =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : undefined

/** @param file by whose ending the source is read as TypeScript, with or without JSX */
export function functionsOf(file: string, source: string): FunctionLength[] {
  const isTsx = file.endsWith('.tsx')
  const found: FunctionLength[] = []
  const visit = (value: unknown, around: string): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, around))
    if (!isNode(value)) return
    const name = nameOf(value['id']) ?? nameOf(value['key']) ?? around
    if (/Function/.test(value.type) && isNode(value['body']))
      found.push({
        name,
        lines: source.slice(value.start, value.end).split('\n').length,
        isComponent: isTsx && /^[A-Z]/.test(name),
      })
    for (const inner of Object.values(value)) visit(inner, name)
  }
  visit(parseAst(source, { lang: isTsx ? 'tsx' : 'ts' }).body, '')
  return found
}

/** Claims of a source that a value is there (`value!`), and how many of them are about an index. */
export function claimsOf(file: string, source: string): { all: number; indexed: number } {
  const found = { all: 0, indexed: 0 }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === 'TSNonNullExpression') {
      found.all++
      const { expression } = value
      if (isNode(expression) && expression['computed'] === true) found.indexed++
    }
    Object.values(value).forEach(visit)
  }
  visit(parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }).body)
  return found
}
