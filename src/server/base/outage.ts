/**
 * Why a database is currently unavailable, as opposed to rejecting a statement: recognised by error
 * codes, and by the driver's messages where it gives none.
 */

/** As shown by `GET ready`. */
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
  // Connection exceptions; a pooler reports all of its own errors in this class.
  '08': 'away',
  // It rejects credentials that worked a moment ago: a password is being changed.
  '28': 'away',
  '3D000': 'away',
  '57P01': 'away',
  '57P02': 'away',
  '57P04': 'away',
  '57P03': 'starting',
  // A statement, or an idle transaction, was cancelled after its timeout.
  '57014': 'slow',
  '57P05': 'slow',
  '25P03': 'slow',
  '25P04': 'slow',
  // Two transactions still in conflict after every retry; a lock that was not available.
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '53100': 'disk-full',
  '53300': 'too-many-connections',
  '25006': 'read-only',
  // Out of memory and similar, and failures of the system below.
  '53': 'failing',
  '58': 'failing',
}

/** Node's codes for a connection that could not be made, or broke. */
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
/** Messages of the driver that come without a code. */
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

/** Seconds until a retry makes sense. */
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

/** @returns null for every other error: a bug of ours, or an invalid request */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (isStalePlan(error)) return 'busy'
  // A missing socket; a missing file is something else.
  if (BROKEN.has(code) || (code === 'ENOENT' && syscall === 'connect'))
    return code === 'ETIMEDOUT' ? 'slow' : 'away'
  if (/^[0-9A-Z]{5}$/.test(code)) return STATES[code] ?? STATES[code.slice(0, 2)] ?? null
  return SAID.find(([words]) => words.test(error.message))?.[1] ?? null
}

/**
 * Was a statement prepared before its table changed, so that it would now return other columns? All
 * existing connections have the same problem; a new one works. Recognised by PostgreSQL's internal
 * location, because its message depends on the language.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * Is a table missing that all our databases have? In a single request that would be a bug; when
 * probing the database it means another database, or the remains of one.
 */
export function lacksTables(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return code === '42P01' || code === '3F000'
}

/**
 * The caller has stopped waiting. Has the driver's own code for timeouts, so that it isn't treated
 * as a bug.
 */
export class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database took too long')
  }
}
