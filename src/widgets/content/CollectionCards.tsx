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
import { fieldOf, useDrawings, useItem, useName, useOpen, type Fields } from './record.ts'
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
  return groupsOf(records, groups).map((group) => (
    <section key={group.key} className={css['group']} aria-labelledby={`group-${group.key}`}>
      <GroupHead group={group} groups={groups} level={shown.level} />
      <Cards
        records={group.records}
        {...shown}
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
  readonly close: MatchLevel | null
  readonly shared: readonly string[]
  readonly records: CollectionRecord[]
}

/** As the texts call how many codes are shared. */
const COUNTED = [undefined, 'One', 'Two', 'Three'] as const

/** In the order of their first record. */
function groupsOf(records: readonly CollectionRecord[], { closeness, why }: Groups): Group[] {
  const groups = new Map<string, Group>()
  for (const record of records) {
    const close = matchLevel(fieldOf(record, closeness))
    const shared = sharedIn(record, why)?.shared ?? []
    const key = [close ?? 'any', ...shared].join('-')
    const group = groups.get(key) ?? { key, close, shared, records: [] }
    group.records.push(record)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function GroupHead({
  group: { key, close, shared, records },
  groups: { why, say: also },
  level,
}: {
  group: Group
  groups: Groups
  level: Level
}) {
  const say = useWhy()
  const drawings = useDrawings()
  const t = useText()
  const name = useName()
  const facts = sharedIn(records[0], why)
  const count = COUNTED[shared.length]
  const [first, second, third] = shared.map((type) => name(type, also?.names) ?? type)
  return (
    <div className={css['reason']}>
      {'list' in why.names && shared.length > 0 && (
        <TypeStrip types={drawings(shared, why.names.list)} />
      )}
      <div className="grow">
        {close !== null && <Match level={close} />}
        {facts !== null && (
          <Heading level={level} id={`group-${key}`}>
            {say({ [why.path]: facts }, why)}
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
