/**
 * Chunks that fail to load: a new release has replaced them, or the connection is too weak (spec 4,
 * point 7; spec 9).
 */

import { NoSignal } from './api.ts'

/** Timeout for loading a chunk (spec 9). */
const TIMEOUT_MS = 120_000
const RELOADED = 'reloaded-at'
/** Reloading again right away would only loop. */
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

/**
 * Fetches what the first action needs, by the page's template (scripts/build.mjs), before anything
 * of it is imported: a script that didn't come once is never asked for again by a browser, while a
 * fetch can be repeated.
 */
export async function fetchLater(): Promise<void> {
  const names = document.querySelector<HTMLElement>('[data-later]')?.dataset['later']?.split(' ')
  await Promise.all(
    names?.map((name) =>
      withinTimeout(fetch(`/assets/${name}.js`).then((response) => response.text())),
    ) ?? [],
  )
}

/** True if the error is a chunk that failed to load: its script or its style sheet. */
export function isChunkFailure(error: unknown): boolean {
  if (error instanceof ChunkTimeout) return true
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message)
  )
}

/**
 * Reloads the page when one of its chunks could not be loaded.
 *
 * @returns true when the page is reloading; false if that can't help
 */
export function reloadForChunks(error: unknown): boolean {
  if (!isChunkFailure(error) || error instanceof NoSignal || !navigator.onLine || !mayReload())
    return false
  location.reload()
  return true
}

/** Allows one automatic reload per interval, and records it. */
export function mayReload(): boolean {
  const last = Number(read(RELOADED) ?? 0)
  if (Date.now() - last < ONCE_EVERY_MS) return false
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    // Without storage, reloading could loop forever.
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
