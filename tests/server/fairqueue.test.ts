/**
 * Jobs that arrive faster than they can be done: limited in number, with clients taking turns and
 * the first kind first.
 */

import { describe, expect, it } from 'vitest'
import { FairQueue } from '#server/base/fairqueue.ts'

const FULL = 'full'

/** A queue whose jobs end on command. */
function controlled(room: readonly number[] = [4], atOnce = 1) {
  const queue = new FairQueue({ atOnce, room, refuse: () => new Error(FULL) })
  const started: string[] = []
  const ended: string[] = []
  const endings: (() => void)[] = []
  let most = 0
  const ask = (asker: string, name: string, kind = 0): void => {
    const work = () => {
      started.push(name)
      most = Math.max(most, queue.running)
      return new Promise<void>((resolve) => endings.push(resolve))
    }
    queue.run(asker, work, kind).then(
      () => ended.push(name),
      (error: Error) => ended.push(`refused ${name}: ${error.message}`),
    )
  }
  /** Lets running jobs end, one after the other, until none is left. */
  const drain = async (): Promise<void> => {
    for (let end = endings.shift(); end !== undefined; end = endings.shift()) {
      end()
      await settled()
    }
  }
  return { queue, started, ended, ask, drain, most: () => most }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a fair queue', () => {
  it('runs a limited number at once, and all of them in the end', async () => {
    const { queue, started, ended, ask, drain, most } = controlled([10], 2)
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask('x', name)
    expect([started, queue.running, queue.waiting]).toEqual([['a', 'b'], 2, 3])
    await drain()
    expect([started, ended, queue.running, queue.waiting, most()]).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd', 'e'],
      0,
      0,
      2,
    ])
  })

  it('continues after one that fails, and after one that throws before it begins', async () => {
    const { queue, ask, started, drain } = controlled()
    await expect(queue.run('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(
      queue.run('x', async () => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    ask('x', 'after')
    await drain()
    expect([started, queue.running]).toEqual([['after'], 0])
  })

  it('takes turns: a client with one job waits for one job of each other client, not for all', async () => {
    const { ask, started, drain } = controlled([20])
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
    ask('b', 'b1')
    for (const name of ['c1', 'c2']) ask('c', name)
    await drain()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4'])
  })

  it('refuses jobs that there is no room for', async () => {
    const { queue, ask, ended, started, drain } = controlled([2])
    for (const name of ['a', 'b', 'c', 'd']) ask('x', name)
    expect([queue.isFull('x'), queue.isFull('somebody else')]).toEqual([true, false])
    await settled()
    expect(ended).toEqual(['refused d: full'])
    await drain()
    expect([started, queue.refused]).toEqual([['a', 'b', 'c'], 1])
  })

  it('gives a place of the client with the most jobs to one with fewer, but not to one that would then have as many', async () => {
    const { queue, ask, ended, started, drain } = controlled([3])
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
    ask('b', 'b1')
    ask('b', 'b2')
    await settled()
    expect(ended, 'the newest of a goes; two and two would be no fairer than two and one').toEqual([
      'refused a4: full',
      'refused b2: full',
    ])
    expect(queue.isFull('c')).toBe(false)
    ask('c', 'c1')
    await settled()
    expect(ended.at(-1)).toBe('refused a3: full')
    expect(queue.isFull('d'), 'one each').toBe(true)
    await drain()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  it('refuses, of several clients with as many, the job that has waited least', async () => {
    const { ask, ended } = controlled([5])
    ask('x', 'busy')
    for (const client of ['a', 'b', 'c']) ask(client, `${client}1`)
    // Not in the order of the line.
    for (const client of ['b', 'a']) ask(client, `${client}2`)
    ask('d', 'd1')
    await settled()
    expect(ended).toEqual(['refused a2: full'])
  })

  it('runs the first kind first, and another kind every fourth turn, so that neither waits for ever', async () => {
    const { ask, started, drain } = controlled([20, 20])
    ask('x', 'busy')
    for (const name of ['S1', 'S2', 'S3']) ask('y', name, 1)
    for (const name of ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7']) ask('x', name)
    await drain()
    expect(started).toEqual(['busy', 'L1', 'L2', 'L3', 'S1', 'L4', 'L5', 'L6', 'S2', 'L7', 'S3'])
  })

  it('reserves room for each kind', async () => {
    const { queue, ask, ended } = controlled([1, 2])
    ask('x', 'busy')
    for (const name of ['S1', 'S2', 'S3']) ask('x', name, 1)
    ask('x', 'L1')
    await settled()
    expect([ended, queue.isFull('x', 1), queue.isFull('x', 0), queue.waiting]).toEqual([
      ['refused S3: full'],
      true,
      true,
      3,
    ])
  })

  it('keeps a place for a job that is being prepared, until it is given back', async () => {
    const { queue, ask, ended } = controlled([2])
    ask('x', 'busy')
    const givesBack = [queue.expect('a'), queue.expect('b')]
    expect(() => queue.expect('c'), 'two are being prepared for two places').toThrow(FULL)
    expect([queue.isFull('c'), queue.refused, queue.waiting]).toEqual([true, 1, 0])
    givesBack[0]?.()
    givesBack[0]?.()
    ask('a', 'a1')
    expect(queue.isFull('c'), 'one is waiting, one is still being prepared').toBe(true)
    givesBack[1]?.()
    expect(queue.isFull('c'), 'one never came').toBe(false)
    ask('c', 'c1')
    await settled()
    expect([ended, queue.waiting]).toEqual([[], 2])
  })
})
