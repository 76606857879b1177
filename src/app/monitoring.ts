/** What went wrong in the browser. Until a tenant configures a service for it, the console is where it goes. */

export function report(error: unknown, at: string): void {
  console.error(`at ${at}:`, error)
}
