/**
 * Headers of every response: content security policy, no sniffing, no framing by others
 * (reliability.md 4). Depends on: nothing.
 */

import plugin from 'fastify-plugin'
import { configured, hostsOf, type Configured } from '#engine/contract/integrations.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'

/** External sources that an instance allows on its pages. */
type AllowedSources = Pick<ConfigDocument, 'fonts' | 'images'> & {
  readonly services: readonly Configured[]
}
const NOBODY: AllowedSources = { fonts: {}, images: {}, services: [] }

/**
 * Only external sources that this instance has configured, nothing inline, no eval; and strings
 * become markup only through our own policy.
 */
export function contentSecurityPolicy(
  https: boolean,
  { fonts, images, services }: AllowedSources = NOBODY,
): string {
  const hosts = hostsOf(services)
  // Only where a tenant has chosen a service that draws itself in this way; scripts stay strict.
  const styles = services.some(({ integration }) => integration.styles) ? ["'unsafe-inline'"] : []
  const from = (directive: string, ...sources: readonly string[]): string =>
    [directive, "'self'", ...new Set(sources)].join(' ')
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    from('script-src', ...hosts.script),
    from('style-src', ...hosts.style, ...styles),
    `style-src-attr ${styles[0] ?? "'none'"}`,
    from('font-src', ...originsOf(fonts), ...hosts.font),
    from('img-src', 'data:', 'blob:', ...originsOf(images), ...hosts.img),
    from('connect-src', ...hosts.connect),
    "worker-src 'self'",
    "manifest-src 'self'",
    from('frame-src', ...hosts.frame),
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /api/csp-reports',
    'report-to csp',
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The origins of a tenant's fonts and images, where a policy can name them. */
function originsOf(addresses: Readonly<Record<string, string | undefined>>): string[] {
  return Object.values(addresses).flatMap(
    (address) =>
      /^https:\/\/[a-z0-9][a-z0-9.-]{0,252}(?::\d{1,5})?(?=\/)/.exec(address ?? '')?.[0] ?? [],
  )
}

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
  'interest-cohort',
  'browsing-topics',
]
/** Passkeys, on our own pages alone. */
const OWN_PERMISSIONS = ['publickey-credentials-create', 'publickey-credentials-get']
const PERMISSIONS_POLICY = [
  ...PERMISSIONS.map((name) => `${name}=()`),
  ...OWN_PERMISSIONS.map((name) => `${name}=(self)`),
].join(', ')

export const policyPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    const policies = new WeakMap<Release, string>()
    // The viewer of a preview is not its simulated user: no third-party service may learn of it.
    const policyOf = (release: Release, preview: boolean): string => {
      const { fonts, images, integrations } = release.config
      if (preview) return contentSecurityPolicy(context.https, { fonts, images, services: [] })
      let policy = policies.get(release)
      if (policy === undefined) {
        policy = contentSecurityPolicy(context.https, {
          fonts,
          images,
          services: configured(integrations),
        })
        policies.set(release, policy)
      }
      return policy
    }
    const strict = contentSecurityPolicy(context.https)
    app.addHook('onSend', (request, reply, payload, done) => {
      reply.header('x-content-type-options', 'nosniff')
      reply.header('cross-origin-resource-policy', 'same-origin')
      // HTTP/1.1 keeps a connection open anyway: saying so and for how long takes half a kilobyte of
      // a first visit.
      if (!reply.hasHeader('connection')) reply.raw.removeHeader('connection')
      const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
      // Both apply to a page and to nothing else, and a first visit pays for every byte of a dozen
      // responses.
      if (isPage) {
        if (!reply.hasHeader('referrer-policy'))
          reply.header('referrer-policy', 'strict-origin-when-cross-origin')
        reply.header('cross-origin-opener-policy', 'same-origin')
      }
      if (context.https)
        reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
      if (isPage) {
        // A notice has a stricter policy of its own. A response sent before the tenant was known
        // has no release.
        if (!reply.hasHeader('content-security-policy'))
          reply.header(
            'content-security-policy',
            request.release === undefined
              ? strict
              : policyOf(request.release, request.url.startsWith('/preview/')),
          )
        reply.header('reporting-endpoints', 'csp="/api/csp-reports"')
        reply.header('permissions-policy', PERMISSIONS_POLICY)
      }
      if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store')
      done(null, payload)
    })
  },
  { name: 'policy' },
)
