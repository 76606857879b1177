/**
 * Search and filters of a collection (spec 2, Navigator filter widgets): all they do is change the
 * page's query.
 */

import { useState } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { chosenIn, filterCount, narrowedBy, noFilters, setTo } from './collectionFilters.ts'
import type { Clear, Search } from './collectionProps.ts'
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
  const hasSelects = by.some(({ look }) => look === 'select')
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
        {hasSelects && (
          <div className={`${css['selects']} only-large`}>
            <FiltersOf
              look="select"
              as={FilterSelect}
              filters={by}
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
            className={css['chip']}
            aria-pressed={on === 0}
            onClick={() => set(Object.fromEntries(by.map((filter) => [filter.id, ''])))}
          >
            {t(all)}
          </button>
          {hasSelects && (
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
          {by
            .filter(({ look }) => look === 'chips')
            .flatMap((filter) =>
              choices(filter, chosenIn(query, filter)).map((choice) => (
                <button
                  key={`${filter.id}-${choice.id}`}
                  type="button"
                  className={css['chip']}
                  aria-pressed={chosenIn(query, filter) === choice.id}
                  onClick={() =>
                    set({
                      [filter.id]: setTo(
                        filter,
                        chosenIn(query, filter) === choice.id ? '' : choice.id,
                      ),
                    })
                  }
                >
                  {choice.words}
                </button>
              )),
            )}
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
            filters={by}
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
