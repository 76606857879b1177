/** Registers the service worker and tells it what this page is made of, so that the next visit costs nothing and works offline. */

import { isPreview } from './preview.ts'
import { store } from './store.ts'

export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || isPreview()) return
  const register = async (): Promise<void> => {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    // A new version waits until nothing is under way, then takes over at the next visit of a page.
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
  // After the first view: the worker must not take signal from what somebody waits for.
  if (document.readyState === 'complete') void register().catch(() => undefined)
  else addEventListener('load', () => void register().catch(() => undefined), { once: true })
}

const told = new Set<string>()

/** Files that were fetched before the worker was there; it takes them from the browser's own cache, not from the net. */
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
