/**
 * The only client that fetches an address from a document, or connects to one that a tenant has set:
 * public addresses only, no redirects, and little in size and time (reliability.md 5).
 */

import { lookup, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isLoopback, isPublicAddress } from './publicaddress.ts'

export type GuardedOptions = {
  /** Also this machine, and there without encryption: in demo mode and in tests. */
  readonly loopback: boolean
  /** For all of it: looking up the name, connecting, and the whole response. */
  readonly timeoutMs?: number
  readonly mostBytes?: number
  /** How a name becomes addresses; in tests another one. */
  readonly resolve?: (
    host: string,
    done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
  ) => void
}

const TIMEOUT_MS = 3000
const MAX_BYTES = 1024 * 1024

/** The address isn't allowed, its response isn't, or there is none: never a user's fault. */
export class FetchRefused extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'FetchRefused'
  }
}

type Init = {
  readonly method?: string
  readonly headers?: Headers | Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * @returns the whole response; a redirect is one like any other, and isn't followed
 * @throws FetchRefused, also if the connection fails
 */
export async function guardedFetch(
  address: string,
  init: Init,
  options: GuardedOptions,
): Promise<Response> {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MAX_BYTES } = options
  const url = requireAllowed(address, options)
  const body = bodyOf(init.body)
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: init.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        // Compressed, a megabyte could hold a gigabyte.
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      // The address that was checked is the one that is connected to.
      lookup: checkedLookup(options),
      agent: false,
    })
    const fail = (error: Error) => {
      clearTimeout(timer)
      call.destroy()
      reject(
        error instanceof FetchRefused
          ? error
          : new FetchRefused(`${url.host} can't be reached`, { cause: error }),
      )
    }
    // Not the socket's own timeout: that begins again with every byte.
    const timer = setTimeout(
      () => fail(new FetchRefused(`${url.host} took longer than ${timeoutMs} ms`)),
      timeoutMs,
    )
    call.on('error', fail)
    call.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > mostBytes)
          fail(new FetchRefused(`${url.host} sent more than ${mostBytes} bytes`))
        else parts.push(part)
      })
      response.on('error', fail)
      response.on('end', () => {
        clearTimeout(timer)
        const { statusCode: status = 500 } = response
        const type = response.headers['content-type']
        resolve(
          new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(parts), {
            status,
            headers: type === undefined ? {} : { 'content-type': type },
          }),
        )
      })
    })
    call.end(body)
  })
}

/**
 * A connection, for a protocol of its own.
 *
 * @throws FetchRefused if the address isn't allowed; the system's own error if nobody responds there
 */
export async function guardedConnect(
  host: string,
  port: number,
  options: GuardedOptions,
): Promise<Socket> {
  const { timeoutMs = TIMEOUT_MS, loopback } = options
  if (isIP(host) !== 0) requirePublic(host, host, loopback)
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: checkedLookup(options) })
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(
      () => fail(Object.assign(new Error(`${host} took too long`), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

function requireAllowed(address: string, { loopback }: GuardedOptions): URL {
  if (!URL.canParse(address)) throw new FetchRefused('not an address')
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused(`${host} is called with a name or a password`)
  const here = host === 'localhost' || isLoopback(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback && here))
    throw new FetchRefused(`${host} is not called by https`)
  // Names are checked when they are looked up, numbers never are.
  if (isIP(host) !== 0) requirePublic(host, host, loopback)
  return url
}

function requirePublic(host: string, address: string, loopback: boolean): void {
  if (!isPublicAddress(address) && !(loopback && isLoopback(address)))
    throw new FetchRefused(`${host} is not a public address`)
}

function checkedLookup({ loopback, resolve = resolveAll }: GuardedOptions): LookupFunction {
  return (host, given, done) =>
    resolve(host, (error, addresses) => {
      const first = addresses[0]
      if (error !== null || first === undefined)
        return done(error ?? new FetchRefused(`${host} has no address`), '')
      try {
        // All of them: the next lookup may return another one.
        for (const { address } of addresses) requirePublic(host, address, loopback)
      } catch (refused) {
        return done(refused as Error, '')
      }
      if (given.all === true) done(null, [...addresses])
      else done(null, first.address, first.family)
    })
}

function resolveAll(
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
): void {
  lookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))
}

function bodyOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new FetchRefused('only texts and forms can be sent')
}
