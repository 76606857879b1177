/** The part of autocannon that the benchmarks use; the package has no types. */

declare module 'autocannon' {
  export type Request = {
    method: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  export type Client = { setRequests: (requests: readonly Request[]) => void }
  export type Result = {
    readonly '2xx': number
    readonly '3xx': number
    readonly errors: number
    readonly timeouts: number
    readonly requests: { readonly total: number; readonly average: number }
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    setupClient: (client: Client) => void
  }): Promise<Result>
}
