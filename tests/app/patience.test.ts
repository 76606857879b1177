// @vitest-environment happy-dom
/** A request that hangs, as on a phone whose signal was lost without a word, does not hang for ever. */

import { afterEach, expect, it, vi } from 'vitest'
import { call, NoSignal } from '#app/api.ts'

afterEach(() => vi.unstubAllGlobals())

it('takes a call that is not answered for twenty seconds for one without a signal', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted')))))
  const asked = expect(call('auth/get-user')).rejects.toBeInstanceOf(NoSignal)
  patience.abort()
  await asked
  expect(timeout).toHaveBeenCalledWith(20_000)
})
