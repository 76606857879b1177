/**
 * POST events: usage of the app, in batches from a device. No session is needed, and no personal
 * data get through.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  EVENT_NAMES,
  EVENT_WORD,
  EXPOSURE,
  MAX_EVENTS,
  type EventRefusal,
} from '#engine/contract/events.ts'
import { TENANT, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { networkOf } from '#server/base/network.ts'
import { assignmentsOf, continuing } from '#server/experiments/assignments.ts'
import { cookieNames } from '../plugins/session.ts'
import { addEvents, type NewEvent } from '../store/events.ts'
import { addAssignments, type SeenOn } from '../store/experiments.ts'
import { count } from '../store/limits.ts'
import type { Tx } from '#server/database/database.ts'
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
/** Of a device that is used all day; one that sends more is no person. */
const EVENTS_OF_DEVICE_A_DAY = 5000
/** A phone whose clock is a day ahead is still believed, in the time at which it is received. */
const AHEAD_SECONDS = 86_400
/** As long as a phone may have been without a signal. */
const OLDEST_SECONDS = 30 * 86_400
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
const Name = { type: 'string', enum: [...EVENT_NAMES, EXPOSURE] } as const
const PROPERTY = '^[a-zA-Z]{1,40}$'
const Stamped = {
  id: { type: 'string', format: 'uuid' },
  at: { type: 'string', format: 'date-time', maxLength: 40, pattern: '^[12]\\d{3}-' },
} as const
/** With `type`, what it says stands beside it; with `name`, as apps have it in their queues, in `props`. */
const Event = {
  type: 'object',
  required: ['id', 'at'],
  if: { required: ['type'] },
  then: {
    properties: { ...Stamped, type: Name },
    propertyNames: { pattern: PROPERTY },
    maxProperties: 13,
    additionalProperties: Value,
  },
  else: {
    required: ['name', 'props'],
    properties: {
      ...Stamped,
      name: Name,
      props: {
        type: 'object',
        propertyNames: { pattern: PROPERTY },
        maxProperties: 10,
        additionalProperties: Value,
      },
    },
    additionalProperties: false,
  },
} as const
const Body = {
  body: {
    type: 'object',
    required: ['events'],
    properties: {
      device: { type: 'string', format: 'uuid' },
      events: { type: 'array', minItems: 1, maxItems: MAX_EVENTS, items: Event },
    },
    additionalProperties: false,
  },
} as const
type SentEvent =
  | NewEvent
  | (Pick<NewEvent, 'id' | 'at'> & { readonly type: string; readonly [said: string]: unknown })

function eventOf(sent: SentEvent): NewEvent {
  if (!('type' in sent)) return sent
  const { id, at, type: name, ...props } = sent
  return { id, at, name, props }
}

export function eventRoutes(app: FastifyInstance, context: ServerContext): void {
  const devices = new Windows(60, CALLS_OF_DEVICE)
  const networks = new Windows(60, CALLS_OF_NETWORK)
  const ofDay = new Windows(DAY_SECONDS, EVENTS_OF_DEVICE_A_DAY)
  const days = new Map<string, { uncounted: number; fullUntil: Date }>()

  app.post<{ Body: { device?: string; events: SentEvent[] } }>(
    '/events',
    { config: { action: 'event.record' }, schema: Body },
    async (request, reply) => {
      const { tenant, unit } = request
      const device = request.body.device ?? unknownDevice(context, request)
      const sent = request.body.events.map(eventOf)
      const now = context.now()
      const who = [`${tenant.id}/${device}`, ...(unit === null ? [] : [`${tenant.id}/${unit.id}`])]
      // All of them are counted: a device has several names, but one cookie.
      if (
        who.map((each) => devices.take(each, now)).includes(false) ||
        !networks.take(`${tenant.id}/${networkOf(request.ip)}`, now)
      )
        throw tooOften(60)
      const day = days.get(tenant.id) ?? { uncounted: 0, fullUntil: now }
      days.set(tenant.id, day)
      if (day.fullUntil > now) throw tooOften(FULL_SECONDS)
      const refused: { id: string; code: EventRefusal }[] = []
      const events = sent.filter((event) => {
        const isTooMany = who.map((each) => ofDay.take(each, now)).includes(false)
        const code = isTooMany ? 'event/too-many' : refusalOf(request, event, now)
        if (code !== undefined) refused.push({ id: event.id, code })
        return code === undefined
      })
      const [exposures, others] = [
        events.filter(({ name }) => name === EXPOSURE),
        events.filter(({ name }) => name !== EXPOSURE),
      ]
      const seenOn = exposures.length === 0 ? {} : await seenOnOf(request)
      const stored = await context.database.tenant(tenant.id, async (tx) => {
        if (day.uncounted >= COUNTED_TOGETHER) {
          const counted = day.uncounted
          day.uncounted = 0
          if ((await count(tx, 'events', DAY_SECONDS, now, counted)) > TENANT.eventsADay)
            day.fullUntil = plus(now, FULL_SECONDS)
        }
        const hash = context.secrets.identify('event-device', tenant.id, device)
        const added =
          others.length === 0 ? 0 : await addEvents(tx, hash, unit?.id ?? null, now, others)
        return added + (await addExposures(tx, request, exposures, seenOn, now, context.demo))
      })
      day.uncounted += events.length
      const duplicate = events.length - stored
      context.metrics.recorded('stored', stored)
      context.metrics.recorded('duplicate', duplicate)
      return reply.status(202).send({ stored, duplicate, refused })
    },
  )
}

/** What stands for a device that doesn't name itself: its cookie, or at least its network. */
function unknownDevice(context: ServerContext, { cookies, unit, ip }: FastifyRequest): string {
  return cookies[cookieNames(context).device] ?? unit?.id ?? networkOf(ip)
}

/** Why an event is not believed; undefined if it is. */
function refusalOf(
  { unit, release }: FastifyRequest,
  { name, at, props }: NewEvent,
  now: Date,
): EventRefusal | undefined {
  if (new Date(at) > plus(now, AHEAD_SECONDS)) return 'event/future'
  if (name !== EXPOSURE) return undefined
  const { experiment, variant } = props as { experiment?: unknown; variant?: unknown }
  // Seen before it was paused, by a phone that had no signal.
  const found = continuing(release).find(({ id }) => id === experiment)
  if (found === undefined) return 'event/unknown-experiment'
  if (unit === null) return 'event/no-unit'
  return unit.arms[found.id] === variant ? undefined : 'event/other-arm'
}

/** What the planned breakdowns ask. The plan is unknown while the person can't be read. */
async function seenOnOf(request: FastifyRequest): Promise<SeenOn> {
  const person = request.tokenHash() === null ? null : await request.person().catch(() => null)
  return {
    device: /Mobi|Android|iPhone|iPad/.test(request.headers['user-agent'] ?? '')
      ? 'phone'
      : 'computer',
    language: request.language,
    plan: person?.row.account_type ?? null,
  }
}

/** Each experiment once, at the earliest time; later exposures change nothing. */
async function addExposures(
  tx: Tx,
  { unit, release }: FastifyRequest,
  exposures: readonly NewEvent[],
  seenOn: Partial<SeenOn>,
  now: Date,
  isRehearsal: boolean,
): Promise<number> {
  if (unit === null) return 0
  let stored = 0
  for (const experiment of continuing(release)) {
    const times = exposures
      .filter(({ props }) => (props as { experiment?: unknown }).experiment === experiment.id)
      .map(({ at }) => new Date(at).getTime())
    if (times.length === 0) continue
    const arms = { [experiment.id]: unit.arms[experiment.id]! }
    // Nobody has seen an arm before its count began; people of a rehearsal come in the weeks before.
    const began = isRehearsal ? undefined : experiment.settled?.since
    // A clock that is ahead has no exposures that are still to come, one that is behind none of years ago.
    const at = new Date(
      Math.max(
        plus(now, -OLDEST_SECONDS).getTime(),
        began === undefined ? 0 : new Date(began).getTime(),
        Math.min(now.getTime(), ...times),
      ),
    )
    stored += await addAssignments(tx, assignmentsOf(release, unit, arms), at, now, seenOn)
  }
  return stored
}
