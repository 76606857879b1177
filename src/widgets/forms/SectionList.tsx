/**
 * A section that is a list: its records, one of them, or what was chosen. Which record is edited is
 * in the address, so that "back" leads to the list and a reload to the same record.
 */

import { useRenderContext } from '#engine/react/context.ts'
import type { Section } from '#engine/decide/progress.ts'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Chooser } from './Chooser.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordRows } from './RecordRows.tsx'
import css from './SectionList.module.css'

export function SectionList({ section, level }: { section: Section; level: Level }) {
  const { catalog, scope } = useRenderContext()
  const item = scope.route?.query['item']
  const { chosenFrom } = section
  const from = chosenFrom === undefined ? undefined : catalog.get('profile-section', chosenFrom)
  const records = section.shape === 'records' ? section : from
  if (records !== undefined && item !== undefined)
    return <RecordForm key={item} section={records} item={item} level={level} />
  if (section.shape === 'records') return <RecordRows section={section} />
  return (
    <div className={css['wide']}>
      <Chooser section={section} people={from} level={level} />
      {from !== undefined && <RecordRows section={from} titled={level} />}
    </div>
  )
}
