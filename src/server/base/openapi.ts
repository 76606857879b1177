/**
 * The OpenAPI document: what all calls have in common, and how one of our routes is described in
 * it.
 */

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { APP_VERSION } from './version.ts'

export const ABOUT = `Everything is JSON in UTF-8. Errors are \`{ code, message, fields? }\`, in the language of the request: \`?lang\`, else Accept-Language. Lists are \`{ items, total, page, pageSize }\`. The host name says which tenant a call is for.

A call that changes something carries the value of the cookie \`csrf-token\` in \`X-CSRF-Token\`; the response to any GET sets it. Over https the cookies are \`__Host-sid\` and \`__Host-csrf-token\`.

A response of 429 or 503 says in \`Retry-After\` when to try again. New members may be added to a response at any time.`

export const OPENAPI: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Tsela', version: APP_VERSION, description: ABOUT },
    servers: [{ url: '/', description: 'The host of the tenant' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Set by signing in' },
        antiForgery: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'The value of the cookie `csrf-token`',
        },
      },
    },
  },
  transform: ({ schema, url }) => {
    const hidden = !url.startsWith('/api/')
    const { 'x-rest': rest, ...own } = (schema ?? {}) as Record<string, unknown>
    if (typeof rest !== 'string') return { schema: { ...own, hide: hidden }, url }
    return {
      // Several parts of an address may be one value: `screen/home`, `cv/hide-section`.
      schema: { ...own, params: named(own['params'], rest), 'x-open': true, hide: hidden },
      url: url.replace('*', `:${rest}`),
    }
  },
}

/** Names for the `*` of these paths, because an OpenAPI document can't contain `*`. */
function named(params: unknown, rest: string): object {
  const { properties = {} } = (params ?? {}) as { properties?: Readonly<Record<string, unknown>> }
  const { '*': tail = { type: 'string' }, ...others } = properties
  return { type: 'object', properties: { ...others, [rest]: tail } }
}
