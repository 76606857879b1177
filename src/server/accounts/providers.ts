/**
 * Signing in with another service by OpenID Connect: code, PKCE, state and nonce. Which tokens are
 * accepted is decided here; who they belong to, in arrivals.ts (docs/decisions/0086).
 */

import * as oidc from 'openid-client'
import { clientOf, offeredProviders, type OfferedProvider } from '#engine/decide/providers.ts'
import type { InstanceConfig } from '#engine/rules/scope.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { FetchRefused, guardedFetch } from '#server/base/guardedfetch.ts'
import type { ServerContext } from '#server/start/context.ts'
import type { Identity } from '#server/store/identities.ts'
import { providerSecret } from '#server/store/providersecrets.ts'
import { Discovery, type Service } from './discovery.ts'

/**
 * Why a sign-in failed: each has a text at `signIn.errors`, except `not_accepted`, which tells nobody
 * more than the text for all others does.
 */
export type SignInError =
  | 'access_denied'
  | 'account_exists'
  | 'expired'
  | 'login_required'
  | 'not_accepted'
  | 'not_set_up'
  | 'server_error'
  | 'signup_off'
  | 'temporarily_unavailable'

/** Ends a sign-in; the browser is told why. `cause` is for the log, and never has a token in it. */
export class SignInFailed extends Error {
  constructor(
    readonly key: SignInError,
    options?: ErrorOptions,
  ) {
    super(key, options)
    this.name = 'SignInFailed'
  }
}

/** Someone who has signed in with a service. */
export type Arrival = {
  readonly identity: Identity
  /** Only one that the service has verified, normalised. */
  readonly email: string | null
  /** Whether they have shown there a moment ago who they are, and not only had a session. */
  readonly isFresh: boolean
}

/** What the browser was sent away with. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** How far the clock of a service may differ from ours. */
const SKEW_SECONDS = 60
/** Each of the requests to a service. */
const TIMEOUT_SECONDS = 3
/** What counts as a moment ago where somebody is asked to sign in again. */
export const RECENT_SECONDS = 10 * 60
/** OpenID Connect Core 2: longer ones are against the standard. */
const MAX_SUBJECT = 255

export class Providers {
  readonly discovery: Discovery

  constructor(
    readonly context: ServerContext,
    /** Services on this machine are for demo mode and tests. */
    readonly loopback = context.demo,
  ) {
    this.discovery = new Discovery({ loopback })
  }

  /** @throws SignInFailed `not_set_up` if the instance doesn't offer it */
  offered(config: Pick<InstanceConfig, 'authProviders'>, id: string): OfferedProvider {
    const found = offeredProviders(config.authProviders).find((each) => each.id === id)
    if (found === undefined) throw new SignInFailed('not_set_up')
    return found
  }

  /**
   * @param again a session there isn't enough
   * @returns where to send the browser
   */
  async begin(
    tenant: string,
    provider: OfferedProvider,
    redirectUri: string,
    { state, nonce, verifier }: Checks,
    again = false,
  ): Promise<URL> {
    const { configuration } = await this.#open(tenant, provider)
    return oidc.buildAuthorizationUrl(configuration, {
      response_type: 'code',
      scope: [...new Set(['openid', ...(provider.scopes ?? ['email'])])].join(' '),
      redirect_uri: redirectUri,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // The second asks the service to say when that was: an address can be changed on its way.
      ...(again && { prompt: 'login', max_age: String(RECENT_SECONDS) }),
    })
  }

  /**
   * Exchanges the code of a response for an identity.
   *
   * @param response our redirect address with the query that the browser came back with
   * @throws SignInFailed if anything about it isn't as it should be
   */
  async finish(
    tenant: string,
    provider: OfferedProvider,
    response: URL,
    { state, nonce, verifier }: Checks,
  ): Promise<Arrival> {
    const { service, configuration } = await this.#open(tenant, provider)
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, response, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new SignInFailed('not_accepted')
      requireReasonable(claims)
      const { issuer } = service.metadata
      const identity = { provider: provider.id, issuer, subject: claims.sub }
      const isFresh = hasJustSignedIn(claims)
      const own = emailIn(claims, provider)
      if (own !== undefined || service.metadata.userinfo_endpoint === undefined)
        return { identity, email: own ?? null, isFresh }
      const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return { identity, email: emailIn(more, provider) ?? null, isFresh }
    } catch (error) {
      throw failureOf(error)
    } finally {
      // Other sign-ins needn't fetch them again, and unknown keys make none fetch them too often.
      service.keys = oidc.getJwksCache(configuration) ?? service.keys
    }
  }

  /** @throws SignInFailed `not_set_up` without its secret, `temporarily_unavailable` */
  async #open(tenant: string, provider: OfferedProvider) {
    const secret = await this.#secret(tenant, provider)
    const service = await this.discovery.of(tenant, provider).catch((error: unknown) => {
      throw failureOf(error)
    })
    return { service, configuration: this.#configure(provider, secret, service) }
  }

  async #secret(tenant: string, provider: OfferedProvider): Promise<string> {
    const row = await this.context.database.tenant(tenant, (tx) => providerSecret(tx, provider.id))
    // A secret is never sent to an address that it wasn't given for.
    if (row === undefined || row.client !== clientOf(provider)) throw new SignInFailed('not_set_up')
    return this.context.secrets.open(
      row.secret_sealed,
      ...secretOwner(tenant, provider.id, row.client),
    )
  }

  #configure(provider: OfferedProvider, secret: string, service: Service): oidc.Configuration {
    const methods = service.metadata.token_endpoint_auth_methods_supported ?? []
    const configuration = new oidc.Configuration(
      service.metadata,
      provider.clientId,
      { client_secret: secret, [oidc.clockTolerance]: SKEW_SECONDS },
      methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
        ? oidc.ClientSecretBasic(secret)
        : oidc.ClientSecretPost(secret),
    )
    configuration.timeout = TIMEOUT_SECONDS
    configuration[oidc.customFetch] = (address, init) =>
      guardedFetch(address, init, this.discovery.options)
    // Without this the signature of a token isn't checked, because it came from the service itself.
    oidc.enableNonRepudiationChecks(configuration)
    // The guard decides where encryption isn't needed.
    if (this.loopback) oidc.allowInsecureRequests(configuration)
    if (service.keys !== undefined) oidc.setJwksCache(configuration, service.keys)
    return configuration
  }
}

/** What a sealed secret is bound to. */
export function secretOwner(tenant: string, provider: string, client: string): string[] {
  return [tenant, 'provider', provider, client]
}

function requireReasonable({ sub, iat }: oidc.IDToken): void {
  if (sub.length === 0 || sub.length > MAX_SUBJECT || iat > Date.now() / 1000 + SKEW_SECONDS)
    throw new SignInFailed('not_accepted')
}

/** A service that doesn't say when leaves it open, so that isn't proof. */
function hasJustSignedIn({ auth_time: at }: oidc.IDToken): boolean {
  return typeof at === 'number' && Math.abs(Date.now() / 1000 - at) <= RECENT_SECONDS
}

/** @returns undefined if there is none; null if the service hasn't verified it */
function emailIn(
  claims: Readonly<Record<string, unknown>>,
  { claims: names = {} }: OfferedProvider,
): string | null | undefined {
  const { email = 'email', emailVerified = 'email_verified' } = names
  const given = claims[email]
  // Azure AD B2C sends a list.
  const address: unknown = Array.isArray(given) ? given[0] : given
  if (address === undefined || address === null) return undefined
  const isVerified = claims[emailVerified]
  if (isVerified !== true && isVerified !== 'true') return null
  const normal = typeof address === 'string' ? address.trim().toLowerCase() : ''
  return normal.length <= 254 && FORMATS.email(normal) ? normal : null
}

/** What a service may say about itself. */
const SAID: Readonly<Record<string, SignInError>> = {
  access_denied: 'access_denied',
  login_required: 'login_required',
  interaction_required: 'login_required',
  consent_required: 'access_denied',
  account_selection_required: 'login_required',
  server_error: 'server_error',
  temporarily_unavailable: 'temporarily_unavailable',
}

function failureOf(error: unknown): SignInFailed {
  if (error instanceof SignInFailed) return error
  if (error instanceof oidc.AuthorizationResponseError)
    return new SignInFailed(SAID[error.error] ?? 'server_error', { cause: error })
  if (
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.WWWAuthenticateChallengeError
  )
    return new SignInFailed(
      error.status === 401 || (error as { error?: unknown }).error === 'invalid_client'
        ? 'not_set_up'
        : 'not_accepted',
      { cause: error },
    )
  return new SignInFailed(isUnreachable(error) ? 'temporarily_unavailable' : 'not_accepted', {
    cause: error,
  })
}

/** The client of the standard wraps what its requests threw. */
function isUnreachable(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth++) {
    if (each instanceof FetchRefused) return true
    if ((each as { code?: string }).code === 'OAUTH_TIMEOUT') return true
    each = each.cause
  }
  return false
}
