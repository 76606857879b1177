/**
 * All calls to the server (spec 7): credentials, JSON, no caching, the anti-forgery token; errors
 * carry a message for the user.
 */

import type { ApiError } from '#engine/contract/contract.ts'
import { csrfToken } from './cookies.ts'
import { previewHeaders } from './preview.ts'
import { showSnackbar, store } from './store.ts'

export type CallOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** The caller handles a 401 itself: the session isn't dropped. */
  readonly keepSession?: boolean
  /** The request may outlive the page. */
  readonly keepalive?: boolean
  /** A background request: no loading indicator. */
  readonly background?: boolean
  /** ETag of the version that the save is based on. */
  readonly ifMatch?: string
  /** Timeout for slow endpoints, in milliseconds. */
  readonly timeoutMs?: number
}

/** A lost connection can leave a request hanging forever: after this long it has failed. */
const TIMEOUT_MS = 20_000

/** The request did not reach the server, or the response did not reach us. */
export class NoSignal extends Error {
  /** The code that widgets check. */
  readonly code = 'offline'
  /** Of a list: the records of it that are on this device. */
  declare kept?: readonly unknown[] | undefined
  constructor(cause: unknown) {
    super('no signal', { cause })
    this.name = 'NoSignal'
  }
}

/** The server refused, with a message for the user. */
export class ApiFailure extends Error implements ApiError {
  readonly code: string
  readonly fields: NonNullable<ApiError['fields']>
  readonly missing: readonly string[]
  readonly feature?: string
  readonly upgrade?: boolean
  /** Too many requests, from here or of everybody: it works again in a while. */
  readonly busy: boolean
  constructor(
    readonly status: number,
    problem: Partial<ApiError>,
  ) {
    super(problem.message ?? '')
    this.name = 'ApiFailure'
    this.code = problem.code ?? 'server/error'
    this.busy = /rate-limited|server\/busy/.test(this.code)
    this.fields = problem.fields ?? []
    this.missing = problem.missing ?? []
    if (problem.feature !== undefined) this.feature = problem.feature
    if (problem.upgrade !== undefined) this.upgrade = problem.upgrade
  }
}

let onUnauthorised: () => void = () => undefined

/** Sets the handler for a session that the server no longer accepts (spec 8). */
export function whenUnauthorised(handler: () => void): void {
  onUnauthorised = handler
}

/**
 * @param path under /api, without a leading slash
 * @returns the response body; undefined if it is empty
 * @throws NoSignal or ApiFailure
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  return counted(path, options, async () => read<T>(await ask(path, options), options))
}

/** Like `call`, but returns the raw response, for callers that need its status and headers. */
export async function request(path: string, options: CallOptions = {}): Promise<Response> {
  return counted(path, options, () => ask(path, options))
}

/**
 * The global loading flag: on during every request except auth/ping, off when the last one has
 * returned (spec 4).
 */
async function counted<T>(
  path: string,
  { background }: CallOptions,
  work: () => Promise<T>,
): Promise<T> {
  const counts = path !== 'auth/ping' && background !== true
  if (counts) store.pending++
  try {
    return await work()
  } finally {
    if (counts) store.pending--
  }
}

async function ask(path: string, options: CallOptions): Promise<Response> {
  const response = await send(path, options)
  // The token lasts 24 hours and a page may be open longer: retry once with a fresh one.
  if (response.status !== 403 || (await codeOf(response.clone())) !== 'csrf/missing')
    return response
  await send('auth/ping', {})
  return send(path, options)
}

/**
 * Headers of every call (spec 7): JSON, no caching, and the anti-forgery token once it is known.
 */
function commonHeaders(): Record<string, string> {
  const token = csrfToken()
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
    ...previewHeaders(),
    ...(token !== null && { 'X-CSRF-Token': token }),
  }
}

async function send(
  path: string,
  { method = 'GET', body, keepalive, ifMatch, timeoutMs = TIMEOUT_MS }: CallOptions,
): Promise<Response> {
  try {
    const response = await fetch(`/api/${path}`, {
      method,
      credentials: 'include',
      cache: 'no-cache',
      keepalive: keepalive ?? false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...commonHeaders(),
        'Accept-Language': store.language,
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // Any response means that we're online, because API calls never come from a cache.
    store.online = true
    noticeRelease(response)
    return response
  } catch (error) {
    throw new NoSignal(error)
  }
}

/** Reads a response body; a body that breaks off counts as no response. */
export async function read<T>(response: Response, options: CallOptions = {}): Promise<T> {
  if (response.ok) {
    if (response.status === 204) return undefined as T
    try {
      return (await response.json()) as T
    } catch (error) {
      throw new NoSignal(error)
    }
  }
  const problem = (await response.json().catch(() => ({}))) as Partial<ApiError>
  // A wrong password is a 401 too, but there was no session to lose.
  if (response.status === 401 && options.keepSession !== true && problem.code !== 'login/failed')
    onUnauthorised()
  // A preview accepts input but saves nothing, and it expires: neither is an error of the page.
  if (problem.code === 'preview/read-only' || problem.code === 'preview/expired')
    showSnackbar(problem.message ?? null)
  throw new ApiFailure(response.status, problem)
}

/**
 * Reads the response to a request of the boot script. A server that is still starting counts as
 * unreachable: returning visitors continue with what this device has stored.
 */
export async function readFirst<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked.catch((error: unknown) => Promise.reject(new NoSignal(error)))
  // A site closed by its operator says so; any other 503 is temporary.
  if (response.status === 503 && (await codeOf(response.clone())) !== 'tenant/suspended')
    throw new NoSignal(response.statusText)
  return read<T>(response, { keepSession: true })
}

/**
 * Every response names the release it was made from; a different one is adopted at the next
 * navigation.
 */
function noticeRelease(response: Response): void {
  const release = response.headers.get('x-release')
  const ours = store.appConfiguration?.release
  if (release !== null && ours !== undefined)
    store.announcedRelease = release === ours ? null : release
}

/**
 * Revalidates a response that we already have. Runs in the background, without the loading flag.
 *
 * @param etag of the response that we have; null if it came without one
 * @throws NoSignal
 */
export async function askAgain(path: string, etag: string | null): Promise<Response> {
  try {
    return await fetch(`/api/${path}`, {
      credentials: 'include',
      // With our own condition the browser bypasses its cache, so we see the 304.
      cache: etag === null ? 'no-cache' : 'default',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...commonHeaders(),
        Prefer: 'return=minimal',
        ...(etag !== null && { 'If-None-Match': etag }),
      },
    })
  } catch (error) {
    throw new NoSignal(error)
  }
}

async function codeOf(response: Response): Promise<string | undefined> {
  return ((await response.json().catch(() => ({}))) as Partial<ApiError>).code
}

/**
 * Content-addressed, so the browser may cache it forever. The request carries no anti-forgery
 * token: the content is the same for everyone, and a preload is only reused by a request with the
 * same headers (docs/decisions/0042).
 */
export async function fetchContent<T>(path: string): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin', headers: previewHeaders() })
  } catch (error) {
    throw new NoSignal(error)
  }
  return read<T>(response, { keepSession: true })
}
