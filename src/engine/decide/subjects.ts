/**
 * Checks a set of school subjects against its curriculum: what is missing or too much, and which
 * fields of study stay open.
 */

import type { DocumentOf } from '#engine/documents/kinds.ts'

export type Curriculum = DocumentOf<'curriculum'>
/** As in the records of subjects. */
export type Subject = {
  readonly id: string
  readonly group: string
  /** Empty if it has no levels; if there is more than one, the learner chooses. */
  readonly levels?: readonly string[]
}
export type Chosen = { readonly subject: string; readonly level?: string }

export type SetProblem =
  | { readonly is: 'too-few' | 'too-many'; /** How many more, or fewer. */ readonly by: number }
  | { readonly is: 'part-few' | 'part-many'; readonly part: string; readonly by: number }
  | { readonly is: 'level-missing'; readonly subject: string }
  | { readonly is: 'level-few' | 'level-many'; readonly level: string; readonly by: number }
  | { readonly is: 'clash'; readonly subjects: readonly string[] }

/** Open to this set; open in some places; closed. */
export type Openness = 'open' | 'some' | 'closed'

/**
 * @param subjects those of the curriculum; chosen subjects of another one are ignored
 * @returns every reason why the set isn't enough for a certificate yet; empty if it is
 */
export function checkSet(
  curriculum: Curriculum,
  subjects: readonly Subject[],
  chosen: readonly Chosen[],
): SetProblem[] {
  const taken = takenOf(subjects, chosen)
  const counted = taken.filter(({ id }) => curriculum.uncounted?.includes(id) !== true)
  return [
    ...between(counted.length, curriculum).map(
      ([few, by]) => ({ is: few ? 'too-few' : 'too-many', by }) as const,
    ),
    ...curriculum.parts.flatMap((part) =>
      between(taken.filter((subject) => isIn(part, subject)).length, part).map(
        ([few, by]) => ({ is: few ? 'part-few' : 'part-many', part: part.id, by }) as const,
      ),
    ),
    ...taken.flatMap(({ id, levels = [], level }) =>
      levels.length > 1 && level === undefined
        ? [{ is: 'level-missing', subject: id } as const]
        : [],
    ),
    ...(curriculum.levels ?? []).flatMap((rule) =>
      between(counted.filter(({ level }) => level === rule.id).length, rule).map(
        ([few, by]) => ({ is: few ? 'level-few' : 'level-many', level: rule.id, by }) as const,
      ),
    ),
    ...(curriculum.clashes ?? []).flatMap(({ subjects: apart }) => {
      const both = taken.flatMap(({ id }) => (apart.includes(id) ? [id] : []))
      return both.length > 1 ? [{ is: 'clash', subjects: both } as const] : []
    }),
  ]
}

type Part = Curriculum['parts'][number]
type Taken = Subject & { readonly level: string | undefined }

/** Can this subject be chosen for a part? */
export function isIn(part: Part, { id, group, levels }: Subject): boolean {
  return part.of.some(
    (each) =>
      (each.subject === undefined || each.subject === id) &&
      (each.group === undefined || each.group === group) &&
      (each.level === undefined || levels?.includes(each.level) === true),
  )
}

/** Without duplicates, and with the level at which each is taken, if it's offered at that level. */
function takenOf(subjects: readonly Subject[], chosen: readonly Chosen[]): Taken[] {
  const wanted = new Map(chosen.map(({ subject, level }) => [subject, level]))
  return subjects.flatMap((subject) => {
    if (!wanted.has(subject.id)) return []
    const { levels = [] } = subject
    const level = levels.length === 1 ? levels[0] : wanted.get(subject.id)
    return [
      { ...subject, level: level !== undefined && levels.includes(level) ? level : undefined },
    ]
  })
}

function between(
  count: number,
  { least, most }: { readonly least?: number; readonly most?: number },
): (readonly [few: boolean, by: number])[] {
  if (least !== undefined && count < least) return [[true, least - count]]
  if (most !== undefined && count > most) return [[false, count - most]]
  return []
}

/**
 * What a set leaves open. A field without a row in the curriculum is open, because no requirement
 * is known.
 *
 * @param fields ids of fields of study
 */
export function opennessOf(
  { opens = [] }: Curriculum,
  fields: readonly string[],
  chosen: readonly Chosen[],
): Record<string, Openness> {
  const has = (wanted: string) => {
    const [subject, level] = wanted.split(':')
    return chosen.some(
      (each) => each.subject === subject && (level === undefined || each.level === level),
    )
  }
  return Object.fromEntries(
    fields.map((field) => {
      const missing = (opens.find(({ id }) => id === field)?.needs ?? []).filter(
        ({ any }) => !any.some(has),
      )
      if (missing.length === 0) return [field, 'open']
      return [field, missing.some((need) => need.else === 'closed') ? 'closed' : 'some']
    }),
  )
}
