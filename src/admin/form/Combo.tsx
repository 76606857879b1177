/** A field that finds one of many by typing: options by title and name, in a list below. */

import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#widgets/parts/icons.ts'
import css from './Combo.module.css'

/** Without a title it is known by its id. */
export type Option = { readonly id: string; readonly title?: string; readonly icon?: IconName }

const MOST = 40

type Props = {
  options: readonly Option[]
  value: string
  /** What stands in the field while nobody searches. */
  shown: string
  onPick: (id: string) => void
  id?: string | undefined
  /** Where no `<label>` names it. */
  label?: string | undefined
  describedBy?: string | undefined
  invalid?: true | undefined
  readOnly?: boolean
  /** May something be taken that is not in the list? */
  isFree?: ((typed: string) => boolean) | undefined
}

export function Combo({
  options,
  value,
  shown,
  onPick,
  id,
  label,
  describedBy,
  invalid,
  readOnly = false,
  isFree,
}: Props) {
  const t = useText()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const found = query === null ? [] : search(options, query, value)
  const free =
    query !== null &&
    query.trim() !== '' &&
    !options.some((option) => option.id === query.trim()) &&
    isFree?.(query.trim())
      ? query.trim()
      : undefined
  const shownOptions = [
    ...found.slice(0, MOST),
    ...(free === undefined
      ? []
      : [{ id: free, title: t('console.form.takeNew', { value: free }) }]),
  ]
  const isOpen = query !== null
  const close = () => setQuery(null)
  const pick = (option: Option | undefined) => {
    if (option === undefined) return
    close()
    if (option.id !== value) onPick(option.id)
  }
  const openWith = (typed: string) => {
    setQuery(typed)
    setActive(0)
  }
  const move = (by: number) => {
    if (!isOpen) return openWith('')
    const next = Math.max(0, Math.min(shownOptions.length - 1, active + by))
    setActive(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || event.altKey) return
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => (isOpen ? pick(shownOptions[active]) : openWith('')),
      Escape: isOpen ? close : undefined,
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    // A list that closes on Escape must not close the dialog around it too.
    event.stopPropagation()
    act()
  }
  return (
    <div className={css['combo']}>
      <input
        ref={input}
        className={css['input']}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && shownOptions[active] ? `${listId}-${active}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        readOnly={readOnly}
        placeholder={isOpen && shown !== '' ? shown : t('console.form.choose')}
        value={query ?? shown}
        onChange={(event) => openWith(event.target.value)}
        onClick={() => !readOnly && !isOpen && openWith('')}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <span className={css['mark']}>
        <Icon name="down" size="s" />
      </span>
      {/* It is there while it is closed too: the field says that it controls it. */}
      <div
        className={css['list']}
        id={listId}
        role="listbox"
        aria-label={label ?? t('console.form.choices')}
        hidden={!isOpen}
      >
        {shownOptions.map((option, index) => (
          // The focus stays in the field, or it would close before the click arrives.
          <div
            key={option.id}
            id={`${listId}-${index}`}
            role="option"
            className={css['option']}
            aria-selected={option.id === value}
            data-active={index === active || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
            onKeyDown={onKeyDown}
            tabIndex={-1}
          >
            {option.icon && <Icon name={option.icon} size="s" />}
            <span className={css['words']}>
              {option.title ?? option.id}
              {option.title !== undefined && option.title !== option.id && (
                <small>{option.id}</small>
              )}
            </span>
          </div>
        ))}
        {isOpen && shownOptions.length === 0 && (
          <div className={css['none']} role="option" aria-selected="false" aria-disabled="true">
            {t('console.form.noMatch')}
          </div>
        )}
        {found.length > MOST && (
          <div className={css['none']} role="option" aria-selected="false" aria-disabled="true">
            {t('console.form.more', { count: found.length - MOST })}
          </div>
        )}
      </div>
    </div>
  )
}

/** Options that hold every word of a search; those that begin with it come first. Before anything is typed, what is chosen does. */
export function search(options: readonly Option[], query: string, chosen = ''): readonly Option[] {
  const typed = query.trim().toLowerCase()
  if (typed === '')
    return [
      ...options.filter(({ id }) => id === chosen),
      ...options.filter(({ id }) => id !== chosen),
    ]
  const parts = typed.split(/\s+/)
  const rank = ({ id, title = '' }: Option): number => {
    const [name, words] = [id.toLowerCase(), title.toLowerCase()]
    if (name === typed || words === typed) return 0
    if (name.startsWith(typed) || words.startsWith(typed)) return 1
    return parts.every((part) => name.includes(part) || words.includes(part)) ? 2 : 3
  }
  return options
    .map((option) => ({ option, order: rank(option) }))
    .filter(({ order }) => order < 3)
    .sort((a, b) => a.order - b.order)
    .map(({ option }) => option)
}
