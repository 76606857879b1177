/** The unit of a person on every device of theirs: handed over when a session is opened, or later. */

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { assign, nameOfArms, type Arms } from '#engine/experiments/assign.ts'
import type { Unit } from '#server/accounts/units.ts'
import { required } from '#server/base/required.ts'
import type { Tx } from '#server/database/database.ts'
import { assignmentsOf } from '#server/experiments/assignments.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAssignments, armsOf, giveUnit } from '../store/experiments.ts'

/** A host that every server responds to has no release, and a preview shows what it was asked for. */
export function mayBeDivided({ release, preview }: FastifyRequest): boolean {
  return (release as Release | undefined) !== undefined && preview === null
}

/** Name of the arms that a unit sees in this release. */
export function nameOfSeen({ experiments }: Release, { id, arms }: Unit): string {
  const now: Record<string, string> = {}
  for (const experiment of experiments) {
    const { arm } = assign(experiment, id, arms[experiment.id], () => false)
    if (arm !== null) now[experiment.id] = arm
  }
  return nameOfArms(now)
}

/** Lets the rest of the request see the release of these arms. */
export function serve(request: FastifyRequest, unit: Unit): void {
  const { release } = request
  if (release.experiments.length === 0) return
  const ofArms = release.arms.get(nameOfSeen(release, unit)) ?? release.arms.get('')
  request.release = required(ofArms, 'the release without arms')
}

/**
 * Called in the transaction that opens a session, also while nothing runs: what is paused continues
 * with the arms that people were in. A new person takes over the unit of the device; on another
 * device, the device takes over that of the person. So nobody changes arms.
 *
 * @param known the person's unit; undefined if they have never been in an experiment
 */
export async function handOver(
  context: ServerContext,
  request: FastifyRequest,
  tx: Tx,
  userId: string,
  known: string | undefined,
): Promise<void> {
  if (!mayBeDivided(request)) return
  const isRunning = request.release.experiments.length > 0
  if (request.unit === null && known === undefined && !isRunning) return
  const before = request.unit ?? { id: randomUUID(), arms: {}, since: {} }
  const unit = await takeOver(context, request, tx, userId, { before, known })
  if (unit.id === request.unit?.id && nameOfArms(unit.arms) === nameOfArms(before.arms)) return
  request.unit = unit
  request.unitChanged = true
  serve(request, unit)
}

/** @param before the unit of the device */
export async function takeOver(
  context: ServerContext,
  { release }: FastifyRequest,
  tx: Tx,
  userId: string,
  { before, known }: { readonly before: Unit; readonly known: string | undefined },
): Promise<Unit> {
  const now = context.now()
  const unit = withoutEnded(release, await ofPerson(tx, userId, before, now))
  if (known === undefined)
    await addAssignments(tx, assignmentsOf(release, unit, unit.arms), null, now)
  return unit
}

export async function ofPerson(tx: Tx, userId: string, unit: Unit, now: Date): Promise<Unit> {
  const id = (await giveUnit(tx, userId, unit.id, now)) ?? unit.id
  const stored = await armsOf(tx, id)
  if (id !== unit.id) return { id, ...stored }
  // What a stored arm has no analysis of, the cookie's doesn't stand for.
  const since = Object.entries(unit.since).filter(([experiment]) => !(experiment in stored.arms))
  return {
    id,
    arms: { ...unit.arms, ...stored.arms },
    since: { ...Object.fromEntries(since), ...stored.since },
  }
}

/** Those that have ended, or were removed, are forgotten; a paused one continues as it was. */
export function withoutEnded({ catalog }: Release, { id, arms, since }: Unit): Unit {
  const isOn = ([experiment]: readonly [string, string]) =>
    (catalog.get('experiment', experiment)?.state ?? 'ended') !== 'ended'
  const left = (each: Arms) => Object.fromEntries(Object.entries(each).filter(isOn))
  return { id, arms: left(arms), since: left(since) }
}
