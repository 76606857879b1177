/**
 * POST events: usage of the app, in batches from a device. No session is needed, and no personal
 * data get through.
 */

import type { FastifyInstance } from 'fastify'
import { EVENT_NAMES, EVENT_WORD, MAX_EVENTS } from '#engine/contract/events.ts'
import { TENANT, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { networkOf } from '#server/base/network.ts'
import { addEvents, type NewEvent } from '../store/events.ts'
import { count } from '../store/limits.ts'
import { Windows } from '#server/base/windows.ts'
import type { ServerContext } from '#server/start/context.ts'

/** A device sends a batch every ten seconds, and what has piled up. */
const CALLS_OF_DEVICE = 30
/**
 * A school of a thousand phones behind one address. Devices name themselves, so their number is
 * limited too.
 */
const CALLS_OF_NETWORK = 6000
/**
 * A tenant's events are added to the count of all servers once per this many, so that not every
 * request waits for one row.
 */
const COUNTED_TOGETHER = 500
const FULL_SECONDS = 600
const DAY_SECONDS = 86_400

// Ids and numbers: no room for a name, an address or a sentence.
const Word = { type: 'string', pattern: EVENT_WORD } as const
const Value = {
  anyOf: [
    Word,
    { type: 'number', minimum: 0, maximum: 1e12 },
    { type: 'array', items: Word, maxItems: 10 },
  ],
} as const
const Event = {
  type: 'object',
  required: ['id', 'name', 'at', 'props'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', enum: [...EVENT_NAMES] },
    at: { type: 'string', format: 'date-time', maxLength: 40, pattern: '^[12]\\d{3}-' },
    props: {
      type: 'object',
      propertyNames: { pattern: '^[a-zA-Z]{1,40}$' },
      maxProperties: 10,
      additionalProperties: Value,
    },
  },
  additionalProperties: false,
} as const
const Body = {
  body: {
    type: 'object',
    required: ['device', 'events'],
    properties: {
      device: { type: 'string', format: 'uuid' },
      events: { type: 'array', minItems: 1, maxItems: MAX_EVENTS, items: Event },
    },
    additionalProperties: false,
  },
} as const

export function eventRoutes(app: FastifyInstance, context: ServerContext): void {
  const devices = new Windows(60, CALLS_OF_DEVICE)
  const networks = new Windows(60, CALLS_OF_NETWORK)
  const days = new Map<string, { uncounted: number; fullUntil: Date }>()

  app.post<{ Body: { device: string; events: NewEvent[] } }>(
    '/events',
    { config: { action: 'event.record' }, schema: Body },
    async (request, reply) => {
      const { device, events } = request.body
      const { tenant } = request
      const now = context.now()
      if (
        !devices.take(`${tenant.id}/${device}`, now) ||
        !networks.take(`${tenant.id}/${networkOf(request.ip)}`, now)
      )
        throw tooOften(60)
      const day = days.get(tenant.id) ?? { uncounted: 0, fullUntil: now }
      days.set(tenant.id, day)
      if (day.fullUntil > now) throw tooOften(FULL_SECONDS)
      const stored = await context.database.tenant(tenant.id, async (tx) => {
        if (day.uncounted >= COUNTED_TOGETHER) {
          const counted = day.uncounted
          day.uncounted = 0
          if ((await count(tx, 'events', DAY_SECONDS, now, counted)) > TENANT.eventsADay)
            day.fullUntil = plus(now, FULL_SECONDS)
        }
        return addEvents(
          tx,
          context.secrets.identify('event-device', tenant.id, device),
          now,
          events,
        )
      })
      day.uncounted += events.length
      context.metrics.recorded('stored', stored)
      context.metrics.recorded('duplicate', events.length - stored)
      return reply.status(204).send()
    },
  )
}
