/**
 * A data folder has one server: others are refused, and what a server that is gone left behind
 * doesn't block the next one.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '#server/database/embedded.ts'
import { holderOf } from '#server/database/holder.ts'
import { begun, lockOf, Place, take, Taker } from '#tests/support/folders.ts'
import { ownNamespace } from '#tests/support/namespace.ts'

const ROUNDS = 20
const place = new Place()
afterAll(() => place.remove())

describe('a data folder', () => {
  let takers: Taker[]
  beforeAll(() => {
    takers = Array.from({ length: 3 }, () => new Taker())
  })
  afterAll(async () => {
    for (const taker of takers) await taker.end()
  })

  it(`is refused to a second server before that one does anything, ${ROUNDS} of ${ROUNDS} times, and the first continues`, async () => {
    const dataDir = place.folder()
    const first = await take(dataDir)
    const lock = readFileSync(lockOf(dataDir), 'utf8')
    const refused = `Another server (process ${process.pid}) is using the folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`
    for (let round = 0; round < ROUNDS; round++)
      expect(await takers[round % takers.length]!.take(dataDir)).toEqual({ refused })
    expect([begun(dataDir).length, readFileSync(lockOf(dataDir), 'utf8')]).toEqual([1, lock])
    await first.stop()
    expect(existsSync(lockOf(dataDir))).toBe(false)
    expect(await takers[0]!.take(dataDir)).toEqual({ got: true })
    await takers[0]!.leave()
  })

  it.each<[string, string | null]>([
    ['is free', null],
    [
      'was left behind by a server that is gone',
      JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }),
    ],
  ])(
    `that %s goes to one of three that start at the same moment, ${ROUNDS} of ${ROUNDS} times`,
    async (_what, left) => {
      for (let round = 0; round < ROUNDS; round++) {
        const dataDir = place.folder()
        if (left !== null) writeFileSync(lockOf(dataDir), left)
        const at = Date.now() + 15
        const outcomes = await Promise.all(takers.map((taker) => taker.take(dataDir, at)))
        expect(
          [round, outcomes.filter((outcome) => 'got' in outcome).length, begun(dataDir).length],
          JSON.stringify(outcomes),
        ).toEqual([round, 1, 1])
        for (const refused of outcomes.flatMap((each) => ('refused' in each ? each.refused : [])))
          expect(refused).toMatch(/^Another server \(process \d+\) is using the folder/)
        await Promise.all(takers.map((taker) => taker.leave()))
      }
    },
  )

  describe('whose last server is gone', () => {
    it.each<[string, () => Promise<string>]>([
      [
        'killed, and its pid is unused',
        async () => JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }),
      ],
      [
        'killed, and its number is another program’s by now',
        async () => JSON.stringify({ pid: process.ppid, started: '1' }),
      ],
      [
        'killed, and a program of the system has its number',
        async () => JSON.stringify({ pid: 1, started: 'long ago' }),
      ],
      ['killed, but not reaped', zombie],
    ])('is free: %s', async (_how, lock) => {
      const dataDir = place.folder()
      writeFileSync(lockOf(dataDir), await lock())
      const next = await take(dataDir)
      expect(JSON.parse(readFileSync(lockOf(dataDir), 'utf8'))).toMatchObject({ pid: process.pid })
      await next.stop()
    })

    it.each(['', '{', 'null', '[]', '{"pid":"x"}', '{"pid":1.5}'])(
      'is free if the lock has said "%s" for a while, because it was never completely written',
      async (lock) => {
        const dataDir = place.folder()
        writeFileSync(lockOf(dataDir), lock)
        const before = new Date(Date.now() - 60_000)
        utimesSync(lockOf(dataDir), before, before)
        const next = await take(dataDir)
        expect(JSON.parse(readFileSync(lockOf(dataDir), 'utf8'))).toMatchObject({
          pid: process.pid,
        })
        await next.stop()
      },
    )

    it('is free even if the server that was removing its lock was killed while doing so', async () => {
      const dataDir = place.folder()
      const gone = JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })
      writeFileSync(lockOf(dataDir), gone)
      writeFileSync(`${lockOf(dataDir)}.taking`, gone)
      const next = await take(dataDir)
      expect(existsSync(`${lockOf(dataDir)}.taking`)).toBe(false)
      await next.stop()
    })

    it('has its database stopped, which would otherwise continue to write next to the next one', async () => {
      const dataDir = place.folder()
      const orphan = spawn(
        process.execPath,
        ['-e', 'setInterval(() => undefined, 1000); process.stdout.write("up")'],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
      const ended = once(orphan, 'exit')
      await once(orphan.stdout, 'data')
      writeFileSync(
        join(dataDir, 'child.pid'),
        JSON.stringify({ pid: orphan.pid, started: startOf(orphan.pid!) }),
      )
      const said: string[] = []
      const next = await take(dataDir, { log: (message) => said.push(message) })
      expect(said).toEqual([
        `Ending the database process ${orphan.pid} that an earlier server left behind.`,
      ])
      expect((await ended)[1]).toBe('SIGKILL')
      await next.stop()
    })

    it('never has a program stopped that merely has the same process id', async () => {
      const dataDir = place.folder()
      const other = spawn(
        process.execPath,
        ['-e', 'setInterval(() => undefined, 1000); process.stdout.write("up")'],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
      await once(other.stdout, 'data')
      writeFileSync(join(dataDir, 'child.pid'), JSON.stringify({ pid: other.pid, started: '1' }))
      const next = await take(dataDir)
      await next.stop()
      expect([other.exitCode, other.signalCode]).toEqual([null, null])
      other.kill('SIGKILL')
      await once(other, 'exit')
    })
  })

  it('names its database while that is still starting, so that none is overlooked', async () => {
    const dataDir = place.folder()
    const slow = join(place.path, 'slow-child.mjs')
    writeFileSync(
      slow,
      `import { existsSync } from 'node:fs'\nconst wait = () => existsSync(process.argv[2] + '.go') ? process.send('ready') : setTimeout(wait, 5)\nprocess.on('message', () => process.exit(0))\nprocess.on('disconnect', () => process.exit(0))\nwait()\n`,
    )
    const starting = startEmbedded({
      dataDir,
      childFile: new URL(`file://${slow}`),
      log: () => undefined,
      execArgv: [],
    })
    const file = join(dataDir, 'child.pid')
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5))
    const named = readFileSync(file, 'utf8')
    writeFileSync(join(dataDir, 'pglite.go'), '')
    const embedded = await starting
    expect(JSON.parse(named)).toMatchObject({
      pid: embedded.pid(),
      started: startOf(embedded.pid()!),
    })
    await embedded.stop()
  })
})

describe('a folder shared with a container', () => {
  const here = holderOf(process.pid)
  const elsewhere = { ...here, pid: 7, space: 'pid:[1]' }
  const before = ownNamespace()
  const writeLock = (dataDir: string, holder: object) =>
    writeFileSync(lockOf(dataDir), JSON.stringify(holder))
  const holder = (dataDir: string) => JSON.parse(readFileSync(lockOf(dataDir), 'utf8')) as object

  it('is refused to a server in another pid namespace, where the first one’s pid means nothing', async () => {
    const dataDir = place.folder()
    const first = await take(dataDir)
    const other = new Taker({ before })
    const withoutKernel = new Taker({ before, path: '' })
    for (const taker of [other, withoutKernel, other])
      expect(await taker.take(dataDir)).toEqual({
        refused: expect.stringMatching(/^Another server \(process \d+.*\) is using the folder/),
      })
    await first.stop()
    expect(await other.take(dataDir)).toEqual({ got: true })
    await expect(take(dataDir)).rejects.toThrow(
      /^Another server \(process \d+.*\) is using the folder/,
    )
    await other.kill()
    const next = await take(dataDir)
    expect(begun(dataDir)).toHaveLength(3)
    await next.stop()
    await withoutKernel.end()
  })

  it.each([
    ['in another container', elsewhere],
    ['on another machine', { ...elsewhere, boot: 'another' }],
  ])('is refused as long as the lock file is written again and again: %s', async (where, other) => {
    const dataDir = place.folder()
    writeLock(dataDir, other)
    const beat = setInterval(() => writeLock(dataDir, other), 100)
    await expect(take(dataDir)).rejects.toThrow(
      `Another server (process 7 ${where}) is using the folder ${dataDir}.`,
    )
    clearInterval(beat)
    expect(begun(dataDir)).toEqual([])
  })

  it('is free if its holder in another container was gone before this one started', async () => {
    const dataDir = place.folder()
    writeLock(dataDir, elsewhere)
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lockOf(dataDir), longAgo, longAgo)
    const next = await take(dataDir)
    expect(holder(dataDir)).toMatchObject({ pid: process.pid, space: here.space })
    await next.stop()
  })

  it('doesn’t keep the next server waiting if the kernel says that the last one is gone', async () => {
    const dataDir = place.folder()
    const first = await take(dataDir)
    // Whether this machine has the kernel's lock.
    const { kernel } = holder(dataDir) as { kernel: boolean }
    await first.stop()
    writeLock(dataDir, { ...elsewhere, kernel })
    const began = performance.now()
    await (await take(dataDir)).stop()
    // Only without it does a lease of ten seconds have to expire first.
    expect(performance.now() - began > 9500).toBe(!kernel)
  })

  it('goes to one of three that start at the same moment on a machine without flock', async () => {
    const takers = Array.from({ length: 3 }, () => new Taker({ path: '' }))
    for (let round = 0; round < 5; round++) {
      const dataDir = place.folder()
      writeLock(dataDir, { pid: 2 ** 22 + 1, started: '1' })
      const at = Date.now() + 15
      const outcomes = await Promise.all(takers.map((taker) => taker.take(dataDir, at)))
      expect(
        [round, outcomes.filter((outcome) => 'got' in outcome).length, begun(dataDir).length],
        JSON.stringify(outcomes),
      ).toEqual([round, 1, 1])
      expect(holder(dataDir)).toMatchObject({ kernel: false })
      await Promise.all(takers.map((taker) => taker.leave()))
    }
    for (const taker of takers) await taker.end()
  })
})

describe('a folder with files changed by hand', () => {
  it('is still refused after its lock file was deleted by hand', async () => {
    const dataDir = place.folder()
    const first = await take(dataDir)
    const other = new Taker()
    rmSync(lockOf(dataDir))
    expect(await other.take(dataDir)).toEqual({
      refused: expect.stringMatching(
        `^Another server \\(process ${process.pid}\\) is using the folder`,
      ),
    })
    expect(begun(dataDir)).toHaveLength(1)
    await first.stop()
    await other.end()
  })

  it('is left at once by a server that finds another one named in it', async () => {
    const dataDir = place.folder()
    const lost: string[] = []
    const first = await take(dataDir, {
      log: (message) => lost.push(message),
      onLost: () => lost.push('lost'),
    })
    const pid = first.pid()!
    writeFileSync(
      lockOf(dataDir),
      JSON.stringify({ pid: 7, started: '1', boot: 'another', space: 'another' }),
    )
    while (!lost.includes('lost')) await wait(10)
    while (existsSync(`/proc/${pid}`)) await wait(10)
    expect(lost[0]).toMatch(/^Another server has taken the folder/)
    await first.stop()
    expect(existsSync(lockOf(dataDir)), 'the lock of the other one').toBe(true)
  })

  it('waits for the database of a killed server if its process can’t be identified', async () => {
    const dataDir = place.folder()
    const first = new Taker()
    expect(await first.take(dataDir)).toEqual({ got: true })
    const [database] = begun(dataDir)
    process.kill(database!, 'SIGSTOP')
    await first.kill()
    rmSync(join(dataDir, 'child.pid'))
    const { kernel } = JSON.parse(readFileSync(lockOf(dataDir), 'utf8')) as { kernel: boolean }
    const next = take(dataDir)
    const early = await Promise.race([next.then(() => true), wait(300).then(() => false)])
    process.kill(database!, 'SIGCONT')
    expect(early).toBe(!kernel)
    await (await next).stop()
  })
})

/** Start time of a process in clock ticks. */
function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!
}

const zombies: ChildProcess[] = []
afterAll(() => {
  for (const parent of zombies) parent.kill('SIGKILL')
})

/**
 * A process that has ended but wasn't reaped by its parent: its id and start time are still there.
 */
async function zombie(): Promise<string> {
  // The shell is replaced by a program that never reaps its child.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  zombies.push(parent)
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(said.toString())
  const started = startOf(pid)
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
    await new Promise((resolve) => setTimeout(resolve, 10))
  return JSON.stringify({ pid, started })
}
