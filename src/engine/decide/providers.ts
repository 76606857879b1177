/** The services that an instance offers to sign in with (spec 3, authProviders). */

/** A service with everything that signing in with it needs, except its secret. */
export type OfferedProvider = {
  readonly id: string
  /** What people call it. */
  readonly name: string
  readonly clientId: string
  /** Not both are absent. */
  readonly issuer: string | undefined
  readonly discovery: string | undefined
  readonly scopes: readonly string[] | undefined
  readonly claims: { readonly email?: string; readonly emailVerified?: string } | undefined
}

/** What a secret is for: a changed address or client id needs a secret of its own. */
export function clientOf({
  issuer,
  discovery,
  clientId,
}: Pick<OfferedProvider, 'issuer' | 'discovery' | 'clientId'>): string {
  return JSON.stringify([issuer ?? null, discovery ?? null, clientId])
}

/** A service together with what its secret is for. */
export function serviceName(provider: OfferedProvider): string {
  return `${provider.id} ${clientOf(provider)}`
}

/**
 * Where pressing its button leads: a call, which sends the browser on.
 *
 * @param redirect the page to go to afterwards
 */
export function wayTo(id: string, redirect: string | undefined): string {
  const query = redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''
  return `/api/auth/providers/${id}${query}`
}

/** The route that services send people back to (spec 2), each time with a new page load. */
export const ARRIVAL_ROUTE = 'oauthCallback'

/** Ways to sign in of our own: no service can have such an id. */
export const OWN_WAYS: readonly string[] = ['basic', 'email', 'phone']

/** Those that are switched on, but lack what a service needs: a client id and an address. */
export function unfinishedProviders(
  authProviders: Readonly<Record<string, unknown>>,
): Pick<OfferedProvider, 'id' | 'name'>[] {
  const offered = new Set(offeredProviders(authProviders).map(({ id }) => id))
  return Object.entries(authProviders).flatMap(([id, settings]) => {
    if (OWN_WAYS.includes(id) || offered.has(id) || settings === false) return []
    const { label } = (settings ?? {}) as { readonly label?: string }
    return [{ id, name: label ?? id }]
  })
}

/** Those that can be used, in the order of the configuration. The rest aren't set up yet. */
export function offeredProviders(
  authProviders: Readonly<Record<string, unknown>>,
): OfferedProvider[] {
  return Object.entries(authProviders).flatMap(([id, settings]) => {
    if (OWN_WAYS.includes(id) || typeof settings !== 'object' || settings === null) return []
    const { label, ...rest } = settings as Partial<OfferedProvider> & { readonly label?: string }
    const { clientId, issuer, discovery, scopes, claims } = rest
    if (clientId === undefined || (issuer ?? discovery) === undefined) return []
    return [{ id, name: label ?? id, clientId, issuer, discovery, scopes, claims }]
  })
}
