/**
 * Search and filters of a collection (spec 2, Navigator filter widgets): all they do is change the
 * page's query.
 */

import { useState } from 'react'
import type { Query } from '#engine/decide/routes.ts'
import { useAction, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { chosenIn, filterCount, narrowedBy, noFilters, setTo } from './collectionFilters.ts'
import type { Clear, Filter, Search } from './collectionProps.ts'
import { FilterPath } from './CollectionPaths.tsx'
import { FiltersOf, FilterSelect, useChoices, type Facets } from './CollectionSelects.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { SearchField } from './SearchField.tsx'
import css from './CollectionSearch.module.css'

export function CollectionSearch({
  id,
  search: { label, all, filters, filtersOn, show, by },
  clear,
  facets,
  answer,
}: {
  id: string
  search: Search
  clear: Clear | undefined
  facets: Facets | undefined
  answer: unknown
}) {
  const t = useText()
  const { route } = useScope()
  const query = route?.query ?? {}
  const choices = useChoices(facets, answer)
  const action = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const [sheet, setSheet] = useState(false)
  const set = (change: Readonly<Record<string, string>>) => void action({ ...change, page: '' })
  const on = filterCount(query, by)
  const narrowed = narrowedBy(query, by)
  const inFront = by.filter(({ look, inFront: front }) => look === 'select' && front === true)
  const inSheet = by.filter(({ look, inFront: front }) => look === 'select' && front !== true)
  const isSet = (filter: Filter) => chosenIn(query, filter) !== ''
  const hasChips = by.some(
    (filter) => filter.look === 'chips' && choices(filter, chosenIn(query, filter)).length > 0,
  )
  const chips = { query, choices, onChange: set }
  return (
    <search className={css['search']}>
      <FiltersOf
        look="path"
        as={FilterPath}
        filters={by}
        query={query}
        facets={facets}
        onChange={set}
      />
      <div className={css['fields']}>
        <SearchField
          id={id}
          label={label}
          asked={query['search'] ?? ''}
          onSearch={(search) => set({ search })}
        />
        {inFront.length > 0 && (
          <div className={css['selects']}>
            <FiltersOf
              look="select"
              as={FilterSelect}
              filters={inFront}
              query={query}
              facets={facets}
              onChange={set}
            />
          </div>
        )}
        {inSheet.length > 0 && (
          <div className={`${css['selects']} only-large`}>
            <FiltersOf
              look="select"
              as={FilterSelect}
              filters={inSheet}
              query={query}
              facets={facets}
              onChange={set}
            />
          </div>
        )}
      </div>
      <div className={css['row']}>
        <div className={css['chips']}>
          <button
            type="button"
            // Beside nothing but lists it would be alone.
            className={`${css['chip']} ${hasChips ? '' : 'only-small'}`}
            aria-pressed={!by.some(isSet)}
            onClick={() =>
              set(Object.fromEntries(by.map((filter) => [filter.id, setTo(filter, '')])))
            }
          >
            {t(all)}
          </button>
          {inSheet.length > 0 && (
            <button
              type="button"
              className={`${css['chip']} only-small`}
              aria-haspopup="dialog"
              onClick={() => setSheet(true)}
            >
              <Icon name="filter" size="s" />
              {on === 0 ? t(filters) : t(filtersOn, { count: on })}
            </button>
          )}
          {/* What is set in the sheet can be seen, and is a tap away from being taken back. */}
          {inSheet.filter(isSet).map((filter) => (
            <FilterChips key={filter.id} filter={filter} small {...chips} />
          ))}
          {by
            .filter(({ look }) => look === 'chips')
            .map((filter) => (
              <FilterChips key={filter.id} filter={filter} {...chips} />
            ))}
        </div>
        {narrowed !== 'none' && clear !== undefined && (
          <Button
            look="text"
            small
            icon={<Icon name="close" size="s" />}
            onClick={() => void action(noFilters(by))}
          >
            {t(clear[narrowed])}
          </Button>
        )}
      </div>
      <Dialog open={sheet} onClose={() => setSheet(false)} title={t(filters)}>
        <div className="stack">
          <FiltersOf
            look="select"
            as={FilterSelect}
            filters={inSheet}
            query={query}
            facets={facets}
            onChange={set}
          />
          <Button block onClick={() => setSheet(false)}>
            {t(show)}
          </Button>
        </div>
      </Dialog>
    </search>
  )
}

/** The choices of a filter beside each other; in small, only the one that is chosen. */
function FilterChips({
  filter,
  small = false,
  query,
  choices,
  onChange,
}: {
  filter: Filter
  small?: boolean
  query: Query
  choices: ReturnType<typeof useChoices>
  onChange: (change: Readonly<Record<string, string>>) => void
}) {
  const chosen = chosenIn(query, filter)
  return choices(filter, chosen)
    .filter(({ id }) => !small || id === chosen)
    .map(({ id, words }) => (
      <button
        key={id}
        type="button"
        className={`${css['chip']} ${small ? 'only-small' : ''}`}
        aria-pressed={id === chosen}
        onClick={() => onChange({ [filter.id]: setTo(filter, id === chosen ? '' : id) })}
      >
        {words}
        {small && <Icon name="close" size="s" />}
      </button>
    ))
}
