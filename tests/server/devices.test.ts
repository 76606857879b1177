/** Where an account is open: the list of devices, ending them, and recent sign-ins. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceLabel } from '#server/base/device.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const NEW = { verified: false, consented: false, plan: null, profile: false } as const
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

type Device = { id: string; current: boolean; device: string | null; since: string; seen: string }
type SignIn = { outcome: string; device: string | null; times: number }
async function listOf(client: Client): Promise<{ items: Device[]; recent: SignIn[] }> {
  const { status, body } = await client.get('auth/sessions')
  expect(status).toBe(200)
  return body as unknown as { items: Device[]; recent: SignIn[] }
}

async function logIn(who: { email: string; password: string }, agent: string): Promise<Client> {
  const client = server.client()
  const { email, password } = who
  const headers = { 'user-agent': agent }
  const { status } = await client.send('POST', 'auth/login', { email, password }, headers)
  expect(status).toBe(200)
  return client
}

describe('the name of a device', () => {
  it.each([
    [ANDROID, 'Chrome, Android'],
    [WINDOWS, 'Edge, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 12) AppleWebKit/537.36 SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
      'Samsung Internet, Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox, Linux'],
    ['Opera/9.80 (Android; Opera Mini/36.2/191.256; U; en) Presto/2.12', 'Opera Mini, Android'],
    ['curl/8.0', null],
    ['', null],
    [undefined, null],
    [`${'x'.repeat(100_000)} Chrome/1`, null],
    ['<script>Android</script>', 'Android'],
  ])('of %j is %j: a few words of ours, never its own', (agent, expected) => {
    expect(deviceLabel(agent)).toBe(expected)
  })
})

describe('GET auth/sessions', () => {
  it('lists every device once, this one first', async () => {
    const who = await signUp(server, NEW)
    server.wait(60)
    const phone = await logIn(who, ANDROID)
    server.wait(3600)
    const computer = await logIn(who, WINDOWS)
    const { items } = await listOf(computer)
    expect(items.map(({ device, current }) => [device, current])).toEqual([
      ['Edge, Windows', true],
      ['Chrome, Android', false],
      [null, false],
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(3)
    expect((await listOf(phone)).items[0]).toMatchObject({
      device: 'Chrome, Android',
      current: true,
    })
    const { text } = await computer.get('auth/sessions')
    expect(text).not.toContain(computer.cookies.get('sid'))
    expect(text).not.toContain('AppleWebKit')
  })

  it('lists a device with several sessions once, and none that has ended', async () => {
    const who = await signUp(server, NEW)
    const { client } = who
    // The cookie of the session is lost, the one of the device stays.
    for (const lost of ['sid', 'csrf-token']) client.cookies.delete(lost)
    await client.post('auth/login', { email: who.email, password: who.password })
    expect((await listOf(client)).items).toHaveLength(1)
    const elsewhere = await logIn(who, WINDOWS)
    expect((await listOf(client)).items).toHaveLength(2)
    await elsewhere.get('auth/logout')
    expect((await listOf(client)).items).toHaveLength(1)
    await logIn(who, WINDOWS)
    // Idle for longer than a session lives; only this device is used meanwhile.
    for (let week = 0; week < 3; week++) {
      server.wait(7 * 86_400)
      await client.get('auth/get-user')
    }
    expect((await listOf(client)).items).toHaveLength(1)
  })

  it('lists sign-ins and wrong passwords, which it counts', async () => {
    const who = await signUp(server, NEW)
    await logIn(who, WINDOWS)
    for (let index = 0; index < 3; index++)
      await server
        .client()
        .send(
          'POST',
          'auth/login',
          { email: who.email, password: 'Wrong1234' },
          { 'user-agent': ANDROID },
        )
    await expect
      .poll(async () =>
        (await listOf(who.client)).recent.map(({ outcome, device, times }) => [
          outcome,
          device,
          times,
        ]),
      )
      .toEqual(
        expect.arrayContaining([
          ['wrong', 'Chrome, Android', 3],
          ['in', 'Edge, Windows', 1],
        ]),
      )
    server.wait(31 * 86_400)
    const later = await logIn(who, ANDROID)
    expect((await listOf(later)).recent).toHaveLength(1)
  })

  it('keeps the newest sign-ins, and wrong passwords push none of them out', async () => {
    const who = await signUp(server, NEW)
    const mine = await logIn(who, WINDOWS)
    for (let hour = 0; hour < 25; hour++) {
      server.wait(3601)
      await server.client().post('auth/login', { email: who.email, password: 'Wrong1234' })
    }
    await expect
      .poll(async () => (await listOf(mine)).recent.map(({ outcome }) => outcome))
      .toContain('wrong')
    const { recent } = await listOf(await logIn(who, ANDROID))
    expect(recent.length).toBeLessThanOrEqual(20)
    expect(recent[0]).toMatchObject({ outcome: 'in', device: 'Chrome, Android' })
  })
})

describe('DELETE auth/sessions/{id}', () => {
  it('signs a device out at once, and no other', async () => {
    const who = await signUp(server, NEW)
    const [phone, computer] = [await logIn(who, ANDROID), await logIn(who, WINDOWS)]
    const { items } = await listOf(phone)
    const { id } = items.find(({ device }) => device === 'Edge, Windows')!
    expect((await phone.delete(`auth/sessions/${id}`)).status).toBe(204)
    expect((await computer.get('auth/get-user')).status).toBe(204)
    const refused = await computer.put('users/about', { about: 'x' })
    expect([refused.status, refused.body.code]).toEqual([401, 'access/session'])
    for (const still of [phone, who.client])
      expect((await still.get('auth/get-user')).status).toBe(200)
    expect((await phone.delete(`auth/sessions/${id}`)).status).toBe(404)
  })

  it('signs every other device out', async () => {
    const who = await signUp(server, NEW)
    const [phone, computer] = [await logIn(who, ANDROID), await logIn(who, WINDOWS)]
    expect((await phone.delete('auth/sessions/others')).status).toBe(204)
    expect((await phone.delete('auth/sessions/others')).status).toBe(204)
    for (const ended of [computer, who.client])
      expect((await ended.get('auth/get-user')).status).toBe(204)
    expect((await listOf(phone)).items).toHaveLength(1)
  })

  it('signs this device out, cookie and all', async () => {
    const { client } = await signUp(server, NEW)
    const { items } = await listOf(client)
    expect((await client.delete(`auth/sessions/${items[0]!.id}`)).status).toBe(204)
    expect(client.cookies.has('sid')).toBe(false)
  })

  it('can’t reach another user’s device, nor one of another tenant', async () => {
    const [mine, theirs] = [await signUp(server, NEW), await signUp(server, NEW)]
    const other = await signUp(await server.another(), NEW)
    for (const someone of [theirs, other]) {
      const { id } = (await listOf(someone.client)).items[0]!
      expect((await mine.client.delete(`auth/sessions/${id}`)).status).toBe(404)
      expect((await someone.client.get('auth/get-user')).status).toBe(200)
    }
    for (const id of ['x', '0', '00000000-0000-0000-0000-000000000000', "'--", '%00'])
      expect((await mine.client.delete(`auth/sessions/${encodeURIComponent(id)}`)).status).toBe(404)
  })
})
