/**
 * Help on this device. It is the same for everybody, so it is kept for somebody signed out too: who
 * can't sign in needs it most.
 */

import { call, NoSignal } from './api.ts'
import type { SourceKey } from './data.tsx'
import { isPreview } from './preview.ts'
import { HELP } from './shellcache.ts'

/**
 * Help of a language, as it is now or, without a signal, as it was when it was last read here.
 *
 * @throws NoSignal if it was never read, ApiFailure
 */
export async function askHelp([path]: SourceKey): Promise<unknown> {
  // Without a secure context, or where storage is forbidden, help needs a signal.
  const box = isPreview() ? undefined : await globalThis.caches?.open(HELP).catch(() => undefined)
  try {
    const value = await call<unknown>(path)
    await box?.put(`/${path}`, Response.json(value)).catch(() => undefined)
    return value
  } catch (error) {
    const kept = error instanceof NoSignal ? await box?.match(`/${path}`) : undefined
    if (kept === undefined) throw error
    return kept.json() as Promise<unknown>
  }
}
