/** The reference of widgets: the purpose of each, the documents that use it, and its props. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '#engine/documents/catalog.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/documents/kinds.ts'
import { membersOf, type Schema } from './members.ts'

type Meta = Readonly<Record<string, { readonly props: Schema }>>

/** The number of examples per widget: enough to find a similar page. */
const MAX_EXAMPLES = 4

/**
 * @returns Markdown sections, one per type, in the order of the registry
 * @throws if a type's file doesn't start with a description of the widget
 */
export function widgetSections(root: string, catalog: Catalog, meta: Meta): string[] {
  const registry = readFileSync(join(root, 'src/widgets/registry.ts'), 'utf8')
  const examples = examplesOf(catalog)
  return filesOf(registry).flatMap(([type, file]) => {
    const props = meta[type]?.props
    if (props === undefined) return []
    const about = /^\/\*\*[\s*]*([\s\S]*?)\s*\*\//.exec(
      readFileSync(join(root, 'src/widgets', file), 'utf8'),
    )?.[1]
    if (about === undefined) throw new Error(`${file} does not say what the widget is`)
    const shown = examples.get(type) ?? []
    const where = shown
      .slice(0, MAX_EXAMPLES)
      .map((each) => `\`${each}\``)
      .join(', ')
    const more = shown.length > MAX_EXAMPLES ? `, and ${shown.length - MAX_EXAMPLES} more` : ''
    return [
      `## ${type}\n\n${about.replace(/\n\s*\* ?/g, ' ')}\n`,
      shown.length === 0 ? '' : `Shown by ${where}${more}.\n`,
      membersOf(props, () => undefined) || 'No props.\n',
    ].filter((part) => part !== '')
  })
}

/** Type and file below src/widgets, from the registry. */
function filesOf(registry: string): [type: string, file: string][] {
  const imported = new Map(
    [...registry.matchAll(/^import \{ (\w+) \} from '\.\/(.+)'$/gm)].map(
      ([, name, file]) => [name!, file!] as const,
    ),
  )
  return [
    ...registry.matchAll(
      /^ {2}'?([\w-]+)'?: \{\s*(?:now: (\w+)|load: \(\) =>\s*import\('\.\/(.+?)'\))/gm,
    ),
  ].map(([, type, name, file]) => [type!, file ?? imported.get(name!)!])
}

/** Type -> documents whose nodes have it, except the showcase. */
function examplesOf(catalog: Catalog): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const kind of Object.keys(KINDS) as Kind[])
    for (const document of catalog.all(kind) as readonly AnyDocument[])
      if (document.id !== 'theme')
        for (const type of typesIn(document))
          found.set(type, [...(found.get(type) ?? []), `${kind}/${document.id}`])
  return found
}

function typesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  const { id, type } = value as { readonly id?: unknown; readonly type?: unknown }
  if (typeof id === 'string' && typeof type === 'string') found.add(type)
  for (const inner of Object.values(value)) typesIn(inner, found)
  return found
}
