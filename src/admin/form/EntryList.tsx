/**
 * A list of entries, each collapsed to one line: opened one at a time, added, moved, removed, and
 * restored.
 */

import { memo, useEffect, useRef, useState, type FocusEvent } from 'react'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer } from '#engine/documents/json.ts'
import { freeId, idFrom, keyFrom } from '#engine/recipes/ids.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useForm } from './context.ts'
import {
  freeName,
  insertAt,
  moveAt,
  removeAt,
  renameAt,
  segmentAt,
  segmentsOf,
  setAt,
  splitPointer,
} from '#admin/parts/edit.ts'
import { lockOf, type FieldProps } from './field.ts'
import { FieldFrame, LockLine } from './FieldFrame.tsx'
import { Find } from './Find.tsx'
import css from './Form.module.css'
import { FoldRow } from './FoldRow.tsx'
import { Gone } from './Gone.tsx'
import { IdField } from './IdField.tsx'
import { titlesOf } from './known.ts'
import { Members } from './Members.tsx'
import { usePortion } from './portion.tsx'
import { PlaceNotes } from './ScalarFields.tsx'
import { emptyOf, kindOf, membersOf, resolve, type Definitions } from './shape.ts'
import { removedFrom, isReordered, isSame } from './status.ts'
import { useSummary } from './summary.ts'

const DRAWN_ELSEWHERE: ReadonlySet<string> = new Set(['id', 'lock'])

/**
 * Actions on the entries. The same object at every render, so that only changed rows render again.
 */
type Deeds = {
  readonly add: (index: number, entry?: unknown) => void
  readonly remove: (index: number, title: string) => void
  readonly move: (index: number, by: number) => void
  readonly taken: (name: string) => boolean
}

export function EntryList({ field }: { field: FieldProps }) {
  const t = useText()
  const summarise = useSummary()
  const { keyOf } = useForm()
  const [query, setQuery] = useState('')
  const { at, base, schema, label, readOnly, compared } = field
  const { schema: items, definitions } = resolve(
    (schema['items'] ?? {}) as Schema,
    field.definitions,
  )
  const list = field.value as readonly unknown[]
  const deeds = useDeeds(field, items, definitions)
  const segments = segmentsOf(list)
  const segmentOf = (index: number) => segments[index] ?? String(index)
  const comparedHere = compared && Array.isArray(base)
  const most =
    typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
  const typed = query.trim().toLowerCase()
  const fits = (entry: unknown, index: number) => {
    const { title, detail } = summarise(entry)
    return `${title} ${detail} ${segmentOf(index)}`.toLowerCase().includes(typed)
  }
  const found = list
    .map((_entry, index) => index)
    .filter((index) => typed === '' || fits(list[index], index))
  const { shown, more } = usePortion(at, found, found.map(segmentOf))
  return (
    <FieldFrame field={{ ...field, bindable: false }} group>
      {() => (
        <>
          <Find label={label} count={list.length} query={query} onQuery={setQuery} />
          {comparedHere && isReordered(base, list) && (
            <p className={css['name']}>{t('console.form.reordered')}</p>
          )}
          {list.length === 0 && <p className="small mute">{t('console.form.emptyList')}</p>}
          <ol className={css['entries']}>
            {shown.map((index) => (
              <EntryRow
                key={keyOf(at + pointer(segmentOf(index)))}
                list={at}
                segment={segmentOf(index)}
                index={index}
                entry={list[index]}
                before={
                  comparedHere ? entryOf(base as readonly unknown[], list[index], index) : undefined
                }
                listCompared={comparedHere}
                compared={compared}
                schema={items}
                definitions={definitions}
                readOnly={readOnly}
                bindable={field.bindable}
                canMove={
                  !readOnly && typed === '' && list.length > 1 && schema['x-order'] !== false
                }
                canAdd={!readOnly && list.length < most}
                canRemove={!readOnly && list.length > least}
                deeds={deeds}
              />
            ))}
          </ol>
          {more}
          {comparedHere &&
            removedFrom(base, list).map(({ index, entry }) => (
              <Gone
                key={String(own(entry, 'id'))}
                label={summarise(entry).title}
                onBringBack={readOnly ? undefined : () => deeds.add(index, entry)}
              />
            ))}
          {!readOnly && list.length < most && (
            <Button
              look="line"
              small
              icon={<Icon name="plus" size="s" />}
              onClick={() => deeds.add(list.length)}
            >
              {t('console.form.addTo', { label })}
            </Button>
          )}
        </>
      )}
    </FieldFrame>
  )
}

function useDeeds(field: FieldProps, items: Schema, definitions: Definitions): Deeds {
  const t = useText()
  const { edit, open, toggle, goTo, names, say } = useForm()
  const { at } = field
  const list = field.value as readonly unknown[]
  const idSchema = membersOf(items).find(({ name }) => name === 'id')?.schema
  // What people read comes before what documents refer to, unless that has to be chosen.
  const called = isChosen(idSchema) ? undefined : calledBy(items)
  const make = (): unknown => {
    const made = emptyOf(items, definitions)
    if (idSchema === undefined || !isObject(made)) return made
    const taken = segmentsOf(list)
    const known =
      kindOf(idSchema) === 'choice'
        ? (idSchema['enum'] as string[])
        : [...titlesOf(names, String(idSchema['x-ref'])).keys()]
    return { ...made, id: known.find((id) => !taken.includes(id)) ?? freeName(taken, 'new') }
  }
  const now: Deeds = {
    taken: (name) => segmentsOf(list).includes(name),
    add: (index, entry = make()) => {
      edit((document) => insertAt(document, at, entry, index))
      const id = own(entry, 'id')
      const begin = called === undefined ? (idSchema === undefined ? '' : '/id') : pointer(called)
      goTo(at + pointer(typeof id === 'string' ? id : index) + begin)
    },
    remove: (index, title) => {
      edit((document) => removeAt(document, at + pointer(segmentAt(list, index))))
      say(t('console.form.removed', { label: title }))
      goTo(at)
    },
    move: (index, by) => {
      if (index + by < 0 || index + by >= list.length) return
      const segment = segmentAt(list, index)
      edit((document) => moveAt(document, at + pointer(segment), by))
      say(t('console.form.moved', { place: index + by + 1, of: list.length }))
      // Without ids the open entry is identified only by its position.
      if (open.get(at) === segment && own(list[index], 'id') === undefined)
        toggle(at, String(index + by))
    },
  }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const [stable] = useState((): Deeds => ({
    taken: (name) => latest.current.taken(name),
    add: (...given) => latest.current.add(...given),
    remove: (...given) => latest.current.remove(...given),
    move: (...given) => latest.current.move(...given),
  }))
  return stable
}

/** The words that an entry is known by. */
function calledBy(items: Schema): string | undefined {
  return membersOf(items).find(({ schema, required }) => required && schema['x-ref'] === 'text')
    ?.name
}

function isChosen(id: Schema | undefined): boolean {
  return id !== undefined && (kindOf(id) === 'choice' || typeof id['x-ref'] === 'string')
}

type RowProps = {
  readonly list: string
  readonly segment: string
  readonly index: number
  readonly entry: unknown
  /** The same entry in the other document. */
  readonly before: unknown
  readonly listCompared: boolean
  readonly compared: boolean
  readonly schema: Schema
  readonly definitions: Definitions
  readonly readOnly: boolean
  readonly bindable: boolean
  readonly canMove: boolean
  readonly canAdd: boolean
  readonly canRemove: boolean
  readonly deeds: Deeds
}

const EntryRow = memo(function EntryRow({
  list,
  segment,
  index,
  entry,
  before,
  listCompared,
  compared,
  schema,
  definitions,
  readOnly,
  bindable,
  canMove,
  canAdd,
  canRemove,
  deeds,
}: RowProps) {
  const t = useText()
  const { edit } = useForm()
  const summary = useSummary()(entry)
  const inBase = before !== undefined
  const isChanged = inBase && !isSame(before, entry)
  const lock = lockOf(entry, before, compared)
  const inside: FieldProps = {
    schema,
    definitions,
    value: entry,
    base: before,
    compared: inBase,
    at: list + pointer(segment),
    label: summary.title,
    hint: undefined,
    optional: false,
    readOnly: readOnly || lock === 'no-overlay',
    lock,
    bindable,
  }
  return (
    <FoldRow
      list={list}
      entry={segment}
      at={inside.at}
      summary={summary}
      locked={lock !== undefined}
      mark={!listCompared ? undefined : inBase ? (isChanged ? 'changed' : undefined) : 'new'}
      move={canMove ? (by) => deeds.move(index, by) : undefined}
      index={index}
    >
      {() => (
        <>
          <Entry field={inside} taken={deeds.taken} />
          {!readOnly && (
            <div className={css['actions']}>
              {canAdd && (
                <Button
                  look="text"
                  small
                  icon={<Icon name="plus" size="s" />}
                  onClick={() => deeds.add(index + 1)}
                >
                  {t('console.form.addBelow')}
                </Button>
              )}
              {isChanged && lock !== 'no-overlay' && (
                <Button
                  look="text"
                  small
                  icon={<Icon name="undo" size="s" />}
                  onClick={() => edit((document) => setAt(document, inside.at, before))}
                >
                  {t('console.form.takeBack')}
                </Button>
              )}
              {canRemove && lock === undefined && (
                <Button
                  look="text"
                  small
                  icon={<Icon name="close" size="s" />}
                  onClick={() => deeds.remove(index, summary.title)}
                >
                  {t('console.form.remove', { label: summary.title })}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </FoldRow>
  )
})

/** The same entry in the other list: by id, else by position. */
function entryOf(base: readonly unknown[], entry: unknown, index: number): unknown {
  const id = own(entry, 'id')
  return typeof id === 'string' ? base.find((each) => own(each, 'id') === id) : base[index]
}

function Entry({ field, taken }: { field: FieldProps; taken: (name: string) => boolean }) {
  const { Field } = useForm()
  const nameIt = useNameFromLabel(field, taken)
  const { schema, value, lock, at } = field
  if (kindOf(schema) !== 'object' || !isObject(value)) return <Field {...field} />
  const id = membersOf(schema).find(({ name }) => name === 'id')
  return (
    <div className={css['named']} role="presentation" onBlur={nameIt}>
      <PlaceNotes field={{ at, lock: undefined }} />
      {lock && <LockLine lock={lock} />}
      {id && <IdField field={field} schema={id.schema} isTaken={taken} />}
      <Members field={{ ...field, lock: undefined }} hidden={DRAWN_ELSEWHERE} />
    </div>
  )
}

/** An entry that has no name of its own yet gets one from the words that it is called by. */
function useNameFromLabel({ value, schema, at }: FieldProps, taken: (name: string) => boolean) {
  const { edit, renamed } = useForm()
  return ({ target }: FocusEvent<HTMLElement>) => {
    const called = calledBy(schema)
    const place = target.closest('[data-at]')?.getAttribute('data-at')
    if (called === undefined || place !== at + pointer(called)) return
    if (!(target instanceof HTMLTextAreaElement) || !target.lang.startsWith('en')) return
    if (!isUnnamed(own(value, 'id'))) return
    const wanted = keyFrom(idFrom(target.value))
    if (wanted === '') return
    const name = freeId(taken, wanted)
    edit((document) => renameAt(document, at, name))
    renamed(at, splitPointer(at)[0] + pointer(name))
  }
}

/** As `add` has named it. */
function isUnnamed(id: unknown): boolean {
  return typeof id === 'string' && /^new(?:-?\d+)?$/.test(id)
}
