/** A bad connection: a proxy that can be unreachable, is slow, and loses requests and responses. */

import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from '../support/chance.ts'

/** Shares of all requests, and the time from request to response in ms. */
export type Weather = {
  readonly dropped: number
  readonly answerLost: number
  readonly silent: number
  readonly delayMs: number
}

export const CALM: Weather = { dropped: 0, answerLost: 0, silent: 0, delayMs: 0 }

export class FlakyProxy {
  weather: Weather = CALM
  readonly counts = { requests: 0, unreachable: 0, dropped: 0, answerLost: 0, silent: 0 }
  #reachable = true
  readonly #open = new Set<Socket>()
  readonly #silent = new Set<Socket>()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server

  constructor(
    readonly target: URL,
    readonly chance: Chance,
  ) {
    this.#server = createServer((request, response) => void this.#handle(request, response))
    this.#server.on('connection', (socket) => {
      this.#open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        this.#open.delete(socket)
        this.#silent.delete(socket)
      })
    })
  }

  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** When unreachable, open connections are cut; silent ones stay silent, as on a phone. */
  set reachable(value: boolean) {
    this.#reachable = value
    if (!value) for (const socket of this.#open) if (!this.#silent.has(socket)) socket.destroy()
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    this.#agent.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { counts, weather } = this
    counts.requests++
    const body: Buffer[] = []
    try {
      for await (const chunk of request) body.push(chunk as Buffer)
    } catch {
      return
    }
    const fate = this.chance()
    if (!this.#reachable) return this.#tear(request.socket, 'unreachable')
    await wait(weather.delayMs / 2)
    if (fate < weather.dropped) return this.#tear(request.socket, 'dropped')
    if (fate < weather.dropped + weather.silent) {
      counts.silent++
      this.#silent.add(request.socket)
      return
    }
    const { answer, bytes } = await this.#forward(request, Buffer.concat(body))
    await wait(weather.delayMs / 2)
    // The server has handled it, but the phone never gets the response.
    if (!this.#reachable || fate > 1 - weather.answerLost)
      return this.#tear(request.socket, 'answerLost')
    response.writeHead(answer.statusCode!, answer.headers).end(bytes)
  }

  #tear(socket: Socket, why: 'unreachable' | 'dropped' | 'answerLost'): void {
    this.counts[why]++
    socket.destroy()
  }

  #forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
  ): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
    return new Promise((resolve, reject) => {
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
          const bytes: Buffer[] = []
          answer.on('data', (chunk: Buffer) => bytes.push(chunk))
          answer.on('end', () => resolve({ answer, bytes: Buffer.concat(bytes) }))
        },
      )
      forwarded.on('error', reject)
      forwarded.end(body)
    })
  }
}
