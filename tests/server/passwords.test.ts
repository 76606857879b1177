/** Password hashes: argon2id as reliability.md 2 says, two at a time, and the rest refused in time. */

import { expect, it } from 'vitest'
import { Passwords } from '#server/accounts/passwords.ts'

it('are argon2id with 19 MiB and two passes, salted', async () => {
  const passwords = new Passwords()
  const [one, other] = [await passwords.hash('Thaba2024'), await passwords.hash('Thaba2024')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect(await passwords.verify(one, 'Thaba2024')).toBe(true)
  expect(await passwords.verify(one, 'thaba2024')).toBe(false)
  expect(await passwords.verify(null, 'nobody has this password'), 'of an unknown name').toBe(false)
})

it('run two at a time, a hundred wait, and the next one is told when to try again', async () => {
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let running = 0
  let most = 0
  const passwords = new Passwords({
    hash: async () => 'x',
    verify: async () => {
      most = Math.max(most, ++running)
      await gate
      running--
      return true
    },
  })
  const tries = Array.from({ length: 103 }, (_, index) =>
    passwords.verify('x', 'y', { network: `10.0.0.${index}` }),
  )
  // Dropped is one of the networks that have as many: the last to come.
  await expect(tries.at(-1)).rejects.toMatchObject({
    code: 'server/busy',
    detail: { retryAfter: 2 },
  })
  open()
  expect(await Promise.all(tries.slice(0, -1))).toEqual(Array.from({ length: 102 }, () => true))
  expect(most).toBe(2)
})
