/** Valid answers to an item: one rule for the page, the phone and the server. */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'

/** A point of the scale, the id of the chosen option, or the ids of all options, most first. */
export type AnswerValue = number | string | readonly string[]
export type AnswerFormat = NonNullable<DocumentOf<'assessment'>['format']>

type Assessment = DocumentOf<'assessment'>
type Choice = NonNullable<Assessment['options']>[number]

export function formatOf(assessment: Assessment): AnswerFormat {
  return assessment.format ?? 'scale'
}

/**
 * The items in the order in which they are answered: the length of an instrument is given in these.
 */
export type Asked = 'lines' | 'questions' | 'pictures' | 'sets' | 'levels'

/** @returns the number of items; undefined if the document was loaded without them */
export function lengthOf(assessment: Assessment): {
  readonly asked: Asked
  readonly count: number | undefined
} {
  const { items } = assessment
  const count = items?.length
  switch (formatOf(assessment)) {
    case 'task':
      return { asked: 'levels', count: TASK_LEVELS.length }
    case 'rank':
      return { asked: 'sets', count }
    case 'choice':
      return {
        asked:
          items?.every(({ picture }) => picture !== undefined) === true ? 'pictures' : 'questions',
        count,
      }
    case 'scale':
      return { asked: 'lines', count }
  }
}

/** The options of an item: its own, or those of all items. */
export function choicesOf(assessment: Assessment, item: string): readonly Choice[] {
  const own =
    assessment.items?.find(({ id }) => id === item) ??
    assessment.practice?.find(({ id }) => id === item)
  return own?.options ?? assessment.options ?? []
}

export function optionsOf(assessment: Assessment, item: string): string[] {
  return choicesOf(assessment, item).map(({ id }) => id)
}

export type ValueProblem =
  | { readonly key: 'form.outOfRange'; readonly values: { item: string; min: number; max: number } }
  | { readonly key: 'form.sentAsLog'; readonly values: { item: string } }
  | {
      readonly key: 'form.unknownOption' | 'form.notARanking'
      readonly values: { item: string; options: string }
    }

/** @returns what is wrong with a value for a known item; null if it may be stored */
export function checkValue(
  assessment: Assessment,
  item: string,
  value: unknown,
): ValueProblem | null {
  const name = item.slice(0, 40)
  switch (formatOf(assessment)) {
    case 'scale': {
      const { min, max } = assessment.responseScale ?? { min: 1, max: 1 }
      return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? null
        : { key: 'form.outOfRange', values: { item: name, min, max } }
    }
    case 'choice': {
      const options = optionsOf(assessment, item)
      return typeof value === 'string' && options.includes(value)
        ? null
        : { key: 'form.unknownOption', values: { item: name, options: options.join(', ') } }
    }
    case 'rank': {
      const options = optionsOf(assessment, item)
      return isRanking(value, options)
        ? null
        : { key: 'form.notARanking', values: { item: name, options: options.join(', ') } }
    }
    case 'task':
      // A task is answered by its log and has no items.
      return { key: 'form.sentAsLog', values: { item: name } }
  }
}

/** Each option once, and nothing else. */
function isRanking(value: unknown, options: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.length === options.length &&
    options.every((id) => value.includes(id))
  )
}

/** Are two answers the same? */
export function sameValue(a: AnswerValue | undefined, b: AnswerValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((id, index) => id === b[index])
  return a === b
}
