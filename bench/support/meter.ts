/**
 * A proxy that counts every byte of a server's responses, including headers and what a service
 * worker fetches in the background.
 */

import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { once } from 'node:events'

export type Fetched = { readonly path: string; readonly type: string; readonly bytes: number }

export class Meter {
  readonly fetched: Fetched[] = []
  /** Bytes of the browser's requests. */
  up = 0
  readonly #open = new Set<Socket>()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((request, response) => this.#handle(request, response))
  #under = 0

  constructor(readonly target: URL) {
    this.#server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get down(): number {
    return this.fetched.reduce((all, { bytes }) => all + bytes, 0)
  }

  /** No request is in progress. */
  get quiet(): boolean {
    return this.#under === 0
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    this.#agent.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers, socket } = request
    const before = socket.bytesWritten
    this.#under++
    let type = ''
    const forwarded = send(
      {
        host: this.target.hostname,
        port: this.target.port,
        method,
        path: url,
        headers,
        agent: this.#agent,
      },
      (answer) => {
        type = String(answer.headers['content-type'] ?? '').split(';')[0]!
        response.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => socket.destroy())
    request.on('data', (chunk: Buffer) => (this.up += chunk.length))
    request.pipe(forwarded)
    this.up +=
      `${method} ${url} HTTP/1.1\r\n\r\n`.length +
      request.rawHeaders.reduce((all, each) => all + each.length + 2, 0)
    response.on('close', () => {
      this.#under--
      this.fetched.push({ path: url!.split('?')[0]!, type, bytes: socket.bytesWritten - before })
    })
  }
}
