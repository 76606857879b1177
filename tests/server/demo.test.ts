/** The accounts to try: whatever they have is worked out from answers, as anybody's is. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { score, type Answers } from '#engine/scoring.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import { faultOf, scoreTask } from '#engine/tasks/score.ts'
import { sqlBuilder as db } from '#server/database.ts'
import { seedDemo } from '#server/demo.ts'
import { answersOf } from '#server/store/answers.ts'
import { logsOf } from '#server/store/tasks.ts'
import { userByEmail } from '#server/store/users.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const tenants = new Map<string, string>()
beforeAll(async () => {
  server = await buildServer()
  for (const { slug, id } of await seedDemo(server.world)) tenants.set(slug, id)
})
afterAll(() => server.close())

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

it.each(['demo', 'pluggedin'])('scores everything that done has from what is stored of it: %s', async (slug) => {
  const found = await server.world.database.owner(tenants.get(slug)!, async (tx) => {
    const { id } = (await userByEmail(tx, `done@${slug}.test`))!
    const attempts = await tx.all(db.selectFrom('attempts').selectAll().where('user_id', '=', id).where('state', '=', 'complete'))
    const kept = []
    for (const attempt of attempts) kept.push({ attempt, answers: await answersOf(tx, attempt.id), logs: await logsOf(tx, attempt.id) })
    return kept
  })
  const all = catalog.all('assessment').filter(({ researchOnly }) => !researchOnly)
  expect(found.map(({ attempt }) => attempt.assessment).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  for (const { attempt, answers, logs } of found) {
    const { assessment, items, metrics, seed } = attempt
    const key = catalog.get('scoring', assessment)!
    const { task } = catalog.get('assessment', assessment)!
    expect([assessment, items.length]).toEqual([assessment, Math.max(answers.length, logs.length)])
    if (task === undefined) {
      const given = Object.fromEntries(answers.map(({ item, value }) => [item, value])) as Answers
      expect([assessment, metrics]).toEqual([assessment, plain(score(given, key))])
    } else {
      const events = logs.map(({ level, events: log }): Log => {
        expect(faultOf(task, seed!, level as TaskLevel, log)).toBeNull()
        return log
      })
      const references = (key.levels ?? []).flatMap(({ reference }) => reference ?? [])
      expect([assessment, metrics]).toEqual([assessment, plain(scoreTask(task, seed!, events, references.length === events.length ? references : undefined).metrics)])
    }
  }
})
