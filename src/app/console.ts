/** Calls of the console: every answer of the API is a value, with the ETag that the next save goes by. */

import type { ConsoleAnswer, ConsoleCall } from '#admin/parts/client.ts'
import { request, read } from './api.ts'

/** Checking and publishing look at every document. Who waits for a call is told where they wait. */
const PATIENCE_MS = 120_000

/** @throws NoSignal; ApiFailure where the server itself has failed */
export async function callConsole({
  path,
  method = 'GET',
  body,
  ifMatch,
}: ConsoleCall): Promise<ConsoleAnswer> {
  const response = await request(path, {
    method,
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
    background: true,
    patienceMs: PATIENCE_MS,
  })
  // A session that is over, and a server that has failed, are everybody's business and not the console's.
  if (response.status === 401 || response.status >= 500) return read<never>(response)
  const value: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  return { status: response.status, value, etag: response.headers.get('etag') }
}
