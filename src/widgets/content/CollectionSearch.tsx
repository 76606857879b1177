/**
 * Search and filters of a collection (spec 2, Navigator filter widgets): all they do is change the
 * page's query.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { filterCount, narrowedBy, noFilters } from './collectionFilters.ts'
import type { Clear, Search } from './collectionProps.ts'
import { FilterPath } from './CollectionPaths.tsx'
import { FiltersOf, FilterSelect, useChoices, type Facets } from './CollectionSelects.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './CollectionSearch.module.css'

const TYPING_MS = 300

export function CollectionSearch({
  id,
  search: { label, all, filters, filtersOn, show, by },
  clear,
  facets,
}: {
  id: string
  search: Search
  clear: Clear | undefined
  facets: Facets | undefined
}) {
  const t = useText()
  const { route } = useScope()
  const query = route?.query ?? {}
  const choices = useChoices(facets)
  const action = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const [sheet, setSheet] = useState(false)
  const set = (change: Readonly<Record<string, string>>) => void action({ ...change, page: '' })
  const [typed, setTyped] = useSearchText(query['search'] ?? '', (search) => set({ search }))
  const keys = by.map((filter) => filter.id)
  const on = filterCount(query, keys)
  const narrowed = narrowedBy(query, keys)
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
        <div className={css['field']}>
          <label className="hidden-text" htmlFor={`${id}-text`}>
            {t(label)}
          </label>
          <Icon name="search" />
          <input
            id={`${id}-text`}
            type="search"
            className={css['input']}
            placeholder={t(label)}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
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
            onClick={() => set(Object.fromEntries(keys.map((key) => [key, ''])))}
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
              choices(filter, query[filter.id]).map((choice) => (
                <button
                  key={`${filter.id}-${choice.id}`}
                  type="button"
                  className={css['chip']}
                  aria-pressed={query[filter.id] === choice.id}
                  onClick={() =>
                    set({ [filter.id]: query[filter.id] === choice.id ? '' : choice.id })
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
            onClick={() => void action(noFilters(keys))}
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

/**
 * Debounced: sent when typing pauses. A search set elsewhere (back, clear) replaces the text in the
 * field.
 */
function useSearchText(
  asked: string,
  send: (search: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(asked)
  const [sent, setSent] = useState(asked)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== sent) {
      setTyped(asked)
      setSent(asked)
    }
  }
  const go = useEffectEvent(() => {
    const search = typed.trim()
    if (search === sent) return
    setSent(search)
    send(search)
  })
  useEffect(() => {
    const timer = setTimeout(() => go(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
