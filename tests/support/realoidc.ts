/** The reference implementation of OpenID Connect for Node, on this machine. */

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT_ID = 'tsela'
export const CLIENT_SECRET = 'a-secret-that-two-machines-share'

/** A port of this machine, before it is known what answers there. */
export class Place {
  readonly #server: Server
  #answer: RequestListener = (_request, response) => void response.writeHead(404).end()

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  answer(listener: RequestListener): void {
    this.#answer = listener
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const PACKAGE: string = 'oidc-provider'
/** The part of it that is used. */
type OidcProvider = {
  readonly Provider: new (
    issuer: string,
    configuration: Readonly<Record<string, unknown>> & {
      readonly findAccount: (context: unknown, id: string) => unknown
    },
  ) => { callback: () => RequestListener }
}

/** The people whom the real one knows, by what they type as their name. */
export type People = Readonly<Record<string, { email?: string; email_verified?: boolean }>>

/** The reference implementation of OpenID Connect for Node, with its own pages to sign in. */
export async function realProvider(
  issuer: string,
  people: People,
  redirects: readonly string[],
): Promise<RequestListener> {
  // It announces that it is for development, and on Node 20 that there are newer ones.
  const { warn, info } = console
  Object.assign(console, { warn: () => undefined, info: () => undefined })
  try {
    // By a name of its own, because the package has no types.
    const { Provider } = (await import(PACKAGE)) as OidcProvider
    const provider = new Provider(issuer, {
      clients: [
        { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [...redirects] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      cookies: { keys: ['for tests'] },
      // Without these it says at each sign-in that it has chosen them itself.
      ttl: Object.fromEntries(
        ['AccessToken', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [kind, 600]),
      ),
      pkce: { required: () => true },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people[id] }),
      }),
    })
    return provider.callback()
  } finally {
    Object.assign(console, { warn, info })
  }
}
