/**
 * A set that is being chosen: where each record is offered, what everyone takes, and what a tap
 * changes. Pure.
 */

import { isIn, type Chosen, type Curriculum, type Subject } from '#engine/decide/subjects.ts'
import { listIn, textOf, type Fields } from './record.ts'

type Part = Curriculum['parts'][number]
type Titled = Fields & { readonly id: string }
export type Place = { readonly part: Part; readonly records: readonly Titled[] }

export function subjectsOf(records: readonly Titled[]): Subject[] {
  return records.map(toSubject)
}

function toSubject(record: Titled): Subject {
  return {
    id: record.id,
    group: textOf(record, 'group'),
    levels: listIn(record, 'levels').filter((level) => typeof level === 'string'),
  }
}

/**
 * Each record in the first part that it can be chosen for; records that fit no part aren't offered.
 */
export function placesOf(curriculum: Curriculum, records: readonly Titled[]): Place[] {
  const offered = new Set<string>()
  return curriculum.parts.flatMap((part) => {
    const here = records.filter((each) => !offered.has(each.id) && isIn(part, toSubject(each)))
    here.forEach(({ id }) => offered.add(id))
    return here.length === 0 ? [] : [{ part, records: here }]
  })
}

/** What everyone takes: the parts that require all of their records. */
export function fixedIn({ parts }: Curriculum, subjects: readonly Subject[]): Set<string> {
  return new Set(
    parts.flatMap((part) => {
      const here = subjects.filter((subject) => isIn(part, subject))
      return part.least !== undefined && here.length > 0 && part.least >= here.length
        ? here.map(({ id }) => id)
        : []
    }),
  )
}

/** The saved records that still exist, and those that everyone takes. */
export function chosenIn(
  entries: readonly Fields[],
  member: string,
  subjects: readonly Subject[],
  fixed: ReadonlySet<string>,
): Chosen[] {
  return subjects.flatMap(({ id }) => {
    const entry = entries.find((each) => textOf(each, member) === id)
    if (entry === undefined) return fixed.has(id) ? [{ subject: id }] : []
    const level = textOf(entry, 'level')
    return [{ subject: id, ...(level !== '' && { level }) }]
  })
}

export function entriesOf(chosen: readonly Chosen[], member: string): Fields[] {
  return chosen.map(({ subject, level }) => ({
    [member]: subject,
    ...(level !== undefined && { level }),
  }))
}

/**
 * A tap adds or removes a subject; if a part allows only one, it replaces the other.
 *
 * @param level chosen with it; changes the level of a subject that is in the set
 */
export function toggled(
  { parts }: Curriculum,
  subjects: readonly Subject[],
  chosen: readonly Chosen[],
  id: string,
  level?: string,
): Chosen[] {
  const others = chosen.filter(({ subject }) => subject !== id)
  const was = chosen.find(({ subject }) => subject === id)
  if (was !== undefined && (level === undefined || was.level === level)) return others
  const subject = subjects.find((each) => each.id === id)
  if (subject === undefined) return [...chosen]
  const alone = parts.filter((part) => part.most === 1 && isIn(part, subject))
  const stays = others.filter(
    (each) =>
      !subjects.some(
        (other) => other.id === each.subject && alone.some((part) => isIn(part, other)),
      ),
  )
  return [...stays, { subject: id, ...(level !== undefined && { level }) }]
}
