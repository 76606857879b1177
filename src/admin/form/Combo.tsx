/**
 * A field that finds one of many by typing: options by title and name, in a list that floats over
 * the page.
 */

import { Combobox, Input, useCombobox } from '@mantine/core'
import { Fragment, useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import css from './Combo.module.css'

/** Without a title it is shown by its id. */
export type Option = {
  readonly id: string
  readonly title?: string
  readonly icon?: IconName
  /** Options with the same heading follow each other below it. */
  readonly under?: string
  /** Not shown before it is searched, or asked for. */
  readonly rare?: true
}

const MAX_SHOWN = 40
/** Under headings there may be more. */
const MAX_PLAIN = 200
/** No option has this name. */
const ALL = '\u0000all'

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
  placeholder?: string | undefined
  /** All options by their titles alone: their names are nobody's words. */
  plain?: true | undefined
  /** Shows the rare ones. */
  rareLabel?: ((count: number) => string) | undefined
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
  placeholder,
  plain,
  rareLabel,
}: Props) {
  const t = useText()
  const listId = useId()
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const isOpen = query !== null
  const [isAll, setAll] = useState(false)
  const close = () => {
    setQuery(null)
    setAll(false)
  }
  const list = useCombobox({ opened: isOpen, loop: false })
  const { selectFirstOption } = list
  const typed = query?.trim() ?? ''
  const matches = isOpen ? search(options, query, value) : []
  const found =
    typed !== '' || isAll
      ? matches
      : matches.filter(({ id: each, rare }) => !rare || each === value)
  const rare = matches.length - found.length
  const most = plain ? MAX_PLAIN : MAX_SHOWN
  const isNew = typed !== '' && !options.some((option) => option.id === typed) && isFree?.(typed)
  const pick = (picked: string) => {
    if (picked === ALL) return setAll(true)
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
          placeholder={isOpen && shown !== '' ? shown : (placeholder ?? t('console.form.choose'))}
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
          {found.slice(0, most).map((option, at) => (
            <Fragment key={option.id}>
              {typed === '' &&
                option.under !== undefined &&
                option.under !== found[at - 1]?.under && (
                  <div className={css['under']} role="presentation">
                    {option.under}
                  </div>
                )}
              <Row option={option} isChosen={option.id === value} plain={plain} />
            </Fragment>
          ))}
          {rare > 0 && rareLabel && <Row option={{ id: ALL, title: rareLabel(rare) }} plain />}
          {isNew && (
            <Row option={{ id: typed, title: t('console.form.takeNew', { value: typed }) }} plain />
          )}
          {found.length === 0 && !isNew && <Word>{t('console.form.noMatch')}</Word>}
          {found.length > most && (
            <Word>{t('console.form.more', { count: found.length - most })}</Word>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Row({
  option,
  isChosen = false,
  plain,
}: {
  option: Option
  isChosen?: boolean
  plain?: true | undefined
}) {
  const { id, title, icon } = option
  return (
    <Combobox.Option value={id} aria-selected={isChosen}>
      {icon && <Icon name={icon} size="s" />}
      <span className={css['words']}>
        {title ?? id}
        {!plain && title !== undefined && title !== id && <small>{id}</small>}
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
