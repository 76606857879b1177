/**
 * The cards of a collection, in the order of the response, or grouped by reason if the page wants
 * that.
 */

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Match, matchLevel, type MatchLevel } from './Match.tsx'
import type { Groups, Split } from './collectionProps.ts'
import { TypeStrip } from '#widgets/parts/TypeTile.tsx'
import { fieldOf, textOf, useDrawings, useItem, useName, useOpen, type Fields } from './record.ts'
import { RecordCard } from './RecordCard.tsx'
import type { Card } from './recordProps.ts'
import { sharedIn, useWhy } from './whyText.ts'
import css from './Collection.module.css'

type CollectionRecord = Fields & { readonly id: string }
type CardsProps = {
  records: readonly CollectionRecord[]
  look: 'cards' | 'rows'
  card: Card
  level: Level
  /** As in a picture of where they are. */
  numbered?: boolean
}

export function CollectionCards({
  groups,
  split,
  ...cards
}: CardsProps & { groups: Groups | undefined; split: Split | undefined }) {
  if (groups === undefined)
    return split === undefined ? <Cards {...cards} /> : <Parts split={split} {...cards} />
  const { records, ...shown } = cards
  return groupsOf(records, groups).map((group, at, all) => (
    <section key={group.key} className={css['group']} aria-labelledby={`group-${group.key}`}>
      <GroupHead group={group} before={all[at - 1]} groups={groups} level={shown.level} />
      <Cards
        records={group.records}
        {...shown}
        card={unsaid(shown.card, group, groups)}
        level={below(shown.level)}
        more={<GroupMore group={group} groups={groups} />}
      />
    </section>
  ))
}

/** Those that say it, and those that don't. */
function Parts({ split, records, level, ...cards }: CardsProps & { split: Split }) {
  const t = useText()
  const has = (record: CollectionRecord) => {
    const value = fieldOf(record, split.path)
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
  }
  const parts = [
    { key: 'with', title: split.with, records: records.filter(has) },
    { key: 'without', title: split.without, records: records.filter((each) => !has(each)) },
  ]
  return parts
    .filter((part) => part.records.length > 0)
    .map((part) => (
      <section key={part.key} className={css['group']} aria-labelledby={`part-${part.key}`}>
        <Heading level={level} id={`part-${part.key}`}>
          {t(part.title)}
        </Heading>
        <Cards
          records={part.records}
          level={below(level)}
          {...cards}
          card={part.key === 'with' ? cards.card : saidAbove(cards.card, split.path)}
        />
      </section>
    ))
}

/** The heading says already what these records lack. */
function saidAbove(card: Card, path: string): Card {
  const lines = card.lines?.map(({ otherwise, ...line }) =>
    otherwise === undefined || line.values?.some((value) => value.path !== path)
      ? { ...line, ...(otherwise !== undefined && { otherwise }) }
      : line,
  )
  return { ...card, ...(lines !== undefined && { lines }) }
}

function Cards({
  records,
  look,
  card,
  level,
  numbered = false,
  more = null,
}: CardsProps & { more?: ReactNode }) {
  return (
    <ul className={`${css[look]} ${numbered ? css['numbered'] : ''}`}>
      {records.map((record) => (
        <RecordCard key={record.id} record={record} look={look} card={card} level={level} />
      ))}
      {more}
    </ul>
  )
}

type Group = {
  readonly key: string
  /** Of the value that they share, if the page groups by one. */
  readonly value: string
  /** What all of them have; null and empty if they differ. */
  readonly close: MatchLevel | null
  readonly shared: readonly string[]
  readonly records: CollectionRecord[]
}

/** As the texts call how many codes are shared. */
const COUNTED = [undefined, 'One', 'Two', 'Three'] as const

/** In the order of their first record. */
function groupsOf(records: readonly CollectionRecord[], groups: Groups): Group[] {
  const found = new Map<string, CollectionRecord[]>()
  for (const record of records) {
    const value = groups.by === undefined ? '' : textOf(record, groups.by.path)
    const key =
      value === ''
        ? [closeIn(record, groups) ?? 'any', ...codesIn(record, groups)].join('-')
        : `by-${value}`
    found.set(key, [...(found.get(key) ?? []), record])
  }
  return [...found].map(([key, alike]) => {
    const [first, ...others] = alike
    const [close, shared] = [closeIn(first, groups), codesIn(first, groups)]
    const isClose = others.every((each) => closeIn(each, groups) === close)
    const isShared = others.every((each) => codesIn(each, groups).join() === shared.join())
    return {
      key,
      value: groups.by === undefined ? '' : textOf(first, groups.by.path),
      close: isClose ? close : null,
      shared: isShared ? shared : [],
      records: alike,
    }
  })
}

function closeIn(record: unknown, { closeness }: Groups): MatchLevel | null {
  return matchLevel(fieldOf(record, closeness))
}

function codesIn(record: unknown, { why }: Groups): readonly string[] {
  return sharedIn(record, why)?.shared ?? []
}

/** Of a card, what its group doesn't say for all of them. */
function unsaid(
  { closeness, why, ...card }: Card,
  { close, shared }: Group,
  { by, say }: Groups,
): Card {
  const isSaid = by === undefined || (say !== undefined && close !== null && shared.length > 0)
  return {
    ...card,
    ...(close === null && closeness !== undefined && { closeness }),
    ...(!isSaid && why !== undefined && { why }),
  }
}

function GroupHead({
  group: { key, value, close, shared, records },
  before,
  groups: { by, why, say: also },
  level,
}: {
  group: Group
  /** The group above it, which may have said the same already. */
  before: Group | undefined
  groups: Groups
  level: Level
}) {
  const say = useWhy()
  const drawings = useDrawings()
  const t = useText()
  const name = useName()
  const facts = sharedIn(records[0], why)
  const title =
    by === undefined || value === ''
      ? facts !== null && say({ [why.path]: facts }, why)
      : name(value, by.names)
  const isSaid = before?.close === close && before.shared.join() === shared.join()
  const count = isSaid ? undefined : COUNTED[shared.length]
  const [first, second, third] = shared.map((type) => name(type, also?.names) ?? type)
  return (
    <div className={css['reason']}>
      <p className={css['close']}>
        {'list' in why.names && shared.length > 0 && (
          <TypeStrip types={drawings(shared, why.names.list)} />
        )}
        {close !== null && <Match level={close} />}
      </p>
      {title && (
        <Heading level={level} id={`group-${key}`}>
          {title}
        </Heading>
      )}
      {also !== undefined && close !== null && count !== undefined && (
        <p className="mute">
          {t(`${also.texts}.${close.includes('-') ? 'fair' : close}${count}`, {
            first,
            second,
            third,
          })}
        </p>
      )}
    </div>
  )
}

/** After the records that it has more of. */
function GroupMore({
  group: { shared, records },
  groups: { why, more },
}: {
  group: Group
  groups: Groups
}) {
  const t = useText()
  const href = useHref()
  const item = useItem()
  const name = useName()
  const isOpen = useOpen()
  const { route } = useScope()
  const first = shared[0]
  if (more === undefined || !isOpen(more.routeName)) return null
  const code = first && 'list' in why.names ? item(why.names.list, first)?.id : first
  const value = more.of === 'records' ? records.map(({ id }) => id).join(',') : code
  if (value === undefined) return null
  const kept = Object.fromEntries(
    (more.keeps ?? []).flatMap((filter) => {
      const chosen = route?.query[filter]
      return chosen === undefined ? [] : [[filter, chosen]]
    }),
  )
  return (
    <li className={css['more']}>
      <Link to={href(more.routeName, undefined, { ...kept, [more.filter]: value })}>
        {t(more.text, { type: name(first ?? '', why.names) ?? code, count: records.length })}
      </Link>
    </li>
  )
}
