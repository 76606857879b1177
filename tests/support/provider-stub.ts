/**
 * Paystack and Stripe as local servers: what they were sent is recorded, and they respond as
 * documented.
 */

import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export type Stub = {
  readonly url: string
  readonly calls: Recorded[]
  /** What it responds with from now on; a status of 0 closes the connection. */
  respond: (call: Recorded) => { readonly status: number; readonly body: unknown }
  readonly close: () => Promise<void>
}

export async function startStub(): Promise<Stub> {
  const calls: Recorded[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const call = { method, path: url, headers, body }
      calls.push(call)
      const answer = stub.respond(call)
      if (answer.status === 0) return void request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stub: Stub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    respond: () => ({ status: 500, body: {} }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return stub
}

export function paystackSignature(key: string, body: string): string {
  return createHmac('sha512', key).update(body).digest('hex')
}

export function stripeSignature(secret: string, body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
