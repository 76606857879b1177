/**
 * Puts the contract on every route of the API: summary, responses and errors, from the one table in
 * `engine/contract`. A route without a row works and fails a test (contract.test.ts). Depends on:
 * nothing.
 */

import type { FastifySchema, RouteOptions } from 'fastify'
import plugin from 'fastify-plugin'
import { AREAS, type Call } from '#engine/contract/call.ts'
import { CALLS, errorsOf } from '#engine/contract/calls.ts'
import { problemResponses } from '#engine/contract/problemshapes.ts'
import type { ActionDocument } from '#engine/documents/kinds.ts'
import { ANY_HOST } from './tenant.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** The name of the `*` in its path, for readers of the document. */
    'x-rest'?: string
    /** Its row in `access/actions`: who may. */
    'x-action'?: string
  }
}

const API = '/api'
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export const contractPlugin = plugin<{ actions: ReadonlyMap<string, ActionDocument> }>(
  async (app, { actions }) => {
    // Response schemas are documentation, and checked in tests; serializing with them would drop
    // members they lack.
    app.setSerializerCompiler(() => (value) => JSON.stringify(value))
    app.addHook('onRoute', (route) => {
      const method = String(route.method)
      if (!route.url.startsWith(`${API}/`) || method === 'HEAD' || method === 'OPTIONS') return
      const call = CALLS[`${method} ${route.url.slice(API.length)}`]
      if (call !== undefined) route.schema = describe(call, method, route, actions)
    })
  },
  { name: 'contract' },
)

function describe(
  call: Call,
  method: string,
  { url, config, schema }: RouteOptions,
  actions: ReadonlyMap<string, ActionDocument>,
): FastifySchema {
  const action = config?.action ?? ''
  const session = actions.get(action)?.session !== 'none'
  const changes = config?.changes ?? !READING.has(method)
  const errors = errorsOf(call, {
    tenant: !ANY_HOST.has(url),
    session,
    changes,
    body: !READING.has(method),
    checked: [schema?.body, schema?.params, schema?.querystring].some((each) => each !== undefined),
  })
  return {
    ...schema,
    summary: call.summary,
    ...(call.description !== undefined && { description: call.description }),
    tags: [AREAS[call.area]],
    security:
      session || changes
        ? [{ ...(session && { session: [] }), ...(changes && { antiForgery: [] }) }]
        : [],
    ...(call.rest !== undefined && { 'x-rest': call.rest }),
    'x-action': action,
    response: {
      ...problemResponses(errors),
      ...Object.fromEntries(
        Object.entries(call.responses).map(([status, each]) => [
          status,
          { 'x-response-description': each.description ?? call.summary, ...each },
        ]),
      ),
    },
  }
}
