/** The body that the console sends to save a record, parsed and checked against its type. */

import type { FastifyRequest } from 'fastify'
import { recordIssues } from '#engine/check/record.ts'
import type { RecordBody } from '#engine/contract/admincontract.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { guarded, valueOf, type Choices } from '#server/catalogue/cells.ts'
import { choicesOf } from '#server/catalogue/choices.ts'
import { momentOf, withoutEmpty } from '#server/catalogue/reading.ts'

/** Undefined: leave it as it is. */
export type Edit = {
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly hidden: boolean | undefined
  readonly starts: Date | null | undefined
  readonly ends: Date | null | undefined
}

/** @throws Refusal `request/invalid` with every invalid field */
export function editOf(request: FastifyRequest<{ Body: RecordBody }>, type: ContentType): Edit {
  const { hidden, starts, ends, cells } = request.body
  const choices = choicesOf(request.release.catalog, request.release.texts.values())
  const data = cells === undefined ? request.body.data : dataOf(type, cells, choices)
  const kept = data === undefined ? undefined : withoutEmpty(data)
  const fields: FieldProblem[] = (
    kept === undefined
      ? []
      : recordIssues(type, (list) => new Set(choices(list)?.values() ?? []), kept)
  ).map(({ field, reason }) => ({ pointer: `/data/${field}`, key: `import.reason.${reason}` }))
  const moment = (name: string, value: string | null | undefined) => {
    if (value === undefined) return undefined
    const found = momentOf(value)
    if (found === undefined) fields.push({ pointer: `/${name}`, key: 'import.reason.moment' })
    return found ?? null
  }
  const [from, until] = [moment('starts', starts), moment('ends', ends)]
  if (from && until && from >= until) fields.push({ pointer: '/ends', key: 'import.reason.period' })
  if (fields.length > 0) throw new Refusal('request/invalid', { fields })
  return { data: kept, hidden, starts: from, ends: until }
}

/**
 * The value that was typed for each field. An unknown name is kept, so that the check refuses it.
 */
function dataOf(
  type: ContentType,
  cells: Readonly<Record<string, string>>,
  choices: Choices,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, text]) => {
      const field = type.fields.find(({ id }) => id === name)
      return [name, field === undefined ? text : valueOf(field, guarded(text), choices)]
    }),
  )
}
