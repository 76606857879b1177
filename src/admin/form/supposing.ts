/** What is supposed of the people whom a rule is tried on, for what it reads and nobody imaginary has. */

import { parsePath } from '#engine/documents/address.ts'
import type { GroupedRoute } from '#engine/documents/catalog.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Comparison, Condition, RulePart } from '#engine/rules/ruleparts.ts'
import type { RulePlace } from '#engine/rules/ruleplaces.ts'
import { lookUp, type VarType } from '#engine/rules/ruletypes.ts'
import { COHORT, isOfPage, isOfToday, isSupposed, type Supposed } from '#engine/rules/supposed.ts'

/** As typed or ticked; an empty text is no answer. */
export type Typed = string | readonly string[]
export type Guess = {
  readonly path: string
  readonly type: VarType
  /** What the rule compares it with. */
  readonly compared: Json | undefined
}

/** What can be supposed for these variables, each once. */
export function guessesFor(
  reads: readonly string[],
  place: RulePlace,
  scope: VarType,
  part: RulePart,
): readonly Guess[] {
  const paths = reads.map((path) => askedBy(path, place)).filter(isSupposed)
  return [...new Set(paths)].flatMap((path): Guess[] => {
    const found = lookUp(scope, path)
    if ('unknown' in found || !isTypable(found.type)) return []
    return [{ path, type: found.type, compared: comparedWith(part, path) }]
  })
}

/** The variable whose value says what this one is. */
function askedBy(path: string, place: RulePlace): string {
  if (path === 'user.app.cohort') return COHORT
  if (place.reads === 'hint' && path.startsWith('measure.')) return `value.${place.field}`
  return path
}

/** Records have no field here. */
function isTypable({ is, of }: VarType): boolean {
  return is === 'list' ? of?.values !== undefined : is !== 'object'
}

function comparedWith(part: RulePart, path: string): Json | undefined {
  const value = conditionsOf(part).find(
    (each) => each.subject.variable === path && each.value !== undefined,
  )?.value
  return Array.isArray(value) ? (value[0] as Json | undefined) : value
}

function conditionsOf(part: RulePart): readonly Condition[] {
  if (part.is === 'group') return part.parts.flatMap(conditionsOf)
  return part.is === 'condition' ? [part] : []
}

/** An answer to begin with: what the rule compares it with, so that one sees it decide. */
export function exampleOf(
  { type, compared }: Guess,
  { today, word }: { today: string; word: string },
): Typed {
  const value = compared === undefined ? undefined : String(compared)
  switch (type.is) {
    case 'list':
      return [value ?? type.of?.values?.[0] ?? ''].filter((each) => each !== '')
    case 'boolean':
      return 'true'
    case 'number':
      return value ?? '1'
    default:
      return value ?? type.values?.[0] ?? dayOf(type, today) ?? word
  }
}

function dayOf({ date }: VarType, today: string): string | undefined {
  if (date === undefined) return undefined
  return date === 'day' ? today : today.slice(0, 'YYYY-MM'.length)
}

/** As a rule reads it; undefined: nothing is supposed. */
export function valueOf({ type, compared }: Guess, typed: Typed): Json | undefined {
  if (typeof typed !== 'string') return [...typed]
  const text = typed.trim()
  if (text === '') return undefined
  if (type.is === 'boolean') return text === 'true'
  const isNumber = type.is === 'number' || (type.is === 'any' && typeof compared === 'number')
  if (!isNumber) return text
  return Number.isFinite(Number(text)) ? Number(text) : undefined
}

type PageKnown = Pick<GroupedRoute, 'id'> & Readonly<Record<string, unknown>>

/** The page that a rule is about: one that it names or describes, or the one it belongs to. */
export function pageOf(
  part: RulePart,
  at: string,
  pages: readonly PageKnown[],
): string | undefined {
  const named = comparedWith(part, 'route.name')
  if (typeof named === 'string') return named
  const [list, route] = parsePath(at) ?? []
  if (list === 'routes') return route
  const about = conditionsOf(part).filter(
    ({ subject, comparison }) => isOfPage(subject.variable) && POSITIVE.has(comparison),
  )
  return about.length === 0
    ? undefined
    : pages.find((page) => about.every((each) => isMet(each, page)))?.id
}

const POSITIVE: ReadonlySet<Comparison> = new Set(['==', '===', 'in', 'has'])

function isMet({ subject, value = null }: Condition, page: PageKnown): boolean {
  const has = page[subject.variable.slice('route.'.length)]
  const allowed = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return (Array.isArray(has) ? (has as readonly unknown[]) : [has]).some((each) =>
    allowed.includes(each as Json),
  )
}

/** As the server takes it: a page and a day only where a rule reads them. */
export function supposedOf(
  reads: readonly string[],
  guesses: readonly Guess[],
  typed: (guess: Guess) => Typed,
  { page, date }: { page: string; date: string },
): Supposed {
  const values = guesses.flatMap((guess): [string, Json][] => {
    const value = valueOf(guess, typed(guess))
    return value === undefined ? [] : [[guess.path, value]]
  })
  return {
    ...(page !== '' && reads.some(isOfPage) && { page }),
    ...(date !== '' && reads.some(isOfToday) && { date }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  }
}
