/** A record in a list: how close it is, its title, its types and why, and the heart. */

import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { HeartButton } from '#widgets/parts/HeartButton.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { listOf } from '#widgets/parts/intl.ts'
import { Match, matchLevel } from './Match.tsx'
import {
  codeOf,
  fieldOf,
  listIn,
  paramsOf,
  textOf,
  useDrawings,
  useName,
  useSentence,
  type Fields,
} from './record.ts'
import type { Card } from './recordProps.ts'
import { TypeStrip } from '#widgets/parts/TypeTile.tsx'
import { useCompared } from './useCompared.ts'
import { useFavourite, useNotForMe } from './useFavourite.ts'
import { useKeptList } from './useKeptList.ts'
import { useWhy } from './whyText.ts'
import css from './RecordCard.module.css'

export function RecordCard({
  record,
  card,
  level,
}: {
  record: Fields & { readonly id: string }
  card: Card
  level: Level
}) {
  const t = useText()
  const href = useHref()
  const say = useWhy()
  const name = useName()
  const drawings = useDrawings()
  const { language } = useScope()
  const sentence = useSentence()
  const {
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
  const chosen = useCompared(compare?.param ?? '')
  if (notForMe !== undefined && out.on)
    return (
      <li className={`${css['card']} ${css['out']}`}>
        <p className="strong">{title}</p>
        <p className="small mute" role="status">
          {t(notForMe.done)}
        </p>
        <Button look="line" small onClick={out.toggle}>
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
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <div className="grow">
          {close !== null && <Match level={close} />}
          <Heading level={level} className={css['title']}>
            <Link to={href(card.routeName, params)}>{title}</Link>
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
          {tags !== undefined && <TypeStrip types={drawings(codes, tags.list)} />}
          <span className="small">{words}</span>
        </p>
      )}
      {lines.map((line) => {
        const said =
          sentence(record, line) ?? (line.otherwise === undefined ? null : t(line.otherwise))
        return (
          said !== null && (
            <p key={line.id} className={`small mute ${css['line']}`}>
              {said}
            </p>
          )
        )
      })}
      {marked !== undefined && <Marked id={record.id} marked={marked} />}
      {foot !== undefined && (
        <p className="tiny mute">{name(textOf(record, foot.path), foot.names)}</p>
      )}
      {compare !== undefined && (
        <button
          type="button"
          className={css['compare']}
          aria-pressed={chosen.has(record.id)}
          disabled={chosen.isFull && !chosen.has(record.id)}
          onClick={() => chosen.toggle(record.id)}
        >
          <span className={css['box']}>
            {chosen.has(record.id) && <Icon name="tick" size="s" />}
          </span>
          {t(compare.text)}
          <span className="hidden-text">: {title}</span>
        </button>
      )}
      {notForMe !== undefined && (
        <div className={css['not']}>
          <Button look="text" small onClick={out.toggle}>
            {t(notForMe.text)}
            <span className="hidden-text">: {title}</span>
          </Button>
          {out.failed && (
            <p className={`small ${css['failed']}`} role="alert">
              {t(notForMe.failed)}
            </p>
          )}
        </div>
      )}
      {favourite !== undefined && heart.failed && (
        <p className={`small ${css['failed']}`} role="alert">
          {t(favourite.failed)}
        </p>
      )}
    </li>
  )
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
