/**
 * Reads rows of a file as records of a type: maps columns to fields, and gives every reason why a
 * row is refused. Pure.
 */

import type { ContentField, ContentType } from '#engine/documents/kinds.ts'
import { recordIssues, type RecordReason } from '#engine/check/record.ts'
import { UNKEEPABLE } from '#engine/documents/bounds.ts'
import { isObject } from '#engine/documents/json.ts'
import { dayAfter } from './days.ts'
import { cellOf, valueOf, unguarded, type Choices } from './cells.ts'
import { LOST, unixLines, type Row } from './rows.ts'
import { fold } from './words.ts'

/** Columns that every file may have besides the fields, whose ids never begin with `_`. */
export const ID = 'id'
export const FROM = '_from'
const UNTIL = '_until'
const HIDDEN = '_hidden'
const OWN_COLUMNS: readonly string[] = [ID, FROM, UNTIL, HIDDEN]

const MAX_VALUE_SHOWN = 80
/** In characters of JSON. */
const MAX_NESTED = 40_000
const ID_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,119}$/u

export type Reason =
  | RecordReason
  | 'id'
  | 'duplicate'
  | 'moment'
  | 'period'
  | 'unkeepable'
  | 'encoding'
  | 'column-twice'
  | 'columns'
  | 'object'
  | 'quotes'
  | 'json'
  | 'row-too-long'
  | 'rows'
  | 'empty'
export type Issue = {
  /** The column of the file, or the field if there is no column; empty: the row as a whole. */
  readonly column: string
  readonly value: string
  readonly reason: Reason
}
export type ReadRecord = {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly hidden: boolean
  readonly starts: Date | null
  readonly ends: Date | null
}
export type ReadRow = { readonly line: number } & (
  | { readonly record: ReadRecord }
  | { readonly issues: readonly Issue[] }
)
/** Column of the file -> field, `id` or another column of ours; null: left out. */
export type Mapping = Readonly<Record<string, string | null>>

/** By the id of a field, in any spelling: `Study fields` is `studyFields`. */
function mappingOf(type: ContentType, columns: readonly string[]): Mapping {
  const names = [...OWN_COLUMNS, ...type.fields.map(({ id }) => id)]
  const byWord = new Map(names.map((name) => [squeezed(name), name]))
  // Where a file has both, its slugs are left out.
  if (!columns.some((column) => squeezed(column) === ID)) byWord.set('slug', ID)
  return Object.fromEntries(
    columns.map((column) => [
      column,
      names.includes(column) ? column : (byWord.get(squeezed(column)) ?? null),
    ]),
  )
}

function squeezed(name: string): string {
  return fold(name).replaceAll(' ', '')
}

/** Takes rows one after the other; the first row of a table is its header. */
export class RecordReader {
  columns: readonly string[] | null = null
  mapping: Mapping
  readonly #fields: ReadonlyMap<string, ContentField>

  /**
   * @param chosen columns whose field an admin has chosen; the others are guessed
   * @param damaged whether the file has bytes that its encoding can't read
   */
  constructor(
    readonly type: ContentType,
    readonly choices: Choices,
    readonly chosen: Mapping = {},
    readonly damaged = false,
  ) {
    this.mapping = chosen
    this.#fields = new Map(type.fields.map((field) => [field.id, field]))
  }

  /** @returns null for the header of a table, unless something is wrong with it */
  read(row: Row): ReadRow | null {
    const { line } = row
    if ('broken' in row) {
      const reason = row.broken === 'too-long' ? 'row-too-long' : row.broken
      return { line, issues: [{ column: '', value: row.text, reason }] }
    }
    if ('value' in row) return this.#fromObject(line, row.value)
    if (this.columns === null) {
      this.columns = row.cells.map((cell) => unguarded(cell).trim())
      this.mapping = { ...mappingOf(this.type, this.columns), ...this.chosen }
      const issues = twiceIn(this.columns, this.mapping)
      return issues.length === 0 ? null : { line, issues }
    }
    return this.#fromCells(line, row.cells, this.columns)
  }

  #fromCells(line: number, cells: readonly string[], columns: readonly string[]): ReadRow {
    if (cells.length > columns.length)
      return { line, issues: [{ column: '', value: shown(cells.at(-1)), reason: 'columns' }] }
    const values: Record<string, unknown> = {}
    const named: Record<string, string> = {}
    columns.forEach((column, index) => {
      const to = given(this.mapping, column) ?? null
      const cell = cells[index] ?? ''
      if (to === null) return
      const field = this.#fields.get(to)
      const value =
        field === undefined
          ? unguarded(cell).trim() || undefined
          : valueOf(field, cell, this.choices)
      if (value === undefined) return
      values[to] = value
      named[to] = column
    })
    return this.#record(line, values, named)
  }

  #fromObject(line: number, value: unknown): ReadRow {
    if (!isObject(value))
      return { line, issues: [{ column: '', value: shown(value), reason: 'object' }] }
    const values = Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const chosen = given(this.chosen, name)
        const to = name === 'slug' && value[ID] === undefined ? ID : (chosen ?? name)
        return chosen === null ? [] : [[to, inner]]
      }),
    )
    return this.#record(line, values, {})
  }

  #record(
    line: number,
    values: Readonly<Record<string, unknown>>,
    named: Readonly<Record<string, string>>,
  ): ReadRow {
    const { [ID]: givenId, [FROM]: from, [UNTIL]: until, [HIDDEN]: hides, ...rest } = values
    const data = withoutEmpty(rest)
    const issues: Issue[] = []
    const add = (name: string, value: unknown, reason: Reason) =>
      issues.push({ column: given(named, name) ?? name, value: shown(value), reason })
    for (const { field, reason } of recordIssues(this.type, this.#listed, data))
      add(field, data[field], reason)
    for (const [name, value] of Object.entries(data))
      if (!isKeepable(value)) add(name, value, 'unkeepable')
      else if (this.damaged && isLost(value)) add(name, value, 'encoding')
    const id = idOf(this.type, givenId, data)
    if (id === null) add(ID, givenId, 'id')
    const [starts, ends] = [momentOf(from), momentOf(until)]
    if (starts === undefined) add(FROM, from, 'moment')
    if (ends === undefined) add(UNTIL, until, 'moment')
    if (starts && ends && starts >= ends) add(UNTIL, until, 'period')
    const hidden = hides === true || hides === 'true' || hides === '1'
    // The types don't know that each of these left an issue.
    if (issues.length > 0 || id === null || starts === undefined || ends === undefined)
      return { line, issues }
    return { line, record: { id, data, hidden, starts, ends } }
  }

  readonly #ids = new Map<string, ReadonlySet<string> | undefined>()

  readonly #listed = (list: string): ReadonlySet<string> | undefined => {
    if (!this.#ids.has(list)) {
      const known = this.choices(list)
      this.#ids.set(list, known === undefined ? undefined : new Set(known.values()))
    }
    return this.#ids.get(list)
  }
}

/** Columns of a field that another column has too: one of them would be lost. */
function twiceIn(columns: readonly string[], mapping: Mapping): Issue[] {
  const fields = columns.map((column) => given(mapping, column) ?? null)
  return columns.flatMap((column, index) => {
    const field = fields[index] ?? null
    return field === null || fields.indexOf(field) === index
      ? []
      : [{ column, value: field, reason: 'column-twice' as const }]
  })
}

function isLost(value: unknown): boolean {
  return (typeof value === 'string' ? value : JSON.stringify(value)).includes(LOST)
}

/** Names come from files, and every object inherits members such as `constructor`. */
function given<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Can PostgreSQL store it? Not with NUL, a lone surrogate or an infinite number. */
function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return !UNKEEPABLE.test(value)
  const text = JSON.stringify(value)
  return text.length <= MAX_NESTED && !/\\u(?:0000|d[89a-f])/i.test(text)
}

/** As it is stored: without empty values, and with Unix line ends. */
export function withoutEmpty(
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, typeof value === 'string' ? unixLines(value) : value]),
  )
}

/** The given id, or one made from the title. */
function idOf(
  type: ContentType,
  given: unknown,
  data: Readonly<Record<string, unknown>>,
): string | null {
  const title = data[type.record.title]
  const id =
    given === undefined || given === null || given === ''
      ? fold(typeof title === 'string' ? title : '')
          .replaceAll(' ', '-')
          .slice(0, 80)
          .replace(/-$/, '')
      : typeof given === 'number'
        ? String(given)
        : given
  return typeof id === 'string' && ID_PATTERN.test(id) ? id : null
}

/** @returns null if none is given; undefined if it's neither a date nor a timestamp */
export function momentOf(value: unknown): Date | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') return undefined
  if (
    !/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(
      value,
    )
  )
    return undefined
  const moment = new Date(value)
  const isReal =
    !Number.isNaN(moment.getTime()) && (value.length > 10 || moment.toISOString().startsWith(value))
  return isReal ? moment : undefined
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  return text.length > MAX_VALUE_SHOWN ? `${text.slice(0, MAX_VALUE_SHOWN)}…` : text
}

export type KeptRecord = {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly state: 'shown' | 'hidden'
  readonly starts: Date | null
  readonly ends: Date | null
}

export function headOf(type: ContentType): string[] {
  return [ID, ...type.fields.map(({ id }) => id), FROM, UNTIL, HIDDEN]
}

/** The cells of a record, in the order of `headOf`. */
export function cellsOf(type: ContentType, record: KeptRecord): (string | number | null)[] {
  const { _from = null, _until = null, _hidden = null } = ownColumnsOf(type, record)
  return [
    record.id,
    ...type.fields.map((field) => cellOf(field, record.data[field.id])),
    _from,
    _until,
    _hidden === null ? null : 'true',
  ]
}

export function objectOf(type: ContentType, record: KeptRecord): Readonly<Record<string, unknown>> {
  return { [ID]: record.id, ...record.data, ...ownColumnsOf(type, record) }
}

/** Does the record expire on the day after a date in it? */
export function endFollows(
  { expires }: ContentType,
  { ends, data }: Pick<KeptRecord, 'ends' | 'data'>,
): boolean {
  return expires !== undefined && dayAfter(data[expires])?.getTime() === ends?.getTime()
}

/** An expiry that follows from a field of the type isn't written again. */
function ownColumnsOf(
  type: ContentType,
  { state, starts, ends, data }: KeptRecord,
): { _from?: string; _until?: string; _hidden?: true } {
  const follows = endFollows(type, { ends, data })
  return {
    ...(starts !== null && { [FROM]: starts.toISOString() }),
    ...(ends !== null && !follows && { [UNTIL]: ends.toISOString() }),
    ...(state === 'hidden' && { [HIDDEN]: true as const }),
  }
}
