/** Every call to the server (spec 7): credentials, JSON, no cache, the anti-forgery value; errors as values that people can read. */

import type { ApiError } from '#engine/contract/contract.ts'
import { csrfToken } from './cookies.ts'
import { previewHeaders } from './preview.ts'
import { showSnackbar, store } from './store.ts'

export type CallOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** A 401 is this caller's own business: the session is not given up for it. */
  readonly keepSession?: boolean
  /** The request may outlive the page. */
  readonly keepalive?: boolean
  /** Nobody waits for it, so nothing on the page says that something is under way. */
  readonly background?: boolean
  /** What a save was made on. */
  readonly ifMatch?: string
  /** For what takes the server longer than most. */
  readonly patienceMs?: number
}

/** A signal that is lost without a word leaves a request hanging for ever: after so long it has failed. */
const PATIENCE_MS = 20_000

/** The request did not reach the server, or its answer did not reach us. */
export class NoSignal extends Error {
  /** What widgets know it by. */
  readonly code = 'offline'
  constructor(cause: unknown) {
    super('no signal', { cause })
    this.name = 'NoSignal'
  }
}

/** The server said no, in a sentence for people. */
export class ApiFailure extends Error implements ApiError {
  readonly code: string
  readonly fields: NonNullable<ApiError['fields']>
  readonly missing: readonly string[]
  readonly feature?: string
  readonly upgrade?: boolean
  constructor(
    readonly status: number,
    answer: Partial<ApiError>,
  ) {
    super(answer.message ?? '')
    this.name = 'ApiFailure'
    this.code = answer.code ?? 'server/error'
    this.fields = answer.fields ?? []
    this.missing = answer.missing ?? []
    if (answer.feature !== undefined) this.feature = answer.feature
    if (answer.upgrade !== undefined) this.upgrade = answer.upgrade
  }
}

let onUnauthorised: () => void = () => undefined

/** What happens when the server no longer knows the session (spec 8). */
export function whenUnauthorised(handler: () => void): void {
  onUnauthorised = handler
}

/**
 * @param path under /api, without a leading slash
 * @returns the answer; undefined for one without a body
 * @throws NoSignal or ApiFailure
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  return counted(path, options, async () => read<T>(await ask(path, options), options))
}

/** The same, with the answer as it came: for whoever goes by its status and headers. */
export async function request(path: string, options: CallOptions = {}): Promise<Response> {
  return counted(path, options, () => ask(path, options))
}

/** The global loading flag: on for every request but auth/ping, off when the last of them has returned (spec 4). */
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
  // The value lasts 24 hours; a page may be open for longer. One more try with a fresh one.
  if (response.status !== 403 || (await codeOf(response.clone())) !== 'csrf/missing')
    return response
  await send('auth/ping', {})
  return send(path, options)
}

/** What every call says (spec 7): that it is JSON and wants nothing from a cache, and the anti-forgery value once that is known. */
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
  { method = 'GET', body, keepalive, ifMatch, patienceMs = PATIENCE_MS }: CallOptions,
): Promise<Response> {
  try {
    const response = await fetch(`/api/${path}`, {
      method,
      credentials: 'include',
      cache: 'no-cache',
      keepalive: keepalive ?? false,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...commonHeaders(),
        'Accept-Language': store.language,
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // An answer of any kind has come through: no call of the API is ever answered from a cache.
    store.online = true
    noticeRelease(response)
    return response
  } catch (error) {
    throw new NoSignal(error)
  }
}

/** Reads an answer; one that breaks off in the middle was no answer. */
export async function read<T>(response: Response, options: CallOptions = {}): Promise<T> {
  if (response.ok) {
    if (response.status === 204) return undefined as T
    try {
      return (await response.json()) as T
    } catch (error) {
      throw new NoSignal(error)
    }
  }
  const answer = (await response.json().catch(() => ({}))) as Partial<ApiError>
  // A wrong password is a 401 too, but nobody was signed in by it.
  if (response.status === 401 && options.keepSession !== true && answer.code !== 'login/failed')
    onUnauthorised()
  // A preview can be filled in, and keeps nothing; and it has its hour: that is no error of the page.
  if (answer.code === 'preview/read-only' || answer.code === 'preview/expired')
    showSnackbar(answer.message ?? null)
  throw new ApiFailure(response.status, answer)
}

/**
 * Reads the answer to a request of the boot script. A server that is still starting is as good as none: whoever has been
 * here before goes on with what this device keeps.
 */
export async function readFirst<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked.catch((error: unknown) => Promise.reject(new NoSignal(error)))
  // A site that its operator has closed says so; every other 503 passes by itself.
  if (response.status === 503 && (await codeOf(response.clone())) !== 'tenant/suspended')
    throw new NoSignal(response.statusText)
  return read<T>(response, { keepSession: true })
}

/** Every answer names the release that it was made from; another than the page's is taken over at the next navigation. */
function noticeRelease(response: Response): void {
  const release = response.headers.get('x-release')
  const ours = store.appConfiguration?.release
  if (release !== null && ours !== undefined)
    store.announcedRelease = release === ours ? null : release
}

/**
 * Asks whether there is another answer than the one that is here. It is nothing that anybody waits for, so the loading
 * flag stays as it is.
 *
 * @param etag of the answer that is here; null where it came without
 * @throws NoSignal
 */
export async function askAgain(path: string, etag: string | null): Promise<Response> {
  try {
    return await fetch(`/api/${path}`, {
      credentials: 'include',
      // With a condition of its own the browser's cache stands aside, and "not modified" is seen here.
      cache: etag === null ? 'no-cache' : 'default',
      signal: AbortSignal.timeout(PATIENCE_MS),
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
 * Content never changes under its hash, so the browser may keep it as long as it likes. It carries no anti-forgery value:
 * it is the same for everybody, and what the page has preloaded is only taken for a request that says the same
 * (docs/decisions/0042).
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
