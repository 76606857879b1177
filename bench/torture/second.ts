/**
 * A second server on a folder that is in use (risks.md F6): refused at once, in one clear sentence,
 * while the first keeps storing answers. From another pid namespace too, as in another container,
 * with the kernel's lock and without. And two that start at the same moment after a crash, which
 * left its lock behind, one of them in another namespace: exactly one gets it.
 *
 *   npm run torture -- second     (TRIES, 20)
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownNamespace } from '#tests/support/namespace.ts'
import { chance } from '../support/chance.ts'
import { root, startProduct, type Running } from '../support/processes.ts'
import { median, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const TRIES = Number(process.env['TRIES'] ?? 20)
const PORT = 4535
const OTHER_PORT = 4536
/** The start is timed, so the writers leave it a processor. */
const PAUSE_MS = 50
const REFUSAL =
  /^Another server \(process \d+(?: in another container)?\) is using the folder .+\. Stop it first, or give this one its own DATA_DIR\.$/m

type Try = { readonly ms: number; readonly refused: boolean; readonly said: string }
type Place = { readonly before: readonly string[]; readonly path: string | undefined }

const namespace = ownNamespace()
const BESIDE: Place = { before: [], path: process.env['PATH'] }
const CONTAINER: Place = { before: namespace, path: process.env['PATH'] }
/** Without programs in PATH there is no flock(1), so the heartbeat has to suffice. */
const BARE: Place = { before: namespace, path: '/nowhere' }

/** Starts the product where it must refuse. @returns how it ended */
async function startToFail(dataDir: string, { before, path }: Place): Promise<Try> {
  const began = performance.now()
  const [command, ...args] = [...before, process.execPath, join(root, 'dist', 'server', 'main.js')]
  const child = spawn(command, args, {
    env: {
      PATH: path,
      HOME: process.env['HOME'],
      PORT: String(OTHER_PORT),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DEMO: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const patience = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(patience)
  return { ms: performance.now() - began, refused: code === 1 && REFUSAL.test(said), said }
}

const dataDir = mkdtempSync(join(tmpdir(), 'tsela-second-'))
let server: Running | undefined
try {
  server = await startProduct({ port: PORT, dataDir })
  const writers = [
    await Writer.begin(server.url, true, chance(1), PAUSE_MS),
    await Writer.begin(server.url, false, chance(2), PAUSE_MS),
  ]
  for (const writer of writers) writer.start()
  if (namespace.length === 0)
    process.stdout.write(
      'SKIPPED: other namespaces, for this machine does not allow them; all start beside each other\n',
    )
  const places = [
    { what: 'a second server while one runs', place: BESIDE },
    { what: 'the same, in another pid namespace', place: CONTAINER },
    { what: 'the same, and without flock', place: BARE },
  ].map((each) => ({ ...each, tries: [] as Try[] }))
  for (const { place, tries } of places)
    for (let index = 0; index < TRIES; index++) tries.push(await startToFail(dataDir, place))

  // The crash leaves the lock behind, with the pid of a dead process: both may take it over, one
  // must.
  let exactlyOne = 0
  let both = 0
  const readyMs: number[] = []
  for (let index = 0; index < TRIES; index++) {
    await server.kill()
    const starts = await Promise.allSettled([
      startProduct({ port: PORT, dataDir }),
      startProduct({ port: OTHER_PORT, dataDir, before: namespace }),
    ])
    const running = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refusals = starts.filter(
      (each) => each.status === 'rejected' && REFUSAL.test(String(each.reason)),
    ).length
    if (running.length === 1 && refusals === 1) exactlyOne++
    if (running.length > 1) both++
    if (running.length === 0)
      throw new Error(
        `after a crash neither of two starts came up: ${starts.map((each) => String((each as PromiseRejectedResult).reason)).join('\n')}`,
      )
    server = running[0]!
    readyMs.push(server.readyMs)
    for (const other of running.slice(1)) await other.kill()
    for (const writer of writers) {
      writer.learner.url = server.url
      await writer.served()
    }
  }
  for (const writer of writers) await writer.stop()
  const stored = await answersOf(
    connectionTo(dataDir, undefined),
    writers.map(({ attempt }) => attempt.id),
  )
  const kept = balance(writers, stored)
  const rows = places.map(({ what, tries }) => {
    const times = tries.map(({ ms }) => ms)
    return {
      what,
      tries: TRIES,
      'as it should be': tries.filter((each) => each.refused).length,
      'median ms': round(median(times), 0),
      'most ms': round(Math.max(...times), 0),
      'goal ms': 1000,
    }
  })
  report(
    'F6, two servers on one folder',
    [
      ...rows,
      {
        what: 'two at once after a crash: exactly one',
        tries: TRIES,
        'as it should be': exactlyOne,
        'median ms': round(median(readyMs), 0),
        'most ms': round(Math.max(...readyMs), 0),
        'goal ms': 3000,
      },
    ],
    {
      tries: TRIES,
      namespaces: namespace.length > 0,
      refused: rows,
      exactly_one_after_crash: exactlyOne,
      both_after_crash: both,
      ready_ms: round(median(readyMs), 0),
      ...kept,
    },
  )
  if (
    rows.some((each) => each['as it should be'] < TRIES) ||
    exactlyOne < TRIES ||
    kept.lost + kept.double + kept.strange > 0
  ) {
    for (const { tries } of places)
      process.stderr.write(`${tries.find((each) => !each.refused)?.said ?? ''}\n`)
    process.exitCode = 1
  }
} finally {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
