/**
 * Learners with an intermittent connection (risks.md F7): three seconds online, three seconds
 * offline, three in ten requests or responses lost, two seconds of latency, and now and then a
 * response that never arrives. Each answers sixty items in the meantime. When the connection is
 * back, everything must be sent within a minute, and be stored once.
 *
 *   npm run torture -- network     (JOURNEYS, 20)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FrameBundle } from '#app/documents.ts'
import type { AppConfiguration } from '#app/store.ts'
import type { User } from '#engine/rules/scope.ts'
import { chance } from '../support/chance.ts'
import { Learner } from '../support/learner.ts'
import { root, startProduct } from '../support/processes.ts'
import { median, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import type { PhoneData, Signal, Told } from './phone.ts'
import { CALM, FlakyProxy, type Weather } from './proxy.ts'

const JOURNEYS = Number(process.env['JOURNEYS'] ?? 20)
const ITEMS = 60
const PORT = 4537
const PROXY_PORT = 4538
const FLAP_MS = 3000
const GOAL_MS = 60_000
const STORM: Weather = { dropped: 0.15, answerLost: 0.15, silent: 0.02, delayMs: 2000 }
/** A run in which a learner cannot even start is broken, not slow. */
const MAX_MS = 180_000

type Journey = {
  readonly worker: Worker
  nearly: boolean
  attempt?: string
  answers?: Readonly<Record<string, number>>
  sentAt?: number
  completedAt?: number
  failure?: Error
}

function begin(data: PhoneData): Journey {
  const worker = new Worker(join(root, 'dist', 'torture', 'phone.js'), { workerData: data })
  const journey: Journey = { worker, nearly: false }
  worker.on('error', (error: Error) => (journey.failure = error))
  worker.on('message', (told: Told) => {
    if (told.kind === 'nearly') journey.nearly = true
    else if (told.kind === 'answered')
      Object.assign(journey, { attempt: told.attempt, answers: told.answers })
    else if (told.kind === 'sent') journey.sentAt ??= performance.now()
    else journey.completedAt ??= performance.now()
  })
  return journey
}

/** @throws with the error of a phone, or on a timeout */
async function until(
  journeys: readonly Journey[],
  holds: (journey: Journey) => boolean,
  longestMs: number,
  each: () => Promise<void>,
): Promise<boolean> {
  const began = performance.now()
  while (!journeys.every(holds)) {
    const failed = journeys.find(({ failure }) => failure !== undefined)
    if (failed) throw new Error('a phone broke', { cause: failed.failure })
    if (performance.now() - began > longestMs) return false
    await each()
  }
  return true
}

const dataDir = mkdtempSync(join(tmpdir(), 'tsela-network-'))
const server = await startProduct({ port: PORT, dataDir })
const proxy = new FlakyProxy(new URL(server.url), chance(7))
const journeys: Journey[] = []
try {
  const url = await proxy.listen(PROXY_PORT)
  const phones: PhoneData[] = []
  for (let index = 0; index < JOURNEYS; index++) {
    const learner = new Learner(server.url)
    await learner.onboard()
    const { bundles } = await learner.call<AppConfiguration>('GET', 'app-configuration')
    const frame = await learner.call<FrameBundle>('GET', `bundles/${bundles['en']}.json`)
    phones.push({
      url,
      cookies: [...learner.cookies],
      user: await learner.call<User>('GET', 'auth/get-user'),
      frame,
      seed: index,
    })
  }
  const tell = (what: Signal) => {
    for (const { worker } of journeys) worker.postMessage(what)
  }
  const signal = (what: 'online' | 'offline') => {
    proxy.reachable = what === 'online'
    tell(what)
  }
  proxy.weather = STORM
  journeys.push(...phones.map(begin))
  const nearly = await until(
    journeys,
    (journey) => journey.nearly,
    MAX_MS,
    async () => {
      await wait(FLAP_MS)
      signal('offline')
      await wait(FLAP_MS)
      signal('online')
    },
  )
  if (!nearly) throw new Error('not everybody came as far as the last items')
  // The last answers are given offline.
  signal('offline')
  tell('finish')
  await until(
    journeys,
    ({ attempt }) => attempt !== undefined,
    MAX_MS,
    () => wait(20),
  )
  proxy.weather = CALM
  const back = performance.now()
  signal('online')
  const inTime = await until(
    journeys,
    ({ sentAt, completedAt }) => sentAt !== undefined && completedAt !== undefined,
    GOAL_MS,
    () => wait(20),
  )

  const stored = await answersOf(
    connectionTo(dataDir, undefined),
    journeys.map(({ attempt }) => attempt!),
  )
  let lost = 0
  let double = 0
  for (const { attempt, answers } of journeys) {
    const mine = stored.filter(({ attempt_id }) => attempt_id === attempt)
    for (const [item, value] of Object.entries(answers!)) {
      const rows = mine.filter((row) => row.item === item)
      if (!rows.some((row) => row.value === value)) lost++
      double += Math.max(0, rows.length - 1)
    }
  }
  const late = stored.filter((row) => row.late).length
  const after = (at: number | undefined) => (at ?? Number.POSITIVE_INFINITY) - back
  const sentMs = journeys.map(({ sentAt }) => after(sentAt))
  const completedMs = journeys.map(({ completedAt }) => after(completedAt))
  const { counts } = proxy
  report(
    `F7, ${JOURNEYS} journeys of ${ITEMS} answers through a bad signal`,
    [
      { what: 'answers given', figure: JOURNEYS * ITEMS, goal: '' },
      { what: 'stored', figure: stored.length, goal: JOURNEYS * ITEMS },
      { what: 'lost', figure: lost, goal: 0 },
      { what: 'stored twice', figure: double, goal: 0 },
      { what: 'late', figure: late, goal: 0 },
      {
        what: 'journeys sent in time',
        figure: sentMs.filter((ms) => ms <= GOAL_MS).length,
        goal: JOURNEYS,
      },
      {
        what: 'sent, ms after the signal was back, median',
        figure: round(median(sentMs), 0),
        goal: '',
      },
      { what: 'the same, most', figure: round(Math.max(...sentMs), 0), goal: GOAL_MS },
      {
        what: 'completed, ms after the signal was back, most',
        figure: round(Math.max(...completedMs), 0),
        goal: '',
      },
      { what: 'requests', figure: counts.requests, goal: '' },
      { what: '  while out of reach', figure: counts.unreachable, goal: '' },
      { what: '  lost on the way there', figure: counts.dropped, goal: '' },
      { what: '  done, answer lost', figure: counts.answerLost, goal: '' },
      { what: '  never answered', figure: counts.silent, goal: '' },
    ],
    {
      journeys: JOURNEYS,
      given: JOURNEYS * ITEMS,
      stored: stored.length,
      lost,
      double,
      late,
      in_time: sentMs.filter((ms) => ms <= GOAL_MS).length,
      sent_ms: round(median(sentMs), 0),
      sent_ms_most: round(Math.max(...sentMs), 0),
      completed_ms_most: round(Math.max(...completedMs), 0),
      ...counts,
    },
  )
  if (!inTime || lost + double + late > 0) process.exitCode = 1
} finally {
  for (const { worker } of journeys) await worker.terminate()
  await proxy.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
