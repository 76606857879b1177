/**
 * Forty thousand learners who answer sixty lines each, all at the same time, in the batches that
 * their browsers would send: on one server, and on four sharing one PostgreSQL. Sessions are
 * created beforehand; load generator, servers and database share the machine, so four servers show
 * the cost of sharing, not the gain of more machines.
 *
 *   npm run bench -- learners     (LEARNERS, 40000)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance } from './support/chance.ts'
import { batchesOf, makeCrowd, sendAnswers, type Member } from './support/crowd.ts'
import { startProduct, type Running } from './support/processes.ts'
import { percentile, report, round } from './support/report.ts'
import { asOwner } from './support/stored.ts'

const LEARNERS = Number(process.env['LEARNERS'] ?? 40_000)
const ANSWERS = 60
const CONNECTIONS = 64
const PORT = 4560
const SECRET = 'a-secret-of-the-benchmark-and-of-nothing-else'

type Taking = Member & { readonly batches: readonly number[]; sent: number; answered: number }

/**
 * One server's share of the learners: each sends its next batch in turn, so that all are active at
 * once.
 */
async function answerAll(
  url: string,
  items: readonly string[],
  share: readonly Taking[],
  connections: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = [...share]
  const latencies: number[] = []
  let next = 0
  const work = async () => {
    while (next < waiting.length) {
      const learner = waiting[next++]!
      const answers = Array.from({ length: learner.batches[learner.sent++]! }, () => {
        const n = learner.answered++
        return {
          id: uuidv7(),
          item: items[n]!,
          value: 1 + (n % 5),
          ms: 4300,
          at: new Date().toISOString(),
          seq: n + 1,
        }
      })
      latencies.push(await sendAnswers(url, agent, learner, answers))
      if (learner.sent < learner.batches.length) waiting.push(learner)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return latencies
}

async function measure(servers: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-learners-'))
  const postgres = await startPostgres()
  const running: Running[] = []
  try {
    for (let index = 0; index < servers; index++)
      running.push(
        await startProduct({
          port: PORT + index,
          dataDir: join(dataDir, String(index)),
          databaseUrl: postgres.url,
          env: { SECRET },
        }),
      )
    const connection = { connectionString: postgres.url }
    const crowd = await makeCrowd(connection, running[0]!.url, SECRET, LEARNERS)
    const draw = chance(LEARNERS)
    const taking = crowd.members.map((member): Taking => ({
      ...member,
      batches: batchesOf(ANSWERS, draw),
      sent: 0,
      answered: 0,
    }))
    const began = performance.now()
    const shares = running.map((_, index) => taking.filter((_each, n) => n % servers === index))
    const latencies = (
      await Promise.all(
        running.map(({ url }, index) =>
          answerAll(url, crowd.items, shares[index]!, CONNECTIONS / servers),
        ),
      )
    ).flat()
    const seconds = (performance.now() - began) / 1000
    const stored = await asOwner(connection, async (client) => {
      const { rows } = await client.query<{ attempts: string; answers: string; whole: string }>(
        `SELECT count(*) AS attempts, coalesce(sum(n), 0) AS answers, count(*) FILTER (WHERE n = $1 AND items = $1) AS whole
         FROM (SELECT count(*) AS n, count(DISTINCT item) AS items FROM answers WHERE attempt_id = ANY ($2::uuid[]) GROUP BY attempt_id) AS each`,
        [ANSWERS, taking.map(({ attempt }) => attempt)],
      )
      return { answers: Number(rows[0]!.answers), whole: Number(rows[0]!.whole) }
    })
    const sent = LEARNERS * ANSWERS
    return {
      answers: sent,
      calls: latencies.length,
      lost: sent - stored.answers,
      incomplete: LEARNERS - stored.whole,
      seconds: round(seconds, 0),
      answers_rps: Math.round(sent / seconds),
      calls_rps: Math.round(latencies.length / seconds),
      p50: round(percentile(latencies, 50)),
      p99: round(percentile(latencies, 99)),
    }
  } finally {
    for (const server of running) await server.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const one = await measure(1)
  const four = await measure(4)
  const row = (
    what: string,
    { answers, calls, lost, incomplete, seconds, answers_rps, p50, p99 }: typeof one,
  ) => ({
    what,
    answers,
    calls,
    lost,
    incomplete,
    seconds,
    'answers a second': answers_rps,
    p50,
    p99,
  })
  report(
    `${LEARNERS} learners, ${CONNECTIONS} connections`,
    [row('one server', one), row('four servers', four)],
    { learners: LEARNERS, one, four },
  )
  if (one.lost + four.lost + one.incomplete + four.incomplete !== 0)
    throw new Error('answers were lost, or stored twice')
}
