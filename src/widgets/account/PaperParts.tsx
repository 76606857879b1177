/** What is on the paper, part by part, and what changes it. */

import { Link } from 'react-router-dom'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { IconButton } from '#widgets/parts/Button.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { PaperText } from '#widgets/drawings/PaperText.tsx'
import { Gaps } from './PaperNext.tsx'
import type { EditProps } from './paperprops.ts'
import type { Place } from './parturl.ts'
import css from './Paper.module.css'

type Part = CvView['parts'][number]
type Gap = CvView['gaps'][number]

/** For its owner, what is missing stands where it would be printed. */
export function Sheet({
  parts,
  level,
  editing,
}: {
  parts: readonly Part[]
  level: Level
  editing?: {
    readonly edit: EditProps
    readonly order: CvView['order']
    readonly gaps: readonly Gap[]
    readonly to: (place: Place) => string
    readonly hide: (section: string) => void
  }
}) {
  const t = useText()
  const { catalog } = useRenderContext()
  const turns = editing === undefined ? parts : inTurn(editing.order, parts, editing.gaps)
  return turns.map((part) => {
    if (!('title' in part))
      return editing && <Gaps key={part.gaps[0]?.section} gaps={part.gaps} to={editing.to} />
    const { id, title, section } = part
    const document = catalog.get('profile-section', section)
    // Another section may be shown with several parts; each leads to it.
    const canChange = document !== undefined && document.listed !== false
    return (
      <section key={id} className={css['part']}>
        <div className={css['line']}>
          <Heading level={level} className={css['title']}>
            {title}
          </Heading>
          {editing && (
            <span className={`${css['tools']} no-print`}>
              {editing.edit.order === undefined && (
                <IconButton
                  label={t(editing.edit.hide, { part: title })}
                  onClick={() => editing.hide(section)}
                >
                  <Icon name="eye" />
                </IconButton>
              )}
              {canChange && (
                <Pencil
                  to={editing.to({ section })}
                  label={t(editing.edit.change, { part: title })}
                />
              )}
            </span>
          )}
        </div>
        <PaperText part={part} level={below(level)} />
      </section>
    )
  })
}

type Turn = Part | { readonly gaps: readonly Gap[] }

/** Parts and gaps in the order of the paper, gaps next to each other together. */
function inTurn(order: CvView['order'], parts: readonly Part[], gaps: readonly Gap[]): Turn[] {
  const turns: Turn[] = []
  const left = new Set(gaps)
  const add = (gap: Gap) => {
    left.delete(gap)
    const last = turns.at(-1)
    if (last !== undefined && !('title' in last)) turns.splice(-1, 1, { gaps: [...last.gaps, gap] })
    else turns.push({ gaps: [gap] })
  }
  for (const { id, section } of order) {
    const part = parts.find((each) => each.id === id)
    const gap = [...left].find((each) => each.section === section)
    if (part !== undefined) turns.push(part)
    else if (gap !== undefined) add(gap)
  }
  turns.push(...parts.filter(({ id }) => !order.some((each) => each.id === id)))
  for (const gap of left) add(gap)
  return turns
}

const WAY = 'M-900 45H300A15 15 0 0 0 315 30A15 15 0 0 1 330 15H372'

/** From the side where reading begins to the sun, as at the top of the file. */
export function Footpath() {
  return (
    <svg
      className={css['footpath']}
      viewBox="0 0 420 60"
      preserveAspectRatio="xMaxYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      <path className={css['cut']} d="M240 0H270A30 30 0 0 1 240 30Z" />
      <path className={css['cut2']} d="M240 0H210A30 30 0 0 0 240 30Z" />
      <path
        className={css['furrows']}
        d={[8, 15, 22, 29].map((r) => `M${333 + r} 60A${r} ${r} 0 0 0 ${333 - r} 60`).join('')}
      />
      <path className={css['way']} d={WAY} />
      <path className={css['stitches']} d={WAY} />
      <circle className={css['sun']} cx="380" cy="15" r="11" />
    </svg>
  )
}

export function Pencil({ to, label }: { to: string; label: string }) {
  return (
    <Link className={`${css['pencil']} no-print`} to={to} aria-label={label}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5" />
      </svg>
    </Link>
  )
}
