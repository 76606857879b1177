// @vitest-environment happy-dom
/** A request that hangs, as on a phone that has lost its connection, times out. */

import { afterEach, expect, it, vi } from 'vitest'
import { ApiFailure, call, NoSignal, readFirst } from '#app/api.ts'

afterEach(() => vi.unstubAllGlobals())

it('treats a call without a response for twenty seconds as offline', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  )
  const asked = call('auth/get-user')
  patience.abort()
  await expect(asked).rejects.toBeInstanceOf(NoSignal)
  expect(timeout).toHaveBeenCalledWith(20_000)
})

it('starts as if offline while the server is starting or can’t be reached', async () => {
  const starting = Response.json(
    { code: 'server/unavailable', message: 'In a moment.' },
    { status: 503 },
  )
  await expect(readFirst(Promise.resolve(starting))).rejects.toBeInstanceOf(NoSignal)
  await expect(readFirst(Promise.reject(new Error('refused')))).rejects.toBeInstanceOf(NoSignal)
  await expect(
    readFirst(Promise.resolve(Response.json({}, { status: 500 }))),
  ).rejects.toBeInstanceOf(ApiFailure)
  const closed = Response.json(
    { code: 'tenant/suspended', message: 'Closed for now.' },
    { status: 503 },
  )
  await expect(readFirst(Promise.resolve(closed))).rejects.toMatchObject({
    code: 'tenant/suspended',
    message: 'Closed for now.',
  })
  expect(await readFirst(Promise.resolve(new Response(null, { status: 204 })))).toBeUndefined()
})
