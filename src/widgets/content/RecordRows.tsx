/** The first few records as rows of a card, with a link to all of them. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { HeartButton } from '#widgets/parts/HeartButton.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { withBreaks } from './longWords.ts'
import { DateTile } from './DateTile.tsx'
import { Match, matchLevel } from './Match.tsx'
import {
  fieldOf,
  listIn,
  paramsOf,
  queryIn,
  recordsIn,
  textOf,
  useDrawing,
  useDrawings,
  useName,
  useOpen,
  useLines,
  type Fields,
} from './record.ts'
import { RecordPicture } from './RecordPicture.tsx'
import type { Card as CardProps, Rows as RowsProps } from './recordProps.ts'
import { useOneWhy, useWhy } from './whyText.ts'
import { useFavourite } from './useFavourite.ts'
import css from './RecordRows.module.css'

const MAX_SHOWN = 5

type Shown = {
  readonly title: string
  readonly path: string
  readonly card: CardProps
  readonly rows: RowsProps
}

export function RecordRows({
  id,
  level,
  data,
  ...shown
}: Shown & { id: string; level: Level; data: DataState | undefined }) {
  const t = useText()
  const { of } = shown.rows
  if (of !== undefined && data?.status === 'ready' && fieldOf(data.value, of) === null) return null
  const total = data?.status === 'ready' ? countOf(data.value, shown) : 0
  return (
    <Card labelledBy={`${id}-title`}>
      <div className="row between">
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(shown.title)}
        </Heading>
        {total > 0 && <span className="small mute num">{total}</span>}
      </div>
      <div className={css['body']}>
        {data?.status === 'ready' ? (
          <Rows value={data.value} total={totalOf(data.value, shown)} shown={shown} />
        ) : (
          <NotReady state={data} looks={looksOf(shown.rows)} />
        )}
      </div>
    </Card>
  )
}

const ROW_LOOKS = ['line', 'line', 'half'] as const
/** With what is said of each, and the button below. */
const TRAIL_LOOKS = ['half', 'line', 'line', 'line', 'line', 'half'] as const

/** About as tall as what will come. */
function looksOf({ trail = false, most = MAX_SHOWN }: RowsProps) {
  return trail ? Array.from({ length: most }, () => TRAIL_LOOKS).flat() : [...ROW_LOOKS]
}

/** A list may have a total that is larger than the number of items in it. */
function totalOf(value: unknown, { path, rows: { of } }: Pick<Shown, 'path' | 'rows'>): number {
  const said = Number(textOf(value, of === undefined ? 'total' : `${of}.total`))
  return said > 0 ? said : recordsIn(value, path).length
}

/**
 * The number next to the title is that of the list that the link below leads to, so that both
 * agree. A filter accepts one value, while a record may belong by several, so the list can have
 * more, or fewer: then there is no link, and all that belong are counted.
 */
function countOf(value: unknown, shown: Pick<Shown, 'path' | 'rows'>): number {
  const { of, all, most = MAX_SHOWN } = shown.rows
  const listed = of === undefined ? 0 : Number(textOf(value, `${of}.list.total`))
  const rows = Math.min(most, recordsIn(value, shown.path).length)
  return all !== undefined && listed > rows ? listed : totalOf(value, shown)
}

function Rows({
  value,
  total,
  shown: { path, card, rows },
}: {
  value: unknown
  total: number
  shown: Shown
}) {
  const t = useText()
  const href = useHref()
  const isOpen = useOpen()
  const name = useName()
  const allWhy = useOneWhy()
  const [isWhole, setWhole] = useState(false)
  const { saved = false, most = MAX_SHOWN, few, trail = false, group, groupNames } = rows
  const { of, empty, all } = rows
  const List = trail ? 'ol' : 'ul'
  const records = recordsIn(value, path)
  const listed = of === undefined ? total : Number(textOf(value, `${of}.list.total`))
  if (records.length === 0) {
    return (
      <>
        {empty !== undefined && <p className="small mute">{t(empty.text)}</p>}
        {empty?.button !== undefined && isOpen(empty.button.routeName) && (
          <ButtonLink look="line" block to={href(empty.button.routeName)} className={css['way']}>
            {t(empty.button.text)}
          </ButtonLink>
        )}
      </>
    )
  }
  const listable = records.slice(0, most)
  const first = few === undefined || isWhole ? listable : listable.slice(0, few.most)
  const reason = allWhy(first, card.why)
  return (
    <>
      {reason !== null && <p className="small">{reason}</p>}
      {grouped(first, group, (code) => name(code, groupNames) ?? '').map((each) => (
        <div key={each.name}>
          {each.name !== '' && <p className={css['group']}>{each.name}</p>}
          <List className={css[trail ? 'trail' : 'list']} aria-label={each.name || undefined}>
            {each.records.map((record) => (
              <Row
                key={record.id}
                record={record}
                card={card}
                saved={saved}
                trail={trail}
                isSaid={reason !== null}
              />
            ))}
          </List>
        </div>
      ))}
      {few !== undefined && listable.length > few.most && (
        <Button
          look="text"
          small
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className={css['all']}
        >
          {isWhole ? t(few.less) : t(few.more, { count: listable.length - few.most })}
        </Button>
      )}
      {all !== undefined && listed > Math.min(most, records.length) && isOpen(all.routeName) && (
        <ButtonLink
          look={trail ? 'line' : 'text'}
          small={!trail}
          block={trail}
          to={href(all.routeName, undefined, of === undefined ? {} : queryIn(value, of))}
          className={css[trail ? 'way' : 'all']}
        >
          {t(all.text, { count: listed })}
        </ButtonLink>
      )}
    </>
  )
}

type Listed = Fields & { readonly id: string }

/** Leads to the record's page; with a heart where the card has one. */
function Row({
  record,
  card,
  saved,
  trail,
  isSaid,
}: {
  record: Listed
  card: CardProps
  saved: boolean
  trail: boolean
  /** The reason is said once above, because it's that of all of them. */
  isSaid: boolean
}) {
  const t = useText()
  const href = useHref()
  const linesOf = useLines()
  const { language } = useScope()
  const name = useName()
  const because = useWhy()
  const { favourite, why } = card
  const params = paramsOf(record)
  const heart = useFavourite(favourite?.type ?? '', record.id, record['favourite'] === true, {
    routeName: card.routeName,
    params,
  })
  const page = card.page === undefined ? '' : textOf(record, `${card.page}.routeName`)
  const address =
    page === ''
      ? href(card.routeName, params)
      : href(page, { ...params, [textOf(record, `${card.page}.param`)]: record.id })
  const title = textOf(record, card.title ?? 'title')
  const close = card.closeness !== undefined && <Close level={fieldOf(record, card.closeness)} />
  const row = (
    <Link to={address}>
      {!trail && <Mark each={record} card={card} saved={saved} />}
      <span className="grow">
        {trail && close}
        <span className={trail || card.field !== undefined ? 'strong' : undefined}>
          {withBreaks(title, language)}
        </span>
        {!trail && close}
        {why !== undefined && !isSaid && <Line words={because(record, why)} />}
        {card.foot !== undefined && (
          <Line words={name(textOf(record, card.foot.path), card.foot.names)} />
        )}
        {linesOf(record, card.lines).map(({ line, words }) => (
          <Line key={line.id} words={words} />
        ))}
      </span>
      {favourite === undefined && !trail && <Icon name="chevron" size="s" />}
    </Link>
  )
  if (favourite === undefined) return <li>{row}</li>
  return (
    <li className={css['saves']}>
      {row}
      <HeartButton
        on={heart.on}
        busy={heart.busy}
        label={t(favourite.label, { title })}
        onToggle={heart.toggle}
      />
      {heart.failed && (
        <p className={`small ${css['failed']}`} role="alert">
          {t(favourite.failed)}
        </p>
      )}
    </li>
  )
}

type Group = { readonly name: string; readonly records: Listed[] }

/** Those with the same name together, in the order in which the first of each comes. */
function grouped(
  records: readonly Listed[],
  by: string | undefined,
  nameOf: (code: string) => string,
): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const record of records) {
    const name = by === undefined ? '' : nameOf(textOf(record, by))
    const group = groups.get(name) ?? { name, records: [] }
    group.records.push(record)
    groups.set(name, group)
  }
  return [...groups.values()]
}

/** When it closes or its picture, if it has one; otherwise the heart of a saved record. */
function Mark({ each, card, saved }: { each: Fields; card: CardProps; saved: boolean }) {
  const drawings = useDrawings()
  const drawing = useDrawing()
  const { field, tile, tiles } = card
  if (tile !== undefined) return <DateTile record={each} tile={tile} />
  const types = tiles === undefined ? [] : drawings(listIn(each, tiles.path), tiles.list)
  const drawn = field === undefined ? null : drawing(textOf(each, field.path), field.list)
  if (drawn === null && types.length === 0) return saved && <Icon name="heart" />
  return <RecordPicture look="row" types={types} field={drawn} />
}

function Close({ level }: { level: unknown }) {
  const close = matchLevel(level)
  return close === null ? null : (
    <span className={css['close']}>
      <Match level={close} />
    </span>
  )
}

function Line({ words }: { words: string | null }) {
  return words === null ? null : <span className={`small mute ${css['line']}`}>{words}</span>
}
