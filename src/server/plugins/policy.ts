/** Headers that every answer carries: content security policy, no sniffing, no framing by others (reliability.md 4). Depends on: nothing. */

import plugin from 'fastify-plugin'
import { configured, hostsOf, type Configured } from '#engine/contract/integrations.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'

/** What an instance lets into its pages from elsewhere. */
type Guests = Pick<ConfigDocument, 'fonts' | 'images'> & {
  readonly services: readonly Configured[]
}
const NOBODY: Guests = { fonts: {}, images: {}, services: [] }

/**
 * Nothing from elsewhere but what this very instance has configured, nothing inline, nothing evaluated; and strings
 * become markup only through our own policy.
 */
export function contentSecurityPolicy(
  https: boolean,
  { fonts, images, services }: Guests = NOBODY,
): string {
  const hosts = hostsOf(services)
  const from = (directive: string, ...sources: readonly string[]): string =>
    [directive, "'self'", ...new Set(sources)].join(' ')
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    from('script-src', ...hosts.script),
    from('style-src', ...hosts.style),
    "style-src-attr 'none'",
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

/** Where a tenant's fonts and pictures lie, as far as that is a host that a policy can name. */
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
  .map((name) => `${name}=()`)
  .join(', ')

export const policyPlugin = plugin<{ world: ServerContext }>(
  async (app, { world }) => {
    const policies = new WeakMap<Release, string>()
    // A preview is looked at by somebody else than whom it imagines: no service of others learns of it.
    const policyOf = (release: Release, preview: boolean): string => {
      const { fonts, images, integrations } = release.config
      if (preview) return contentSecurityPolicy(world.https, { fonts, images, services: [] })
      let policy = policies.get(release)
      if (policy === undefined) {
        policy = contentSecurityPolicy(world.https, {
          fonts,
          images,
          services: configured(integrations),
        })
        policies.set(release, policy)
      }
      return policy
    }
    const strict = contentSecurityPolicy(world.https)
    app.addHook('onSend', (request, reply, payload, done) => {
      reply.header('x-content-type-options', 'nosniff')
      reply.header('cross-origin-resource-policy', 'same-origin')
      // A script or a style sheet opens nothing and links nowhere, and a first visit pays for every byte of a dozen of them.
      if (!request.url.startsWith('/assets/')) {
        reply.header('referrer-policy', 'strict-origin-when-cross-origin')
        reply.header('cross-origin-opener-policy', 'same-origin')
      }
      if (world.https)
        reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
      if (String(reply.getHeader('content-type') ?? '').startsWith('text/html')) {
        // A notice has a stricter one of its own. An answer from before the tenant was known has no release.
        if (!reply.hasHeader('content-security-policy'))
          reply.header(
            'content-security-policy',
            request.release === undefined
              ? strict
              : policyOf(request.release, request.url.startsWith('/preview/')),
          )
        reply.header('reporting-endpoints', 'csp="/api/csp-reports"')
        reply.header('permissions-policy', PERMISSIONS)
      }
      if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store')
      done(null, payload)
    })
  },
  { name: 'policy' },
)
