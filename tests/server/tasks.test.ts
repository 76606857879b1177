/** Timed tasks on the server: a seed, a log per level, and metrics from the logs alone. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { sqlBuilder } from '#server/database/database.ts'
import { sealed, type Log, type TaskLevel } from '#engine/tasks/log.ts'
import { MAZE_LEVELS } from '#engine/tasks/maze.ts'
import { scoreTask, type TaskName } from '#engine/tasks/score.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import { GOOD as GOOD_MAZE, playMaze } from '#tasks/maze/player.ts'
import { GOOD as GOOD_RPS, playRps } from '#tasks/rock-paper-scissors/player.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

type Attempt = {
  id: string
  seed: number
  items: string[]
  answers: Record<string, Log>
  repeat?: boolean
}
type Task = 'rock_paper_scissors' | 'maze'
const NAME: Record<Task, TaskName> = { rock_paper_scissors: 'rock-paper-scissors', maze: 'maze' }
const TASKS: readonly Task[] = ['rock_paper_scissors', 'maze']

const begin = (client: Client, task: Task) => client.post(`assessments/${task}/attempts`)
const put = (client: Client, attempt: string, level: unknown, events: unknown) =>
  client.put(`attempts/${attempt}/log`, { level, events })
/** After as much time as any game takes. */
const complete = (client: Client, attempt: string) => {
  server.wait(1800)
  return client.post(`attempts/${attempt}/complete`)
}
const play = (task: Task, seed: number, level: TaskLevel, who = 'a'): Log =>
  JSON.parse(
    JSON.stringify(
      task === 'maze'
        ? playMaze(seed, level, GOOD_MAZE, who).log
        : playRps(seed, level, GOOD_RPS, who).log,
    ),
  ) as Log

const person = () => signUp(server, { plan: 'TEST-PLUS', workerType: [5, 4, 2, 1, 3, 4] })
async function begun(task: Task): Promise<{ client: Client; attempt: Attempt }> {
  const { client } = await person()
  return { client, attempt: (await begin(client, task)).body as unknown as Attempt }
}

describe.each(TASKS)('an attempt at %s', (task) => {
  it('begins with a seed and three levels, and continues with the same', async () => {
    const { client } = await person()
    const first = await begin(client, task)
    expect(first).toMatchObject({
      status: 201,
      body: {
        assessment: task,
        state: 'open',
        items: ['level_1', 'level_2', 'level_3'],
        answers: {},
        seed: expect.any(Number) as number,
      },
    })
    const attempt = first.body as unknown as Attempt
    const log = play(task, attempt.seed, 1)
    expect(await put(client, attempt.id, 1, log)).toMatchObject({
      status: 200,
      body: { level: 1, state: 'stored' },
    })
    const again = await begin(client, task)
    expect(again).toMatchObject({ status: 200, body: { id: attempt.id, seed: attempt.seed } })
    expect((again.body as unknown as Attempt).answers).toEqual({ level_1: log })
    const list = (await client.get('assessments')).body['items'] as { id: string }[]
    expect(list.find(({ id }) => id === task)).toMatchObject({
      state: 'open',
      answered: 1,
      items: 3,
      available: true,
    })
  })

  it('stores a level once: the same log again is a duplicate, another one a conflict', async () => {
    const { client, attempt } = await begun(task)
    const log = play(task, attempt.seed, 2)
    expect((await put(client, attempt.id, 2, log)).body).toEqual({ level: 2, state: 'stored' })
    expect(await put(client, attempt.id, 2, log)).toMatchObject({
      status: 200,
      body: { level: 2, state: 'duplicate' },
    })
    expect(
      await put(client, attempt.id, 2, play(task, attempt.seed, 2, 'somebody else')),
    ).toMatchObject({ status: 409, body: { code: 'answer/conflict', ids: ['level_2'] } })
    const race = await Promise.all(
      Array.from({ length: 6 }, () => put(client, attempt.id, 3, play(task, attempt.seed, 3))),
    )
    expect(race.map(({ body }) => body['state']).toSorted()).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'duplicate',
      'duplicate',
      'stored',
    ])
  })

  it('is scored from its logs alone, names missing levels, and gives the same result ever after', async () => {
    const { client, attempt } = await begun(task)
    expect(await complete(client, attempt.id)).toMatchObject({
      status: 422,
      body: { code: 'attempt/incomplete', missing: ['level_1', 'level_2', 'level_3'] },
    })
    const logs = TASK_LEVELS.map((level) => play(task, attempt.seed, level))
    // In any order.
    for (const level of [3, 1] as const)
      expect((await put(client, attempt.id, level, logs[level - 1])).status).toBe(200)
    expect(await complete(client, attempt.id)).toMatchObject({
      status: 422,
      body: { missing: ['level_2'] },
    })
    await put(client, attempt.id, 2, logs[1])
    const done = await complete(client, attempt.id)
    expect(done.status).toBe(200)
    expect(done.body).toEqual(JSON.parse(JSON.stringify(scoreTask(NAME[task], attempt.seed, logs))))
    expect((await complete(client, attempt.id)).text, 'to the letter').toBe(done.text)
    expect((await client.get('auth/get-user')).body['assessments']).toMatchObject({
      [task]: { metrics: done.body['metrics'] },
    })
    expect((await put(client, attempt.id, 2, logs[1])).body).toEqual({
      level: 2,
      state: 'duplicate',
    })
    expect((await put(client, attempt.id, 2, play(task, attempt.seed, 2, 'late'))).status).toBe(409)
    expect((await client.get('reports/cognitive-ability')).status).toBe(200)
  })

  it('counts the first time; a repeat has another seed and leaves the result as it is', async () => {
    const { client, attempt } = await begun(task)
    for (const level of TASK_LEVELS)
      await put(client, attempt.id, level, play(task, attempt.seed, level))
    const { metrics } = (await complete(client, attempt.id)).body
    const again = await begin(client, task)
    expect(again).toMatchObject({ status: 201, body: { repeat: true } })
    const second = again.body as unknown as Attempt
    expect(second.seed).not.toBe(attempt.seed)
    for (const level of TASK_LEVELS)
      await put(client, second.id, level, play(task, second.seed, level, 'practised'))
    expect((await complete(client, second.id)).body['metrics']).not.toEqual(metrics)
    expect((await client.get('auth/get-user')).body['assessments']).toMatchObject({
      [task]: { metrics },
    })
  })

  it('accepts no answers to items', async () => {
    const { client, attempt } = await begun(task)
    expect(
      await client.put(`attempts/${attempt.id}/answers`, {
        answers: [{ item: 'level_1', value: 5, ms: 10, at: '2026-11-21T08:00:00.000Z' }],
      }),
    ).toMatchObject({
      status: 422,
      body: { code: 'answer/invalid', fields: [{ pointer: '/answers/0/value' }] },
    })
  })

  it('is closed to other users', async () => {
    const { attempt } = await begun(task)
    const other = (await person()).client
    expect((await put(other, attempt.id, 1, play(task, attempt.seed, 1))).status).toBe(404)
    expect((await complete(other, attempt.id)).status).toBe(404)
    expect((await put(server.client(), attempt.id, 1, [])).status).toBe(401)
    const elsewhere = await server.another()
    const stranger = await signUp(elsewhere)
    expect((await put(stranger.client, attempt.id, 1, play(task, attempt.seed, 1))).status).toBe(
      404,
    )
  })
})

describe('a log that can’t have been played', () => {
  it.each<[string, (log: Log) => unknown, string]>([
    ['is cut off', (log) => log.slice(0, -1), '/events/'],
    ['has lost an event', (log) => log.toSpliced(5, 1), '/events/'],
    ['has two events swapped', (log) => log.with(5, log[6]!).with(6, log[5]!), '/events/'],
    [
      'has another answer',
      (log) => log.with(2, [log[2]![0], 'answer', 19, 'R', 'touch']),
      '/events/2',
    ],
    [
      'has a hand that there is not',
      (log) => log.with(2, [log[2]![0], 'answer', 0, 'X', 'touch']),
      '/events/2',
    ],
    [
      'has a word in the place of a time',
      (log) => log.with(2, ['now', 'answer', 0, 'R', 'touch'] as never),
      '/events/2',
    ],
    ['is of another seed', () => play('rock_paper_scissors', 1, 1), '/events/'],
  ])('because it %s is refused, naming where', async (_what, edit, pointer) => {
    const { client, attempt } = await begun('rock_paper_scissors')
    const answer = await put(
      client,
      attempt.id,
      1,
      edit(play('rock_paper_scissors', attempt.seed, 1)),
    )
    expect(answer).toMatchObject({ status: 422, body: { code: 'answer/invalid' } })
    const [field] = answer.body['fields'] as { pointer: string; message: string }[]
    expect(field!.pointer).toContain(pointer)
    expect(field!.message).not.toMatch(/task\.fault|\{\{/)
    expect(
      ((await begin(client, 'rock_paper_scissors')).body as unknown as Attempt).answers,
    ).toEqual({})
  })

  it.each<[string, unknown]>([
    ['no level', { events: [[0, 'begin', 16.7, 'touch']] }],
    ['a level that there is not', { level: 4, events: [[0, 'begin', 16.7, 'touch']] }],
    ['no events', { level: 1, events: [] }],
    ['events that are none', { level: 1, events: ['begin'] }],
    ['an event that holds an object', { level: 1, events: [[0, { toString: 'x' }]] }],
    [
      'more events than possible',
      { level: 1, events: Array.from({ length: 2001 }, () => [0, 'x']) },
    ],
  ])('with %s is refused', async (_what, body) => {
    const { client, attempt } = await begun('maze')
    expect([422, 413]).toContain((await client.put(`attempts/${attempt.id}/log`, body)).status)
  })

  it('of a questionnaire is refused', async () => {
    const { client } = await signUp(server)
    const { id } = (await client.post('assessments/holland_code/attempts')).body as { id: string }
    expect(await put(client, id, 1, play('maze', 1, 1))).toMatchObject({
      status: 422,
      body: { fields: [{ pointer: '/level' }] },
    })
  })
})

it('logs are append-only: even the application can’t change any', async () => {
  const { client, attempt } = await begun('maze')
  await put(client, attempt.id, 1, play('maze', attempt.seed, 1))
  for (const statement of ['UPDATE task_logs SET level = 3', 'DELETE FROM task_logs']) {
    await expect(
      server.context.database.tenant(server.tenant.id, (tx) =>
        tx.run({ compile: () => sql.raw(statement).compile(sqlBuilder) }),
      ),
    ).rejects.toThrow(/permission denied/)
  }
})

/** What a script sends: at the same pace throughout, faster than anyone can see. */
function scripted(task: Task, seed: number, level: TaskLevel): Log {
  return JSON.parse(
    JSON.stringify(
      task === 'maze'
        ? playMaze(seed, level, { lost: 0, least: 30, most: 30, frameMs: 10 }, 'script').log
        : playRps(seed, level, { right: 1, missed: 0, least: 90, most: 91 }, 'script').log,
    ),
  ) as Log
}
/** What somebody sends who puts the phone down. */
function untouched(task: Task, seed: number, level: TaskLevel): Log {
  const nobody = { right: 1, missed: 1, least: 400, most: 500 }
  if (task !== 'maze')
    return JSON.parse(JSON.stringify(playRps(seed, level, nobody, 'nobody').log)) as Log
  const { limitMs } = MAZE_LEVELS[level]
  return sealed(
    task,
    seed,
    level,
    [
      [0, 'begin', 16.7, 'touch'],
      [20, 'show'],
    ],
    limitMs + 20,
  )
}

describe.each(TASKS)('a run of %s that nobody can have meant', (task) => {
  const run = async (client: Client, make: typeof scripted, wait = true) => {
    const attempt = (await begin(client, task)).body as unknown as Attempt
    for (const level of TASK_LEVELS) {
      const log = make(task, attempt.seed, level)
      expect(await put(client, attempt.id, level, log)).toMatchObject({ status: 200 })
    }
    const done = wait
      ? await complete(client, attempt.id)
      : await client.post(`attempts/${attempt.id}/complete`)
    return { ...done, attempt }
  }
  const result = async (client: Client) =>
    ((await client.get('auth/get-user')).body['assessments'] as Record<string, unknown>)[task]

  it.each([
    ['superhuman', scripted],
    ['idle', untouched],
  ] as const)('is marked as %s, and replaced by the next valid one', async (flag, make) => {
    const { client } = await person()
    const marked = await run(client, make)
    expect(marked.body).toMatchObject({ quality: { confidence: 'low', flags: [flag] } })
    expect(await result(client)).toMatchObject({ quality: { confidence: 'low' } })
    const valid = await run(client, play)
    expect(valid.attempt.repeat, 'no practice').toBeUndefined()
    expect(valid.body).toMatchObject({ quality: { confidence: 'ok', flags: [] } })
    expect(await result(client)).toMatchObject({ metrics: valid.body['metrics'] })
    const practice = await run(client, (name, seed, level) => play(name, seed, level, 'later'))
    expect(practice.attempt.repeat).toBe(true)
    expect(await result(client), 'the first valid run counts').toMatchObject({
      metrics: valid.body['metrics'],
    })
  })

  it('is marked if less time has passed than its logs say', async () => {
    const { client } = await person()
    const quick = await run(client, play, false)
    expect(quick.body).toMatchObject({ quality: { confidence: 'low', flags: ['rushed'] } })
    const worse = await run(client, untouched)
    expect(worse.body).toMatchObject({ quality: { confidence: 'low' } })
    expect(await result(client), 'not replaced by another doubtful one').toMatchObject({
      metrics: quick.body['metrics'],
    })
  })
})
