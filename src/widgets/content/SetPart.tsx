/** One part of a set: the records to choose from, with levels for those that have more than one. */

import { useState } from 'react'
import type { Chosen, Curriculum } from '#engine/decide/subjects.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { listOf } from '#engine/documents/intl.ts'
import { withBreaks } from './longWords.ts'
import { listIn, textOf, type Fields } from './record.ts'
import css from './SetPicker.module.css'

/** More than this many are collapsed. */
const MANY = 10

type PartProps = {
  readonly name: string
  readonly part: Curriculum['parts'][number]
  readonly records: readonly (Fields & { readonly id: string })[]
  readonly chosen: readonly Chosen[]
  /** What everyone takes. */
  readonly fixed: ReadonlySet<string>
  readonly texts: string
  readonly onChange: (id: string, level?: string) => void
}

export function SetPart({ name, part, records, chosen, fixed, texts, onChange }: PartProps) {
  const t = useText()
  const { language } = useScope()
  const open = records.filter(({ id }) => !fixed.has(id))
  const isOn = (id: string) => chosen.some(({ subject }) => subject === id)
  // What was open stays open: if it closed under the user's finger, they would lose their place.
  const [wasChosen] = useState(() => open.some(({ id }) => isOn(id)))
  // Of many, only those that were chosen stay, until somebody asks for the others.
  const [all, setAll] = useState(false)
  const isFew = !all && open.length > MANY && open.some(({ id }) => isOn(id))
  const shown = isFew ? open.filter(({ id }) => isOn(id)) : open
  const rows = (
    <div className={css['rows']}>
      {shown.map((record) => (
        <div key={record.id} className={css['row']}>
          <label className={css['pick']}>
            <input
              type={part.most === 1 ? 'radio' : 'checkbox'}
              name={name}
              checked={isOn(record.id)}
              onChange={() => onChange(record.id, firstLevel(record))}
              onClick={() => {
                // A radio button that is on doesn't change: a second tap takes it out.
                if (part.most === 1 && isOn(record.id)) onChange(record.id)
              }}
            />
            <span className="grow">{withBreaks(textOf(record, 'title'), language)}</span>
          </label>
          {isOn(record.id) && levelsOf(record).length > 1 && (
            <Levels
              name={`${name}-${record.id}`}
              label={t(`${texts}.level`, { subject: textOf(record, 'title') })}
              levels={levelsOf(record)}
              level={chosen.find(({ subject }) => subject === record.id)?.level}
              onChange={(level) => onChange(record.id, level)}
            />
          )}
        </div>
      ))}
    </div>
  )
  if (part.folded === true)
    return (
      <fieldset className={`${css['part']} ${css['folded']}`}>
        <legend className="hidden-text">{t(part.label)}</legend>
        <Fold
          title={t(part.label)}
          hint={listOf(
            open.map((record) => textOf(record, 'title')),
            language,
          )}
          open={wasChosen}
        >
          {rows}
        </Fold>
      </fieldset>
    )
  return (
    <fieldset className={css['part']}>
      <legend>{t(part.label)}</legend>
      {part.hint !== undefined && <p className="small mute">{t(part.hint)}</p>}
      <p className={css['fixed']}>
        {records
          .filter(({ id }) => fixed.has(id))
          .map((record) => (
            <Chip key={record.id}>{textOf(record, 'title')}</Chip>
          ))}
      </p>
      {open.length > MANY ? (
        <Fold title={t(`${texts}.all`, { count: open.length })} open={wasChosen}>
          {rows}
          {isFew && (
            <Button look="text" small onClick={() => setAll(true)}>
              {t(`${texts}.others`, { count: open.length - shown.length })}
            </Button>
          )}
        </Fold>
      ) : (
        open.length > 0 && rows
      )}
    </fieldset>
  )
}

function levelsOf(record: Fields): string[] {
  return listIn(record, 'levels').filter((level) => typeof level === 'string')
}

/** If there is a choice of levels, none is preselected. */
function firstLevel(record: Fields): string | undefined {
  const levels = levelsOf(record)
  return levels.length === 1 ? levels[0] : undefined
}

function Levels({
  name,
  label,
  levels,
  level,
  onChange,
}: {
  name: string
  label: string
  levels: readonly string[]
  level: string | undefined
  onChange: (level: string) => void
}) {
  return (
    <span className={css['levels']} role="radiogroup" aria-label={label}>
      {levels.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={level === each}
            onChange={() => onChange(each)}
          />
          {each}
        </label>
      ))}
    </span>
  )
}
