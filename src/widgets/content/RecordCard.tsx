/** A record in a list: how close it is, its title, its types and why, and the heart. */

import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { HeartButton } from '#widgets/parts/HeartButton.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { listOf } from '#engine/documents/intl.ts'
import { withBreaks } from './longWords.ts'
import { DateTile } from './DateTile.tsx'
import { Match, matchLevel } from './Match.tsx'
import {
  codeOf,
  fieldOf,
  listIn,
  paramsOf,
  textOf,
  useDrawing,
  useDrawings,
  useName,
  useLines,
  type Fields,
} from './record.ts'
import { RecordActs } from './RecordActs.tsx'
import { RecordPicture } from './RecordPicture.tsx'
import type { Card, Line } from './recordProps.ts'
import { TypeStrip } from '#widgets/parts/TypeTile.tsx'
import { useFavourite, useNotForMe } from './useFavourite.ts'
import { useKeptList } from './useKeptList.ts'
import { useWhy } from './whyText.ts'
import css from './RecordCard.module.css'

export function RecordCard({
  record,
  look = 'cards',
  card,
  level,
}: {
  record: Fields & { readonly id: string }
  look?: 'cards' | 'rows'
  card: Card
  level: Level
}) {
  const t = useText()
  const href = useHref()
  const say = useWhy()
  const name = useName()
  const drawings = useDrawings()
  const drawing = useDrawing()
  const { language } = useScope()
  const {
    field,
    tile,
    tiles,
    text,
    closeness,
    tags,
    why,
    foot,
    favourite,
    notForMe,
    marked,
    compare,
    lines = [],
  } = card
  const params = {
    ...paramsOf(record),
    ...(card.param !== undefined && { [card.param]: record.id }),
  }
  const about = text === undefined ? '' : textOf(record, text)
  const heart = useFavourite(favourite?.type ?? '', record.id, record['favourite'] === true, {
    routeName: card.routeName,
    params,
  })
  const title = textOf(record, card.title ?? 'title')
  const out = useNotForMe(notForMe?.type ?? '', record.id, record['notForMe'] === true)
  const { card: own, pressed } = useFocusOfCard(out.on)
  const putOut = () => {
    pressed()
    out.toggle()
  }
  if (notForMe !== undefined && out.on)
    return (
      <li ref={own} className={`${look === 'rows' ? css['row'] : css['card']} ${css['out']}`}>
        <p className="strong">{title}</p>
        <p className="small mute" role="status">
          {t(notForMe.done)}
        </p>
        <Button look="line" small onClick={putOut}>
          {t(notForMe.undo)}
          <span className="hidden-text">: {title}</span>
        </Button>
      </li>
    )
  const close = closeness === undefined ? null : matchLevel(fieldOf(record, closeness))
  const codes = tags === undefined ? [] : listIn(record, tags.path)
  const words =
    (why !== undefined && say(record, why)) ||
    listOf(
      codes.flatMap((code) => name(codeOf(code), tags) ?? []),
      language,
    )
  const picture = field !== undefined && (
    <RecordPicture
      look={look === 'rows' ? 'row' : 'card'}
      types={tiles === undefined ? [] : drawings(listIn(record, tiles.path), tiles.list)}
      field={drawing(textOf(record, field.path), field.list)}
    />
  )
  return (
    <li
      ref={own}
      className={
        look === 'rows'
          ? css['row']
          : `${css['card']} ${field === undefined ? '' : css['pictured']}`
      }
    >
      {look === 'cards' && picture}
      <div className={css['body']}>
        <div className={css['head']}>
          {look === 'rows' && picture}
          {tile !== undefined && <DateTile record={record} tile={tile} />}
          <div className="grow">
            {close !== null && <Match level={close} />}
            <Heading level={level} className={css['title']}>
              <Link to={href(card.routeName, params)}>{withBreaks(title, language)}</Link>
            </Heading>
          </div>
          {favourite !== undefined && (
            <div className={css['heart']}>
              <HeartButton
                on={heart.on}
                busy={heart.busy}
                label={t(favourite.label, { title })}
                onToggle={heart.toggle}
              />
            </div>
          )}
        </div>
        {about !== '' && <p className={css['about']}>{about}</p>}
        {words !== '' && (
          <p className={css['why']}>
            {/* A picture has the types already. */}
            {tags !== undefined && field === undefined && (
              <TypeStrip types={drawings(codes, tags.list)} />
            )}
            <span className="small">{words}</span>
          </p>
        )}
        {lines.length > 0 && <Lines record={record} lines={lines} />}
        {marked !== undefined && <Marked id={record.id} marked={marked} />}
        {foot !== undefined && (
          <p className={`small mute ${css['foot']}`}>
            {name(textOf(record, foot.path), foot.names)}
          </p>
        )}
        {(out.failed || (favourite !== undefined && heart.failed)) && (
          <p className={`small ${css['failed']}`} role="alert">
            {t(out.failed ? notForMe?.failed : favourite?.failed)}
          </p>
        )}
      </div>
      <RecordActs
        id={record.id}
        title={title}
        compare={compare}
        notForMe={notForMe}
        onOut={putOut}
      />
    </li>
  )
}

/** A card that is drawn as another takes the focus along: the button that was pressed is gone. */
function useFocusOfCard(out: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    // “Undo” is the only button there, and “Not for me” the last one.
    ;[...(card.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
  }, [out])
  return { card, pressed: () => void (isPressed.current = true) }
}

function Lines({ record, lines }: { record: Fields; lines: NonNullable<Card['lines']> }) {
  const linesOf = useLines()
  return (
    <div className={css['lines']}>
      {linesOf(record, lines).map(({ line, words }) => (
        <p key={line.id} className={classOf(line)}>
          {words}
        </p>
      ))}
    </div>
  )
}

function classOf({ tag, look }: Line): string | undefined {
  if (look === 'warning') return `${css['said']} ${css['warns']}`
  if (tag === true) return css['said']
  return `small ${look === 'strong' ? 'strong' : 'mute'} ${css['line']}`
}

function Marked({
  id,
  marked: { keeps, text },
}: {
  id: string
  marked: NonNullable<Card['marked']>
}) {
  const t = useText()
  return useKeptList(keeps).has(id) ? (
    <p className={`small strong ${css['marked']}`}>
      <Icon name="tick" size="s" />
      {t(text)}
    </p>
  ) : null
}
