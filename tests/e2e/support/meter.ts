/**
 * What goes over the wire between a browser and the product, to the byte: request and status lines,
 * headers, bodies, including the service worker's own requests, which no page event reports.
 */

import { expect } from '@playwright/test'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type Bytes = { readonly up: number; readonly down: number }

export class Meter {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #up = 0
  #down = 0

  constructor(port: number) {
    this.#server = createServer((browser) => {
      const product = connect(port, 'localhost')
      browser.on('data', (chunk) => (this.#up += chunk.length))
      product.on('data', (chunk) => (this.#down += chunk.length))
      browser.pipe(product).pipe(browser)
      for (const [socket, other] of [
        [browser, product],
        [product, browser],
      ] as const) {
        this.#open.add(socket)
        // A browser may drop connections at any time; the one behind it is then closed too.
        socket.on('error', () => other.destroy()).on('close', () => this.#open.delete(socket))
      }
    })
  }

  /** @returns the address that a browser uses instead of the product's */
  async listen(): Promise<string> {
    await once(this.#server.listen(0, 'localhost'), 'listening')
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Everything so far. */
  read(): Bytes {
    return { up: this.#up, down: this.#down }
  }

  /** Everything, once nothing has arrived for a second: what is fetched for later counts too. */
  async settled(patienceMs = 20_000): Promise<number> {
    let before = -1
    await expect
      .poll(
        () => {
          const still = this.#down === before
          before = this.#down
          return still
        },
        { intervals: [1000], timeout: patienceMs },
      )
      .toBe(true)
    return before
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
