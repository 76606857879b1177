/**
 * What services say about themselves: where to send people, where to exchange codes, and which keys
 * sign their tokens. Read when someone first signs in with one, so that a start costs nothing.
 */

import { LRUCache } from 'lru-cache'
import type { ExportedJWKSCache, ServerMetadata } from 'openid-client'
import type { OfferedProvider } from '#engine/decide/providers.ts'
import { FetchRefused, guardedFetch, type GuardedOptions } from '#server/base/guardedfetch.ts'

/** Symmetric algorithms and `none` are never among them, whatever a service says. */
const ASYMMETRIC: ReadonlySet<unknown> = new Set([
  ...['RS', 'PS', 'ES'].flatMap((family) => ['256', '384', '512'].map((bits) => family + bits)),
  'EdDSA',
  'Ed25519',
])
/** Bounds the memory, because tenants decide how many services there are. */
const MAX_KNOWN = 2000
const FRESH_MS = 3_600_000
/** A service that can't be asked now: what it said before is used. */
const STALE_MS = 24 * 3_600_000
/** It isn't asked again this soon after a failure, however many people press the button. */
const AGAIN_MS = 10_000

export type Service = {
  readonly metadata: ServerMetadata
  /** Its keys, as they were last fetched. */
  keys: ExportedJWKSCache | undefined
}

type Entry = {
  service: Service | null
  readAt: number
  failure: unknown
  failedAt: number
  asking: Promise<Service> | null
}

export class Discovery {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_KNOWN })

  constructor(
    readonly options: GuardedOptions,
    /** In milliseconds. */
    readonly now: () => number = () => Date.now(),
  ) {}

  /**
   * @param tenant keeps apart what several tenants have set up, even for the same service
   * @throws FetchRefused if the service can't be reached or says something unusable
   */
  async of(tenant: string, provider: OfferedProvider): Promise<Service> {
    const { issuer = '', discovery = '', clientId } = provider
    const key = JSON.stringify([tenant, issuer, discovery, clientId])
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      entry = { service: null, readAt: 0, failure: null, failedAt: -Infinity, asking: null }
      this.#entries.set(key, entry)
    }
    const age = this.now() - entry.readAt
    if (entry.service !== null && age < FRESH_MS) return entry.service
    const usable = age < STALE_MS ? entry.service : null
    if (this.now() - entry.failedAt < AGAIN_MS) {
      if (usable !== null) return usable
      throw entry.failure
    }
    entry.asking ??= this.#ask(entry, provider)
    return usable === null ? entry.asking : entry.asking.catch(() => usable)
  }

  async #ask(entry: Entry, provider: OfferedProvider): Promise<Service> {
    try {
      const metadata = metadataOf(await this.#read(provider), provider, this.options)
      entry.service = { metadata, keys: entry.service?.keys }
      entry.readAt = this.now()
      return entry.service
    } catch (error) {
      entry.failure = error
      entry.failedAt = this.now()
      throw error
    } finally {
      entry.asking = null
    }
  }

  async #read(provider: OfferedProvider): Promise<unknown> {
    const response = await guardedFetch(
      addressOf(provider),
      { headers: { accept: 'application/json' } },
      this.options,
    )
    if (response.status !== 200) throw new FetchRefused(`metadata with status ${response.status}`)
    try {
      return await response.json()
    } catch (cause) {
      throw new FetchRefused('metadata that is not JSON', { cause })
    }
  }
}

function addressOf({ issuer = '', discovery }: OfferedProvider): string {
  return discovery ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Only what is used here, and checked: everything else that a service says is ignored. */
function metadataOf(
  value: unknown,
  provider: OfferedProvider,
  { loopback }: GuardedOptions,
): ServerMetadata {
  const said = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  const { issuer } = said
  if (typeof issuer !== 'string' || issuer.length > 1000)
    throw new FetchRefused('metadata without an issuer')
  if (provider.issuer !== undefined && bare(issuer) !== bare(provider.issuer))
    throw new FetchRefused('metadata of another issuer')
  const address = (name: string) => requireEndpoint(said[name], name, loopback)
  const given = said['id_token_signing_alg_values_supported']
  const algorithms = (Array.isArray(given) ? given : ['RS256']).filter((each) =>
    ASYMMETRIC.has(each),
  ) as string[]
  if (algorithms.length === 0) throw new FetchRefused('no algorithm that can be trusted')
  const methods = said['token_endpoint_auth_methods_supported']
  return {
    issuer,
    authorization_endpoint: address('authorization_endpoint'),
    token_endpoint: address('token_endpoint'),
    jwks_uri: address('jwks_uri'),
    ...(said['userinfo_endpoint'] !== undefined && {
      userinfo_endpoint: address('userinfo_endpoint'),
    }),
    id_token_signing_alg_values_supported: algorithms,
    token_endpoint_auth_methods_supported: Array.isArray(methods)
      ? methods.filter((each): each is string => typeof each === 'string')
      : ['client_secret_basic'],
    authorization_response_iss_parameter_supported:
      said['authorization_response_iss_parameter_supported'] === true,
  }
}

/** Some configurations have the slash at the end, and some services. */
function bare(issuer: string): string {
  return issuer.replace(/\/$/, '')
}

function requireEndpoint(value: unknown, name: string, loopback: boolean): string {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value))
    throw new FetchRefused(`metadata without ${name}`)
  const { protocol, hostname, username, password } = new URL(value)
  const here = loopback && (hostname === 'localhost' || hostname === '127.0.0.1')
  if ((protocol !== 'https:' && !(here && protocol === 'http:')) || username + password !== '')
    throw new FetchRefused(`${name} is not an address that can be trusted`)
  return value
}
