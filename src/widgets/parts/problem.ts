/** What a rejected action says, as far as it can be told to people. */

import type { ApiError } from '#engine/contract/contract.ts'

export function apiError(error: unknown): ApiError | null {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
    ? (error as ApiError)
    : null
}

/**
 * Did it fail for want of signal? `fetch` throws a TypeError then; the app's own code says
 * `offline`.
 */
export function isOffline(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /(^|\/)offline$/.test(apiError(error)?.code ?? '') ||
    !navigator.onLine
  )
}
