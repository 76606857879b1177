/** The choices of a new field, as a list of its own. */

import { freeDocumentId, freeId, idFrom, keyFrom } from './ids.ts'
import { pairedLines } from './lines.ts'
import type { Words } from './recipe.ts'
import type { Workbench } from './workbench.ts'

const MAX_CHOICES = 60

type Place = {
  /** Pointer to the row of the form. */
  readonly at: string
  /** The id that the list should have. */
  readonly wanted: string
  /** Below which its words are. */
  readonly group: string
}

/** @returns the id of the list */
export function addOwnList(
  bench: Workbench,
  { label, options }: { readonly label: Words; readonly options: Words },
  { at, wanted, group }: Place,
): string {
  const { languages, catalog } = bench.context
  const id = freeDocumentId(catalog, ['list'], wanted)
  const typed = pairedLines(bench, `${at}/options`, options, { least: 2, most: MAX_CHOICES })
  const names = choiceIds(typed.map((words) => words[languages[0] ?? ''] ?? ''))
  const items = names.map((choice, index) => {
    const key = `${group}.list.${keyFrom(id)}.${keyFrom(choice)}`
    return { id: choice, label: bench.text(key, (language) => typed[index]![language] ?? '') }
  })
  bench.make('list', { id, title: bench.say(label), items })
  return id
}

/** The id of each line. */
export function choiceIds(lines: readonly string[]): string[] {
  const taken = new Set<string>()
  return lines.map((line, index) => {
    const id = freeId((name) => taken.has(name), idFrom(line) || `choice-${index + 1}`)
    taken.add(id)
    return id
  })
}
