/** Errors in the browser: to the console, to our own log, and to a monitoring service if loaded. */

type Listener = (error: unknown, at: string) => void
let listener: Listener | undefined

/** Registers a service that receives every report from now on. */
export function onReport(heard: Listener): void {
  listener = heard
}

export function report(error: unknown, at: string): void {
  console.error(`at ${at}:`, error)
  listener?.(error, at)
  log(error)
}

function log(error: unknown): void {
  import('./errorlog.ts').then(({ logError }) => logError(error)).catch(() => undefined)
}

/** Also what nothing in the app has caught. A service of its own listens for that itself. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => error && log(error))
  addEventListener('unhandledrejection', ({ reason }) => log(reason))
}
