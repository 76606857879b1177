/**
 * API calls of the console: each response is returned as a value, with the ETag that the next save
 * is based on.
 */

import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { request, read } from './api.ts'

/**
 * Checking and publishing read every document, so they take long. The console shows its own
 * progress.
 */
const TIMEOUT_MS = 120_000

/** @throws NoSignal; ApiFailure where the server itself has failed */
export async function callConsole({
  path,
  method = 'GET',
  body,
  ifMatch,
}: ConsoleCall): Promise<ConsoleResponse> {
  const response = await request(path, {
    method,
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
    background: true,
    timeoutMs: TIMEOUT_MS,
  })
  // A lost session and a server failure are handled by the app, not by the console.
  if (response.status === 401 || response.status >= 500) return read<never>(response)
  const value: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  return { status: response.status, value, etag: response.headers.get('etag') }
}
