/**
 * Parts of a record by path, and its codes in words: shared by the widgets that show any kind of
 * content.
 */

import { isObject, own, read } from '#engine/documents/json.ts'
import { useScope, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPES, type WorkerType } from '#widgets/parts/Glyph.tsx'
import { agoOf } from '#engine/documents/ago.ts'
import { dayOf, listOf, numberOf, regionName } from '#engine/documents/intl.ts'
import type { Line, Names, Value } from './recordProps.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The value at a dotted path (`education.level`), by own members only; null if there is none. */
export function fieldOf(record: unknown, path: string): unknown {
  return read(record, path) ?? null
}

/** The list at a path; an empty one if there is none. */
export function listIn(record: unknown, path: string): readonly unknown[] {
  const field = fieldOf(record, path)
  return Array.isArray(field) ? (field as readonly unknown[]) : []
}

/** The records in a list. One without an id can be neither told apart nor opened. */
export function recordsIn(
  record: unknown,
  path: string,
): readonly (Fields & { readonly id: string })[] {
  return listIn(record, path).filter(
    (each): each is Fields & { readonly id: string } =>
      isObject(each) && typeof own(each, 'id') === 'string',
  )
}

export function textOf(record: unknown, path: string): string {
  const field = fieldOf(record, path)
  return typeof field === 'string' ? field : typeof field === 'number' ? String(field) : ''
}

/** Parameters for the address of a record's own page: its texts and numbers, by name. */
export function paramsOf(record: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.keys(record).flatMap((name) =>
      textOf(record, name) === '' ? [] : [[name, textOf(record, name)]],
    ),
  )
}

/** The filters of the list of all that belong to a part of a record (`joined.places`). */
export function queryIn(record: unknown, part: string): Record<string, string> {
  const query = fieldOf(record, `${part}.list.query`)
  return Object.fromEntries(
    Object.entries(isObject(query) ? query : {}).flatMap(([key, each]) =>
      typeof each === 'string' ? [[key, each]] : [],
    ),
  )
}

/** Entries of a list may be codes, or objects that have one as their id. */
export function codeOf(entry: unknown): string {
  return isObject(entry)
    ? textOf(entry, 'id')
    : typeof entry === 'number'
      ? String(entry)
      : typeof entry === 'string'
        ? entry
        : ''
}

/** Sorted by `by`, descending; equal entries stay in the record's order. */
export function sortedBy(entries: readonly unknown[], by: string | undefined): readonly unknown[] {
  const weight = (entry: unknown) => Number(fieldOf(entry, by ?? '') ?? 0)
  return by === undefined ? entries : [...entries].sort((a, b) => weight(b) - weight(a))
}

export type Item = { readonly id: string; readonly words: string }

/** The items of a list document in words. */
export function useItems(): (
  list: string,
) => readonly (Item & { readonly letter?: string | undefined })[] {
  const t = useText()
  const { catalog } = useRenderContext()
  const { language } = useScope()
  return (list) => {
    const document = catalog.get('list', list)
    const nameOf = (id: string) => (document?.names === 'region' ? regionName(id, language) : id)
    return (document?.items ?? []).map(({ id, label, name, letter }) => ({
      id,
      letter,
      words: t(label) || name || nameOf(id),
    }))
  }
}

/** An item of a list document by its id, or by its letter. */
export function useItem(): (list: string, code: string) => Item | null {
  const items = useItems()
  return (list, code) =>
    items(list).find(({ id, letter }) => id === code || letter === code) ?? null
}

/**
 * A code in words, or the code itself if there is no list of names. Null if the list doesn't have
 * it.
 */
export function useName(): (code: string, names: Names | undefined) => string | null {
  const t = useText()
  const item = useItem()
  return (code, names) => {
    if (code === '') return null
    if (names === undefined) return code
    // Ids may have dots; text keys have them between groups.
    return 'list' in names
      ? (item(names.list, code)?.words ?? null)
      : t(`${names.texts}.${code.replaceAll('.', '_')}`)
  }
}

/** Which of these codes have their own drawing. */
export function useDrawings(): (codes: readonly unknown[], list: string) => WorkerType[] {
  const item = useItem()
  return (codes, list) =>
    codes.flatMap((code) => TYPES.find((type) => type === item(list, codeOf(code))?.id) ?? [])
}

/** The drawing of a code in a list: that of its longest prefix in the list. */
export function useDrawing(): (code: string, list: string) => string | null {
  const { catalog } = useRenderContext()
  return (code, list) => {
    const items = catalog.get('list', list)?.items ?? []
    const fitting = items.filter(({ id }) => code.startsWith(id))
    return fitting.sort((a, b) => b.id.length - a.id.length)[0]?.drawing ?? null
  }
}

type Filled = { readonly words: string | number; /** How many it names. */ readonly count?: number }

/** One value of a sentence in words; null if the record has none. */
function useValue(): (record: unknown, value: Value) => Filled | null {
  const name = useName()
  const { language } = useScope()
  const named = (code: string, names: Names | undefined): Filled | null => {
    const words = name(code, names)
    return words === null ? null : { words }
  }
  return (record, { path, names, named: ownName, as, by, most }) => {
    const field = fieldOf(record, path)
    if (Array.isArray(field)) {
      const words = sortedBy(field, by)
        .slice(0, most)
        .flatMap((entry) =>
          ownName === undefined ? (name(codeOf(entry), names) ?? []) : textOf(entry, ownName) || [],
        )
      return words.length === 0 ? null : { words: listOf(words, language), count: words.length }
    }
    if (typeof field === 'number' && names === undefined)
      return { words: as === 'whole' ? Math.round(field) : numberOf(field, language) }
    if (typeof field === 'boolean') return names === undefined ? null : named(String(field), names)
    const text = textOf(record, path)
    if (as === 'ago') return named(agoOf(text, language), undefined)
    return as === 'day' ? named(dayOf(text, language), undefined) : named(text, names)
  }
}

/**
 * A sentence with the values of a record filled in.
 *
 * @returns null if the record lacks one of them, because half a sentence is useless
 */
export function useSentence(): (
  record: unknown,
  sentence: { readonly text?: string; readonly values?: readonly Value[] },
) => string | null {
  const t = useText()
  const valueOf = useValue()
  return (record, { text, values = [] }) => {
    const filled = values.map((value) => ({ id: value.id, ...valueOf(record, value) }))
    if (filled.some(({ words }) => words === undefined)) return null
    if (text === undefined) return filled.map(({ words }) => words).join(' ')
    const count = filled.find((each) => each.count !== undefined)?.count
    return t(text, {
      ...(count !== undefined && { count }),
      ...Object.fromEntries(filled.map(({ id, words }) => [id, words])),
    })
  }
}

/** The lines of a card that a record has something to say for. */
export function useLines(): (
  record: unknown,
  lines?: readonly Line[],
) => readonly { readonly line: Line; readonly words: string }[] {
  const t = useText()
  const sentence = useSentence()
  return (record, lines = []) =>
    lines.flatMap((line) => {
      const { only, unless, otherwise } = line
      if (only !== undefined && !hasOnly(record, only)) return []
      if (unless !== undefined && hasOnly(record, unless)) return []
      const words = sentence(record, line) ?? (otherwise === undefined ? null : t(otherwise))
      return words === null ? [] : [{ line, words }]
    })
}

/** The value at a path is this one, or a list of nothing else. */
function hasOnly(record: unknown, { path, is }: NonNullable<Line['only']>): boolean {
  const field = fieldOf(record, path)
  const values = Array.isArray(field) ? (field as readonly unknown[]) : [field]
  return is !== null && values.length === 1 && String(values[0]) === is
}

/** May the user open this route, by its feature? Links to locked routes aren't offered. */
export function useOpen(): (route: string) => boolean {
  const { catalog, scope } = useRenderContext()
  return (name) => {
    const route = catalog.route(name)
    const feature = route?.guard === 'none' ? undefined : (route?.guard ?? route?.feature)
    return feature === undefined || scope.feature[feature]?.access === true
  }
}
