/** Answers as a browser sends them. */

import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { canonical } from '#engine/documents/json.ts'
import { checkValue, formatOf } from '#engine/scoring/answervalue.ts'
import { sha256, uuidOf } from '#server/base/secrets.ts'
import type { NewAnswer } from '../store/answers.ts'
import type { AttemptRules } from './known-attempts.ts'

const MAX_ANSWERS = 100
const MAX_MS = 24 * 3600 * 1000
const Answer = {
  type: 'object',
  required: ['item', 'value', 'ms', 'at'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    item: { type: 'string', minLength: 1, maxLength: 80 },
    value: {},
    ms: { type: 'number', minimum: 0 },
    at: { type: 'string', format: 'date-time', maxLength: 40 },
    seq: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  additionalProperties: false,
} as const
export const AnswersBody = {
  body: {
    type: 'object',
    required: ['answers'],
    properties: { answers: { type: 'array', minItems: 1, maxItems: MAX_ANSWERS, items: Answer } },
    additionalProperties: false,
  },
} as const

export type SentAnswer = {
  id?: string
  item: string
  value: unknown
  ms: number
  at: string
  seq?: number
}

/**
 * The id of an answer. One that is sent without gets an id made of its item and time, so the same
 * one every time it is sent.
 */
export function idOf(attempt: string, { id, item, at }: SentAnswer): string {
  if (id !== undefined) return id.toLowerCase()
  return uuidOf(sha256(canonical([attempt, item, new Date(at).toISOString()])))
}

/**
 * The answers of a request, each id once.
 *
 * @throws Refusal `answer/conflict` for two different answers with the same id
 */
export function distinct(attempt: string, answers: readonly SentAnswer[]): NewAnswer[] {
  const batch = new Map<string, NewAnswer>()
  for (const answer of answers) {
    const id = idOf(attempt, answer)
    const row: NewAnswer = {
      id,
      item: answer.item,
      value: answer.value,
      ms: Math.round(answer.ms),
      at: new Date(answer.at).toISOString(),
      seq: answer.seq ?? null,
    }
    const other = batch.get(id)
    if (
      other !== undefined &&
      (other.item !== row.item ||
        other.at !== row.at ||
        canonical(other.value) !== canonical(row.value))
    )
      throw new Refusal('answer/conflict', { extra: { ids: [id] } })
    batch.set(id, row)
  }
  return [...batch.values()]
}

/** What is wrong with the answers; empty if nothing is. */
export function problemsIn(answers: readonly SentAnswer[], rules: AttemptRules): FieldProblem[] {
  const fields: FieldProblem[] = []
  answers.forEach(({ item, value, ms }, index) => {
    const at = `/answers/${index}`
    const isThere = rules.items.has(item)
    if (!isThere)
      fields.push({
        pointer: `${at}/item`,
        key: 'form.unknownItem',
        values: { item: item.slice(0, 40) },
      })
    // A scale is the same for all items; the options of an unknown item are unknown too.
    const problem =
      isThere || formatOf(rules.document) === 'scale'
        ? checkValue(rules.document, item, value)
        : null
    if (problem !== null) fields.push({ pointer: `${at}/value`, ...problem })
    if (ms > MAX_MS) fields.push({ pointer: `${at}/ms`, key: 'form.invalid' })
  })
  return fields
}
