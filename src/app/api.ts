/** Every call to the server (spec 7): credentials, JSON, no cache, the anti-forgery value; errors as values that people can read. */

import type { ApiError } from '#engine/contract.ts'
import { csrfToken } from './cookies.ts'
import { store } from './store.ts'

export type CallOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** A 401 is this caller's own business: the session is not given up for it. */
  readonly keepSession?: boolean
  /** The request may outlive the page. */
  readonly keepalive?: boolean
}

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
  // The global loading flag: on for every request but auth/ping, off when the last of them has returned (spec 4).
  const counts = path !== 'auth/ping'
  if (counts) store.pending++
  try {
    let response = await send(path, options)
    // The value lasts 24 hours; a page may be open for longer. One more try with a fresh one.
    if (response.status === 403 && (await codeOf(response.clone())) === 'csrf/missing') {
      await send('auth/ping', {})
      response = await send(path, options)
    }
    return await read<T>(response, options)
  } finally {
    if (counts) store.pending--
  }
}

async function send(path: string, { method = 'GET', body, keepalive }: CallOptions): Promise<Response> {
  const token = csrfToken()
  try {
    return await fetch(`/api/${path}`, {
      method,
      credentials: 'include',
      cache: 'no-cache',
      keepalive: keepalive ?? false,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', 'Accept-Language': store.language, ...(token !== null && { 'X-CSRF-Token': token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
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
  if (response.status === 401 && options.keepSession !== true && answer.code !== 'login/failed') onUnauthorised()
  throw new ApiFailure(response.status, answer)
}

async function codeOf(response: Response): Promise<string | undefined> {
  return ((await response.json().catch(() => ({}))) as Partial<ApiError>).code
}

/** Content never changes under its hash, so the browser may keep it as long as it likes. */
export async function fetchContent<T>(path: string): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin' })
  } catch (error) {
    throw new NoSignal(error)
  }
  return read<T>(response, { keepSession: true })
}
