/** Which documents refer to this one: below its form, and before it's removed. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentUse } from '#engine/contract/textplace.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useUses } from '#admin/parts/client.ts'
import { orderOf, splitName } from '#admin/parts/kinds.ts'
import comments from './Comments.module.css'
import css from './Uses.module.css'

const FEW = 6

/** Folded at first, as comments are. */
export function Uses({ name }: { name: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const items = useUses(name).value?.items
  if (items === undefined) return null
  return (
    <section className={comments['comments']} aria-label={t('console.uses.title')}>
      {items.length === 0 ? (
        <p className={`small mute ${css['none']}`}>{t('console.uses.none')}</p>
      ) : (
        <Button look="text" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('console.uses.in', { count: items.length })}
        </Button>
      )}
      {isOpen && (
        <div className={comments['said']}>
          <UseList uses={items} />
        </div>
      )}
    </section>
  )
}

/** Before a document is removed: what would refer to nothing. */
export function UsesFirst({ name }: { name: string }) {
  const t = useText()
  const uses = useUses(name).value?.items ?? []
  if (uses.length === 0) return null
  return (
    <Note look="wait">
      <p>{t('console.uses.before', { count: uses.length })}</p>
      <UseList uses={uses} />
    </Note>
  )
}

/** Pages are many, and a menu or a route says more. */
function rankOf({ document }: DocumentUse): number {
  const [kind] = splitName(document)
  return kind === 'screen' ? Infinity : orderOf(kind)
}

export function UseList({ uses }: { uses: readonly DocumentUse[] }) {
  const t = useText()
  const href = useHref()
  const [isWhole, setWhole] = useState(false)
  const sorted = uses.toSorted((one, other) => rankOf(one) - rankOf(other))
  return (
    <>
      <ul className={css['list']}>
        {(isWhole ? sorted : sorted.slice(0, FEW)).map(({ document, title, pointer, places }) => {
          const [kind, id] = splitName(document)
          return (
            <li key={document}>
              <Link to={href('consoleDocument', { kind, id }, { at: pointer })}>{title}</Link>{' '}
              <span className="small mute">
                {t(`console.kind.${kind}`)}
                {places > 1 && ` · ${t('console.uses.places', { count: places })}`}
              </span>
            </li>
          )
        })}
      </ul>
      {sorted.length > FEW && (
        <Button
          look="text"
          small
          className={css['more']}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('console.uses.fewer') : t('console.uses.all', { count: sorted.length })}
        </Button>
      )}
    </>
  )
}
