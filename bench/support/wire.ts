/** Requests as raw bytes, for those that no client library would send; and their responses. */

import { connect } from 'node:net'

export type WireResponse = {
  /** 0 if the connection was closed without a response. */
  readonly status: number
  readonly head: string
  readonly body: string
  readonly ms: number
  /** Neither a response nor an end before the timeout. */
  readonly hung: boolean
}

export type WireOptions = {
  readonly port: number
  /** Half-closes the connection, like a client that goes away. */
  readonly ends?: boolean
  readonly patienceMs?: number
}

/** Sends bytes on a new connection and reads until the server closes it. */
export function sendBytes(
  bytes: string | Buffer,
  { port, ends = false, patienceMs = 10_000 }: WireOptions,
): Promise<WireResponse> {
  const began = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    let hung = false
    socket.setTimeout(patienceMs, () => {
      hung = true
      socket.destroy()
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      // "100 Continue" is not the response yet.
      const text = Buffer.concat(chunks)
        .toString('latin1')
        .replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '')
      const end = text.indexOf('\r\n\r\n')
      const head = end < 0 ? text : text.slice(0, end)
      resolve({
        status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: end < 0 ? '' : text.slice(end + 4),
        ms: performance.now() - began,
        hung,
      })
    })
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    if (ends) socket.end()
  })
}

export type WireRequest = {
  readonly method?: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request that closes its connection; a header with the same name in capitals is sent twice. */
export function bytesOf({ method = 'GET', target, headers = {}, body }: WireRequest): Buffer {
  const payload = body === undefined ? null : Buffer.from(body, 'utf8')
  const all: Record<string, string> = {
    host: 'localhost',
    connection: 'close',
    ...(payload !== null && { 'content-length': String(payload.length) }),
    ...headers,
  }
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    payload ?? Buffer.alloc(0),
  ])
}
