/**
 * A section that is a list: its records, one of them, or what was chosen. Which record is edited is
 * in the address, so that "back" leads to the list and a reload to the same record.
 */

import type { ListItem } from '#engine/forms/records.ts'
import { mostOf } from '#engine/forms/section.ts'
import { useRenderContext } from '#engine/react/context.ts'
import type { Section } from '#engine/decide/progress.ts'
import type { Level } from '#widgets/parts/Heading.tsx'
import { useState } from 'react'
import { Chooser } from './Chooser.tsx'
import type { Next } from './nextProps.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordRows } from './RecordRows.tsx'
import { useList, type Removed } from './useList.ts'
import css from './SectionList.module.css'

/** @param next where it leads once the choices are saved */
export function SectionList({
  section,
  level,
  next,
}: {
  section: Section
  level: Level
  next?: Next | undefined
}) {
  const { catalog, scope } = useRenderContext()
  const item = scope.route?.query['item']
  const { chosenFrom } = section
  const from = chosenFrom === undefined ? undefined : catalog.get('profile-section', chosenFrom)
  const records = section.shape === 'records' ? section : from
  // Also what was removed in its own form can be taken back on the list.
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { kept, profile, ask } = useList(section)
  /** Somebody who was added here is meant to be chosen, while the choice is free. */
  const choose = async ({ _id }: ListItem) => {
    if (section.amount === undefined && kept.length < mostOf(section))
      await ask('choose', { choices: [...kept, { id: _id }], from: profile })
  }
  const rows = { removed, setRemoved }
  if (records !== undefined && item !== undefined)
    return (
      <RecordForm
        key={item}
        section={records}
        item={item}
        level={level}
        setRemoved={setRemoved}
        onAdded={from === undefined ? undefined : choose}
      />
    )
  if (section.shape === 'records') return <RecordRows section={section} {...rows} />
  return (
    <div className={css['wide']}>
      <Chooser section={section} people={from} level={level} next={next} />
      {from !== undefined && <RecordRows section={from} titled={level} {...rows} />}
    </div>
  )
}
