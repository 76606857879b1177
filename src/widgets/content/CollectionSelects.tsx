/**
 * Filters with many choices, as native lists: they're cheap, and every phone shows them in its own
 * way.
 */

import { useId, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import type { Query } from '#engine/decide/routes.ts'
import { chosenIn, setTo } from './collectionFilters.ts'
import type { Filter } from './collectionProps.ts'
import { textOf, useItems, type Item } from './record.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './CollectionSearch.module.css'

/** Filter -> value -> how many records it would give; filters without counts are absent. */
export type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>

/**
 * The choices of a filter, in words, without those that would give no records, unless one of them
 * is selected.
 *
 * @param answer of the call, which names what else a filter is set to
 */
export function useChoices(
  facets: Facets = {},
  answer?: unknown,
): (filter: Filter, value: string | undefined) => readonly (Item & { readonly count?: number })[] {
  const t = useText()
  const items = useItems()
  return ({ id: filter, choices, other, always = false }, value) => {
    const all: Item[] =
      'list' in choices
        ? [...items(choices.list)]
        : choices.ids.map((id) => ({ id, words: t(`${choices.texts}.${id}`) }))
    const title = other === undefined ? '' : textOf(answer, other.path)
    if (value && title !== '' && all.every(({ id }) => id !== value))
      all.push({ id: value, words: t(other?.text, { title }) })
    const counts = facets[filter]
    if (counts === undefined) return all
    return all.flatMap(({ id, words }) => {
      const count = counts[id] ?? 0
      return count > 0 || id === value || always ? [{ id, words, count }] : []
    })
  }
}

type Change = (change: Readonly<Record<string, string>>) => void
export type FilterProps = {
  readonly filter: Filter
  readonly value: string
  readonly facets: Facets | undefined
  readonly onChange: (value: string) => void
}

/** All filters of one look. */
export function FiltersOf({
  look,
  as: Draw,
  filters,
  query,
  facets,
  onChange,
}: {
  look: Filter['look']
  as: (props: FilterProps) => ReactNode
  filters: readonly Filter[]
  query: Query
  facets: Facets | undefined
  onChange: Change
}) {
  return filters
    .filter((filter) => filter.look === look)
    .map((filter) => (
      <Draw
        key={filter.id}
        filter={filter}
        value={chosenIn(query, filter)}
        facets={facets}
        onChange={(value) => onChange({ [filter.id]: setTo(filter, value) })}
      />
    ))
}

export function FilterSelect({ filter, value, facets, onChange }: FilterProps) {
  const t = useText()
  const id = useId()
  const choices = useChoices(facets)(filter, value)
  // A value that no record has can't filter the list.
  if (choices.length === 0) return null
  return (
    <div className={css['select']}>
      <label htmlFor={id}>{t(filter.label)}</label>
      <select
        id={id}
        className={css['input']}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t(filter.any)}</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.count === undefined ? choice.words : `${choice.words} (${choice.count})`}
          </option>
        ))}
      </select>
      <Icon name="chevron" size="s" />
    </div>
  )
}
