/** Filters with many choices, as native lists: cheap on phones, and every platform knows how to show them. */

import { useId } from 'react'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { Query } from '#engine/decide/routes.ts'
import type { Choices, Filter } from './collectionProps.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './CollectionSearch.module.css'

export type Choice = { readonly id: string; readonly words: string }

/** What a filter can be set to, in words. */
export function useChoices(): (choices: Choices) => readonly Choice[] {
  const t = useText()
  const { catalog } = useRenderContext()
  return (choices) =>
    'list' in choices
      ? (catalog.get('list', choices.list)?.items ?? []).map((item) => ({
          id: item.id,
          words: t(item.label) || item.name || item.id,
        }))
      : choices.ids.map((id) => ({ id, words: t(`${choices.texts}.${id}`) }))
}

export function CollectionSelects({
  filters,
  query,
  onChange,
}: {
  filters: readonly Filter[]
  query: Query
  onChange: (change: Readonly<Record<string, string>>) => void
}) {
  return filters
    .filter(({ look }) => look === 'select')
    .map((filter) => (
      <Select key={filter.id} filter={filter} value={query[filter.id] ?? ''} onChange={onChange} />
    ))
}

function Select({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: string
  onChange: (change: Readonly<Record<string, string>>) => void
}) {
  const t = useText()
  const id = useId()
  const choices = useChoices()
  return (
    <div className={css['select']}>
      <label htmlFor={id}>{t(filter.label)}</label>
      <select
        id={id}
        className={css['input']}
        value={value}
        onChange={(event) => onChange({ [filter.id]: event.target.value })}
      >
        <option value="">{t(filter.any)}</option>
        {choices(filter.choices).map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.words}
          </option>
        ))}
      </select>
      <Icon name="chevron" size="s" />
    </div>
  )
}
