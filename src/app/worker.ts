/**
 * Registers the service worker and tells it which files this page uses, so that the next visit
 * needs no downloads and works offline.
 */

import { isPreview } from './preview.ts'
import { store } from './store.ts'

export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || isPreview()) return
  const register = async (): Promise<void> => {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    // A new version waits until nothing is in progress, then takes over at the next page load.
    const offer = (): void => {
      if (registration.waiting && !store.assessmentOpen)
        registration.waiting.postMessage({ kind: 'take-over' })
    }
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', offer),
    )
    offer()
    await navigator.serviceWorker.ready
    keepWhatIsHere()
    new PerformanceObserver(() => keepWhatIsHere()).observe({ type: 'resource' })
  }
  // After the first view: the worker must not compete for bandwidth with what the user is waiting
  // for.
  if (document.readyState === 'complete') void register().catch(() => undefined)
  else addEventListener('load', () => void register().catch(() => undefined), { once: true })
}

const told = new Set<string>()

/**
 * Files fetched before the worker was running; it takes them from the browser's own cache, not from
 * the network.
 */
function keepWhatIsHere(): void {
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin &&
        /^\/(assets|api\/(bundles|documents|validators|themes))\//.test(pathname),
    )
    .map(({ pathname }) => pathname)
    .filter((path) => !told.has(path))
  if (urls.length === 0) return
  urls.forEach((path) => told.add(path))
  navigator.serviceWorker.controller?.postMessage({ kind: 'keep', urls })
  if (!navigator.serviceWorker.controller)
    void navigator.serviceWorker.ready.then(({ active }) =>
      active?.postMessage({ kind: 'keep', urls }),
    )
}
