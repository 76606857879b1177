/**
 * A field that finds one of many by typing: options by title and name, in a list that floats over
 * the page.
 */

import { Combobox, Input, useCombobox } from '@mantine/core'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import css from './Combo.module.css'

/** Without a title it is shown by its id. */
export type Option = { readonly id: string; readonly title?: string; readonly icon?: IconName }

const MAX_SHOWN = 40

type Props = {
  options: readonly Option[]
  value: string
  /** The text in the field while the user isn't searching. */
  shown: string
  onPick: (id: string) => void
  id?: string | undefined
  /** Used if no `<label>` names it. */
  label?: string | undefined
  describedBy?: string | undefined
  invalid?: true | undefined
  readOnly?: boolean
  /** May a value be entered that isn't in the list? */
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
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const isOpen = query !== null
  const close = () => setQuery(null)
  const list = useCombobox({ opened: isOpen, loop: false })
  const { selectFirstOption } = list
  const found = isOpen ? search(options, query, value) : []
  const typed = query?.trim() ?? ''
  const isNew = typed !== '' && !options.some((option) => option.id === typed) && isFree?.(typed)
  const pick = (picked: string) => {
    close()
    if (picked !== value) onPick(picked)
  }
  // Enter selects the first match, unless the arrow keys have moved to another. Options may arrive
  // late.
  const first = found[0]?.id
  useEffect(() => {
    if (isOpen) setActive(selectFirstOption())
  }, [isOpen, query, first, selectFirstOption])

  // Mantine's own keyboard handling uses `code`, which on-screen keyboards leave empty.
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || event.altKey) return
    const move = (step: () => string | null) => () => {
      if (!isOpen) return setQuery('')
      const reached = step()
      if (reached !== null) setActive(reached)
    }
    const act = {
      ArrowDown: move(list.selectNextOption),
      ArrowUp: move(list.selectPreviousOption),
      Enter: isOpen ? list.clickSelectedOption : () => setQuery(''),
      Escape: isOpen ? close : undefined,
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    // Escape that closes the list must not also close the dialog around it.
    event.stopPropagation()
    act()
  }
  return (
    <Combobox
      store={list}
      onOptionSubmit={pick}
      onClose={close}
      readOnly={readOnly}
      keepMounted={false}
      // Rendered inside its own dialog, because nothing outside an open dialog can be used.
      withinPortal={false}
      floatingStrategy="fixed"
      position="bottom-start"
      offset={4}
      classNames={{ dropdown: css['list'], option: css['option'] }}
    >
      <Combobox.Target
        withKeyboardNavigation={false}
        withExpandedAttribute
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={(isOpen && active) || undefined}
      >
        <Input
          className={css['combo']}
          {...(id !== undefined && { id })}
          spellCheck={false}
          aria-label={label}
          aria-autocomplete="list"
          attributes={{ input: { 'aria-describedby': describedBy } }}
          error={invalid}
          readOnly={readOnly}
          rightSection={<Icon name="down" size="s" />}
          placeholder={isOpen && shown !== '' ? shown : t('console.form.choose')}
          value={query ?? shown}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onClick={() => !readOnly && !isOpen && setQuery('')}
          // What is typed replaces what is chosen, however the focus came here.
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options id={listId} aria-label={label ?? t('console.form.choices')}>
          {found.slice(0, MAX_SHOWN).map((option) => (
            <Row key={option.id} option={option} isChosen={option.id === value} />
          ))}
          {isNew && (
            <Row option={{ id: typed, title: t('console.form.takeNew', { value: typed }) }} />
          )}
          {found.length === 0 && !isNew && <Word>{t('console.form.noMatch')}</Word>}
          {found.length > MAX_SHOWN && (
            <Word>{t('console.form.more', { count: found.length - MAX_SHOWN })}</Word>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Row({ option, isChosen = false }: { option: Option; isChosen?: boolean }) {
  const { id, title, icon } = option
  return (
    <Combobox.Option value={id} aria-selected={isChosen}>
      {icon && <Icon name={icon} size="s" />}
      <span className={css['words']}>
        {title ?? id}
        {title !== undefined && title !== id && <small>{id}</small>}
      </span>
    </Combobox.Option>
  )
}

/** A line of the list that can't be selected. */
function Word({ children }: { children: string }) {
  return (
    <div className={css['none']} role="option" aria-selected="false" aria-disabled="true">
      {children}
    </div>
  )
}

/**
 * Options that contain every word of a search; those that begin with it come first. Before anything
 * is typed, the current choice does.
 */
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
