import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Batcher } from '#server/base/batcher.ts'
import { outageOf } from '#server/base/outage.ts'

type Job = { readonly id: number; readonly keys: readonly string[] }

/** A slow database that records which jobs arrived in one batch. */
function recorder(options: {
  atOnce: number
  most: number
  bad?: ReadonlySet<number>
  gone?: boolean
}) {
  const goes: { group: string; jobs: readonly Job[] }[] = []
  let running = 0
  let most = 0
  const batcher = new Batcher<Job, string>({
    ...options,
    keys: ({ keys }) => keys,
    run: async (group, jobs) => {
      goes.push({ group, jobs })
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      if (options.gone === true) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      const bad = jobs.find(({ id }) => options.bad?.has(id))
      if (bad !== undefined) throw new Error(`not ${bad.id}`)
      return jobs.map(({ id }) => `${group}:${id}`)
    },
  })
  return { batcher, goes, most: () => most }
}

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const JOBS = fc
  .array(fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 2 }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((all) => all.map((keys, id): Job => ({ id, keys })))

describe('small writes that arrive at the same moment', () => {
  it('runs a single one at once', async () => {
    const { batcher, goes } = recorder({ atOnce: 1, most: 10 })
    const result = batcher.add('t', { id: 1, keys: ['a'] })
    expect(goes).toHaveLength(1)
    expect(await result).toBe('t:1')
  })

  it('batches what is waiting, and gives each caller its own result', async () => {
    const { batcher, goes } = recorder({ atOnce: 1, most: 10 })
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, id) => batcher.add('t', { id, keys: [`k${id}`] })),
    )
    expect(results).toEqual(Array.from({ length: 12 }, (_, id) => `t:${id}`))
    expect(goes.map(({ jobs }) => jobs.length)).toEqual([1, 10, 1])
  })

  it('never mixes two groups', async () => {
    const { batcher, goes } = recorder({ atOnce: 1, most: 10 })
    await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        batcher.add(id % 2 === 0 ? 'even' : 'odd', { id, keys: [`k${id}`] }),
      ),
    )
    for (const { group, jobs } of goes)
      for (const { id } of jobs) expect(group).toBe(id % 2 === 0 ? 'even' : 'odd')
  })

  it('never puts two that share something into one batch, nor lets one overtake the other', async () => {
    await fc.assert(
      fc.asyncProperty(JOBS, async (jobs) => {
        const { batcher, goes } = recorder({ atOnce: 1, most: 5 })
        expect(await Promise.all(jobs.map((job) => batcher.add('t', job)))).toEqual(
          jobs.map(({ id }) => `t:${id}`),
        )
        for (const go of goes) {
          const keys = go.jobs.flatMap(({ keys: own }) => own)
          expect(new Set(keys).size).toBe(keys.length)
          expect(go.jobs.length).toBeLessThanOrEqual(5)
        }
        for (const key of KEYS) {
          const inOrder = goes.flatMap((go) =>
            go.jobs.filter(({ keys }) => keys.includes(key)).map(({ id }) => id),
          )
          expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('runs no more batches of a group at once than allowed', async () => {
    const { batcher, most } = recorder({ atOnce: 3, most: 2 })
    await Promise.all(
      Array.from({ length: 30 }, (_, id) => batcher.add('t', { id, keys: [`k${id}`] })),
    )
    expect(most()).toBe(3)
  })

  it('fails the one that can’t be done, and runs the others', async () => {
    const { batcher } = recorder({ atOnce: 1, most: 10, bad: new Set([4]) })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, id) => batcher.add('t', { id, keys: [`k${id}`] })),
    )
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, (_, id) => (id === 4 ? 'rejected' : 'fulfilled')),
    )
    expect(results[4]).toMatchObject({ reason: { message: 'not 4' } })
  })

  it('retries nothing if the database is gone', async () => {
    const { batcher, goes } = recorder({ atOnce: 1, most: 10, gone: true })
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, id) => batcher.add('t', { id, keys: [`k${id}`] })),
    )
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(goes.map(({ jobs }) => jobs.length)).toEqual([1, 4])
  })

  it.each([
    ['failed for taking too long', 100, true],
    ['took long', 4000, false],
  ])('makes no other write wait behind a batch that %s', async (_what, ms, fails) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    try {
      let goes = 0
      const batcher = new Batcher<number, string>({
        atOnce: 1,
        most: 10,
        keys: (id) => [String(id)],
        run: async (_group, jobs) => {
          goes++
          await new Promise((resolve) => setTimeout(resolve, ms))
          if (fails) throw Object.assign(new Error('slow'), { code: '57014' })
          return jobs.map(String)
        },
      })
      const first = batcher.add('t', 1).catch(outageOf)
      const waiting = [2, 3].map((id) => batcher.add('t', id).catch(outageOf))
      await vi.advanceTimersByTimeAsync(ms)
      expect(await Promise.all([first, ...waiting])).toEqual([fails ? 'slow' : '1', 'slow', 'slow'])
      expect([goes, batcher.waiting, batcher.running]).toEqual([1, 0, 0])
    } finally {
      vi.useRealTimers()
    }
  })
})
