/** Search and filters of the careers (spec 2, Navigator filter widgets): they change the page's query, nothing else. */

import Type from 'typebox'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { filterCount, narrowedBy, NO_FILTERS } from './careerFilters.ts'
import { CareerSelects } from './CareerSelects.tsx'
import { Dialog } from './Dialog.tsx'
import { TYPES } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import css from './CareerSearch.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const TYPING_MS = 300

export const CareerSearch = defineWidget<typeof Props>('career-search', function CareerSearch({ id }) {
  const t = useText()
  const { route } = useScope()
  const query = route?.query ?? {}
  const action = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const [sheet, setSheet] = useState(false)
  const set = (change: Readonly<Record<string, string>>) => void action({ ...change, page: '' })
  const [typed, setTyped] = useSearchText(query['search'] ?? '', (search) => set({ search }))
  const on = filterCount(query)
  const by = narrowedBy(query)
  return (
    <search className={css['search']}>
      <div className={css['fields']}>
        <div className={css['field']}>
          <label className="hidden-text" htmlFor={`${id}-text`}>
            {t('careers.search')}
          </label>
          <Icon name="search" />
          <input
            id={`${id}-text`}
            type="search"
            className={css['input']}
            placeholder={t('careers.search')}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <div className={`${css['selects']} only-large`}>
          <CareerSelects query={query} onChange={set} />
        </div>
      </div>
      <div className={css['row']}>
        <div className={css['chips']}>
          <button type="button" className={css['chip']} aria-pressed={on === 0} onClick={() => set({ workerType: '', direction: '', jobZone: '' })}>
            {t('careers.all')}
          </button>
          <button type="button" className={`${css['chip']} only-small`} aria-haspopup="dialog" onClick={() => setSheet(true)}>
            <Icon name="filter" size="s" />
            {on === 0 ? t('careers.filters') : t('careers.filtersOn', { count: on })}
          </button>
          {TYPES.map((type) => (
            <button key={type} type="button" className={css['chip']} aria-pressed={query['workerType'] === type} onClick={() => set({ workerType: query['workerType'] === type ? '' : type })}>
              {t(`type.${type}.name`)}
            </button>
          ))}
        </div>
        {by !== 'none' && (
          <Button look="text" small icon={<Icon name="close" size="s" />} onClick={() => void action(NO_FILTERS)}>
            {t(`careers.clear.${by}`)}
          </Button>
        )}
      </div>
      <Dialog open={sheet} onClose={() => setSheet(false)} title={t('careers.filters')}>
        <div className="stack">
          <CareerSelects query={query} onChange={set} />
          <Button block onClick={() => setSheet(false)}>
            {t('careers.show')}
          </Button>
        </div>
      </Dialog>
    </search>
  )
})

/** What is typed, sent when the typing rests; a search that comes from elsewhere (back, clear) stands in the field. */
function useSearchText(asked: string, send: (search: string) => void): [string, (text: string) => void] {
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
