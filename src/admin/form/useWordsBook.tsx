/**
 * The languages of the tenant beside an edited document: read once one of its fields needs them,
 * and saved as drafts of their own like everything else.
 */

import { memo, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { isObject, type Json } from '#engine/documents/json.ts'
import { localesFor, tagOf } from '#engine/documents/languages.ts'
import { wordsOf, withText, type Locale } from './languages.ts'
import type { BookLanguage, WordsBook } from './wordsbook.ts'
import { useTenantLanguages } from '#admin/parts/tenantlanguages.ts'
import { useEditor, type Editor } from '#admin/editor/useEditor.ts'

export type Editors = Readonly<Record<string, Editor>>

type Book = {
  readonly book: WordsBook
  /** By the names of their documents. */
  readonly editors: Editors
  /** Reads and saves the languages: it must be on the page. */
  readonly holders: ReactNode
}

const NONE: Readonly<Record<string, Editor | null>> = {}

export function useWordsBook(document: string): Book {
  const [isNeeded, setNeeded] = useState(false)
  const [held, setHeld] = useState(NONE)
  const hold = useCallback(
    (id: string, editor: Editor | null) => setHeld((before) => ({ ...before, [id]: editor })),
    [],
  )
  const { ids, coming } = useLanguages(isNeeded)
  const ready = useMemo(
    () =>
      ids.flatMap((id): { id: string; editor: Editor }[] => {
        const editor = held[id]
        return editor ? [{ id, editor }] : []
      }),
    [ids, held],
  )
  const languages = useMemo(
    () =>
      // A language that failed to load has a null here, and is not waited for.
      ids.length === 0 || ids.some((id) => held[id] === undefined)
        ? null
        : ready.flatMap(({ editor }) => languageOf(editor)),
    [ids, held, ready],
  )
  const book = useMemo<WordsBook>(
    () => ({
      document,
      languages,
      coming: languages === null ? coming : undefined,
      need: () => setNeeded(true),
      say: (language, key, words) =>
        ready
          .find(({ id }) => id === language)
          ?.editor.later(key, (locale) => asJson(withText(asLocale(locale), key, words))),
      write: (change) => {
        for (const { editor } of ready) {
          // What was typed comes first, because the change builds on it.
          editor.flushLater()
          editor.later('written', (locale) => asJson(change(asLocale(locale))))
          editor.flushLater()
        }
      },
      flush: () => ready.forEach(({ editor }) => editor.flushLater()),
    }),
    [document, languages, coming, ready],
  )
  return {
    book,
    editors: useMemo(
      () => Object.fromEntries(ready.map(({ id, editor }) => [`locale/${id}`, editor])),
      [ready],
    ),
    holders: ids.map((id) => <Held key={id} id={id} onEditor={hold} />),
  }
}

const asLocale = (document: Json) => document as unknown as Locale
const asJson = (locale: Locale) => locale as unknown as Json

/**
 * English, which has every key, and the languages of the tenant, its own first: those that learners
 * can choose, and those that are being written.
 */
function useLanguages(isNeeded: boolean): { ids: readonly string[]; coming: number | undefined } {
  const { codes, documents, hasFailed } = useTenantLanguages(isNeeded)
  const ids = useMemo(() => {
    if (!isNeeded || documents === undefined) return []
    const chosen = codes.flatMap((code) => localesFor(documents, code).map(({ id }) => id))
    return [...new Set([...chosen, 'en'])].filter((id) => documents.some((each) => each.id === id))
  }, [isNeeded, codes, documents])
  return { ids, coming: hasFailed ? undefined : Math.max(1, codes.length) }
}

/** One language. It renders nothing, so the page around it can't make it render again. */
const Held = memo(function Held({
  id,
  onEditor,
}: {
  id: string
  onEditor: (id: string, editor: Editor | null) => void
}) {
  const loading = useEditor('locale', id)
  const editor = loading.state === 'ready' ? loading.editor : null
  const hasFailed = loading.state === 'failed'
  useEffect(() => {
    if (editor !== null || hasFailed) onEditor(id, editor)
  }, [id, editor, hasFailed, onEditor])
  return null
})

/** None for a draft that is no language at present. */
function languageOf({ session, view }: Editor): BookLanguage[] {
  const { document, broken } = session
  if (broken || !isObject(document) || !isObject(document['texts'])) return []
  const locale = asLocale(document)
  return [
    {
      id: locale.id,
      name: locale.name,
      tag: tagOf(locale.language),
      direction: locale.direction,
      texts: wordsOf(locale),
      live: wordsOf(view.live as Locale | null),
      locale,
    },
  ]
}
