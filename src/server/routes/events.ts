/** POST events: what was used on a device, in batches. Nobody is asked who they are, and nothing of a person gets through. */

import type { FastifyInstance } from 'fastify'
import { EVENT_NAMES, EVENT_WORD, MOST_EVENTS } from '#engine/events.ts'
import { Refusal } from '#engine/problems.ts'
import { addEvents, type NewEvent } from '../store/events.ts'
import { count } from '../store/limits.ts'
import type { World } from '../world.ts'

/** A class of forty behind one address, each with a batch every ten seconds. */
const CALLS_PER_MINUTE = 240

// Ids and numbers: there is no room for a name, an address or a sentence.
const Word = { type: 'string', pattern: EVENT_WORD } as const
const Value = { anyOf: [Word, { type: 'number', minimum: 0, maximum: 1e12 }, { type: 'array', items: Word, maxItems: 10 }] } as const
const Event = {
  type: 'object',
  required: ['id', 'name', 'at', 'props'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', enum: [...EVENT_NAMES] },
    at: { type: 'string', format: 'date-time', maxLength: 40, pattern: '^[12]\\d{3}-' },
    props: { type: 'object', propertyNames: { pattern: '^[a-zA-Z]{1,40}$' }, maxProperties: 10, additionalProperties: Value },
  },
  additionalProperties: false,
} as const
const Body = {
  body: {
    type: 'object',
    required: ['device', 'events'],
    properties: { device: { type: 'string', format: 'uuid' }, events: { type: 'array', minItems: 1, maxItems: MOST_EVENTS, items: Event } },
    additionalProperties: false,
  },
} as const

export function eventRoutes(app: FastifyInstance, world: World): void {
  app.post<{ Body: { device: string; events: NewEvent[] } }>('/events', { config: { action: 'event.record' }, schema: Body }, async (request, reply) => {
    const { device, events } = request.body
    const { tenant } = request
    const network = `events-net:${world.secrets.mac('limit', tenant.id, request.ip).toString('base64url')}`
    await world.database.tenant(tenant.id, async (tx) => {
      if ((await count(tx, network, 60, world.now())) > CALLS_PER_MINUTE) throw new Refusal('request/rate-limited', { retryAfter: 60 })
      await addEvents(tx, world.secrets.mac('event-device', tenant.id, device), world.now(), events)
    })
    return reply.status(204).send()
  })
}
