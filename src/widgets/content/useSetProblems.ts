/** What is wrong with a set, in words. */

import type { Curriculum, SetProblem } from '#engine/decide/subjects.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { listOf } from '#engine/documents/intl.ts'
import { textOf, type Fields } from './record.ts'

/** @param texts group with a sentence for each kind of problem */
export function useSetProblems(
  texts: string,
  curriculum: Curriculum | undefined,
  records: readonly (Fields & { readonly id: string })[],
): (problem: SetProblem) => string {
  const t = useText()
  const { language } = useScope()
  const titleOf = (id: string) => textOf(records.find((each) => each.id === id) ?? {}, 'title')
  const partOf = (id: string) => t(curriculum?.parts.find((part) => part.id === id)?.label)
  return (problem) => {
    const key = `${texts}.problem.${problem.is}`
    switch (problem.is) {
      case 'too-few':
      case 'too-many':
        return t(key, { count: problem.by })
      case 'part-few':
      case 'part-many':
        return t(key, { part: partOf(problem.part), count: problem.by })
      case 'level-few':
      case 'level-many':
        return t(key, { level: problem.level, count: problem.by })
      case 'level-missing':
        return t(key, { subject: titleOf(problem.subject) })
      case 'clash':
        return t(key, { subjects: listOf(problem.subjects.map(titleOf), language) })
    }
  }
}
