/** The JSON editor of one document, with language support. Large: load it with `lazy()`. */

import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { openEditor, type JsonView } from './editor.ts'
import type { Widgets } from './enrich.ts'
import css from './JsonEditor.module.css'
import { startLanguage } from './service.ts'
import { setupOf, sourcesOf } from './setup.ts'

/** A pointer, or a character offset. */
export type JsonPlace = { readonly to: string | number }

export type JsonEditorProps = {
  readonly value: string
  readonly onChange: (text: string) => void
  /** The meta-schema of the kind, as the server sends it. */
  readonly schema: Schema
  readonly kind: Kind
  /** Null while they are loading: help that knows no names would offer none, and isn't asked twice. */
  readonly names: Names | null
  readonly widgets: Widgets
  /** Problems found by the server; the editor finds its own as well. */
  readonly problems: readonly Problem[]
  /** Moves the cursor and the focus there, whenever it is a new object. */
  readonly goTo: JsonPlace | null
  readonly onCursor: (pointer: string) => void
  readonly readOnly?: boolean
}

export function JsonEditor({
  value,
  onChange,
  schema,
  kind,
  names,
  widgets,
  problems,
  goTo,
  onCursor,
  readOnly = false,
}: JsonEditorProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<JsonView | null>(null)
  const [lost, setLost] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  const hint = useId()
  // The editor is created once; its callbacks are always the latest.
  const latest = useRef({ value, onChange, onCursor, t })
  useEffect(() => {
    latest.current = { value, onChange, onCursor, t }
  })

  useEffect(() => {
    const element = host.current!
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const language = startLanguage(() => setLost(true))
    const opened = openEditor(root, {
      text: latest.current.value,
      label: latest.current.t('console.json.label'),
      words: (name, values) => latest.current.t(`console.json.${name}`, values),
      language,
      onChange: (text) => {
        setUnreadable(false)
        latest.current.onChange(text)
      },
      onCursor: (pointer) => latest.current.onCursor(pointer),
    })
    setView(opened)
    return () => {
      opened.close()
      language.close()
    }
  }, [])

  const sources = sourcesOf(kind, value).join(' ')
  const setup = useMemo(
    () => names && setupOf(kind, schema, names, widgets, sources === '' ? [] : sources.split(' ')),
    [kind, schema, names, widgets, sources],
  )
  useEffect(() => {
    if (setup !== null) view?.configure(setup)
  }, [view, setup])
  useEffect(() => view?.setText(value), [view, value])
  useEffect(() => view?.setProblems(problems), [view, problems])
  useEffect(() => view?.setReadOnly(readOnly), [view, readOnly])
  useEffect(() => {
    if (goTo !== null) view?.goTo(goTo.to)
  }, [view, goTo])

  return (
    <div className={css['editor']}>
      <div className={css['tools']}>
        <Button
          look="text"
          small
          icon={<Icon name="search" size="s" />}
          onClick={() => view?.openSearch()}
        >
          {t('console.json.search')}
        </Button>
        {!readOnly && (
          <Button
            look="text"
            small
            icon={<Icon name="menu" size="s" />}
            onClick={() => setUnreadable(view?.format() === false)}
          >
            {t('console.json.format')}
          </Button>
        )}
        <p className={css['hint']} id={hint}>
          {t('console.json.keys')}
        </p>
      </div>
      {unreadable && (
        <Note look="bad" alert>
          {t('console.json.unreadable')}
        </Note>
      )}
      {lost && <Note look="wait">{t('console.json.noHelp')}</Note>}
      <div
        className={css['text']}
        ref={host}
        dir="ltr"
        role="group"
        aria-label={t('console.json.label')}
        aria-describedby={hint}
      />
    </div>
  )
}
