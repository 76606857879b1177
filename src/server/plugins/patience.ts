/**
 * Limits how long each request waits for the database in total, however many transactions it runs.
 * Depends on: nothing.
 */

import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { required } from '#server/base/required.ts'
import { Patience, within } from '#server/base/patience.ts'

export const patiencePlugin = plugin<{ ms?: number }>(
  async (app, { ms }) => {
    const known = new WeakMap<FastifyRequest, Patience>()
    app.addHook('onRequest', (request, reply, done) => {
      const patience = new Patience(ms)
      known.set(request, patience)
      // Also when the client has disconnected.
      reply.raw.once('close', () => patience.over())
      within(patience, done)
    })
    // Reading a body continues in the connection's async context, not in the request's.
    app.addHook('preValidation', (request, _reply, done) =>
      within(required(known.get(request), 'the patience of a request'), done),
    )
  },
  { name: 'patience' },
)
