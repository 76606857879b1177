/**
 * One search over everything: pages of the console, documents, words, records and colleagues, each
 * as a link. `/` and Ctrl+K open it on every page.
 */

import { useEffect, useRef, useState, type KeyboardEvent as KeyPress } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { MIN_SEARCHED, type ConsoleFound } from '#engine/contract/consolesearch.ts'
import { bestOf, plainWords } from '#engine/documents/finding.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useRead, type Read } from './client.ts'
import { ConsoleTheme } from './ConsoleTheme.tsx'
import { TextField } from './Field.tsx'
import type { LinkEntry } from '#engine/decide/menulinks.ts'
import { useTyped } from './useTyped.ts'
import css from './ConsoleSearch.module.css'

type Row = { readonly to: string; readonly title: string; readonly under?: string }
type Group = { readonly id: string; readonly rows: readonly Row[] }

const MAX_FOUND = 5
const PEOPLE = 'consolePeople'
const nothing = (): void => undefined

export function ConsoleSearch({ entries }: { entries: readonly LinkEntry[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  useShortcut(() => setOpen(true))
  return (
    <>
      <button
        type="button"
        className={css['open']}
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={css['label']}>{t('console.search.open')}</span>
        <kbd className={`${css['key']} only-large`} aria-hidden="true">
          /
        </kbd>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('console.search.title')}>
        {/* The frame itself has none of the form fields that it's for. */}
        <ConsoleTheme>
          <Searching entries={entries} onGo={() => setOpen(false)} />
        </ConsoleTheme>
      </Dialog>
    </>
  )
}

/** Keys that open it, unless something is being typed, or a dialog is open. */
function useShortcut(onOpen: () => void): void {
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      if ((!isCommand && !(isSlash && !isTyping(event.target))) || isDialogOpen()) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

function Searching({ entries, onGo }: { entries: readonly LinkEntry[]; onGo: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const [typed, search, setTyped] = useTyped(nothing)
  // After the dialog has opened, which puts the focus on its first button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const isEnough = search.length >= MIN_SEARCHED
  const read = useRead<ConsoleFound>(
    isEnough ? `admin/search?text=${encodeURIComponent(search)}` : null,
  )
  const groups = useGroups(entries, typed.trim(), isEnough ? read.value : undefined)
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const first = groups[0]?.rows[0]
  // Arrows go from one result to the next, and back to the field.
  const move = (event: KeyPress) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    stops[stops.findIndex((each) => each === document.activeElement) + step]?.focus()
  }
  return (
    <div ref={box} className="stack" role="search" onKeyDownCapture={move}>
      <TextField
        type="search"
        label={t('console.search.title')}
        quiet
        placeholder={t('console.search.hint')}
        maxLength={80}
        value={typed}
        onChange={setTyped}
        onEnter={() => {
          if (first === undefined) return
          onGo()
          void navigate(first.to)
        }}
      />
      {typed.trim().length >= MIN_SEARCHED && (
        <>
          <p className="small mute" role="status">
            {saying(t, { count, search: typed.trim(), isSettled: typed.trim() === search, read })}
          </p>
          {groups.map((group) => (
            <FoundGroup key={group.id} group={group} onGo={onGo} />
          ))}
        </>
      )}
    </div>
  )
}

function saying(
  t: ReturnType<typeof useText>,
  found: {
    readonly count: number
    readonly search: string
    readonly isSettled: boolean
    readonly read: Read<ConsoleFound>
  },
): string {
  const { count, search, isSettled, read } = found
  if (!isSettled || read.busy) return t('common.loading')
  if (read.error !== undefined) return t('console.failed')
  return count === 0 ? t('console.search.none', { search }) : t('console.search.found', { count })
}

function FoundGroup({ group: { id, rows }, onGo }: { group: Group; onGo: () => void }) {
  const t = useText()
  return (
    <section aria-labelledby={`found-${id}`}>
      <h3 id={`found-${id}`} className={css['name']}>
        {t(`console.search.group.${id}`)}
      </h3>
      <ul>
        {rows.map(({ to, title, under }) => (
          <li key={to + title}>
            <Link className={css['row']} to={to} onClick={onGo}>
              <span className={css['title']}>{title}</span>
              {under !== undefined && <span className="small mute">{under}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was found as links, without what there is none of. */
function useGroups(
  entries: readonly LinkEntry[],
  typed: string,
  found: ConsoleFound | undefined,
): readonly Group[] {
  const t = useText()
  const href = useHref()
  const pages = bestOf(entries, plainWords(typed), ({ label }) => t(label), {
    most: MAX_FOUND,
  }).map(({ href: to, label }): Row => ({ to, title: t(label) }))
  const documents = (found?.documents ?? []).map(({ kind, id, title }): Row => ({
    to: href('consoleDocument', { kind, id }),
    title,
    under: t(`console.kind.${kind}`),
  }))
  const texts = (found?.texts ?? []).map(({ key, words, document, title, pointer }): Row => ({
    to:
      document === ''
        ? href('consoleLanguages', {}, { search: key })
        : href('consoleDocument', partsOf(document), { at: pointer }),
    title: words,
    under: title || t('console.menu.languages'),
  }))
  const records = (found?.records ?? []).map(({ type, label, title }): Row => ({
    to: href('consoleRecords', { type }, { search: title }),
    title,
    under: label,
  }))
  const people = (found?.people ?? []).map(({ email, role }): Row => ({
    to: href(PEOPLE, {}, { search: email }),
    title: email,
    under: t(`console.role.${role ?? 'none'}`),
  }))
  const amongPeople: Row[] = entries.some(({ to }) => to === PEOPLE)
    ? [{ to: href(PEOPLE, {}, { search: typed }), title: t('console.search.people', { typed }) }]
    : []
  if (typed.length < MIN_SEARCHED) return []
  return [
    { id: 'pages', rows: pages },
    { id: 'documents', rows: documents },
    { id: 'texts', rows: texts },
    { id: 'records', rows: records },
    { id: 'people', rows: found === undefined ? [] : [...people, ...amongPeople] },
  ].filter(({ rows }) => rows.length > 0)
}

function partsOf(document: string) {
  const at = document.indexOf('/')
  return { kind: document.slice(0, at), id: document.slice(at + 1) }
}
