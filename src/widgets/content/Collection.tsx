/**
 * Records of any kind: search, filters, count, cards and pages, with every state that the list can
 * be in.
 */

import type { ReactNode } from 'react'
import Type, { type Static } from 'typebox'
import { isObject } from '#engine/documents/json.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { CollectionAround } from './CollectionAround.tsx'
import { CollectionCards } from './CollectionCards.tsx'
import { CompareBar } from './CompareBar.tsx'
import { chosenIn } from './collectionFilters.ts'
import { NoRecords, WrongAddress } from './CollectionEmpty.tsx'
import { CollectionOnPhone } from './CollectionOnPhone.tsx'
import { CollectionPager } from './CollectionPager.tsx'
import * as of from './collectionProps.ts'
import { CollectionSearch } from './CollectionSearch.tsx'
import { below, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { Facets } from './CollectionSelects.tsx'
import { fieldOf, recordsIn, textOf, useSentence, type Fields } from './record.ts'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import css from './Collection.module.css'

export const Props = Type.Object({ ...of.collection }, { additionalProperties: false })

type CollectionProps = Static<typeof Props>

export const Collection = defineWidget<typeof Props>(
  'collection',
  function Collection({ id, data, level, children, ...props }) {
    return (
      <>
        {props.search !== undefined && (
          <CollectionSearch
            id={id}
            search={props.search}
            clear={props.clear}
            facets={facetsIn(data)}
            answer={data?.status === 'ready' ? data.value : undefined}
          />
        )}
        <Records id={id} data={data} level={level} props={props} beside={children} />
      </>
    )
  },
)

function Records({
  id,
  data,
  level,
  props,
  beside,
}: {
  id: string
  data: DataState | undefined
  level: Level
  props: CollectionProps
  /** What the document puts beside the records. */
  beside: ReactNode
}) {
  const sentence = useSentence()
  const t = useText()
  const query = useScope().route?.query ?? {}
  if (data?.status === 'failed')
    return data.refused === true ? (
      <WrongAddress level={inCard(level)} />
    ) : data.kept === undefined ? (
      <Failed data={data} level={level} />
    ) : (
      <CollectionOnPhone
        records={recordsIn(data, 'kept')}
        look={props.look}
        card={props.card}
        level={inCard(level)}
        onRetry={data.retry}
      />
    )
  if (data?.status !== 'ready')
    return <Loading text={props.loading} pictured={props.card.field !== undefined} />
  const { value } = data
  const records = recordsIn(value, 'items')
  const {
    search,
    clear,
    status,
    look = 'cards',
    card,
    groups,
    split,
    around,
    notes = [],
    pager,
    empty,
    instead,
    searched,
  } = props
  if (records.length === 0)
    return (
      <NoRecords
        reason={textOf(value, 'reason')}
        level={inCard(level)}
        empty={empty}
        clear={clear}
        searched={searched}
        near={instead && { label: instead.near, words: textsIn(fieldOf(value, 'near')) }}
        filters={search?.by ?? []}
      />
    )
  const unasked = fieldOf(value, 'unasked')
  const searchedFor = textOf(unasked, 'search')
  const notesAt = (place: of.Note['place']) =>
    notes
      .filter((note) => note.place === place && applies(note, records))
      .map((note) => <Remark key={note.id} note={note} />)
  const middle = search?.by.find((filter) => filter.id === around?.id)
  const place = middle === undefined ? '' : chosenIn(query, middle)
  const isAround = around !== undefined && place !== ''
  return (
    <div className={css['beside']}>
      <div className={css['list']} aria-busy={data.refreshing || undefined}>
        <p className="mute" role="status" id={`${id}-count`} tabIndex={-1}>
          {status
            .filter(({ unless, some }) => {
              const hides = unless !== undefined && Boolean(query[unless])
              return !hides && (some === undefined || Number(textOf(value, some)) > 0)
            })
            .flatMap((line) => sentence(value, line) ?? [])
            .join(' ')}
        </p>
        {isObject(unasked) && (
          <Note look="wait" alert>
            {t(searchedFor === '' ? 'state.unfiltered' : 'state.unsearched', {
              search: searchedFor,
            })}
          </Note>
        )}
        {instead !== undefined && <Instead value={value} texts={instead} />}
        {notesAt('before')}
        <CollectionCards
          records={records}
          look={look}
          card={card}
          groups={groups}
          split={query['search'] ? undefined : split}
          level={below(level)}
          numbered={isAround}
        />
        {card.compare !== undefined && <CompareBar compare={card.compare} />}
        {notesAt('after')}
        {pager !== undefined && (
          <CollectionPager
            pager={pager}
            page={numberIn(value, 'page')}
            pages={Math.ceil(numberIn(value, 'total') / numberIn(value, 'pageSize'))}
            countId={`${id}-count`}
          />
        )}
      </div>
      <div className={css['side']}>
        {isAround && <CollectionAround around={around} place={place} records={records} />}
        {beside}
      </div>
    </div>
  )
}

/** What was found instead of what was searched for, if the call says so. */
function Instead({ value, texts: { found, similar } }: { value: unknown; texts: of.Instead }) {
  const t = useText()
  const search = useScope().route?.query['search']
  const words = fieldOf(value, 'instead')
  if (!search || !Array.isArray(words)) return null
  return (
    <Note>
      {words.length === 0
        ? t(similar, { search })
        : t(found, { search, instead: textsIn(words).join(' ') })}
    </Note>
  )
}

function textsIn(words: unknown): string[] {
  return (Array.isArray(words) ? (words as unknown[]) : []).filter(
    (word) => typeof word === 'string',
  )
}

/** How many records each choice of a filter would give, if the call counts them. */
function facetsIn(data: DataState | undefined): Facets | undefined {
  const facets = data?.status === 'ready' ? fieldOf(data.value, 'facets') : null
  return isObject(facets) ? (facets as Facets) : undefined
}

function applies({ path, value, when }: of.Note, records: readonly Fields[]): boolean {
  return records.some((record) => textOf(record, path) === value) === (when === 'any')
}

/** A list without a page count has one page. */
function numberIn(value: unknown, path: string): number {
  return Math.max(1, Number(textOf(value, path)) || 1)
}

function Remark({ note: { look, title, text } }: { note: of.Note }) {
  const t = useText()
  return (
    <Note look={look} {...(title !== undefined && { title: t(title) })}>
      {t(text)}
    </Note>
  )
}

function Loading({ text, pictured }: { text: string | undefined; pictured: boolean }) {
  return (
    <Waiting text={text ?? 'state.loading'}>
      <div className={css['cards']}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={`${css['blank']} ${pictured ? css['pictured'] : ''}`}>
            <Bar look="short" />
            <Bar look="title" />
            <Bar look="whole" />
          </div>
        ))}
      </div>
    </Waiting>
  )
}
