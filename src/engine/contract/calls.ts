/**
 * Every call of the API: what it is for, what it responds with, and which errors it may return. The
 * server puts these schemas on its routes; OpenAPI, `docs/api` and the tests read them there, and a
 * route without a row fails a test.
 *
 * They describe responses and check them in tests. They don't serialise them: JSON.stringify drops
 * no member that a schema forgot (docs/decisions/0060).
 */

import { accountCalls } from './accountcalls.ts'
import { approvalCalls } from './approvalcalls.ts'
import { assessmentCalls } from './assessmentcalls.ts'
import type { Call, Calls } from './call.ts'
import { cvCalls } from './cvcalls.ts'
import { consoleCalls } from './consolecalls.ts'
import { experimentCalls } from './experimentcalls.ts'
import { guardianCalls } from './guardiancalls.ts'
import { keyCalls } from './keycalls.ts'
import { newcomerCalls } from './newcomercalls.ts'
import { paymentCalls } from './paymentcalls.ts'
import { pictureCalls } from './picturecalls.ts'
import { productCalls } from './productcalls.ts'
import { recipeCalls } from './recipecalls.ts'
import { studyCalls } from './studycalls.ts'
import { tenantCalls } from './tenantcalls.ts'
import type { Code } from './problems.ts'

/** `GET /auth/ping` -> the call, with the path as the server registers it below `/api`. */
export const CALLS: Calls = {
  ...accountCalls,
  ...cvCalls,
  ...assessmentCalls,
  ...productCalls,
  ...paymentCalls,
  ...guardianCalls,
  ...consoleCalls,
  ...approvalCalls,
  ...studyCalls,
  ...experimentCalls,
  ...pictureCalls,
  ...recipeCalls,
  ...tenantCalls,
  ...keyCalls,
  ...newcomerCalls,
}

const BY_ANY: readonly Code[] = ['request/malformed', 'request/not-found', 'server/error']
const BY_TENANT: readonly Code[] = [
  'tenant/unknown-host',
  'tenant/suspended',
  'preview/expired',
  'server/busy',
  'server/unavailable',
]
const BY_SESSION: readonly Code[] = [
  'access/session',
  'access/plan',
  'access/country',
  'access/stage',
  'access/off',
  'access/role',
  'consent/guardian',
  'auth/second-factor-required',
]
const BY_CHANGE: readonly Code[] = ['csrf/missing', 'preview/read-only']
const BY_BODY: readonly Code[] = ['request/too-large', 'request/media-type']

/** What a call requires of a request, as its route declares it. */
export type Demands = {
  /** It is for one tenant's host; health, readiness and metrics respond on any. */
  readonly tenant: boolean
  readonly session: boolean
  readonly changes: boolean
  readonly body: boolean
  /** Its parameters or its body have a schema. */
  readonly checked: boolean
}

/** Every error code that a call may return. */
export function errorsOf(call: Call, demands: Demands): Set<Code> {
  return new Set([
    ...BY_ANY,
    ...(demands.tenant ? BY_TENANT : []),
    ...(demands.session ? BY_SESSION : []),
    ...(demands.changes ? BY_CHANGE : []),
    ...(demands.body ? BY_BODY : []),
    ...(demands.checked ? (['request/invalid'] as const) : []),
    ...(call.errors ?? []),
  ])
}
