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
  /** `too-few`: how many more of any kind, besides those that parts still need. */
  | { readonly is: 'too-few' | 'too-many'; readonly by: number }
  /** `part-few`: how many more, besides those that a part within this one still needs. */
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
  const isCounted = ({ id }: Subject) => curriculum.uncounted?.includes(id) !== true
  const counted = taken.filter(isCounted)
  const needs = needsOf(curriculum, subjects, taken)
  const needed = needs.reduce(
    (sum, { members, own }) => (members.some(isCounted) ? sum + own : sum),
    0,
  )
  return [
    ...needs.flatMap(({ part, own }) =>
      own > 0 ? [{ is: 'part-few', part: part.id, by: own } as const] : [],
    ),
    ...curriculum.parts.flatMap((part) =>
      between(taken.filter((subject) => isIn(part, subject)).length, part).flatMap(([few, by]) =>
        few ? [] : [{ is: 'part-many', part: part.id, by } as const],
      ),
    ),
    ...between(counted.length, curriculum).flatMap(([few, count]): SetProblem[] => {
      const by = few ? count - needed : count
      return by > 0 ? [{ is: few ? 'too-few' : 'too-many', by }] : []
    }),
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

type Need = { readonly part: Part; readonly members: readonly Subject[]; readonly own: number }

/**
 * What each part still needs itself. A home language is an official language too: while it is
 * missing, "two official languages" needs one more, not two.
 */
function needsOf(
  { parts }: Curriculum,
  subjects: readonly Subject[],
  taken: readonly Taken[],
): Need[] {
  const needs: Need[] = []
  const sized = parts
    .map((part) => ({ part, members: subjects.filter((subject) => isIn(part, subject)) }))
    .sort((a, b) => a.members.length - b.members.length)
  for (const { part, members } of sized) {
    const [few, by] = between(taken.filter((each) => isIn(part, each)).length, part)[0] ?? [
      false,
      0,
    ]
    const within = needs.filter((other) => other.members.every((each) => members.includes(each)))
    const theirs = within.reduce((sum, { own }) => sum + own, 0)
    needs.push({ part, members, own: few ? Math.max(0, by - theirs) : 0 })
  }
  return needs.sort((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part))
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
