/** Parts of the app that do not come: a new release has replaced them, or the signal is too weak (spec 4, point 7; spec 9). */

import { NoSignal } from './api.ts'

/** So long a part may take (spec 9). */
const TIMEOUT_MS = 120_000
const RELOADED = 'reloaded-at'
/** Reloading again at once would not help, only go round in circles. */
const ONCE_EVERY_MS = 60_000

class ChunkTimeout extends Error {}

export function withinTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ChunkTimeout('a part of the app did not come in time')),
      TIMEOUT_MS,
    )
  })
  return Promise.race([loading, patience]).finally(() => clearTimeout(timer))
}

/** True where a part of the app is what is missing: its script, or the style sheet that comes with it. */
export function isChunkFailure(error: unknown): boolean {
  if (error instanceof ChunkTimeout) return true
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message)
  )
}

/**
 * Reloads the page when a part of it could not be loaded.
 *
 * @returns true when the page is on its way out; false where reloading cannot help
 */
export function reloadForChunks(error: unknown): boolean {
  if (!isChunkFailure(error) || error instanceof NoSignal || !navigator.onLine || !mayReload())
    return false
  location.reload()
  return true
}

/** Once in a while a page may be loaded anew by itself; says so and takes note of it. */
export function mayReload(): boolean {
  const last = Number(read(RELOADED) ?? 0)
  if (Date.now() - last < ONCE_EVERY_MS) return false
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    // Without a memory of it, reloading could go on for ever.
    return false
  }
  return true
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
