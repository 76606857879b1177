/** Proposals above a list to choose from, and what counts as a start for a new record. */

import { use, useState, type ReactNode } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { Choice } from '#engine/forms/formchoice.ts'
import { offersOf, type Guide, type Offer } from '#engine/forms/guide.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ChoosePick } from './ChoosePick.tsx'
import { GuideContext } from './guidecontext.ts'
import type { Option } from './listwords.ts'
import css from './GuideHelp.module.css'
import list from './SectionList.module.css'

/** As many beginnings are shown at first. */
const FEW = 6

type Counts = NonNullable<Guide['counts']>
export type Ideas = {
  readonly offers: readonly Offer[]
  readonly title: string
  readonly rows: Counts['rows']
}

/** @returns null where the guide has nothing to propose, and until it's there */
export function useIdeas(
  options: readonly Option[] | null,
  isChosen: (id: string) => boolean,
): Ideas | null {
  const { catalog, scope } = useRenderContext()
  const guide = use(GuideContext)?.guide ?? null
  // What was chosen from a proposal stays there, ticked, until the page is left.
  const [before] = useState(() => new Set((options ?? []).map(({ id }) => id).filter(isChosen)))
  if (guide === null || options === null) return null
  const known = new Set(options.map(({ id }) => id))
  const offers = offersOf(guide, scope, catalog.book, before, known)
  const rows = (guide.counts?.rows ?? []).filter(({ items = [] }) => items.length > 0)
  return offers.length === 0 && rows.length === 0
    ? null
    : { offers, rows, title: guide.counts?.title ?? '' }
}

type OffersProps = {
  readonly section: Section
  readonly ideas: Ideas
  readonly options: readonly Option[]
  readonly chosen: readonly Choice[]
  readonly hasRoom: boolean
  readonly onTurn: (choice: Choice) => void
  readonly onEdit: (choice: Choice) => void
}

/** Nothing is chosen by itself: each proposal says where it comes from. */
export function GuideOffers(props: OffersProps) {
  const { section, ideas, options, chosen, hasRoom, onTurn, onEdit } = props
  const t = useText()
  const [opened, setOpened] = useState<string | null>(null)
  const { offers, rows, title } = ideas
  const names = new Map(options.map(({ id, label }) => [id, label]))
  const row = rows.find(({ id }) => id === opened)
  const choices = (items: readonly string[], legend: string) => (
    <fieldset className={list['options']}>
      <legend className="hidden-text">{legend}</legend>
      {items.flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? (
          []
        ) : (
          <ChoosePick
            key={id}
            section={section}
            choice={chosen.find((each) => each.id === id)}
            name={name}
            hasRoom={hasRoom}
            onTurn={() => onTurn({ id })}
            onEdit={onEdit}
          />
        )
      })}
    </fieldset>
  )
  return (
    <div className={css['ideas']}>
      {offers.map(({ id, because, items }) => (
        <div key={id} className={css['offer']}>
          <p className="small strong">{t(because)}</p>
          {choices(items, t(because))}
        </div>
      ))}
      {rows.length > 0 && (
        <div className={css['offer']}>
          <p className="small strong">{t(title)}</p>
          <Chips title={t(title)}>
            {rows.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                aria-pressed={id === opened}
                onClick={() => setOpened(id === opened ? null : id)}
              >
                {t(label)}
              </button>
            ))}
          </Chips>
          {row !== undefined && choices(row.items ?? [], t(row.label))}
        </div>
      )}
    </div>
  )
}

/** @param onStart opens a new record with these values; the words of the row are the person's */
export function GuideCounts({
  onStart,
}: {
  onStart: (values: Readonly<Record<string, unknown>>) => void
}) {
  const t = useText()
  const guide = use(GuideContext)?.guide ?? null
  const counts = guide?.counts
  if (counts === undefined) return null
  const { field } = counts
  return (
    <div className={css['help']}>
      <p className="small strong">{t(counts.title)}</p>
      <Chips title={t(counts.title)}>
        {counts.rows.map(({ id, label, name = label, values = {} }) => (
          <button
            key={id}
            type="button"
            onClick={() => onStart({ ...values, ...(field !== undefined && { [field]: t(name) }) })}
          >
            {t(label)}
          </button>
        ))}
      </Chips>
    </div>
  )
}

/** The first few; the others at a press, so that on a phone the list below isn't out of sight. */
function Chips({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const rest = children.length - FEW
  return (
    <div className={css['chips']} role="group" aria-label={title}>
      {isOpen || rest <= 1 ? children : children.slice(0, FEW)}
      {rest > 1 && (
        <button
          type="button"
          className={css['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('form.fewer') : t('form.moreOfThese', { count: rest })}
        </button>
      )}
    </div>
  )
}
