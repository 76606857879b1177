/**
 * Many signed-in learners before their first question, inserted directly into the database: forty
 * thousand sign-ups would measure nothing but password hashes.
 */

import { randomUUID } from 'node:crypto'
import { request, type Agent } from 'node:http'
import type pg from 'pg'
import { newToken, Secrets, sha256 } from '#server/base/secrets.ts'
import type { Chance } from './chance.ts'
import { Learner } from './learner.ts'
import { asOwner } from './stored.ts'

export type Member = {
  readonly attempt: string
  /** Headers of every request: the session and the anti-forgery token. */
  readonly headers: Readonly<Record<string, string>>
}
export type Crowd = { readonly members: readonly Member[]; readonly items: readonly string[] }

const ROWS = 2000

/**
 * @param secret of the server, which binds the anti-forgery token to the session
 * @param url    of a server in demo mode: one learner signs up there, all others are copies
 */
export async function makeCrowd(
  connection: pg.PoolConfig,
  url: string,
  secret: string,
  size: number,
): Promise<Crowd> {
  const model = new Learner(url)
  await model.onboard()
  const { id: attempt, items } = await model.begin()
  const secrets = new Secrets(secret)
  return asOwner(connection, async (client) => {
    const { tenant_id: tenant, user_id: user } = (
      await client.query<{ tenant_id: string; user_id: string }>(
        'SELECT tenant_id, user_id FROM attempts WHERE id = $1',
        [attempt],
      )
    ).rows[0]!
    const members: Member[] = []
    for (let at = 0; at < size; at += ROWS) {
      const made = Array.from({ length: Math.min(ROWS, size - at) }, () => ({
        user: randomUUID(),
        attempt: randomUUID(),
        device: randomUUID(),
        token: newToken(),
        nonce: newToken().slice(0, 24),
      }))
      const rows = made.map((each) => ({
        ...each,
        hash: `\\x${sha256(each.token).toString('hex')}`,
      }))
      await client.query(
        `WITH made AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS made("user" uuid, attempt uuid, device uuid, hash text)),
          people AS (
            INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', made.user, 'email', made.user || '@crowd.test'))).* FROM users u, made WHERE u.tenant_id = $2 AND u.id = $3),
          opened AS (
            INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', made.device, 'user_id', made.user, 'token_hash', made.hash))).*
            FROM sessions s, made WHERE s.token_hash = (SELECT token_hash FROM sessions WHERE tenant_id = $2 AND user_id = $3 LIMIT 1))
        INSERT INTO attempts SELECT (jsonb_populate_record(a, jsonb_build_object('id', made.attempt, 'user_id', made.user))).* FROM attempts a, made WHERE a.tenant_id = $2 AND a.id = $4`,
        [JSON.stringify(rows), tenant, user, attempt],
      )
      for (const { attempt: own, token, nonce } of made) {
        const csrf = `${nonce}.${secrets.mac('anti-forgery', tenant, token, nonce).toString('base64url')}`
        members.push({
          attempt: own,
          headers: {
            cookie: `sid=${token}; csrf-token=${csrf}`,
            'x-csrf-token': csrf,
            'content-type': 'application/json',
          },
        })
      }
    }
    await client.query('ANALYZE users, sessions, attempts')
    return { members, items }
  })
}

/**
 * @returns milliseconds from the request to the last byte of its response. @throws if not every
 *   answer of the batch was stored
 */
export function sendAnswers(
  url: string,
  agent: Agent,
  { attempt, headers }: Member,
  answers: readonly object[],
): Promise<number> {
  const body = JSON.stringify({ answers })
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/api/attempts/${attempt}/answers`,
      { method: 'PUT', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          if (response.statusCode === 200 && text.split('"stored"').length - 1 === answers.length)
            resolve(performance.now() - began)
          else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
        })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

/**
 * How people answer (assessments.md 9): the median time per item; one in twenty takes three times
 * as long.
 */
const ANSWER_MS = { median: 4300, spread: 0.66 }
/** An intermittent connection: average times online and offline. */
const SIGNAL_MS = { there: 120_000, gone: 20_000 }
/**
 * The browser's own intervals (app/sync.ts): after an answer, and after a flush, longer after
 * failures.
 */
const AFTER_ANSWER_MS = 1000
const EVERY_MS = 30_000

/**
 * How many answers a learner's browser sends in each request, by its own rules on a simulated
 * clock.
 */
export function batchesOf(answers: number, draw: Chance): number[] {
  const exponential = (mean: number) => -mean * Math.log(1 - draw())
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const batches: number[] = []
  let [now, waiting, given, failures] = [0, 0, 0, 0]
  let planned = Number.POSITIVE_INFINITY
  let isThere = true
  let turns = exponential(SIGNAL_MS.there)
  let answered = ANSWER_MS.median
  while (given < answers || waiting > 0) {
    now = Math.min(given < answers ? answered : Number.POSITIVE_INFINITY, planned, turns)
    if (now === turns) {
      isThere = !isThere
      turns = now + exponential(isThere ? SIGNAL_MS.there : SIGNAL_MS.gone)
      // The browser reports that it is online again.
      if (isThere) [planned, failures] = [now, 0]
    } else if (now === planned) {
      failures = isThere ? 0 : failures + 1
      planned = now + EVERY_MS * 2 ** Math.max(0, failures - 1)
      if (isThere && waiting > 0) batches.push(waiting)
      if (isThere) waiting = 0
    } else {
      given++
      waiting++
      if (planned - now > AFTER_ANSWER_MS) planned = now + AFTER_ANSWER_MS
      answered = now + ANSWER_MS.median * Math.exp(ANSWER_MS.spread * normal())
    }
  }
  return batches
}
