/**
 * A form for any document, generated from the meta-schema of its kind, for users who have never
 * seen JSON. It changes one place at a time and shares everything else with the original document.
 */

import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import { parsePath } from '#engine/documents/address.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer } from '#engine/documents/json.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import { FormContext, keyOfEntry, reopened, type FormContextValue } from './context.ts'
import type { FieldProps } from './field.ts'
import { FieldView } from './FieldView.tsx'
import css from './Form.module.css'
import { JsonText } from './JsonText.tsx'
import { Members } from './Members.tsx'
import { PlaceNotes } from './ScalarFields.tsx'
import { outlineOf, scopesOf } from './scopes.ts'
import { resolve } from './shape.ts'
import type { WordsBook } from './wordsbook.ts'

export type SchemaFormProps = {
  readonly schema: Schema
  readonly value: unknown
  readonly onChange: (next: unknown) => void
  /** Problems of this document. Their pointers identify list entries by id. */
  readonly problems: readonly Problem[]
  readonly names: Names
  /** The languages, for words that are written in place. */
  readonly book?: WordsBook
  /** Widget type -> schema of its props. */
  readonly widgets: Readonly<Record<string, Schema>>
  /** Opens the path to this place and focuses it, whenever it changes to a pointer. */
  readonly focus: string | null
  /** The place that received the focus. */
  readonly onFocus: (pointer: string) => void
  readonly readOnly?: boolean
  /** The document to compare with: differences are marked, and can be reverted. */
  readonly base?: unknown
}

const SETTLED: ReadonlySet<string> = new Set(['$schema', 'kind', 'id', 'v'])
/** For editors, not learners: shown last. */
const ABOUT: ReadonlySet<string> = new Set(['source', 'note'])

export function SchemaForm({
  schema: given,
  value,
  onChange,
  problems: found,
  names,
  book,
  widgets,
  focus,
  onFocus,
  readOnly = false,
  base,
}: SchemaFormProps) {
  const t = useText()
  const [said, setSaid] = useState('')
  const { schema, definitions } = resolve(given)
  const { place, open, toggle, renamed, keyOf, goTo } = useFolds(focus)
  const [added, setAdded] = useState<string | null>(null)
  const begin = useCallback(
    (at: string) => {
      setAdded(at)
      goTo(at)
    },
    [goTo],
  )

  // Several changes may come before the next render: each builds on the previous one.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  const edit = useCallback((change: (document: unknown) => unknown) => {
    const next = change(latest.current.value)
    if (next === latest.current.value) return
    latest.current = { ...latest.current, value: next }
    latest.current.onChange(next)
  }, [])
  // Equal lists are no reason to render every field again.
  const problems = useEqual(found)

  const kind = String(own(value, 'kind') ?? '')
  const data = own(value, 'data')
  const named = kind === 'report' ? ['report'] : isObject(data) ? Object.keys(data) : []
  const sources = useEqual(named)
  const outline = useEqual(outlineOf(value))
  const scopes = useMemo(() => scopesOf(names, outline, sources), [names, outline, sources])
  const form = useMemo<FormContextValue>(
    () => ({
      Field: FieldView,
      names,
      book,
      widgets,
      ...scopes,
      sources,
      problems,
      open,
      toggle,
      edit,
      renamed,
      keyOf,
      say: setSaid,
      added,
      begin,
      goTo,
    }),
    [
      names,
      book,
      widgets,
      scopes,
      sources,
      problems,
      open,
      toggle,
      edit,
      renamed,
      keyOf,
      added,
      begin,
      goTo,
    ],
  )

  const onFocusCapture = (event: FocusEvent) => {
    const at = event.target.closest('[data-at]')?.getAttribute('data-at')
    if (at) onFocus(at)
  }
  const root: FieldProps = {
    schema,
    definitions,
    value,
    base,
    compared: isObject(base),
    at: '',
    label: '',
    hint: undefined,
    optional: false,
    readOnly,
    lock: undefined,
    bindable: false,
  }
  return (
    <FormContext value={form}>
      <div className={css['form']} ref={place} onFocusCapture={onFocusCapture}>
        <PlaceNotes field={root} />
        {isObject(value) ? (
          <>
            <Members field={root} hidden={LAST} titleName="documentTitle" />
            <section className={css['about']} aria-label={t('console.form.about')}>
              <h3>{t('console.form.about')}</h3>
              <Members
                field={{
                  ...root,
                  schema: onlyAbout(schema),
                  value: pick(value, ABOUT),
                  base: isObject(base) ? pick(base, ABOUT) : base,
                }}
              />
            </section>
          </>
        ) : (
          <JsonText
            ids={{ id: 'document', describedBy: undefined, invalid: undefined }}
            value={value}
            readOnly={readOnly}
            onChange={onChange}
          />
        )}
        <p className="hidden-text" role="status">
          {said}
        </p>
      </div>
    </FormContext>
  )
}

/** Which entries are unfolded, and the place that takes the focus once it can be seen. */
function useFolds(focus: string | null) {
  const place = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlyMap<string, string>>(new Map())
  const [target, setTarget] = useState<string | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const goTo = useCallback((at: string) => {
    setOpen((before) => opened(before, at))
    setTarget(at)
  }, [])
  // A newly requested place is opened during rendering, so that the next effect finds it.
  if (focus !== seen) {
    setSeen(focus)
    if (focus !== null) {
      setOpen(opened(open, focus))
      setTarget(focus)
    }
  }
  const wanted = useRef<string | null>(null)
  const given = useRef<Element | null>(null)
  useEffect(() => {
    if (target === null) return
    setTarget(null)
    wanted.current = target
    given.current = takeFocus(place.current, target)
  }, [target])
  // Names and languages arrive later and bring other fields with them: the place keeps the focus
  // until somebody does something, or is in another field already.
  useEffect(() => {
    const form = place.current
    if (form === null) return
    const keepFocus = () => {
      if (wanted.current === null) return
      const focused = document.activeElement
      if (focused !== given.current && form.contains(focused)) {
        wanted.current = null
        return
      }
      const field = fieldAt(form, wanted.current)
      if (focused === document.body || field?.contains(focused) === false)
        given.current = takeFocus(form, wanted.current)
    }
    // A field deep inside may be replaced without the form around it being drawn again.
    const watch = new MutationObserver(keepFocus)
    watch.observe(form, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const leave = () => void (wanted.current = null)
    const acts = ['keydown', 'pointerdown'] as const
    for (const act of acts) document.addEventListener(act, leave, true)
    return () => acts.forEach((act) => document.removeEventListener(act, leave, true))
  }, [])
  const toggle = useCallback(
    (list: string, entry: string | null) =>
      setOpen((before) =>
        entry === null
          ? new Map([...before].filter(([at]) => at !== list))
          : new Map(before).set(list, entry),
      ),
    [],
  )
  const [renames, setRenames] = useState<ReadonlyMap<string, string>>(new Map())
  const renamed = useCallback((from: string, to: string) => {
    setOpen((before) => reopened(before, from, to))
    setRenames((before) => {
      const others = [...before].filter(([at]) => at !== from)
      return new Map(others).set(to, keyOfEntry(before, from))
    })
  }, [])
  const keyOf = useCallback((at: string) => keyOfEntry(renames, at), [renames])
  return { place, open, toggle, renamed, keyOf, goTo }
}

/** The value of an earlier rendering for as long as it is equal. */
function useEqual<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}

const LAST: ReadonlySet<string> = new Set([...SETTLED, ...ABOUT])

function pick(
  object: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name)))
}

function onlyAbout(schema: Schema): Schema {
  return {
    ...schema,
    properties: pick((schema['properties'] ?? {}) as Record<string, unknown>, ABOUT),
    required: ((schema['required'] ?? []) as string[]).filter((name) => ABOUT.has(name)),
  }
}

/** Opens every fold on the path to a place; keyed by the pointer of the list. */
function opened(open: ReadonlyMap<string, string>, at: string): Map<string, string> {
  const path = parsePath(at) ?? []
  return new Map([
    ...open,
    ...path.map((segment, index): [string, string] => [pointer(...path.slice(0, index)), segment]),
  ])
}

function fieldAt(form: HTMLElement | null, at: string): HTMLElement | undefined {
  return [...(form?.querySelectorAll<HTMLElement>('[data-at]') ?? [])].find(
    (each) => each.dataset['at'] === at,
  )
}

/** Focuses the field of a place, or the nearest one around it. @returns what has the focus now */
function takeFocus(form: HTMLElement | null, at: string): Element | null {
  const path = parsePath(at) ?? []
  for (let length = path.length; length > 0; length--) {
    const field = fieldAt(form, pointer(...path.slice(0, length)))
    // What waits to be filled in, where a field says it; else what comes first.
    const control =
      field?.querySelector<HTMLElement>('[data-begin] input') ??
      [...(field?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].find(
        (each) => each.closest('[data-tools]') === null,
      )
    if (!field || !control) continue
    field.scrollIntoView({ block: 'nearest' })
    control.focus()
    return control
  }
  return null
}

const CONTROL = 'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button'
