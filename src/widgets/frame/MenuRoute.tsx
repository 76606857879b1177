/**
 * A group of the menu as one path: each page is a stop with its drawing, open ones first, the
 * others dotted, with what opens them.
 */

import Type, { type Static } from 'typebox'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { resolveMenu, type MenuEntry } from '#engine/decide/menu.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { otherSide, StopScene } from '#widgets/drawings/StopScene.tsx'
import { STOP_NAMES, STOPS, type Side, type StopName } from '#widgets/drawings/stopShapes.ts'
import type { ClosedEntry } from './entries.ts'
import { LockDialog } from './LockDialog.tsx'
import { whyClosed } from './NavList.tsx'
import css from './MenuRoute.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const Id = Type.String({ pattern: '^[A-Za-z][\\w-]*$', maxLength: 60 })
const strict = { additionalProperties: false } as const

const Stop = Type.Object(
  {
    id: Id,
    entries: Type.Array(Id, {
      minItems: 1,
      maxItems: 4,
      description: 'Menu entries that this stop stands for; the first visible one decides.',
    }),
    scene: Type.Enum(STOP_NAMES),
    text: Text,
    step: Type.Optional({ ...Text, description: 'Its button, if it is the first and open.' }),
    show: Type.Optional(
      Type.Boolean({ description: 'Usually bound: of two for the same entry, the one that fits.' }),
    ),
  },
  strict,
)

export const Props = Type.Object(
  {
    menu: { ...Id, description: 'The menu, by its id.' },
    group: { ...Id, description: 'The menu entry whose children are the stops.' },
    stops: Type.Array(Stop, {
      minItems: 1,
      maxItems: 20,
      description: 'In the order of the path. Stops that the menu hides are left out.',
    }),
    open: Type.String({ 'x-ref': 'text', description: 'How many stops are open: {{count}}.' }),
    later: Type.String({ 'x-ref': 'text', description: 'How many open later: {{count}}.' }),
    none: Type.String({ 'x-ref': 'text', description: 'Shown if the menu has none of the stops.' }),
    hint: Type.Optional({ ...Text, description: 'Explains solid and dotted lines.' }),
  },
  strict,
)

type Entry = Exclude<MenuEntry, { state: 'group' }>
type Shown = Pick<Static<typeof Stop>, 'id' | 'text' | 'step'> & {
  readonly scene: StopName
  readonly entry: Entry
}

export const MenuRoute = defineWidget<typeof Props>(
  'menu-route',
  function MenuRoute({ menu, group, stops, open, later, none, hint }) {
    const t = useText()
    const { catalog, scope } = useRenderContext()
    const [closed, setClosed] = useState<ClosedEntry | null>(null)
    const entries = entriesOf(resolveMenu(catalog, menu, scope), group)
    const fitting = stops.filter(({ show = true }) => show)
    const shown = fitting.flatMap(({ entries: ids, ...stop }): Shown[] => {
      const entry = entries.find(({ id }) => ids.includes(id))
      return entry === undefined ? [] : [{ ...stop, entry }]
    })
    const ahead = shown.filter(({ entry }) => isClosed(entry))
    const all = [...shown.filter(({ entry }) => !isClosed(entry)), ...ahead]
    if (all.length === 0) return <Note look="doubt">{t(none)}</Note>
    const sides = sidesOf(all)
    // On a desktop the path continues in a second column.
    const rows = Math.ceil(all.length / 2)
    return (
      <>
        <p className="mute">
          {all.length > ahead.length && t(open, { count: all.length - ahead.length })}{' '}
          {ahead.length > 0 && t(later, { count: ahead.length })}
        </p>
        <ol className={css['route']} style={{ '--rows': rows } as object}>
          {all.map((stop, index) => (
            <li key={stop.id}>
              <div
                className={[
                  css['art'],
                  sides[index] === 'right' && css['left'],
                  isClosed(stop.entry) && css['ahead'],
                  index === rows - 1 && css['foot'],
                  index === rows && css['head'],
                ]
                  .filter(Boolean)
                  .join(' ')}
              >
                <StopScene
                  name={stop.scene}
                  from={sides[index] ?? 'left'}
                  first={index === 0}
                  last={index === all.length - 1}
                  ahead={isClosed(stop.entry)}
                />
                {index < all.length - 1 && <span className={css['on']} />}
              </div>
              <Way
                stop={stop}
                step={index === 0 ? stop.step : undefined}
                onClosed={(entry) => setClosed(entry)}
              />
            </li>
          ))}
        </ol>
        {hint !== undefined && ahead.length > 0 && <p className="small mute">{t(hint)}</p>}
        <LockDialog entry={closed} onClose={() => setClosed(null)} />
      </>
    )
  },
)

function entriesOf(entries: readonly MenuEntry[], group: string): readonly Entry[] {
  const found = entries.find(({ id }) => id === group)
  return found?.state === 'group' ? found.items.filter((item) => item.state !== 'group') : []
}

function isClosed(entry: Entry): entry is ClosedEntry {
  return entry.state === 'locked' || entry.state === 'disabled'
}

/** Where the path enters each drawing: where it left the previous one. */
function sidesOf(stops: readonly Shown[]): Side[] {
  const sides: Side[] = []
  for (const { scene } of stops) {
    const before = sides.at(-1)
    sides.push(before === undefined ? STOPS[scene].from : otherSide(before))
  }
  return sides
}

function Way({
  stop: { entry, text },
  step,
  onClosed,
}: {
  stop: Shown
  step: string | undefined
  onClosed: (entry: ClosedEntry) => void
}) {
  const t = useText()
  const words = (
    <>
      <strong>{t(entry.label)}</strong>
      <span className="small mute">{t(text)}</span>
    </>
  )
  if (entry.state === 'link')
    return step === undefined ? (
      <Link className={css['to']} to={entry.href}>
        {words}
      </Link>
    ) : (
      <div className={css['to']}>
        {words}
        <ButtonLink look="step" small to={entry.href}>
          {t(step)}
        </ButtonLink>
      </div>
    )
  if (!isClosed(entry)) return <div className={css['to']}>{words}</div>
  return (
    <button
      type="button"
      className={`${css['to']} ${css['closed']}`}
      aria-haspopup="dialog"
      onClick={() => onClosed(entry)}
    >
      {words}
      <span className={css['why']}>
        <Icon name="lock" size="s" label={t('frame.locked')} />
        {whyClosed(entry, t)}
      </span>
    </button>
  )
}
