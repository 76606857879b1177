/**
 * When `npm start` ends, the server ends, whatever ended it: npm only signals the shell in between.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const withNpm = pathToFileURL(join(import.meta.dirname, '..', 'scripts', 'withnpm.mjs')).href
const folder = mkdtempSync(join(tmpdir(), 'tsela-npm-'))

/** Replaces the server: prints its id, and how it was told to end. */
const SERVER = `
import { appendFileSync } from 'node:fs'
import { endWithNpm } from '${withNpm}'
endWithNpm()
const say = (what) => appendFileSync(process.argv[2], what + '\\n')
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => { say(signal); process.exit(0) })
setInterval(() => undefined, 1000)
say(String(process.pid))
`

beforeAll(() => {
  writeFileSync(join(folder, 'server.mjs'), SERVER)
  // A shell either replaces itself with its only program, or waits for it.
  const scripts = {
    start: 'node server.mjs "$SAYS"',
    waiting: 'node server.mjs "$SAYS"; true',
    becoming: 'exec node server.mjs "$SAYS"',
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'server', version: '1.0.0', private: true, scripts }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the server has said so far, line by line. */
function said(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

async function lines(file: string, count: number): Promise<string[]> {
  while (said(file).length < count) await wait(20)
  return said(file)
}

async function start(
  script: string,
  command: readonly string[] = [],
): Promise<{ npm: ChildProcess; says: string; server: number }> {
  const says = join(folder, `${script}-${Math.random()}`)
  const [file, ...args] = [...command, 'npm', 'run', '--silent', script]
  const npm = spawn(file, args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, SAYS: says, npm_config_update_notifier: 'false' },
  })
  const [server] = await lines(says, 1)
  return { npm, says, server: Number(server) }
}

describe.concurrent('a server started by npm', () => {
  it.each<[string, NodeJS.Signals]>([
    ['start', 'SIGTERM'],
    ['start', 'SIGKILL'],
    ['waiting', 'SIGTERM'],
    ['waiting', 'SIGKILL'],
    ['becoming', 'SIGTERM'],
    ['becoming', 'SIGKILL'],
  ])('drains when npm is ended: %s, %s', async (script, signal) => {
    const { npm, says } = await start(script)
    const gone = once(npm, 'exit')
    npm.kill(signal)
    await gone
    expect((await lines(says, 2))[1]).toBe('SIGTERM')
  })

  it('drains on Ctrl+C, which reaches all of them', async () => {
    const { npm, says } = await start('start')
    const gone = once(npm, 'exit')
    process.kill(-npm.pid!, 'SIGINT')
    await gone
    expect((await lines(says, 2))[1]).toBe('SIGINT')
  })

  it('keeps running if only npm’s parent is gone, because it may be in the background', async () => {
    const { npm: shell, says, server } = await start('start', ['sh', '-c', '"$@" & wait', 'sh'])
    const gone = once(shell, 'exit')
    shell.kill('SIGKILL')
    await gone
    await wait(600)
    expect(said(says)).toHaveLength(1)
    process.kill(server, 'SIGTERM')
    expect((await lines(says, 2))[1]).toBe('SIGTERM')
  })
})
