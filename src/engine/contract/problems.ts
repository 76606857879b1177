/**
 * Every error code of the product: its HTTP status and its text key. And the common shape of
 * document problems.
 */

/** What is wrong with a document, in the shape that the CLI, the API and the editor share. */
export type Problem = {
  readonly code: string
  /** `kind/id`, or a file name before the document is known. */
  readonly document: string
  /** JSON pointer into the document. */
  readonly pointer: string
  readonly message: string
  readonly suggestion?: string
  readonly severity: 'error' | 'warning'
}

/**
 * Code -> HTTP status. The text key of a code is `problem.<code with dots>`; each has a text in
 * every language.
 */
export const CODES = {
  'access/session': 401,
  'access/plan': 403,
  'access/country': 403,
  'access/stage': 403,
  'access/off': 403,
  'access/role': 403,
  'csrf/missing': 403,
  'request/invalid': 422,
  'request/malformed': 400,
  'request/too-large': 413,
  'request/media-type': 415,
  'request/not-found': 404,
  'request/method': 405,
  'request/rate-limited': 429,
  'tenant/unknown-host': 421,
  'tenant/suspended': 503,
  'tenant/unknown': 404,
  'signup/taken': 409,
  'signup/off': 403,
  'login/failed': 401,
  'login/expired': 410,
  'login/again': 403,
  'auth/second-factor-required': 403,
  'password/rule': 422,
  'password/common': 422,
  'password/wrong': 403,
  'passkey/refused': 422,
  'code/wrong': 422,
  'code/expired': 410,
  'recover/expired': 410,
  'voucher/unknown': 404,
  'voucher/used': 409,
  'voucher/expired': 410,
  'voucher/lower': 409,
  'plan/unsold': 409,
  'plan/lower': 409,
  'plan/no-price': 409,
  'coupon/malformed': 422,
  'coupon/unknown': 404,
  'coupon/used': 409,
  'coupon/expired': 410,
  'coupon/other': 409,
  'coupon/taken': 409,
  'payment/off': 403,
  'payment/unavailable': 503,
  'payment/forged': 401,
  'payment/link-ended': 410,
  'payment/link-paid': 409,
  'consent/terms-required': 422,
  'consent/needed': 422,
  'consent/changed': 409,
  'consent/guardian': 403,
  'consent/not-given': 403,
  'guardian/link-ended': 410,
  'guardian/not-needed': 409,
  'profile/locked': 403,
  'profile/invalid': 422,
  'profile/changed': 409,
  'cv/too-long': 422,
  'cv/not-a-resume': 422,
  'profile/unknown-section': 404,
  'profile/unknown-record': 404,
  'profile/unknown-curriculum': 422,
  'assessment/unknown': 404,
  'attempt/unknown': 404,
  'attempt/closed': 409,
  'attempt/taken': 409,
  'attempt/too-soon': 409,
  'attempt/incomplete': 422,
  'answer/invalid': 422,
  'answer/conflict': 409,
  'report/not-taken': 404,
  'report/too-long': 422,
  'catalogue/cursor': 400,
  'content/busy': 409,
  'content/moved': 409,
  'content/problems': 422,
  'content/no-import': 409,
  'draft/stale': 412,
  'draft/if-match': 428,
  'draft/unknown': 404,
  'draft/out-of-bounds': 422,
  'release/problems': 422,
  'release/nothing': 409,
  'release/unknown': 404,
  'release/moved': 409,
  'comment/unknown': 404,
  'approval/needed': 409,
  'approval/off': 409,
  'approval/asked': 409,
  'approval/unknown': 404,
  'approval/own': 403,
  'approval/not-yours': 403,
  'approval/wait': 403,
  'approval/changed': 409,
  'approval/closed': 409,
  'schedule/too-soon': 422,
  'schedule/too-far': 422,
  'schedule/scheduled': 409,
  'schedule/unknown': 404,
  'schedule/changed': 409,
  'schedule/role': 403,
  'schedule/not-yours': 403,
  'experiment/unknown': 404,
  'experiment/draft': 409,
  'experiment/state': 409,
  'experiment/exists': 409,
  'experiment/changed': 409,
  'experiment/lost': 409,
  'experiment/conflicts': 409,
  'experiment/unknown-arm': 422,
  'upgrade/conflicts': 409,
  'bundle/unreadable': 422,
  'bundle/unsigned': 422,
  'bundle/altered': 422,
  'bundle/newer': 422,
  'bundle/too-large': 422,
  'bundle/untrusted': 422,
  'bundle/product': 422,
  'preview/read-only': 403,
  'preview/expired': 410,
  'provider/unknown': 404,
  'user/unknown': 404,
  'role/last-owner': 409,
  'image/invalid': 422,
  'image/used': 409,
  'limit/reached': 409,
  'metrics/token': 403,
  'feature/being-built': 501,
  'server/busy': 503,
  'server/unavailable': 503,
  'server/error': 500,
} as const

export type Code = keyof typeof CODES

/** The part of an error that concerns one field: its location and a text key. */
export type FieldProblem = {
  readonly pointer: string
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/**
 * An expected failure shown to the user: a code of the table above, never free text.
 *
 * @param said  the message and its values, if it is not the message of the code
 * @param fields errors per field, for forms and batches
 * @param extra  further members of the response (`feature`, `upgrade`, `missing`)
 */
export class Refusal extends Error {
  readonly status: number
  constructor(
    readonly code: Code,
    readonly detail: {
      said?: Omit<FieldProblem, 'pointer'>
      fields?: readonly FieldProblem[]
      extra?: Readonly<Record<string, unknown>>
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: detail.cause })
    this.name = 'Refusal'
    this.status = CODES[code]
  }
}

/**
 * Our own mistake: a document that the engine cannot use. Thrown early, with all problems found.
 */
export class DocumentError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.name = 'DocumentError'
  }
}

/** `schemas/screens/cv.json#/children/2: unknown widget "card"; did you mean "content-card"?` */
export function describeProblem(problem: Problem): string {
  const hint =
    problem.suggestion === undefined ? '' : `; did you mean ${JSON.stringify(problem.suggestion)}?`
  return `${problem.document}#${problem.pointer}: ${problem.message}${hint} (${problem.code})`
}
