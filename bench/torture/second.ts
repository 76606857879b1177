/**
 * A second server on a folder that is in use (risks.md F6): refused at once, in one clear sentence, while answers go on
 * being stored by the first. And two that start at the same moment after a crash, whose lock is still there: one gets it.
 *
 *   npm run torture -- second     (TRIES, 20)
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chance } from '../support/chance.ts'
import { root, startProduct, type Running } from '../support/processes.ts'
import { median, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const TRIES = Number(process.env['TRIES'] ?? 20)
const PORT = 4535
const OTHER_PORT = 4536
/** A start is timed, so whoever sends answers meanwhile leaves it a processor. */
const PAUSE_MS = 50
const REFUSAL = /^Another server \(process \d+\) is using the folder .+\. Stop it first, or give this one its own DATA_DIR\.$/m

/** Starts the product where it must not run. @returns how it ended */
async function startToFail(dataDir: string): Promise<{ ms: number; refused: boolean; said: string }> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(OTHER_PORT), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: '1' },
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
  const writers = [await Writer.begin(server.url, true, chance(1), PAUSE_MS), await Writer.begin(server.url, false, chance(2), PAUSE_MS)]
  for (const writer of writers) writer.start()
  const tries: { ms: number; refused: boolean; said: string }[] = []
  for (let index = 0; index < TRIES; index++) tries.push(await startToFail(dataDir))

  // The crash leaves the lock behind, with the number of a process that is gone: both may take it over, one does.
  let exactlyOne = 0
  let both = 0
  for (let index = 0; index < TRIES; index++) {
    await server.kill()
    const starts = await Promise.allSettled([startProduct({ port: PORT, dataDir }), startProduct({ port: OTHER_PORT, dataDir })])
    const running = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refusals = starts.filter((each) => each.status === 'rejected' && REFUSAL.test(String(each.reason))).length
    if (running.length === 1 && refusals === 1) exactlyOne++
    if (running.length > 1) both++
    if (running.length === 0) throw new Error(`after a crash neither of two starts came up: ${starts.map((each) => String((each as PromiseRejectedResult).reason)).join('\n')}`)
    server = running[0]!
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
  const refused = tries.filter((each) => each.refused).length
  const times = tries.map(({ ms }) => ms)
  report(
    'F6, two servers on one folder',
    [
      { what: 'a second server while one runs', tries: TRIES, 'as it should be': refused, 'median ms': round(median(times), 0), 'most ms': round(Math.max(...times), 0), 'goal ms': 1000 },
      { what: 'two at once after a crash: exactly one', tries: TRIES, 'as it should be': exactlyOne, 'median ms': '', 'most ms': '', 'goal ms': '' },
    ],
    { tries: TRIES, refused, refused_ms: round(median(times), 0), refused_ms_most: round(Math.max(...times), 0), exactly_one_after_crash: exactlyOne, both_after_crash: both, ...kept },
  )
  if (refused < TRIES || exactlyOne < TRIES || kept.lost + kept.double + kept.strange > 0) {
    process.stderr.write(`${tries.find((each) => !each.refused)?.said ?? ''}\n`)
    process.exitCode = 1
  }
} finally {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
