/** Passwords are hashed in threads that yield to everything else, and are replaced if they end. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { HashThreads } from '#server/accounts/hashthreads.ts'
import { inPool } from '#server/accounts/argon2id.ts'

/** Niceness of each thread of this process: the 19th field of its line, after the name in brackets. */
const niceOf = () =>
  readdirSync('/proc/self/task').map((task) => {
    const line = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
  })

it('hash as the library does, at once for as many as are asked', async () => {
  const threads = new HashThreads()
  onTestFinished(() => threads.close())
  const [one, other] = await Promise.all([threads.hash('Thaba2024'), threads.hash('Thaba2024')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect(await inPool.verify(one, 'Thaba2024')).toBe(true)
  expect(await threads.verify(await inPool.hash('Thaba2024'), 'Thaba2024')).toBe(true)
  expect(await threads.verify(one, 'thaba2024')).toBe(false)
  expect(await threads.verify('not a hash', 'thaba2024')).toBe(false)
})

it.runIf(process.platform === 'linux')('have less priority than the server', async () => {
  const before = niceOf().filter((nice) => nice === 10).length
  const threads = new HashThreads()
  onTestFinished(() => threads.close())
  await Promise.all([threads.hash('a'), threads.hash('b')])
  expect(niceOf().filter((nice) => nice === 10)).toHaveLength(before + 2)
  expect(niceOf()).toContain(0)
})

it('are replaced by new ones once they have ended', async () => {
  const threads = new HashThreads()
  onTestFinished(() => threads.close())
  for (let time = 0; time < 20; time++) await threads.hash('Thaba2024')
  await threads.close()
  expect(await threads.hash('Thaba2024')).toContain('$argon2id$')
})
