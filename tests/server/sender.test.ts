/** Whose name an email carries, and in whose words it is written: the tenant's own. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Mail } from '#server/accounts/mailer.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const mails: Mail[] = []
let server: TestServer
beforeAll(async () => {
  server = await buildServer({
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
  })
})
afterAll(() => server.close())

let people = 0
async function mailToNewLearner(on: Pick<TestServer, 'client'> = server): Promise<Mail> {
  const email = `sender${++people}@school.test`
  const client = on.client()
  expect((await client.post('auth/signup', { email, password: 'Thaba2024' })).status).toBe(201)
  await expect.poll(() => mails.some(({ to }) => to === email)).toBe(true)
  return mails.find(({ to }) => to === email)!
}

it('is from the app until a tenant says whom it is from, where answers go, and how it reads', async () => {
  const before = await mailToNewLearner()
  expect(before.sender.name).toBe('Tsela')

  const owner = await signInAs(server, 'publisher')
  await edit(
    owner,
    'config/default',
    (document) =>
      void Object.assign(document, {
        emails: { senderName: 'Thaba High School', replyTo: 'office@thaba.test' },
      }),
  )
  await edit(owner, 'locale/en', (document) => {
    const { mail } = (document as unknown as { texts: { mail: { code: { subject: string } } } })
      .texts
    mail.code.subject = 'Thaba High School: your code for {{app}}'
  })
  await publishAll(owner)

  const after = await mailToNewLearner()
  expect(after.sender).toMatchObject({
    name: 'Thaba High School',
    replyTo: 'office@thaba.test',
    address: before.sender.address,
  })
  expect(after.subject).toBe('Thaba High School: your code for Tsela')

  const other = await server.another()
  expect((await mailToNewLearner(other)).sender.name, 'another tenant has its own').toBe('Tsela')
}, 120_000)
