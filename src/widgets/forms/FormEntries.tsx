/**
 * A list of entries, such as jobs: each is a small form of its own that folds. Added, moved and
 * removed by buttons.
 */

import {
  getUiOptions,
  type ErrorSchema,
  type FieldProps,
  type RJSFSchema,
  type UiSchema,
} from '@rjsf/utils'
import { useId, useRef, useState } from 'react'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Choices } from './FormChoices.tsx'
import type { FieldOptions } from './formschema.ts'
import { atStart } from './formtexts.ts'
import css from './FormEntries.module.css'

type Props = FieldProps<FormValues, RJSFSchema>
type Entry = Readonly<Record<string, unknown>>

/** An array has entries or choices, depending on its items. */
export function Several(props: Props) {
  const items = props.schema.items
  return typeof items === 'object' && !Array.isArray(items) && items.type === 'object' ? (
    <Entries {...props} items={items} />
  ) : (
    <Choices {...props} />
  )
}

function Entries(props: Props & { items: RJSFSchema }) {
  const { formData, schema, uiSchema, fieldPathId, onChange, disabled } = props
  const t = useText()
  const options = getUiOptions(uiSchema) as FieldOptions
  const entries = Array.isArray(formData) ? (formData as readonly Entry[]) : []
  const { keys, change } = useKeys(entries)
  const [removed, setRemoved] = useState<{ entry: Entry; at: number } | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const called = t(options.entry ?? 'form.entry')

  // A list changes as a whole, so it's unknown which entry a problem was about (formchanged.ts).
  const keep = (next: readonly Entry[], nextKeys: readonly number[]) => {
    change(nextKeys)
    onChange(next as unknown as FormValues, fieldPathId.path, undefined, fieldPathId.$id)
  }
  const insert = (entry: Entry, at: number) => {
    setRemoved(null)
    keep(withAt(entries, at, entry), withAt(keys, at, newKey()))
  }
  const move = (from: number, to: number) => {
    setRemoved(null)
    const [entry, key] = [entries[from], keys[from]]
    if (entry === undefined || key === undefined) return
    keep(withAt(without(entries, from), to, entry), withAt(without(keys, from), to, key))
  }
  const remove = (at: number) => {
    const entry = entries[at]
    if (entry === undefined) return
    keep(without(entries, at), without(keys, at))
    setRemoved({ entry, at })
    place.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  return (
    <div ref={place} className={css['list']}>
      {entries.map((entry, at) => (
        <OneEntry
          key={keys[at]}
          {...props}
          entry={entry}
          at={at}
          title={t('form.entryNumber', { entry: atStart(called), number: at + 1 })}
          isLast={at === entries.length - 1}
          onMove={(by) => move(at, at + by)}
          onRemove={() => remove(at)}
        />
      ))}
      <button
        type="button"
        data-add
        name={fieldPathId.name}
        className={css['add']}
        disabled={disabled || entries.length >= (schema.maxItems ?? Infinity)}
        onClick={() => insert({}, entries.length)}
      >
        <Icon name="plus" size="s" />
        {t('form.addEntry', { entry: called })}
      </button>
      <div role="status">
        {removed !== null && (
          <p className={css['removed']}>
            {t('form.removedEntry', { entry: atStart(called), number: removed.at + 1 })}
            <Button look="text" small onClick={() => insert(removed.entry, removed.at)}>
              {t('form.undo')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

type OneProps = Props & {
  readonly items: RJSFSchema
  readonly entry: Entry
  readonly at: number
  readonly title: string
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function OneEntry({
  items,
  entry,
  at,
  title,
  isLast,
  onMove,
  onRemove,
  uiSchema,
  errorSchema,
  fieldPathId,
  registry,
  onChange,
  onBlur,
  onFocus,
  disabled,
}: OneProps) {
  const t = useText()
  const id = useId()
  // New entries open automatically; saved ones are collapsed to one line.
  const [startsOpen] = useState(() => Object.keys(entry).length === 0)
  const { SchemaField } = registry.fields
  if (SchemaField === undefined) throw new Error('rjsf has no SchemaField')
  const name = `${fieldPathId.name}.${at}`
  const ui = (uiSchema?.['items'] ?? {}) as UiSchema<FormValues, RJSFSchema>
  const errors = (errorSchema as Readonly<Record<string, ErrorSchema>> | undefined)?.[at]
  const own = errors?.__errors?.[0]
  return (
    <details
      className={css['entry']}
      ref={(element) => {
        if (element !== null && element.dataset['drawn'] === undefined) {
          element.dataset['drawn'] = ''
          element.open = startsOpen
        }
      }}
    >
      <summary className={css['summary']} id={id}>
        <span className="grow">
          <strong>{title}</strong> <span className="mute">{summaryOf(entry, items)}</span>
        </span>
        <span className={css['mark']}>
          <Icon name="down" size="s" />
        </span>
      </summary>
      <div className={css['fields']} role="group" aria-labelledby={id}>
        {Object.entries(items.properties ?? {}).map(([key, schema]) => (
          <SchemaField
            key={key}
            name={key}
            schema={schema as RJSFSchema}
            uiSchema={ui[key] as UiSchema<FormValues, RJSFSchema>}
            errorSchema={(errors as Readonly<Record<string, ErrorSchema>> | undefined)?.[key] ?? {}}
            formData={entry[key] as FormValues}
            fieldPathId={{
              path: [...fieldPathId.path, at, key],
              $id: `${name}.${key}`,
              name: `${name}.${key}`,
            }}
            required={items.required?.includes(key) ?? false}
            disabled={disabled ?? false}
            registry={registry}
            onChange={onChange}
            onBlur={onBlur}
            onFocus={onFocus}
          />
        ))}
        {own !== undefined && (
          <p className={css['error']}>
            <Icon name="warning" size="s" />
            <span>{own}</span>
          </p>
        )}
        <p className={css['buttons']}>
          <button type="button" disabled={at === 0} onClick={() => onMove(-1)}>
            {t('form.moveUp')}
            <span className="hidden-text"> {title}</span>
          </button>
          <button type="button" disabled={isLast} onClick={() => onMove(1)}>
            {t('form.moveDown')}
            <span className="hidden-text"> {title}</span>
          </button>
          <button type="button" onClick={onRemove}>
            {t('form.removeEntry')}
            <span className="hidden-text"> {title}</span>
          </button>
        </p>
      </div>
    </details>
  )
}

/** The first value in it, by which the user recognises it. */
function summaryOf(entry: Entry, { properties = {} }: RJSFSchema): string {
  for (const [key, schema] of Object.entries(properties)) {
    const isTyped = typeof schema === 'object' && schema.type === 'string' && !schema.enum
    if (isTyped && typeof entry[key] === 'string') return entry[key]
  }
  return ''
}

function without<T>(list: readonly T[], at: number): T[] {
  return [...list.slice(0, at), ...list.slice(at + 1)]
}

function withAt<T>(list: readonly T[], at: number, one: T): T[] {
  return [...list.slice(0, at), one, ...list.slice(at)]
}

let lastKey = 0
function newKey(): number {
  return ++lastKey
}

/** A key for each entry that it keeps when it moves, so that open entries stay open. */
function useKeys(entries: readonly Entry[]) {
  const [keys, setKeys] = useState<readonly number[]>(() => entries.map(newKey))
  if (keys.length === entries.length) return { keys, change: setKeys }
  // The values came from somewhere else, such as what was saved meanwhile.
  const fresh = entries.map((_, at) => keys[at] ?? newKey())
  setKeys(fresh)
  return { keys: fresh, change: setKeys }
}
