/** An open map: freely chosen names, each with its value. */

import { useState } from 'react'
import type { Schema } from '#engine/documents/inspect.ts'
import { FORBIDDEN_KEYS, isObject, own, pointer } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl, TextControl } from '#admin/parts/Control.tsx'
import { ROLES } from '#engine/documents/theme.ts'
import { variablesIn } from '#engine/rules/rulechoices.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo, type Option } from './Combo.tsx'
import { useForm } from './context.ts'
import { addMember, removeAt, renameAt, splitPointer } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { Find } from './Find.tsx'
import css from './Form.module.css'
import { FoldRow } from './FoldRow.tsx'
import { Gone } from './Gone.tsx'
import { emptyOf, kindOf, resolve, valuesOf } from './shape.ts'
import { isSame } from './status.ts'
import { usePortion } from './portion.tsx'
import { useDraft } from './useDraft.ts'
import { useWords } from './words.ts'

export function RecordField({ field }: { field: FieldProps }) {
  const t = useText()
  const [query, setQuery] = useState('')
  const { at, schema, readOnly, base, compared, definitions, label } = field
  const { edit, goTo, Field, renamed } = useForm()
  const known = useKnownNames(at, schema)
  const value = field.value as Readonly<Record<string, unknown>>
  const { schema: values } = resolve(valuesOf(schema), definitions)
  const names = Object.keys(value)
  const typed = query.trim().toLowerCase()
  const found =
    typed === ''
      ? names
      : names.filter((name) =>
          `${name} ${JSON.stringify(value[name])}`.toLowerCase().includes(typed),
        )
  const { shown, more } = usePortion(at, found, found)
  const comparedHere = compared && isObject(base)
  const gone = comparedHere ? Object.keys(base).filter((name) => !Object.hasOwn(value, name)) : []
  const add = (name: string, what: unknown) => {
    edit((document) => addMember(document, at, name, what, []))
    goTo(at + pointer(name))
  }
  const titleOf = (name: string) => known?.find(({ id }) => id === name)?.title ?? name
  return (
    <FieldFrame field={field} group>
      {() => (
        <>
          <Find label={label} count={names.length} query={query} onQuery={setQuery} />
          {names.length === 0 && <p className="small mute">{t('console.form.emptyList')}</p>}
          <ul className={css['record']}>
            {shown.map((name) => {
              const inner: FieldProps = {
                ...field,
                schema: values,
                value: value[name],
                base: comparedHere ? own(base, name) : undefined,
                compared: comparedHere,
                at: at + pointer(name),
                label: titleOf(name),
                hint: undefined,
                optional: true,
                lock: undefined,
                bindable: field.bindable || schema['x-props'] === true,
              }
              if (!isObject(value[name]) || kindOf(values) === 'union') {
                return (
                  <li key={name}>
                    <Field {...inner} />
                  </li>
                )
              }
              const mark = !comparedHere
                ? undefined
                : own(base, name) === undefined
                  ? 'new'
                  : isSame(own(base, name), value[name])
                    ? undefined
                    : 'changed'
              return (
                <FoldRow
                  key={name}
                  list={at}
                  entry={name}
                  at={inner.at}
                  summary={{ title: titleOf(name), detail: detailOf(value[name]) }}
                  mark={mark}
                >
                  {() => (
                    <>
                      <NameField
                        field={inner}
                        name={name}
                        taken={names}
                        onRename={(next) => {
                          edit((document) => renameAt(document, inner.at, next))
                          renamed(inner.at, splitPointer(inner.at)[0] + pointer(next))
                        }}
                      />
                      <Field {...inner} optional={false} compared={false} />
                      {!readOnly && (
                        <div className={css['actions']}>
                          <Button
                            look="text"
                            small
                            icon={<Icon name="close" size="s" />}
                            onClick={() => edit((document) => removeAt(document, inner.at))}
                          >
                            {t('console.form.remove', { label: titleOf(name) })}
                          </Button>
                        </div>
                      )}
                    </>
                  )}
                </FoldRow>
              )
            })}
          </ul>
          {more}
          {gone.map((name) => (
            <Gone
              key={name}
              label={titleOf(name)}
              onBringBack={readOnly ? undefined : () => add(name, own(base, name))}
            />
          ))}
          {!readOnly && (
            <AddName
              label={label}
              taken={names}
              known={known}
              isClosed={schema['x-names'] !== undefined}
              isOpen={kindOf(values) === 'any'}
              onAdd={(name, kind) =>
                add(name, kind === undefined ? emptyOf(values, definitions) : BEGINNINGS[kind])
              }
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}

const MAX_LENGTH = 60
/** What it says if it says something, or else what is in it. */
function detailOf(value: unknown): string {
  const [first] = Object.values(value as object) as readonly unknown[]
  const words = typeof first === 'string' ? first : Object.keys(value as object).join(', ')
  return words.length <= MAX_LENGTH ? words : `${words.slice(0, MAX_LENGTH - 1)}…`
}

const BEGINNINGS = { text: '', number: 0, flag: true, group: {} } as const
type Beginning = keyof typeof BEGINNINGS

function isFree(name: string, taken: readonly string[]): boolean {
  return name.trim() !== '' && !FORBIDDEN_KEYS.has(name.trim()) && !taken.includes(name.trim())
}

function AddName({
  label,
  taken,
  known,
  isClosed,
  isOpen,
  onAdd,
}: {
  label: string
  taken: readonly string[]
  known: readonly Option[] | null
  /** No other names than those that are known. */
  isClosed: boolean
  isOpen: boolean
  onAdd: (name: string, kind: Beginning | undefined) => void
}) {
  const t = useText()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Beginning>('text')
  const add = () => {
    if (!isFree(name, taken)) return
    setName('')
    onAdd(name.trim(), isOpen ? kind : undefined)
  }
  const words = t('console.form.newName', { label })
  return (
    <div className={css['adding']}>
      {known === null ? (
        <TextControl
          label={words}
          placeholder={words}
          autoComplete="off"
          value={name}
          onChange={setName}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
      ) : (
        <Combo
          label={words}
          options={known.filter(({ id }) => !taken.includes(id))}
          value=""
          shown={known.find(({ id }) => id === name)?.title ?? name}
          isFree={(text) => !isClosed && isFree(text, taken)}
          onPick={setName}
        />
      )}
      {isOpen && (
        <SelectControl
          label={t('console.form.kindOf', { label: words })}
          value={kind}
          choices={Object.keys(BEGINNINGS).map((id) => ({
            id,
            label: t(`console.form.kind.${id}`),
          }))}
          onChange={(next) => setKind(next as Beginning)}
        />
      )}
      <Button
        look="line"
        small
        disabled={!isFree(name, taken)}
        icon={<Icon name="plus" size="s" />}
        onClick={add}
      >
        {t('console.form.addOne')}
      </Button>
    </div>
  )
}

function NameField({
  field,
  name,
  taken,
  onRename,
}: {
  field: FieldProps
  name: string
  taken: readonly string[]
  onRename: (name: string) => void
}) {
  const t = useText()
  const { text, typed, type, drop } = useDraft(name)
  const trouble =
    typed === null || text === name || isFree(text, taken) ? undefined : t('console.form.idTaken')
  const leave = () => {
    if (typed === null || trouble !== undefined) return
    drop()
    if (text !== name) onRename(text.trim())
  }
  return (
    <FieldFrame
      field={{
        ...field,
        at: `${field.at}/`,
        label: t('console.form.name'),
        value: name,
        compared: false,
        optional: false,
        bindable: false,
      }}
      trouble={trouble}
    >
      {({ id, describedBy, invalid }) => (
        <TextControl
          id={id}
          readOnly={field.readOnly}
          describedBy={describedBy}
          invalid={invalid}
          value={text}
          onChange={type}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
      )}
    </FieldFrame>
  )
}

/** Names that are meaningful at this place; null if any will do. */
function useKnownNames(at: string, schema: Schema): readonly Option[] | null {
  const { names, scope } = useForm()
  const words = useWords()
  const [, member] = splitPointer(at)
  const of = schema['x-names']
  if (typeof of === 'string') return names[of] ?? []
  if (member === 'features')
    return (names['feature'] ?? []).map(({ id }) => ({ id, title: words.reference('feature', id) }))
  if (member === 'cssVariables' || member === 'themeDark')
    return ROLES.map((id) => ({ id, title: id }))
  if (member === 'before' || member === 'after')
    return variablesIn(scope).map(({ path }) => ({ id: path, title: words.variable(path) }))
  return null
}
