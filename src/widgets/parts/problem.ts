/** The message of a rejected action, if it can be shown to users. */

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
 * Did it fail because there is no connection? `fetch` then throws a TypeError; the app's own code
 * is `offline`.
 */
export function isOffline(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /(^|\/)offline$/.test(apiError(error)?.code ?? '') ||
    !navigator.onLine
  )
}

/** Does it work again in a while, because too many ask at once or this network asked too often? */
export function isBusy(error: unknown): boolean {
  return apiError(error) !== null && (error as { readonly busy?: boolean }).busy === true
}
