/** Errors in the browser. Until a monitoring service is loaded, they go to the console. */

type Listener = (error: unknown, at: string) => void
let listener: Listener | undefined

/** Registers a service that receives every report from now on. */
export function onReport(heard: Listener): void {
  listener = heard
}

export function report(error: unknown, at: string): void {
  console.error(`at ${at}:`, error)
  listener?.(error, at)
}
