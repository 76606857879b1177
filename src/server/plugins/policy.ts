/** Headers that every answer carries: content security policy, no sniffing, no framing by others (reliability.md 4). Depends on: nothing. */

import plugin from 'fastify-plugin'
import type { World } from '../world.ts'

/** Nothing from elsewhere, nothing inline, nothing evaluated; and strings become markup only through our own policy. */
export function contentSecurityPolicy(https: boolean): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /api/csp-reports',
    'report-to csp',
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const PERMISSIONS = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'payment', 'usb', 'interest-cohort', 'browsing-topics'].map((name) => `${name}=()`).join(', ')

export const policyPlugin = plugin<{ world: World }>(
  async (app, { world }) => {
    const policy = contentSecurityPolicy(world.https)
    app.addHook('onSend', async (_request, reply, payload) => {
      reply.header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'strict-origin-when-cross-origin')
      reply.header('cross-origin-opener-policy', 'same-origin')
      reply.header('cross-origin-resource-policy', 'same-origin')
      if (world.https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
      if (String(reply.getHeader('content-type') ?? '').startsWith('text/html')) {
        reply.header('content-security-policy', policy)
        reply.header('reporting-endpoints', 'csp="/api/csp-reports"')
        reply.header('permissions-policy', PERMISSIONS)
      }
      if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store')
      return payload
    })
  },
  { name: 'policy' },
)
