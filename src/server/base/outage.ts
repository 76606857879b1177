/** Why a database cannot serve just now, as opposed to having said no: told by its codes, and by the driver's words where it gives none. */

/** In words that `GET ready` says. */
export type Outage =
  | 'away'
  | 'starting'
  | 'slow'
  | 'busy'
  | 'disk-full'
  | 'too-many-connections'
  | 'read-only'
  | 'no-tables'
  | 'failing'

/** SQLSTATE, or its class: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const STATES: Readonly<Record<string, Outage>> = {
  // Connection exceptions; a pooler says all of its own in this class.
  '08': 'away',
  // Whoever it trusted a moment ago it lets in no more: a password is being changed.
  '28': 'away',
  '3D000': 'away',
  '57P01': 'away',
  '57P02': 'away',
  '57P04': 'away',
  '57P03': 'starting',
  // A statement, or a transaction that stood still, was ended for taking too long.
  '57014': 'slow',
  '57P05': 'slow',
  '25P03': 'slow',
  '25P04': 'slow',
  // Two that kept getting in each other's way, after every retry; a lock that wasn't to be had.
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '53100': 'disk-full',
  '53300': 'too-many-connections',
  '25006': 'read-only',
  // Out of memory and the like, and what the system under it could not do.
  '53': 'failing',
  '58': 'failing',
}

/** Codes of Node for a connection that could not be made, or broke. */
const BROKEN: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What the driver says without a code. */
const SAID: readonly (readonly [words: RegExp, outage: Outage])[] = [
  [
    /^timeout exceeded when trying to connect$|^timeout expired$|^Connection terminated due to connection timeout$/,
    'slow',
  ],
  [
    /^Connection terminated|^Client has encountered a connection error|^Client was closed|^Cannot use a pool after calling end/,
    'away',
  ],
]

/** Seconds after which asking again makes sense. */
export const RETRY_SECONDS: Readonly<Record<Outage, number>> = {
  away: 2,
  starting: 2,
  slow: 2,
  busy: 1,
  'disk-full': 30,
  'too-many-connections': 2,
  'read-only': 10,
  'no-tables': 30,
  failing: 10,
}

/** @returns null for every other error: a mistake of ours, or of whoever asked */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (isStalePlan(error)) return 'busy'
  // A socket that isn't there; a file that isn't there is something else.
  if (BROKEN.has(code) || (code === 'ENOENT' && syscall === 'connect'))
    return code === 'ETIMEDOUT' ? 'slow' : 'away'
  if (/^[0-9A-Z]{5}$/.test(code)) return STATES[code] ?? STATES[code.slice(0, 2)] ?? null
  return SAID.find(([words]) => words.test(error.message))?.[1] ?? null
}

/**
 * Was a statement prepared before its table changed, so that it would now give other columns? Every connection of before has
 * the same; on a new one it works. By PostgreSQL's name for the place, since its words depend on its language.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Is a table missing that every database of ours has? Of one call that would be a mistake of ours; of a look at the database it is another database, or what is left of one. */
export function lacksTables(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return code === '42P01' || code === '3F000'
}

/** Nobody waits any longer. The driver's own code for it, so that it is told apart from a mistake. */
export class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database took too long')
  }
}
