/** Services to sign in with, and browsers at them; one does what a test tells it. */

import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { offeredProviders } from '#engine/decide/providers.ts'
import { keepSecret } from '#server/accounts/providersecret.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { catalog } from './documents.ts'
import { CLIENT_ID, CLIENT_SECRET, Place } from './realoidc.ts'
import type { ApiResponse, Client, TestServer } from './server.ts'

type Settings = DocumentOf<'config'>['authProviders']

/** The configuration of the product with these services. */
export function withProviders(
  authProviders: Settings,
  more: Partial<DocumentOf<'config'>> = {},
): DocumentOf<'config'> {
  const config = catalog.get('config', 'default')!
  return { ...config, ...more, authProviders: { basic: true, ...authProviders } }
}

/** Gives each service of a tenant its secret, as an operator does. */
export async function shareSecrets(
  { context }: TestServer,
  tenant: Tenant,
  secret = CLIENT_SECRET,
): Promise<void> {
  const { config } = await context.live(tenant)
  for (const provider of offeredProviders(config.authProviders))
    await keepSecret(context, tenant, provider, secret, null)
}

/** A browser at a service: cookies, redirects and forms, without a page. */
export class Visitor {
  readonly #cookies = new Map<string, string>()

  async get(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /**
   * Signs in there and agrees to everything.
   *
   * @returns where it sends the browser back to
   */
  async signIn(address: string, name: string): Promise<string> {
    const origin = new URL(address).origin
    let at = address
    for (let step = 0; step < 12; step++) {
      const response = await this.get(at)
      const location = response.headers.get('location')
      if (location !== null) {
        at = new URL(location, at).href
        if (new URL(at).origin !== origin) return at
        continue
      }
      const page = await response.text()
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
      if (prompt === undefined || action === undefined)
        throw new Error(`${response.status} ${at}: ${page.slice(0, 400)}`)
      const sent = await this.get(new URL(action, at).href, { prompt, login: name, password: 'x' })
      at = new URL(sent.headers.get('location')!, at).href
    }
    throw new Error(`the service never came to an end: ${at}`)
  }
}

/** Presses the button: where the browser is sent. */
export async function press(client: Client, id: string, query = ''): Promise<URL> {
  const response = await client.get(`auth/providers/${id}${query}`)
  return new URL(String(response.headers['location']), `http://${client.host}`)
}

/** Comes back with what the service has sent along. */
export function comeBack(client: Client, address: string | URL): Promise<ApiResponse> {
  const { pathname, search } = new URL(address)
  return client.get(pathname.replace(/^\/api\//, '') + search)
}

// ---- one that does what it is told ------------------------------------------------------------------------------------

type Claims = Record<string, unknown>
export type Signer = { readonly kid: string; readonly key: KeyObject; readonly jwk: object }

export function makeSigner(kid: string): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    kid,
    key: privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
  }
}

export const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export function signed(claims: Claims, { kid, key }: Signer): string {
  const body = `${encoded({ alg: 'RS256', kid, typ: 'JWT' })}.${encoded(claims)}`
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`
}

/** Everything about it can be changed; what is unchanged is right. */
export class HostileProvider {
  readonly place = new Place()
  readonly signer = makeSigner('first')
  issuer = ''
  /** What is wrong with it, by path; reset between tests. */
  answers: Record<string, RequestListener> = {}
  metadata: Claims = {}
  keys: readonly Signer[] = [this.signer]
  /** Makes the token from claims that are right. */
  token: (claims: Claims) => string = (claims) => signed(claims, this.signer)
  /** Status and body of the answer to a code. */
  exchange: (tokens: Claims) => readonly [number, unknown] = (tokens) => [200, tokens]
  nonce = ''
  subject = 'someone'
  claims: Claims = {}
  readonly asked: string[] = []
  readonly bodies: string[] = []

  async open(): Promise<void> {
    this.issuer = await this.place.open()
    this.place.answer((request, response) => {
      void this.#serve(request).then(([status, body, own]) => {
        if (own) return own(request, response)
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    })
  }

  reset(): void {
    this.answers = {}
    this.metadata = {}
    this.keys = [this.signer]
    this.token = (claims) => signed(claims, this.signer)
    this.exchange = (tokens) => [200, tokens]
    this.subject = 'someone'
    this.claims = {}
    this.asked.length = 0
    this.bodies.length = 0
  }

  async #serve(request: IncomingMessage): Promise<readonly [number, unknown, RequestListener?]> {
    const path = new URL(request.url ?? '/', this.issuer).pathname
    this.asked.push(path)
    const own = this.answers[path]
    if (own !== undefined) return [0, null, own]
    if (request.method === 'POST') this.bodies.push(await text(request))
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          ...this.metadata,
        },
      ]
    if (path === '/keys') return [200, { keys: this.keys.map(({ jwk }) => jwk) }]
    if (path === '/token') {
      const now = Math.floor(Date.now() / 1000)
      const right = {
        iss: this.issuer,
        aud: CLIENT_ID,
        sub: this.subject,
        nonce: this.nonce,
        iat: now,
        exp: now + 300,
        ...this.claims,
      }
      return this.exchange({
        access_token: 'an-access-token',
        token_type: 'Bearer',
        id_token: this.token(right),
      })
    }
    return [404, { error: 'not_found' }]
  }
}
