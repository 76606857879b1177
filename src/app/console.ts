/**
 * API calls of the console: each response is returned as a value, with the ETag that the next save
 * is based on.
 */

import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { NoSignal, request, read } from './api.ts'
import { csrfToken } from './cookies.ts'
import { store } from './store.ts'

/**
 * Checking and publishing read every document, so they take long. The console shows its own
 * progress.
 */
const TIMEOUT_MS = 120_000
/** A large file on a slow line. */
const UPLOAD_MS = 600_000

/** Where the second factor is turned on, without which the console opens nothing. */
const SECOND_LOCK = '/settings/security/second-lock'

function isDue(value: unknown): boolean {
  return (value as { code?: unknown } | null)?.code === 'auth/second-factor-required'
}

/** @throws NoSignal; ApiFailure if the server itself has failed */
export async function callConsole({
  path,
  method = 'GET',
  body,
  ifMatch,
  file,
}: ConsoleCall): Promise<ConsoleResponse> {
  const response =
    file === undefined
      ? await request(path, {
          method,
          ...(body !== undefined && { body }),
          ...(ifMatch !== undefined && { ifMatch }),
          background: true,
          timeoutMs: TIMEOUT_MS,
        })
      : await upload(path, file)
  // A lost session and a server failure are handled by the app, not by the console.
  if (response.status === 401 || response.status >= 500) return read<never>(response)
  const value: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (isDue(value)) location.assign(SECOND_LOCK)
  return { status: response.status, value, etag: response.headers.get('etag') }
}

/** A file is sent as it is, without reading it into memory here. */
async function upload(path: string, file: Blob): Promise<Response> {
  // The token lasts a day, and the file is sent only once.
  await request('auth/ping', { background: true })
  try {
    return await fetch(`/api/${path}`, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-cache',
      signal: AbortSignal.timeout(UPLOAD_MS),
      headers: {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'no-cache',
        'Accept-Language': store.language,
        'X-CSRF-Token': csrfToken() ?? '',
      },
      body: file,
    })
  } catch (error) {
    throw new NoSignal(error)
  }
}
