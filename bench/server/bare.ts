/**
 * The peer of the server benchmark: Fastify and nothing else. It sends the same configuration from memory, and writes an
 * answer of the same shape with one prepared INSERT: no session, no tenant, no check, no transaction of its own.
 */

import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'

const { PORT, CONFIGURATION, CONNECTION, POOL } = process.env
const body = readFileSync(CONFIGURATION!)
const etag = '"bare"'
const pool = new pg.Pool({ ...(JSON.parse(CONNECTION!) as pg.PoolConfig), max: Number(POOL) })
const app = Fastify()

app.get('/ready', () => ({ status: 'ready' }))
app.get('/api/app-configuration', (request, reply) => {
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.header('content-encoding', 'br').type('application/json; charset=utf-8').send(body)
})

type Answer = { tenant: string; attempt: string; device: string; answers: { id: string; item: string; value: unknown; ms: number; at: string; seq: number }[] }

app.put<{ Body: Answer }>('/api/answers', async (request) => {
  const { tenant, attempt, device, answers } = request.body
  const [{ id, item, value, ms, at, seq }] = answers as [Answer['answers'][number]]
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO bare_answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)',
    values: [tenant, id, attempt, item, JSON.stringify(value), ms, at, seq, device],
  })
  return { answers: [{ id, item, state: 'stored' }] }
})

process.on('SIGTERM', () => void app.close().then(() => pool.end()))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
