/**
 * The errors of a validator as text keys. One table for both sides: the form shows these texts
 * under its fields, and the server responds with 422 and the same keys.
 */

import type { FieldProblem } from '#engine/contract/problems.ts'

/** The part of an Ajv error that is used. Compiled validators carry no messages of their own. */
export type ValidationError = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Format of a field (section.ts, FORMATS) -> text key. */
const FORMAT_KEYS: Readonly<Record<string, string>> = {
  email: 'form.email',
  phone: 'form.phone',
  date: 'form.date',
  'past-date': 'form.pastDate',
  month: 'form.month',
  'past-month': 'form.pastMonth',
  'za-id': 'form.zaId',
}

/** Every text that a field's problem may have. */
export const PROBLEM_KEYS: ReadonlySet<string> = new Set([
  ...Object.values(FORMAT_KEYS),
  ...[
    'required',
    'tooShort',
    'tooLong',
    'tooSmall',
    'tooLarge',
    'number',
    'choice',
    'twice',
    'invalid',
    'unknown',
    'notAsked',
    'tooFew',
    'tooMany',
    'emptyEntry',
    'control',
  ].map((name) => `form.${name}`),
])

/**
 * The first problem of each field, in the order found: an item's problem is its field's, an entry's
 * its own.
 */
export function fieldProblems(errors: readonly ValidationError[]): FieldProblem[] {
  const found = new Map<string, FieldProblem>()
  for (const error of errors) {
    const problem = problemOf(error)
    if (!found.has(problem.pointer)) found.set(problem.pointer, problem)
  }
  return [...found.values()]
}

/** `/languages/3` -> `languages`; the empty text for the form as a whole. */
export function fieldOf(pointer: string): string {
  return (pointer.split('/')[1] ?? '').replace(/~1/g, '/').replace(/~0/g, '~')
}

/** `/jobs/1/employer` of a list of entries; `/languages` where one of several choices is wrong. */
function pointerOf({ keyword, instancePath, params }: ValidationError): string {
  const missing = params['missingProperty'] ?? params['additionalProperty']
  const path = instancePath.split('/').slice(1)
  if (typeof missing === 'string') path.push(missing.replace(/~/g, '~0').replace(/\//g, '~1'))
  const depth = path.length > 2 ? 3 : keyword === 'minProperties' ? 2 : 1
  return path
    .slice(0, depth)
    .map((name) => `/${name}`)
    .join('')
}

function problemOf(error: ValidationError): FieldProblem {
  const { keyword, params } = error
  const pointer = pointerOf(error)
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return { pointer, key: 'form.required' }
    case 'minLength':
      // In a schema, a minimum length of 1 means that a text is required.
      return limit === 1
        ? { pointer, key: 'form.required' }
        : { pointer, key: 'form.tooShort', values: { count: limit } }
    case 'minItems':
      return limit === 1
        ? { pointer, key: 'form.required' }
        : { pointer, key: 'form.tooFew', values: { count: limit } }
    case 'maxItems':
      return { pointer, key: 'form.tooMany', values: { count: limit } }
    case 'minProperties':
      return { pointer, key: 'form.emptyEntry' }
    case 'maxLength':
      return { pointer, key: 'form.tooLong', values: { count: limit } }
    case 'minimum':
      return { pointer, key: 'form.tooSmall', values: { limit } }
    case 'maximum':
      return { pointer, key: 'form.tooLarge', values: { limit } }
    case 'format':
      return { pointer, key: FORMAT_KEYS[String(params['format'])] ?? 'form.invalid' }
    case 'enum':
      return { pointer, key: 'form.choice' }
    case 'uniqueItems':
      return { pointer, key: 'form.twice' }
    case 'type':
      return { pointer, key: params['type'] === 'integer' ? 'form.number' : 'form.invalid' }
    case 'condition':
      return { pointer, key: String(params['key']) }
    case 'additionalProperties':
      return { pointer, key: 'form.unknown' }
    default:
      return { pointer, key: 'form.invalid' }
  }
}
