/**
 * The contents of a data folder are never moved, replaced or removed: a database process that fails
 * is restarted, and a database that can't be opened aborts the start with the reason and the
 * remedy.
 */

import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_MAJOR, requireOwner, requireUsable } from '#server/database/datafolder.ts'
import { connectionOf } from '#server/database/embedded.ts'
import { begun, lockOf, Place, take, Taker } from '#tests/support/folders.ts'

const place = new Place()
afterAll(() => place.remove())

let dataDir: string
/** The parts of a database of this release that are checked before it is opened. */
beforeEach(() => {
  dataDir = place.folder()
  for (const folder of ['global', 'base', 'pg_wal', 'pg_xact'])
    mkdirSync(join(dataDir, 'pglite', folder), { recursive: true })
  for (const [file, text] of [
    ['PG_VERSION', `${DATABASE_MAJOR}\n`],
    ['postgresql.conf', ''],
    ['global/pg_control', 'what everybody has answered'],
  ] as const)
    writeFileSync(join(dataDir, 'pglite', file), text)
})

const plan = (...turns: readonly string[]) =>
  writeFileSync(join(dataDir, 'plan'), JSON.stringify(turns))

/** Name and content of everything below a folder. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) =>
      lstatSync(join(folder, name)).isDirectory()
        ? name
        : `${name} ${createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')}`,
    )
}
const kept = () => contents(join(dataDir, 'pglite'))
/** What is next to the database in its folder. */
const beside = () =>
  readdirSync(dataDir).filter(
    (name) => !['plan', 'begun', 'server.lock', 'child.pid'].includes(name),
  )

describe('a database process that fails', () => {
  it.each<[string, string[], number]>([
    ['was killed before it was open', ['killed', 'killed', 'ready'], 60_000],
    ['ended for a reason that it did not say', ['out of memory, perhaps', 'ready'], 60_000],
    ['was slow', ['slow', 'ready'], 700],
  ])('is restarted on the same data: it %s', async (_what, turns, startMs) => {
    plan(...turns)
    const before = kept()
    const said: string[] = []
    const database = await take(dataDir, { log: (message) => said.push(message), startMs })
    expect([kept(), beside()]).toEqual([before, ['pglite']])
    // One that was only waiting for the processor on a busy machine may have counted as slow too.
    expect(begun(dataDir).length).toBeGreaterThanOrEqual(turns.length)
    expect(said).toHaveLength(begun(dataDir).length - 1)
    for (const each of said)
      expect(each).toMatch(
        /^The embedded database (was killed \(SIGKILL\)|ended with code 1 \(out of memory, perhaps\)|took longer than 0.7 seconds) before it was open; trying again \([2-5] of 5\)$/,
      )
    await database.stop()
  })

  it('finally aborts the start, with everything as it was and the folder free', async () => {
    plan('killed', 'killed', 'killed', 'killed', 'killed')
    const before = kept()
    await expect(take(dataDir)).rejects.toThrow(
      `The embedded database didn't open in 5 tries; the last one was killed (SIGKILL). Its data in ${join(dataDir, 'pglite')} was left as it is. Is there enough memory (850 MB for the first start, 300 MB later)? Then start again.`,
    )
    expect([begun(dataDir).length, kept(), beside(), existsSync(lockOf(dataDir))]).toEqual([
      5,
      before,
      ['pglite'],
      false,
    ])
  })

  it('is restarted by the watchdog as often as necessary', async () => {
    plan('ready', 'killed', 'killed', 'killed', 'ready')
    const before = kept()
    const database = await take(dataDir)
    process.kill(database.pid()!, 'SIGKILL')
    while (begun(dataDir).length < 5) await wait(10)
    expect([kept(), beside()]).toEqual([before, ['pglite']])
    await database.stop()
  })

  it('isn’t restarted once the server stops', async () => {
    plan('ready', 'slow')
    const database = await take(dataDir)
    process.kill(database.pid()!, 'SIGKILL')
    while (begun(dataDir).length < 2) await wait(10)
    await database.stop()
    expect([begun(dataDir).length, existsSync(lockOf(dataDir))]).toEqual([2, false])
  })
})

describe('a database that can’t be opened', () => {
  const missing = (part: string) => rmSync(join(dataDir, 'pglite', part), { recursive: true })

  it.each<[string, () => void, string[]]>([
    [
      'it was made by an older release',
      () => writeFileSync(join(dataDir, 'pglite', 'PG_VERSION'), '17\n'),
      [
        'made by another release: it has version 17, and this release opens version 18',
        'npm run backup -- backup.tsela',
        'npm run restore -- backup.tsela',
      ],
    ],
    [
      'it was made by a newer release',
      () => writeFileSync(join(dataDir, 'pglite', 'PG_VERSION'), '19\n'),
      ['it has version 19, and this release opens version 18'],
    ],
    ...['PG_VERSION', 'postgresql.conf', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'].map(
      (part): [string, () => void, string[]] => [
        `${part} is missing`,
        () => missing(part),
        [
          `is incomplete: ${part} is missing`,
          'Copy the folder before you try anything with it',
          'npm run restore -- backup.tsela',
        ],
      ],
    ),
    [
      'there is a file in its place',
      () => {
        missing('')
        writeFileSync(join(dataDir, 'pglite'), 'not a folder')
      },
      ['is a file, and the database needs a folder there'],
    ],
  ])('aborts the start before anything touches it: %s', async (_what, spoil, sentences) => {
    spoil()
    const before = contents(dataDir)
    const refused = await take(dataDir).catch((error: Error) => error.message)
    expect(contents(dataDir)).toEqual(before)
    expect(begun(dataDir)).toEqual([])
    for (const sentence of ['Nothing in it was changed.', ...sentences])
      expect(refused).toContain(sentence)
  })

  it('aborts the start with the database’s own message', async () => {
    plan(
      '2026-11-22 02:42:19.825 UTC [42] LOG:  invalid checkpoint record\n2026-11-22 02:42:19.826 UTC [42] PANIC:  could not locate a valid checkpoint record at 0/16EFA48\nAborted()',
    )
    const before = kept()
    await expect(take(dataDir)).rejects.toThrow(
      /^The database in .+pglite doesn't open: could not locate a valid checkpoint record at 0\/16EFA48\. It was left as it is\. Copy the folder before .+npm run restore -- backup\.tsela"\.$/,
    )
    expect([begun(dataDir).length, kept(), beside()]).toEqual([1, before, ['pglite']])
  })

  it('aborts the start if its files belong to another user', async () => {
    const path = join(dataDir, 'pglite', 'global')
    const asRoot = process.getuid?.() === 0
    // Root isn't kept from anything.
    if (asRoot)
      for (const each of [
        dataDir,
        ...contents(dataDir).map((name) => join(dataDir, name.split(' ')[0]!)),
      ])
        if (!each.startsWith(path)) chownSync(each, 65_534, 65_534)
    chmodSync(path, asRoot ? 0o700 : 0)
    chmodSync(place.path, 0o755)
    const before = asRoot ? kept() : []
    const taker = new Taker()
    const { refused } = (await taker.take(dataDir, 0, asRoot ? 65_534 : undefined)) as {
      refused: string
    }
    await taker.end()
    expect(refused).toMatch(
      /^The user that runs this server \(\d+\) may not read and write .+\/global \(EACCES\)\. Nothing in it was changed\. Give the folder back to that user, for example with "chown -R \d+ .+", and start again\.$/,
    )
    if (!asRoot) chmodSync(path, 0o700)
    expect(asRoot ? [kept(), begun(dataDir)] : [before, []]).toEqual([before, []])
  })

  it('aborts a start as root if it belongs to another user, before anything is written', async () => {
    const { uid } = statSync(dataDir)
    const [folder, owner] = [join(dataDir, 'pglite'), uid === 0 ? 65_534 : uid]
    if (uid === 0) chownSync(folder, owner, owner)
    const before = contents(dataDir)
    expect(() => requireOwner(dataDir, 0)).toThrow(
      `${folder} belongs to another user (${owner}), and you are root: that user could no longer open what root writes there. Nothing in it was changed. Do it as that user, for example with "sudo -u '#${owner}'`,
    )
    // Users other than root couldn't take it either, but would get a different message.
    const told = uid === 0 ? await take(dataDir).then(() => '', String) : '"chown -R root '
    expect(told).toContain('"chown -R root ')
    expect(contents(dataDir)).toEqual(before)
    expect(() => requireOwner(dataDir, owner)).not.toThrow()
    expect(() => requireOwner(join(dataDir, 'nothing'), 0)).not.toThrow()
  })

  it('says how to restore ownership if the database can’t read one of its files', async () => {
    plan(
      '2026-11-22 02:42:19.826 UTC [42] FATAL:  could not open file "pg_wal/000000010000000000000002": Permission denied',
    )
    await expect(take(dataDir)).rejects.toThrow(
      /Permission denied\. It was left as it is\. Some of its files belong to another user, .+ "chown -R \d+ .+", and start again\.$/,
    )
  })

  it('must exist: a missing or empty folder is used for a new one', () => {
    missing('')
    expect(() => requireUsable(dataDir)).not.toThrow()
    mkdirSync(join(dataDir, 'pglite'))
    expect(() => requireUsable(dataDir)).not.toThrow()
  })
})

describe('the content of a data folder', () => {
  it('is closed to others, even if the folder was open to them', async () => {
    cpSync(join(dataDir, 'pglite', 'PG_VERSION'), join(dataDir, 'copy.tsela'))
    for (const [path, mode] of [
      ['', 0o755],
      ['pglite', 0o755],
      ['pglite/global', 0o777],
      ['pglite/PG_VERSION', 0o666],
      ['copy.tsela', 0o644],
    ] as const)
      chmodSync(join(dataDir, path), mode)
    const database = await take(dataDir)
    const open = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter(
      (name) => !['begun'].includes(name) && (statSync(join(dataDir, name)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
    expect([
      statSync(dataDir).mode & 0o777,
      statSync(connectionOf(dataDir).host).mode & 0o777,
    ]).toEqual([0o700, 0o700])
    await database.stop()
  })

  it('is never accessible through a socket folder that another user made', async () => {
    const { host } = connectionOf(dataDir)
    mkdirSync(host)
    chmodSync(host, 0o777)
    await expect(take(dataDir)).rejects.toThrow(
      `The folder ${host} was made by another user, and the database's socket would be in it. Remove it, or set TMPDIR to a folder of your own.`,
    )
    expect(begun(dataDir)).toEqual([])
    rmSync(host, { recursive: true })
  })
})
