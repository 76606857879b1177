/**
 * Counts completed attempts into the sums of their instrument, in the background: a slice a
 * transaction, so that a learner waits for none of it (docs/decisions/0107).
 */

import { setTimeout as wait } from 'node:timers/promises'
import { added, countedItems } from '#engine/psychometrics/sums.ts'
import { backgroundsOf } from '#engine/study/background.ts'
import type { Release } from '#server/release/compose.ts'
import { documentBySha } from '#server/release/attempt-documents.ts'
import { tenantsById, type Tenant } from '#server/store/tenants.ts'
import {
  nextToCount,
  openBlock,
  saveBlock,
  sumsOf,
  tenantsToCount,
  toCount,
  type BlockOf,
} from '#server/store/instrumentsums.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from './context.ts'
import { makeNorms } from './norms.ts'

/** Attempts of a transaction: the embedded database does one thing at a time. */
const SLICE = { embedded: 50, postgres: 1000 } as const
/** Slices at once: adding up keeps one processor of the database busy. */
const LANES = { embedded: 1, postgres: 2 } as const
/** Attempts that are counted again if a person among them leaves. */
const BLOCK = 2000
/** Lower edges of the intervals between two attempts of one person, in days. */
const INTERVALS = [180, 60, 14, 0] as const
/** Between slices, for others. */
const PAUSE_MS = 20

export async function countInstruments(
  context: ServerContext,
  signal?: AbortSignal,
): Promise<number> {
  const { database } = context
  let counted = 0
  const ids = await database.keeper(tenantsToCount)
  const tenants = await database.shared((tx) => tenantsById(tx, ids))
  for (const tenant of tenants.values()) {
    if (tenant.suspended) continue
    try {
      counted += await countTenant(context, tenant, signal)
    } catch (error) {
      context.log?.error({ err: error as Error, tenant: tenant.id }, 'instruments not counted')
    }
  }
  return counted
}

async function countTenant(
  context: ServerContext,
  tenant: Tenant,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { database } = context
  const release = await context.live(tenant)
  const lanes = Array.from({ length: LANES[database.kind] }, () =>
    countLane(context, tenant, release, signal),
  )
  // All of them, even if one fails: nothing runs in the background afterwards.
  const ended = await Promise.allSettled(lanes)
  // Of what was counted, whether or not that was all.
  await makeNorms(context, tenant, release)
  return ended.reduce((sum, each) => {
    if (each.status === 'rejected') throw each.reason as Error
    return sum + each.value
  }, 0)
}

async function countLane(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { database } = context
  let counted = 0
  for (;;) {
    if (signal?.aborted === true) return counted
    const slice = await database.tenant(tenant.id, (tx) =>
      countSlice(context, tx, release, SLICE[database.kind]),
    )
    if (slice === 0) return counted
    counted += slice
    await wait(database.kind === 'embedded' ? PAUSE_MS : 0)
  }
}

/** @returns attempts counted */
async function countSlice(
  context: ServerContext,
  tx: Tx,
  release: Release,
  most: number,
): Promise<number> {
  const of = await nextToCount(tx)
  if (of === undefined) return 0
  const block = (await openBlock(tx, of, BLOCK)) ?? {
    ...of,
    id: context.newId(),
    version: await versionOf(tx, release, of),
    attempts: 0,
    careless: 0,
    people: 0,
    sums: {},
  }
  const attempts = await toCount(tx, of, Math.min(most, BLOCK - block.attempts))
  // The others count what is left.
  if (attempts.length === 0) return 0
  const meant = attempts.filter(({ careless }) => !careless)
  const people = meant.filter(({ before }) => before === null).map(({ id }) => id)
  // Counted as attempts, without sums, if the key is no longer stored.
  const key = await documentBySha(tx, release, of.scoring, 'scoring', of.assessment).catch(gone)
  const sums = await sumsOf(
    tx,
    key === undefined ? [] : countedItems(key),
    people,
    meant.flatMap(({ id, before, days }) =>
      before === null
        ? []
        : [
            {
              first: before,
              second: id,
              days: INTERVALS.find((from) => (days ?? 0) >= from) ?? 0,
            },
          ],
    ),
    backgroundsOf(release.catalog),
  )
  await saveBlock(
    tx,
    {
      ...block,
      attempts: block.attempts + attempts.length,
      careless: block.careless + attempts.length - meant.length,
      people: block.people + people.length,
      sums: added(block.sums, sums),
    },
    attempts.map(({ id }) => id),
    context.now(),
  )
  return attempts.length
}

async function versionOf(tx: Tx, release: Release, of: BlockOf): Promise<string> {
  const document = await documentBySha(tx, release, of.document, 'assessment', of.assessment).catch(
    gone,
  )
  return document?.instrument?.version ?? ''
}

function gone(): undefined {
  return undefined
}
