/** What went wrong in the browser. Until a service for it is loaded, the console is where it goes. */

type Listener = (error: unknown, at: string) => void
let listener: Listener | undefined

/** A service that hears of everything that is reported from here on. */
export function onReport(heard: Listener): void {
  listener = heard
}

export function report(error: unknown, at: string): void {
  console.error(`at ${at}:`, error)
  listener?.(error, at)
}
