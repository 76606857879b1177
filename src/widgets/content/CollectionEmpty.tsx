/** Why a collection is empty, and what to do now. */

import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { emptiedBy, noFilters } from './collectionFilters.ts'
import type { Clear, Empty, Filter } from './collectionProps.ts'
import { useOpen } from './record.ts'
import { StateScene } from '#widgets/parts/StateScene.tsx'
import css from './CollectionEmpty.module.css'

type EmptyProps = {
  reason: string
  level: Level
  empty: readonly Empty[]
  clear: Clear | undefined
  searched: string | undefined
  /** Words to try instead of what was typed. */
  near: { readonly label: string; readonly words: readonly string[] } | undefined
  filters: readonly Filter[]
}

export function NoRecords({ reason, level, empty, clear, searched, near, filters }: EmptyProps) {
  const t = useText()
  const href = useHref()
  const isOpen = useOpen()
  const { route } = useScope()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const query = route?.query ?? {}
  const by = emptiedBy(query, filters)
  const state =
    empty.find(({ id }) => id === reason) ??
    empty.find(({ filter }) => filter !== undefined && query[filter.id] === filter.value) ??
    empty.find(({ id }) => id === by) ??
    empty.find(({ id }) => id === 'none') ??
    empty[0]
  if (state === undefined) return null
  const search = (word: string) => void set({ ...noFilters(filters), search: word })
  const isNarrowed = by !== 'none' && (state.id === by || state.filter !== undefined)
  return (
    <StateScene
      scene={state.scene ?? 'empty'}
      level={level}
      title={t(state.title)}
      text={t(state.text)}
      note={
        isNarrowed && query['search'] && searched !== undefined
          ? t(searched, { search: query['search'] })
          : undefined
      }
    >
      {near !== undefined && query['search'] && (
        <Words label={t(near.label)} words={near.words} onTry={search} />
      )}
      {state.tries !== undefined && (
        <Words
          label={t(state.tries.label)}
          words={state.tries.words.map((word) => t(word))}
          onTry={search}
        />
      )}
      {isNarrowed && clear !== undefined && (
        <Button onClick={() => void set(noFilters(filters))}>{t(clear[by])}</Button>
      )}
      {state.buttons?.map(
        (button) =>
          isOpen(button.routeName) && (
            <ButtonLink
              key={button.id}
              look={button.look}
              to={href(button.routeName, undefined, button.keepQuery === true ? { ...query } : {})}
            >
              {t(button.text)}
            </ButtonLink>
          ),
      )}
    </StateScene>
  )
}

/** The address asks for what the list doesn't have: a page, a filter, a value. */
export function WrongAddress({ level }: { level: Level }) {
  const t = useText()
  const query = useScope().route?.query ?? {}
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const clear = () => void set(Object.fromEntries(Object.keys(query).map((key) => [key, ''])))
  return (
    <StateScene
      scene="lost"
      level={level}
      title={t('state.address.title')}
      text={t('state.address.text')}
    >
      <Button onClick={clear}>{t('state.address.all')}</Button>
    </StateScene>
  )
}

/** Words to search for instead, each of which takes the filters away. */
function Words({
  label,
  words,
  onTry,
}: {
  label: string
  words: readonly string[]
  onTry: (word: string) => void
}) {
  if (words.length === 0) return null
  return (
    <div className={css['tries']}>
      <p className="small mute">{label}</p>
      {words.map((word) => (
        <Button key={word} look="line" small onClick={() => onTry(word)}>
          {word}
        </Button>
      ))}
    </div>
  )
}
