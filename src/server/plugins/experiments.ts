/**
 * Which arms a request sees. Pages and the configuration assign; every other call is served by the
 * arms that its cookie names. Nobody gets a unit without a running experiment. Depends on: session.
 */

import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { ExperimentDocument, FactName } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { mayDo } from '#engine/decide/access.ts'
import { assign, nameOfArms, type Arms } from '#engine/experiments/assign.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { onboardingFrom, scopeOf, type Person } from '#server/accounts/people.ts'
import { readShown, SHOWN_SECONDS, shownArms, writeShown } from '#server/accounts/shownarms.ts'
import type { Unit } from '#server/accounts/units.ts'
import { required } from '#server/base/required.ts'
import { continuing, phaseIn } from '#server/experiments/assignments.ts'
import { notReached, reachedOf } from '#server/accounts/milestones.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addMilestone } from '../store/analysis.ts'
import { unitOf } from '../store/experiments.ts'
import { Devices, type Device } from './devices.ts'
import { mayBeDivided, nameOfSeen, ofPerson, serve, takeOver, withoutEnded } from './handover.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What experiments divide; null where the device has none, or only looks at an arm. */
    unit: Unit | null
    /** The unit or its arms have changed: the response says so. */
    unitChanged: boolean
    /** An arm is only looked at: the viewer is in no arm, and isn't counted. */
    shown: boolean
  }
  interface FastifyContextConfig {
    /** A visitor begins here: who isn't in an arm yet may get into one. */
    assigns?: boolean
  }
}

export const experimentsPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    const devices = new Devices(context)
    app.decorateRequest('unit', null)
    app.decorateRequest('unitChanged', false)
    app.decorateRequest('shown', false)
    app.addHook('onRequest', (request, reply, done) => {
      if (!mayBeDivided(request)) return done()
      const device = devices.of(request)
      // Also while nothing runs: who is paused may continue, and what they do meanwhile counts.
      request.unit = device?.unit ?? null
      if (request.release.experiments.length === 0) return done()
      const { variant } = request.query as { variant?: unknown }
      if (typeof variant === 'string' && request.routeOptions.config.assigns === true) {
        show(context, request, reply, device, variant).then(() => done(), done)
        return
      }
      const shown = shownTo(context, request)
      if (shown !== null) {
        lookAt(request, shown)
        return done()
      }
      const { release } = request
      if (device?.settled?.release === release.id && isOwned(request, device)) {
        request.release =
          release.arms.get(device.settled.arms) ??
          required(release.arms.get(''), 'the release without arms')
        return done()
      }
      if (request.routeOptions.config.assigns !== true) {
        if (request.unit !== null) serve(request, request.unit)
        return done()
      }
      const settle = () => {
        if (
          device !== null &&
          !request.unitChanged &&
          mayGetInto(release, device.unit).length === 0
        )
          device.settled = { release: release.id, arms: nameOfSeen(release, device.unit) }
        done()
      }
      begin(context, request, device).then(settle, done)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      const end = () => {
        if (request.unitChanged && request.unit !== null)
          devices.send(reply, request.tenant.id, request.unit)
        // The browser adopts these arms at its next navigation.
        if ((request.unit !== null || request.shown) && reply.hasHeader('x-release'))
          reply.header('x-release', request.release.id)
        done(null, payload)
      }
      if (request.unit === null || request.tokenHash() === null) end()
      else advance(context, request, request.unit, reply.statusCode).then(end, done)
    })
  },
  { name: 'experiments', dependencies: ['session'] },
)

/** A user whom the call has signed in, or let into an audience, may get into further arms. */
async function advance(
  context: ServerContext,
  request: FastifyRequest,
  unit: Unit,
  status: number,
): Promise<void> {
  // Reading changes nothing, so where there is nothing to get into, nobody asks who it is.
  if (request.method === 'GET' && mayGetInto(request.release, unit).length === 0)
    return join(request, unit, () => scopeFor(context, request, null))
  const person = await request.personNow()
  if (person === null) return
  join(request, unit, () => scopeFor(context, request, person))
  if (request.method !== 'GET' && status < 300) await noteReached(context, request)
}

/**
 * Writes what this call has got the person to; what somebody else's action gets them to is written
 * there. Those who were there before got there on a day that nobody knows, which may be before the
 * experiment.
 */
async function noteReached(context: ServerContext, request: FastifyRequest): Promise<void> {
  const before = await request.personBefore()
  if (before === null) return
  const open = notReached(scopeFor(context, request, before))
  if (open.length === 0) return
  const after = await request.refresh().catch(() => null)
  if (after === null) return
  for (const fact of reachedOf(open, scopeFor(context, request, after)))
    await reach(context, request, fact)
}

/** People and what they are known to have reached, so that it is written once. */
const reached = new LRUCache<string, true>({ max: 20_000 })

/** Writes that the person of this request got there, if they are part of any experiment. */
export async function reach(
  context: ServerContext,
  request: FastifyRequest,
  fact: FactName,
): Promise<void> {
  const person = request.unit === null ? null : await request.personNow()
  if (person === null) return
  const key = `${request.tenant.id}/${person.row.id}/${fact}`
  if (reached.has(key)) return
  try {
    await context.database.tenant(request.tenant.id, (tx) =>
      addMilestone(tx, person.row.id, fact, context.now()),
    )
    reached.set(key, true)
  } catch (error) {
    // The person's own call has succeeded, and isn't failed for this.
    request.log.warn({ err: error, fact }, 'a milestone could not be written')
  }
}

function shownName({ https }: Pick<ServerContext, 'https'>): string {
  return https ? '__Host-variant' : 'variant'
}

function sessionOf(request: FastifyRequest): string {
  return `${request.tenant.id}/${request.tokenHash()?.toString('hex') ?? ''}`
}

/** What the person of this session has asked to look at. */
function shownTo(context: ServerContext, request: FastifyRequest): Arms | null {
  const cookie = request.cookies[shownName(context)]
  return cookie === undefined || request.tokenHash() === null
    ? null
    : readShown(context.secrets, sessionOf(request), cookie, context.now())
}

/** An empty `?variant=` ends it. Of anybody who may not preview it is no question at all. */
async function show(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  device: Device | null,
  asked: string,
): Promise<void> {
  const person = request.tokenHash() === null ? null : await request.person().catch(() => null)
  const { release } = request
  const action = required(release.catalog.actions.get('preview.make'), 'the right to preview')
  if (
    person === null ||
    !mayDo(release.catalog, action, scopeFor(context, request, person)).allowed
  )
    return begin(context, request, device)
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: context.https } as const
  if (asked === '') {
    reply.clearCookie(shownName(context), options)
    return begin(context, request, device)
  }
  const arms = shownArms(asked, release.experiments)
  if (arms === null) throw new Refusal('request/not-found')
  reply.setCookie(
    shownName(context),
    writeShown(context.secrets, sessionOf(request), arms, context.now()),
    { ...options, maxAge: SHOWN_SECONDS },
  )
  lookAt(request, arms)
}

/** Those of experiments that have ended meanwhile are left out. */
function lookAt(request: FastifyRequest, arms: Arms): void {
  const { release } = request
  const now = Object.fromEntries(
    release.experiments.flatMap(({ id }) => (arms[id] === undefined ? [] : [[id, arms[id]]])),
  )
  request.shown = true
  request.unit = null
  request.release = release.arms.get(nameOfArms(now)) ?? release
}

/** Is the unit of this device known to be that of the person who is signed in? */
function isOwned(request: FastifyRequest, device: Device): boolean {
  const token = request.tokenHash()
  return token === null || device.ownedIn === token.toString('hex')
}

/** The first page or configuration: makes a unit, and lets it into what it may take part in. */
async function begin(
  context: ServerContext,
  request: FastifyRequest,
  device: Device | null,
): Promise<void> {
  const isSignedIn = request.tokenHash() !== null
  const unit =
    device === null
      ? await newUnit(context, request, isSignedIn)
      : await ownUnit(context, request, device)
  if (unit === null) return
  request.unit = unit
  let scope = () => scopeFor(context, request, null)
  // The database is asked only about someone who isn't in an arm yet.
  if (isSignedIn && mayGetInto(request.release, unit).length > 0) {
    const person = await request.person().catch(() => undefined)
    // Without the database they see what they saw before.
    if (person === undefined) return serve(request, unit)
    if (person !== null) scope = () => scopeFor(context, request, person)
  }
  join(request, unit, scope)
}

/**
 * The unit of the device, or that of the person who is signed in on it: a device may have had a unit
 * before they came to it. Asked once a session.
 */
async function ownUnit(
  context: ServerContext,
  request: FastifyRequest,
  device: Device,
): Promise<Unit> {
  if (isOwned(request, device)) return device.unit
  const person = await request.person().catch(() => undefined)
  // Without the database they see what they saw before; a session that has ended says nothing.
  if (person === undefined || person === null) return device.unit
  const { id } = person.row
  const own = await context.database
    .tenant(request.tenant.id, async (tx) => {
      const known = await unitOf(tx, id)
      return known === device.unit.id
        ? device.unit
        : takeOver(context, request, tx, id, { before: device.unit, known })
    })
    .catch(() => null)
  if (own === null) return device.unit
  if (own.id === device.unit.id) device.ownedIn = request.tokenHash()?.toString('hex') ?? null
  else request.unitChanged = true
  return own
}

/** Of a person who is signed in, it is their own. Null if that can't be read now. */
async function newUnit(
  context: ServerContext,
  request: FastifyRequest,
  isSignedIn: boolean,
): Promise<Unit | null> {
  const made: Unit = { id: randomUUID(), arms: {}, since: {} }
  if (isSignedIn) {
    const person = await request.person().catch(() => undefined)
    if (person === undefined) return null
    if (person !== null) {
      request.unitChanged = true
      return context.database
        .tenant(request.tenant.id, (tx) => ofPerson(tx, person.row.id, made, context.now()))
        .catch(() => null)
    }
  }
  request.unitChanged = true
  return made
}

function scopeFor(context: ServerContext, request: FastifyRequest, person: Person | null): Scope {
  const onboarding = onboardingFrom(request.cookies)
  return scopeOf(context, request.release, person?.user ?? null, onboarding, request.language)
}

/**
 * Experiments that this unit isn't in, but would be if it is in their audience. It may be in one that
 * has got its namespace since: nothing is composed for both of them.
 */
function mayGetInto(release: Release, { id, arms }: Unit): ExperimentDocument[] {
  const { experiments } = release
  const taken = new Set(
    continuing(release).flatMap((each) =>
      arms[each.id] === undefined ? [] : (each.namespace?.id ?? []),
    ),
  )
  return experiments.filter(
    (experiment) =>
      !(experiment.namespace !== undefined && taken.has(experiment.namespace.id)) &&
      assign(experiment, id, arms[experiment.id], () => true).why === 'variant',
  )
}

/**
 * Lets a unit into whatever it may take part in, and serves it that. @param scopeNow is asked only if
 * there is anything to get into
 */
function join(request: FastifyRequest, unit: Unit, scopeNow: () => Scope): void {
  const { release } = request
  if (release.experiments.length === 0) return
  const arms: Record<string, string> = { ...unit.arms }
  const since: Record<string, string> = { ...unit.since }
  const open = mayGetInto(release, unit)
  const scope = open.length === 0 ? undefined : scopeNow()
  for (const experiment of open) {
    const { arm } = assign(experiment, unit.id, undefined, () =>
      mayJoin(release, experiment, required(scope, 'a scope')),
    )
    if (arm === null) continue
    arms[experiment.id] = arm
    since[experiment.id] = phaseIn(release, experiment)
  }
  const joined = withoutEnded(release, { id: unit.id, arms, since })
  if (nameOfArms(joined.arms) !== nameOfArms(unit.arms)) {
    request.unit = joined
    request.unitChanged = true
  }
  serve(request, required(request.unit, 'a unit'))
}

/** People under age and of research take part only if the experiment and their consent say so. */
function mayJoin(
  { catalog }: Release,
  { audience, underAge, research }: ExperimentDocument,
  scope: Scope,
): boolean {
  const agreed = (consent: string | undefined) =>
    consent !== undefined && scope.user?.consents[consent]?.granted === true
  if (scope.facts.underAge === true && !agreed(underAge)) return false
  if (scope.facts.isResearchUser && !agreed(research)) return false
  return catalog.book.holds(audience as never, scope)
}
