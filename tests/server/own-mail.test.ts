/** Emails of tenants that have a mail server of their own, over real connections. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Mail } from '#server/accounts/mailer.ts'
import { NotSent, OwnMailers } from '#server/accounts/ownmailers.ts'
import { tidy } from '#server/start/maintenance.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { startMailStub, type MailStub } from '#tests/support/smtp-stub.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let first: MailStub
let second: MailStub
/** What the installation's mail server was given. */
const installations: Mail[] = []
type Site = Pick<TestServer, 'tenant' | 'client'>
beforeAll(async () => {
  first = await startMailStub()
  second = await startMailStub()
  const mailer = {
    send: async (mail: Mail) => void installations.push(mail),
    close: () => undefined,
  }
  server = await buildServer({ mailer })
})
afterAll(async () => {
  server.context.ownMailers.close()
  await server.close()
  await first.close()
  await second.close()
})

/** Emails are sent after the call that caused them, and this machine may be busy. */
const soon = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 10_000 })
const ownerOf = (site: Site) =>
  signInAs({ ...site, context: server.context }, 'owner', { verified: false, plan: null })
const setMail = (owner: Client, stub: MailStub, from: string) =>
  owner.put('admin/keys/smtp', { url: stub.url, from })
/** Somebody who signs up is sent a code. */
async function signUpAt(site: Site): Promise<string> {
  const email = `learner.${randomUUID().slice(0, 8)}@school.test`
  const { status, text } = await site.client().post('auth/signup', { email, password: 'Thaba2024' })
  if (status >= 300) throw new Error(text)
  return email
}
const codeFor = async (stub: MailStub, email: string) => {
  const found = await soon(() => {
    const mail = stub.mails.find(({ to }) => to === email)
    if (mail === undefined) throw new Error(`nothing for ${email}`)
    return mail
  })
  expect(found.text).toMatch(/\b\d{6}\b/)
  return found
}
const failureOf = async (owner: Client) =>
  ((await owner.get('admin/keys')).body['items'] as { service: string; failure: unknown }[]).find(
    ({ service }) => service === 'smtp',
  )!.failure

describe('a tenant with a mail server of its own', () => {
  it('sends by that, from its own address, and others send as before', async () => {
    const [college, school] = [await server.another(), await server.another()]
    await setMail(await ownerOf(college), first, 'no-reply@college.test')
    await setMail(await ownerOf(school), second, 'hello@school.test')
    const [one, two, three] = [
      await signUpAt(college),
      await signUpAt(school),
      await signUpAt(server),
    ]
    const [mine, theirs] = [await codeFor(first, one), await codeFor(second, two)]
    expect([mine.from, theirs.from]).toEqual(['no-reply@college.test', 'hello@school.test'])
    expect(mine.text).toMatch(/^Reply-To: .*help@/m)
    expect(first.logins).toContain('college pa:ss')
    await soon(() => expect(installations.map(({ to }) => to)).toContain(three))
    for (const { to } of [...first.mails, ...second.mails]) expect(to).not.toBe(three)
    for (const { to } of installations) expect([one, two]).not.toContain(to)
  })

  it('sends what waited by the new one, once the keys have changed', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await setMail(owner, first, 'no-reply@college.test')
    expect(await failureOf(owner)).toBeNull()
    first.refuse = '451 try again later'
    const email = await signUpAt(site)
    await soon(async () =>
      expect(await failureOf(owner)).toEqual({
        at: server.context.now().toISOString(),
        code: 'EENVELOPE 451',
      }),
    )
    first.refuse = null
    await setMail(owner, second, 'hello@college.test')
    expect(await failureOf(owner)).toBeNull()
    await tidy(server.context)
    expect((await codeFor(second, email)).from).toBe('hello@college.test')
    expect(first.mails.map(({ to }) => to)).not.toContain(email)
  })

  it('is told of a failure until an email is accepted again', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await setMail(owner, first, 'no-reply@college.test')
    first.refuse = '550 no such sender'
    const email = await signUpAt(site)
    await soon(async () => expect(await failureOf(owner)).toMatchObject({ code: 'EENVELOPE 550' }))
    first.refuse = null
    await tidy(server.context)
    await codeFor(first, email)
    await soon(async () => expect(await failureOf(owner)).toBeNull())
  })

  it('sends by the installation’s again once its own is removed', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await setMail(owner, first, 'no-reply@college.test')
    await codeFor(first, await signUpAt(site))
    expect((await owner.delete('admin/keys/smtp')).status).toBe(204)
    const email = await signUpAt(site)
    await soon(() => expect(installations.map(({ to }) => to)).toContain(email))
  })
})

describe('connections', () => {
  const mail: Mail = {
    to: 'somebody@school.test',
    subject: 'Hello',
    text: 'Hello',
    sender: { name: 'College', address: 'no-reply@college.test', replyTo: null },
  }
  const smtp = (id: string, url: string) => ({ id, url, from: 'a@college.test', failing: false })

  it('are few for each tenant, are used again, and end when the keys change', async () => {
    const stub = await startMailStub()
    const mailers = new OwnMailers({ loopback: true })
    const many = Array.from({ length: 30 }, () => mailers.send('t', smtp('a', stub.url), mail))
    await Promise.all(many)
    expect([stub.mails.length, stub.peak()]).toEqual([30, 2])
    await mailers.send('t', smtp('b', stub.url), mail)
    await soon(() => expect(stub.connections()).toBe(1))
    mailers.drop('t')
    await soon(() => expect(stub.connections()).toBe(0))
    await stub.close()
  })

  it('give up on a server that says nothing, and on what waits for its turn there', async () => {
    const stub = await startMailStub()
    stub.silent = true
    const mailers = new OwnMailers({ loopback: true }, 300)
    const all = await Promise.allSettled(
      Array.from({ length: 203 }, () => mailers.send('t', smtp('a', stub.url), mail)),
    )
    const codes = all.map((each) => (each.status === 'rejected' ? each.reason.code : 'sent'))
    expect(codes.filter((code) => code === 'ETIMEDOUT')).toHaveLength(200)
    expect(codes.filter((code) => code === 'EBUSY')).toHaveLength(3)
    mailers.close()
    await stub.close()
  })

  it('are kept for so many tenants at most', async () => {
    const stub = await startMailStub()
    const mailers = new OwnMailers({ loopback: true })
    for (let tenant = 0; tenant < 103; tenant++)
      await mailers.send(`t${tenant}`, smtp('a', stub.url), mail)
    expect(mailers.size).toBe(100)
    await soon(() => expect(stub.connections()).toBe(100))
    mailers.close()
    await soon(() => expect(stub.connections()).toBe(0))
    await stub.close()
  })

  it.each([
    ['this machine', '127.0.0.1', 'smtp://mail.college.test'],
    ['the operator’s network', '10.0.0.7', 'smtps://mail.college.test'],
    ['a cloud’s own service', '169.254.169.254', 'smtp://mail.college.test:2525'],
  ])('never lead to %s, whatever a name says', async (_where, address, url) => {
    const mailers = new OwnMailers({
      loopback: false,
      resolve: (_host, done) =>
        done(null, [
          { address: '93.184.216.34', family: 4 },
          { address, family: 4 },
        ]),
    })
    await expect(mailers.send('t', smtp('a', url), mail)).rejects.toMatchObject({
      code: 'NOT_PUBLIC',
    })
    await expect(mailers.send('u', smtp('b', `smtp://${address}`), mail)).rejects.toBeInstanceOf(
      NotSent,
    )
    mailers.close()
  })

  it('aren’t used in the clear, except to this machine', async () => {
    const stub = await startMailStub()
    const mailers = new OwnMailers({
      loopback: true,
      resolve: (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const url = stub.url.replace('127.0.0.1', 'mail.college.test')
    await expect(mailers.send('t', smtp('a', url), mail)).rejects.toMatchObject({
      code: expect.stringMatching(/^ETLS/),
    })
    expect([stub.mails, stub.logins]).toEqual([[], []])
    mailers.close()
    await stub.close()
  })
})
