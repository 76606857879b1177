/** A list of entries, each folded to one line: opened one at a time, added, moved, removed, and brought back. */

import { useState } from 'react'
import { isObject, own, pointer } from '#engine/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/Button.tsx'
import { Icon } from '#widgets/Icon.tsx'
import { useForm } from './context.ts'
import { freeName, insertAt, moveAt, removeAt, segmentOf, setAt } from './edit.ts'
import { lockOf, type FieldProps } from './field.ts'
import { FieldFrame, LockLine } from './FieldFrame.tsx'
import css from './Form.module.css'
import { FoldRow } from './FoldRow.tsx'
import { IdField } from './IdField.tsx'
import { Members } from './Members.tsx'
import { PlaceNotes } from './ScalarFields.tsx'
import { emptyOf, kindOf, membersOf, resolve } from './shape.ts'
import { goneFrom, isReordered, isSame } from './status.ts'
import { useSummary } from './summary.ts'

/** From here on, a search is quicker than looking. */
export const MANY = 12
const DRAWN_ELSEWHERE: ReadonlySet<string> = new Set(['id', 'lock'])

export function EntryList({ field }: { field: FieldProps }) {
  const t = useText()
  const { edit, open, toggle, goTo, names, say } = useForm()
  const summarise = useSummary()
  const [query, setQuery] = useState('')
  const { at, base, schema, label, readOnly, compared } = field
  const { schema: items, definitions } = resolve((schema['items'] ?? {}) as FieldProps['schema'], field.definitions)
  const list = field.value as readonly unknown[]
  const segments = list.map((_entry, index) => segmentOf(list, index))
  const comparedHere = compared && Array.isArray(base)
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
  const idSchema = membersOf(items).find(({ name }) => name === 'id')?.schema

  const make = (): unknown => {
    const made = emptyOf(items, definitions)
    if (idSchema === undefined || !isObject(made)) return made
    const known = kindOf(idSchema) === 'choice' ? (idSchema['enum'] as string[]) : (names[String(idSchema['x-ref'])] ?? []).map(({ id }) => id)
    const free = known.find((id) => !segments.includes(id))
    return { ...made, id: free ?? freeName(segments, 'new') }
  }
  const add = (index: number, entry: unknown) => {
    edit((document) => insertAt(document, at, entry, index))
    const id = own(entry, 'id')
    goTo(at + pointer(typeof id === 'string' ? id : index) + (idSchema === undefined ? '' : '/id'))
  }
  const remove = (index: number) => {
    edit((document) => removeAt(document, at + pointer(segments[index]!)))
    say(t('console.form.removed', { label: summarise(list[index]).title }))
    goTo(at)
  }
  const move = (index: number, by: -1 | 1) => {
    if (index + by < 0 || index + by >= list.length) return
    edit((document) => moveAt(document, at + pointer(segments[index]!), by))
    say(t('console.form.moved', { place: index + by + 1, of: list.length }))
    // Without ids the open entry is known by its position only.
    if (open.get(at) === segments[index] && own(list[index], 'id') === undefined) toggle(at, String(index + by))
  }
  const entries = list.map((entry, index) => ({ entry, index, summary: summarise(entry), segment: segments[index]! }))
  const typed = query.trim().toLowerCase()
  const shown = typed === '' ? entries : entries.filter(({ summary, segment }) => `${summary.title} ${summary.detail} ${segment}`.toLowerCase().includes(typed))
  const reordered = comparedHere && isReordered(base, list)

  return (
    <FieldFrame field={{ ...field, bindable: false }} group>
      {() => (
        <>
          {list.length > MANY && <input className={css['input']} type="search" aria-label={t('console.form.findIn', { label })} placeholder={t('console.form.find')} value={query} onChange={(event) => setQuery(event.target.value)} />}
          {reordered && <p className={css['name']}>{t('console.form.reordered')}</p>}
          {list.length === 0 && <p className="small mute">{t('console.form.emptyList')}</p>}
          <ol className={css['entries']}>
            {shown.map(({ entry, index, summary, segment }) => {
              const before = comparedHere ? entryOf(base as readonly unknown[], entry, index) : undefined
              const inBase = before !== undefined
              const lock = lockOf(entry, before, compared)
              const inside: FieldProps = {
                ...field,
                schema: items,
                definitions,
                value: entry,
                base: before,
                compared: inBase,
                at: at + pointer(segment),
                label: summary.title,
                hint: undefined,
                optional: false,
                readOnly: readOnly || lock === 'no-overlay',
                lock,
              }
              return (
                <FoldRow
                  key={segment}
                  list={at}
                  entry={segment}
                  at={inside.at}
                  summary={summary}
                  locked={lock !== undefined}
                  mark={!comparedHere ? undefined : inBase ? (isSame(before, entry) ? undefined : 'changed') : 'new'}
                  move={readOnly || typed !== '' || list.length < 2 ? undefined : (by) => move(index, by)}
                >
                  {() => (
                    <>
                      <Entry field={inside} siblings={segments} />
                      {!readOnly && (
                        <div className={css['actions']}>
                          {list.length < most && (
                            <Button look="text" small icon={<Icon name="plus" size="s" />} onClick={() => add(index + 1, make())}>
                              {t('console.form.addBelow')}
                            </Button>
                          )}
                          {inBase && lock !== 'no-overlay' && !isSame(before, entry) && (
                            <Button look="text" small icon={<Icon name="undo" size="s" />} onClick={() => edit((document) => setAt(document, inside.at, before))}>
                              {t('console.form.takeBack')}
                            </Button>
                          )}
                          {lock === undefined && list.length > least && (
                            <Button look="text" small icon={<Icon name="close" size="s" />} onClick={() => remove(index)}>
                              {t('console.form.remove', { label: summary.title })}
                            </Button>
                          )}
                        </div>
                      )}
                    </>
                  )}
                </FoldRow>
              )
            })}
          </ol>
          {comparedHere &&
            goneFrom(base, list).map(({ index, entry }) => (
              <p className={css['gone']} key={String(own(entry, 'id'))}>
                <span>{t('console.form.wasRemoved', { label: summarise(entry).title })}</span>
                {!readOnly && (
                  <Button look="text" small icon={<Icon name="undo" size="s" />} onClick={() => add(index, entry)}>
                    {t('console.form.bringBack')}
                    <span className="hidden-text">: {summarise(entry).title}</span>
                  </Button>
                )}
              </p>
            ))}
          {!readOnly && list.length < most && (
            <Button look="line" small icon={<Icon name="plus" size="s" />} onClick={() => add(list.length, make())}>
              {t('console.form.addTo', { label })}
            </Button>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** The same entry of the other list: by its id, else by its position. */
function entryOf(base: readonly unknown[], entry: unknown, index: number): unknown {
  const id = own(entry, 'id')
  return typeof id === 'string' ? base.find((each) => own(each, 'id') === id) : base[index]
}

function Entry({ field, siblings }: { field: FieldProps; siblings: readonly string[] }) {
  const { Field } = useForm()
  const { schema, value, lock, at } = field
  if (kindOf(schema) !== 'object' || !isObject(value)) return <Field {...field} />
  const id = membersOf(schema).find(({ name }) => name === 'id')
  return (
    <>
      <PlaceNotes field={{ at, lock: undefined }} />
      {lock && <LockLine lock={lock} />}
      {id && <IdField field={field} schema={id.schema} siblings={siblings} />}
      <Members field={{ ...field, lock: undefined }} hidden={DRAWN_ELSEWHERE} />
    </>
  )
}
