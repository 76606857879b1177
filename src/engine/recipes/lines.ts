/** Things typed one a line, in each language; and what a pasted table says about them. */

import { pointer } from '#engine/documents/json.ts'
import type { Words } from './recipe.ts'
import type { Workbench } from './workbench.ts'

type Bounds = { readonly least: number; readonly most: number }

/**
 * The words of each line by language. Says at the field if there are too few or too many, or not as
 * many in every language.
 */
export function pairedLines(
  bench: Workbench,
  at: string,
  typed: Words,
  { least, most }: Bounds,
): Words[] {
  const [first = '', ...others] = bench.context.languages
  const lines = linesOf(typed[first])
  const here = (language: string) => `${at}${pointer(language)}`
  if (lines.length < least) bench.fault(here(first), 'few', { least })
  if (lines.length > most) bench.fault(here(first), 'many', { most })
  const all = new Map([[first, lines]])
  for (const language of others) {
    const own = linesOf(typed[language])
    all.set(language, own)
    if (own.length !== lines.length && !(own.length === 0 && bench.mayLack(language)))
      bench.fault(here(language), 'unequal', {
        count: own.length,
        wanted: lines.length,
        language: first,
      })
  }
  for (const [language, own] of all)
    if (own.some((line) => /[<>]|\{\{/.test(line))) bench.fault(here(language), 'markup')
  return lines
    .slice(0, most)
    .map((_, index) =>
      Object.fromEntries([...all].map(([language, own]) => [language, own[index] ?? ''])),
    )
}

/** How a line is sorted; by its position among the lines. */
export type Sorted = { readonly row: string; readonly turned: boolean }

export type Table = {
  /** What the second column names, in order, each once. */
  readonly rows: readonly string[]
  /** Position of the line -> name of its row, and whether the third column has a mark. */
  readonly sorting: Readonly<Record<string, Sorted>>
}

/** What a text pasted from a table says beside its lines; null if it is no table. */
export function readTable(text: string): Table | null {
  const lines = text.split(/\r?\n/).filter((line) => linesOf(line).length > 0)
  if (!lines.some((line) => line.includes('\t'))) return null
  const rows = new Map<string, string>()
  const sorting: Record<string, Sorted> = {}
  for (const [index, line] of lines.entries()) {
    const [, name = '', mark = ''] = line.split('\t').map((cell) => cell.trim())
    if (name === '') continue
    if (!rows.has(name.toLowerCase())) rows.set(name.toLowerCase(), name)
    sorting[index] = { row: rows.get(name.toLowerCase())!, turned: mark !== '' }
  }
  return rows.size === 0 ? null : { rows: [...rows.values()], sorting }
}

/** The lines of a text without empty ones, and without the marks of a pasted list or table. */
export function linesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) =>
      line
        .split('\t')[0]!
        .replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
}
