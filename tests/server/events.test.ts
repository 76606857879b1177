/** Usage is recorded by device and without a user; anything else is refused (product contract). */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_NAMES, MAX_EVENTS } from '#engine/contract/events.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const device = randomUUID()
const event = (more: object = {}) => ({
  id: randomUUID(),
  name: 'pageView',
  at: '2026-11-21T08:00:00.000Z',
  props: { pageName: 'home', sections: ['home'], device: 'Mobile' },
  ...more,
})

async function stored(
  tenant = server.tenant.id,
): Promise<{ id: string; name: string; props: unknown; device: Buffer }[]> {
  return server.context.database.tenant(tenant, (tx) =>
    tx.all(sqlBuilder.selectFrom('events').select(['id', 'name', 'props', 'device'])),
  )
}

describe('events', () => {
  it('are stored, whatever their name, without a session', async () => {
    const events = EVENT_NAMES.map((name) => event({ name }))
    const response = await server.client().post('events', { device, events })
    expect(response.status, response.text).toBe(202)
    const rows = await stored()
    expect(rows.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    expect(rows[0]!.props).toEqual(events[0]!.props)
    expect(
      rows.every((row) => row.device.equals(rows[0]!.device)),
      'one device is one device',
    ).toBe(true)
    expect(rows[0]!.device.toString('utf8'), 'and not what it calls itself').not.toContain(device)
  })

  it('count once, however often they are sent', async () => {
    const one = event()
    const before = (await stored()).length
    for (let round = 0; round < 3; round++)
      expect(
        (
          await server
            .client()
            .post('events', { device, events: [one, event({ id: one.id, name: 'pageExit' })] })
        ).status,
      ).toBe(202)
    const rows = await stored()
    expect(rows).toHaveLength(before + 1)
    expect(rows.find(({ id }) => id === one.id)!.name).toBe('pageView')
  })

  it('of one device can’t be recognised at another tenant', async () => {
    const other = await server.another()
    await other.client().post('events', { device, events: [event()] })
    const there = await stored(other.tenant.id)
    expect(there).toHaveLength(1)
    expect((await stored()).some((row) => row.device.equals(there[0]!.device))).toBe(false)
  })

  it('come at most a hundred at a time', async () => {
    const before = (await stored()).length
    expect(
      (
        await server
          .client()
          .post('events', { device, events: Array.from({ length: MAX_EVENTS }, () => event()) })
      ).status,
    ).toBe(202)
    expect(
      (
        await server.client().post('events', {
          device,
          events: Array.from({ length: MAX_EVENTS + 1 }, () => event()),
        })
      ).status,
    ).toBe(422)
    expect(await stored()).toHaveLength(before + MAX_EVENTS)
  })

  it('of more than 64 kB are refused', async () => {
    const long = Array.from({ length: 10 }, (_one, index) => [
      `prop${'abcdefghij'[index]}`,
      Array.from({ length: 10 }, () => 'x'.repeat(80)),
    ])
    const response = await server.client().post('events', {
      device,
      events: Array.from({ length: 9 }, () => event({ props: Object.fromEntries(long) })),
    })
    expect(response.status).toBe(413)
  })

  it.each([
    ['an unknown name', { name: 'mouseMove' }],
    ['an address', { props: { name: 'naledi@school.test' } }],
    ['a sentence', { props: { name: 'I want to be a nurse' } }],
    ['a name in a list', { props: { sections: ['Naledi Mokoena'] } }],
    ['something inside of something', { props: { name: { first: 'Naledi' } } }],
    ['a strange property', { props: { 'first name': 'x' } }],
    ['no id', { id: undefined }],
    ['a moment that is none', { at: 'yesterday' }],
    ['a member too many', { user: 'x' }],
  ])('with %s are refused, with the whole batch', async (_what, wrong) => {
    const before = (await stored()).length
    const response = await server
      .client()
      .post('events', { device, events: [event(), event(wrong)] })
    expect(response.status).toBe(422)
    expect(await stored()).toHaveLength(before)
  })

  it('need the anti-forgery value, like every other write', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/events',
      headers: { host: server.host, 'content-type': 'application/json' },
      payload: JSON.stringify({ device, events: [event()] }),
    })
    expect(response.statusCode).toBe(403)
  })
})
