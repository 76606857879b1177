/**
 * Sustained load: the configuration for a hundred connections (risks.md L1), and two hundred
 * learners who answer at a steady pace on PostgreSQL (L2) and on the embedded database (L3), while
 * a probe checks that the server responds. Latency counts from the time a request was due: a server
 * that falls behind does not get fewer requests.
 *
 *   npm run torture -- load     (MINUTES of L2 and L3 each, 2; the goals ask for 10)
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { uuidv7 } from 'uuidv7'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { makeCrowd, sendAnswers, type Crowd } from '../support/crowd.ts'
import { startProduct, type Running } from '../support/processes.ts'
import { percentile, report, round, type Row } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const PORT = 4570
const SECRET = 'a-secret-of-the-torture-and-of-nothing-else'
const MINUTES = Number(process.env['MINUTES'] ?? 2)
const LEARNERS = 200
/** Offered answers per second: a fifth more than the goal. */
const OFFERED = { postgres: 600, embedded: 300 }
/** Measurement starts when everything has been compiled and cached. */
const WARM_SHARE = 0.2

/** Resident megabytes of a server's process. */
function residentMb({ process: { pid } }: Running): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

async function configuration(server: Running): Promise<Row[]> {
  const { headers } = await fetch(`${server.url}/api/app-configuration`)
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!
  const rows: Row[] = []
  for (const [what, more] of [
    ['200', {}],
    ['304', { 'if-none-match': headers.get('etag')! }],
  ] as const) {
    const shoot = (duration: number) =>
      autocannon({
        url: server.url,
        connections: 100,
        duration,
        setupClient: (client) =>
          client.setRequests([
            {
              method: 'GET',
              path: '/api/app-configuration',
              headers: { cookie, 'accept-encoding': 'br', ...more },
            },
          ]),
      })
    await shoot(2)
    const result = await shoot(60)
    const wrong =
      result.errors + result.timeouts + result.requests.total - result['2xx'] - result['3xx']
    rows.push({
      what: `L1 configuration, ${what}`,
      'a second': Math.round(result.requests.average),
      must: 3000,
      p99: result.latency.p99,
      'p99 must': 60,
      wrong,
    })
  }
  return rows
}

/** Sends requests at a steady rate, whatever happened to earlier ones. */
async function steadily(
  perSecond: number,
  until: number,
  call: (n: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  const open = new Set<Promise<unknown>>()
  for (let n = 0; ; n++) {
    const due = began + (n * 1000) / perSecond
    if (due >= until) break
    if (due > performance.now()) await wait(due - performance.now())
    const asked = call(due).finally(() => open.delete(asked))
    open.add(asked)
  }
  await Promise.all(open)
}

async function answering(
  what: string,
  kind: 'postgres' | 'embedded',
  must: { rps: number; p99: number },
  server: Running,
  crowd: Crowd,
): Promise<{ row: Row; sent: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: LEARNERS })
  const began = performance.now()
  const until = began + MINUTES * 60_000
  const warmUntil = began + MINUTES * 60_000 * WARM_SHARE
  const [latencies, alive]: [number[], number[]] = [[], []]
  let [sent, failed, restMb] = [0, 0, 0]
  const busy = new Set<number>()
  const answer = async (due: number) => {
    // A learner sends one batch at a time; if it is still waiting, the next learner goes first.
    let n = sent % LEARNERS
    while (busy.has(n) && busy.size < LEARNERS) n = (n + 1) % LEARNERS
    busy.add(n)
    const seq = ++sent
    try {
      await sendAnswers(server.url, agent, crowd.members[n]!, [
        {
          id: uuidv7(),
          item: crowd.items[seq % crowd.items.length]!,
          value: 1 + (seq % 5),
          ms: 4000,
          at: new Date().toISOString(),
          seq,
        },
      ])
      if (due > warmUntil) latencies.push(performance.now() - due)
    } catch {
      failed++
    } finally {
      busy.delete(n)
    }
  }
  const living = async () => {
    const asked = performance.now()
    const response = await fetch(`${server.url}/api/health`)
    await response.text()
    if (asked > warmUntil) alive.push(performance.now() - asked)
  }
  const watch = setTimeout(() => (restMb = residentMb(server)), warmUntil - began)
  await Promise.all([steadily(OFFERED[kind], until, answer), steadily(10, until, living)])
  clearTimeout(watch)
  agent.destroy()
  const growth = residentMb(server) / restMb - 1
  return {
    sent,
    row: {
      what,
      'a second': Math.round(latencies.length / (MINUTES * 60 * (1 - WARM_SHARE))),
      must: must.rps,
      p99: round(percentile(latencies, 99)),
      'p99 must': must.p99,
      wrong: failed,
      'health p99': round(percentile(alive, 99)),
      'memory grew': `${round(growth * 100)} %`,
    },
  }
}

async function torture(
  kind: 'postgres' | 'embedded',
  databaseUrl: string | undefined,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-load-'))
  const server = await startProduct({ port: PORT, dataDir, databaseUrl, env: { SECRET } })
  try {
    const connection = connectionTo(dataDir, databaseUrl)
    const rows = kind === 'postgres' ? await configuration(server) : []
    const crowd = await makeCrowd(connection, server.url, SECRET, LEARNERS)
    const [what, must] =
      kind === 'postgres'
        ? (['L2 answers, PostgreSQL', { rps: 500, p99: 120 }] as const)
        : (['L3 answers, embedded', { rps: 250, p99: 200 }] as const)
    const { row, sent } = await answering(what, kind, must, server, crowd)
    const stored = await asOwner(connection, async (client) => {
      const { rows: found } = await client.query<{ n: string }>(
        'SELECT count(*) AS n FROM answers WHERE attempt_id = ANY ($1::uuid[])',
        [crowd.members.map(({ attempt }) => attempt)],
      )
      return Number(found[0]!.n)
    })
    return [...rows, { ...row, lost: sent - Number(row['wrong']) - stored }]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const rows: Row[] = []
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    rows.push(...(await torture('postgres', postgres.url)))
  } finally {
    await postgres.stop()
  }
}
rows.push(...(await torture('embedded', undefined)))
report(`load, ${MINUTES} minutes each`, rows, { minutes: MINUTES, rows })
if (rows.some(({ lost = 0, wrong }) => Number(lost) > 0 || Number(wrong) > 0))
  throw new Error('answers were lost, or calls came to nothing')
