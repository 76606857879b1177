/**
 * The baseline of the server benchmark: Fastify and nothing else. It sends the same configuration
 * from memory, and stores an answer of the same shape with one prepared INSERT, without session or
 * validation; once without a transaction of its own, and once in one that sets the tenant first, as
 * ours does.
 */

import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'

const { PORT, CONFIGURATION, CONNECTION, POOL } = process.env
const body = readFileSync(CONFIGURATION!)
const etag = '"bare"'
const isEmbedded = POOL === '1'
const pool = new pg.Pool({
  ...(JSON.parse(CONNECTION!) as pg.PoolConfig),
  max: Number(POOL),
  ...(!isEmbedded && { pipeline: true }),
})
const app = Fastify()

app.get('/ready', () => ({ status: 'ready' }))
app.get('/api/app-configuration', (request, reply) => {
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.header('content-encoding', 'br').type('application/json; charset=utf-8').send(body)
})

type Answer = {
  tenant: string
  attempt: string
  device: string
  answers: { id: string; item: string; value: unknown; ms: number; at: string; seq: number }[]
}

function insert({ tenant, attempt, device, answers }: Answer): pg.QueryConfig {
  const [{ id, item, value, ms, at, seq }] = answers as [Answer['answers'][number]]
  return {
    name: 'insert',
    text: 'INSERT INTO bare_answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)',
    values: [tenant, id, attempt, item, JSON.stringify(value), ms, at, seq, device],
  }
}

const stored = ({ answers: [answer] }: Answer) => ({
  answers: [{ id: answer!.id, item: answer!.item, state: 'stored' }],
})

app.put<{ Body: Answer }>('/api/answers', async (request) => {
  await pool.query(insert(request.body))
  return stored(request.body)
})

app.put<{ Body: Answer }>('/api/tenant-answers', async (request) => {
  const client = await pool.connect()
  try {
    const begin = `BEGIN; SELECT set_config('role', 'tsela_app', true), set_config('app.tenant', '${request.body.tenant}', true)`
    await Promise.all([
      client.query(begin),
      client.query(insert(request.body)),
      client.query('COMMIT'),
    ])
  } finally {
    client.release()
  }
  return stored(request.body)
})

process.on('SIGTERM', () => void app.close().then(() => pool.end()))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
