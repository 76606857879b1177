/** Text messages by a gateway's HTTP interface, against a local server that records what it gets. */

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smsSender } from '#server/accounts/sms.ts'
import type { SmsSettings } from '#server/base/environment.ts'
import { tidy } from '#server/start/maintenance.ts'
import { buildServer } from '#tests/support/server.ts'

type Got = { url: string; headers: IncomingMessage['headers']; form: Record<string, string> }
type Reply = { status: number; body: string; wait?: number; location?: string }

let got: Got[]
let reply: Reply
let gateway: Server
let url: string
beforeAll(async () => {
  gateway = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      got.push({
        url: request.url!,
        headers: request.headers,
        form: Object.fromEntries(new URLSearchParams(text)),
      })
      const { status, body, wait = 0, location } = reply
      setTimeout(() => {
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(location !== undefined && { location }),
        })
        response.end(body)
      }, wait)
    })
  })
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
beforeEach(() => void (got = []))
afterAll(() => gateway.close())

const settings = (provider: SmsSettings['provider'], from: string | null = null): SmsSettings => ({
  provider,
  user: 'AC1',
  key: 'secret-key',
  from,
  url,
})
const SMS = { to: '+27821234567', text: '123456 is your code & more ü' }
const accepted = JSON.stringify({
  SMSMessageData: {
    Message: 'Sent to 1/1',
    Recipients: [{ statusCode: 101, number: '+27821234567', status: 'Success', messageId: 'x' }],
  },
})
const rejected = (statusCode: number) =>
  JSON.stringify({
    SMSMessageData: { Message: 'no', Recipients: [{ statusCode, number: '+27821234567' }] },
  })

describe('Africa’s Talking', () => {
  it('gets one form with the key in a header of its own', async () => {
    reply = { status: 201, body: accepted }
    await smsSender(settings('africastalking', 'Tsela')).send(SMS)
    expect(got).toMatchObject([
      {
        url: '/version1/messaging',
        headers: { apikey: 'secret-key', accept: 'application/json' },
        form: { username: 'AC1', to: SMS.to, message: SMS.text, from: 'Tsela' },
      },
    ])
  })

  it.each<[string, Reply, string]>([
    ['too little credit', { status: 201, body: rejected(405) }, 'status-405'],
    ['a number it can’t reach', { status: 201, body: rejected(403) }, 'status-403'],
    ['no recipient', { status: 201, body: '{"SMSMessageData":{"Recipients":[]}}' }, 'no-recipient'],
    ['another shape', { status: 201, body: '[]' }, 'no-recipient'],
    ['no JSON', { status: 201, body: 'sent!' }, 'no-recipient'],
    ['a wrong key', { status: 401, body: 'The supplied key is wrong' }, 'http'],
  ])('is refused for %s', async (_why, given, code) => {
    reply = given
    const refused = smsSender(settings('africastalking')).send(SMS)
    await expect(refused).rejects.toMatchObject({ code, responseCode: given.status })
  })
})

describe('Twilio', () => {
  it.each([
    ['+27820000000', 'From'],
    ['MG0123', 'MessagingServiceSid'],
  ])('gets the account in the path and as the user; sender %s', async (from, field) => {
    reply = { status: 201, body: '{"sid":"SM1","status":"queued"}' }
    await smsSender(settings('twilio', from)).send(SMS)
    expect(got).toMatchObject([
      {
        url: '/2010-04-01/Accounts/AC1/Messages.json',
        headers: {
          authorization: `Basic ${Buffer.from('AC1:secret-key').toString('base64')}`,
        },
        form: { To: SMS.to, Body: SMS.text, [field]: from },
      },
    ])
  })

  it.each<[string, Reply, string]>([
    [
      'its own number',
      { status: 400, body: '{"code":21211,"message":"+27821234567 is not valid"}' },
      'code-21211',
    ],
    ['a failed message', { status: 201, body: '{"sid":"SM1","status":"failed"}' }, 'status-failed'],
    ['no message', { status: 201, body: '{}' }, 'no-message'],
    ['a gateway in trouble', { status: 503, body: '' }, 'http'],
  ])('is refused with %s, without the number in the error', async (_why, given, code) => {
    reply = given
    const refused: Error = await smsSender(settings('twilio'))
      .send(SMS)
      .then(
        () => Promise.reject(new Error('it was sent')),
        (error: Error) => error,
      )
    expect(refused).toMatchObject({ code, responseCode: given.status })
    expect(String(refused)).not.toContain('27821234567')
  })

  it('follows no redirect, and waits no longer than it may', async () => {
    reply = { status: 302, body: '', location: `${url}/elsewhere` }
    await expect(smsSender(settings('twilio')).send(SMS)).rejects.toThrow('fetch failed')
    expect(got.map((each) => each.url)).toEqual(['/2010-04-01/Accounts/AC1/Messages.json'])
    reply = { status: 201, body: '{"sid":"SM1"}', wait: 2000 }
    const began = performance.now()
    await expect(smsSender(settings('twilio'), 100).send(SMS)).rejects.toThrow('timeout')
    expect(performance.now() - began).toBeLessThan(1500)
  })
})

it('fails no sign-up when the gateway is down, and is tried again like an email', async () => {
  reply = { status: 503, body: '' }
  const server = await buildServer({ sms: smsSender(settings('africastalking', 'Tsela')) })
  const client = server.client()
  // Of the clock's day: what is an hour old isn't tried again.
  server.wait((Date.now() - server.context.now().getTime()) / 1000)
  const phone = '+27825559999'
  const { status } = await client.post('auth/signup', { phone, password: 'Thaba2024' })
  expect(status).toBe(201)
  await expect.poll(() => got.length).toBe(1)
  await expect
    .poll(async () => {
      reply = { status: 201, body: accepted }
      await tidy(server.context)
      return got.filter(({ form }) => form['to'] === phone).length
    })
    .toBeGreaterThan(1)
  expect(got.at(-1)!.form['message']).toMatch(/^\d{6} is your code/)
  await server.close()
})
