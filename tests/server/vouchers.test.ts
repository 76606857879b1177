/** Vouchers that were created together: counted, listed for their owner alone, and withdrawn. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, Page } from '#engine/contract/admincontract.ts'
import type { Coupon } from '#engine/contract/coupons.ts'
import type { VoucherBatch, VoucherBatchView } from '#engine/contract/vouchers.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await signInAs(server, 'owner')
})
afterAll(() => server.close())

async function create(body: object): Promise<{ batch: string; codes: string[] }> {
  const response = await owner.post('admin/vouchers', { plan: 'power', count: 2, uses: 1, ...body })
  expect(response.status).toBe(201)
  const { batch, codes } = response.body as unknown as { batch: string; codes: { code: string }[] }
  return { batch, codes: codes.map(({ code }) => code) }
}
const batchOf = async (id: string): Promise<VoucherBatchView> =>
  (await owner.get(`admin/vouchers/${id}`)).body as unknown as VoucherBatchView
const actions = async (): Promise<string[]> =>
  ((await owner.get('admin/audit')).body as unknown as Page<AuditEntry>).items.map(
    ({ action }) => action,
  )

it('are listed, the newest first, with how many were redeemed and by whom', async () => {
  await create({ note: 'An older batch' })
  const { batch, codes } = await create({ note: ' Grade 11, Khanya ', count: 3, uses: 2 })
  const { email } = await signUp(server, { plan: codes[1]! })
  const { items, total } = (await owner.get('admin/vouchers')).body as unknown as Page<VoucherBatch>
  expect([total, items.map(({ note }) => note)]).toEqual([
    2,
    ['Grade 11, Khanya', 'An older batch'],
  ])
  expect(items[0]).toMatchObject({
    id: batch,
    plan: 'power',
    count: 3,
    uses: 2,
    redeemed: 1,
    expires: null,
    withdrawn: null,
  })
  const opened = await batchOf(batch)
  expect(opened.codes).toEqual(
    codes.toSorted().map((code) => ({ code, used: code === codes[1] ? 1 : 0 })),
  )
  expect(opened.redemptions).toEqual([{ code: codes[1], at: expect.any(String), by: email }])
  expect(await actions()).toContain('voucher.read')
})

it('stop working when they are withdrawn, and leave the plans that they unlocked', async () => {
  const { batch, codes } = await create({ uses: null })
  const early = await signUp(server, { plan: codes[0]! })
  expect((await owner.delete(`admin/vouchers/${batch}`)).status).toBe(204)
  expect((await owner.delete(`admin/vouchers/${batch}`)).status, 'again').toBe(204)
  const late = await signUp(server)
  for (const code of codes)
    expect((await late.client.post('plans/redeem', { code })).body.code).toBe('voucher/expired')
  const user = (await early.client.get('auth/get-user')).body as { app: { accountType: string } }
  expect(user.app.accountType).toBe('power')
  expect((await batchOf(batch)).withdrawn).not.toBeNull()
  expect((await actions()).filter((action) => action === 'voucher.withdraw')).toHaveLength(1)
})

it('keep an end date that was earlier than the day they were withdrawn', async () => {
  const { batch } = await create({ expires: '2020-01-01T00:00:00Z' })
  await owner.delete(`admin/vouchers/${batch}`)
  expect((await batchOf(batch)).expires).toBe('2020-01-01T00:00:00.000Z')
})

it('are unknown to the owner of another tenant', async () => {
  const { batch } = await create({})
  const other = await server.another()
  const stranger = await signInAs({ ...other, context: server.context }, 'owner')
  expect((await stranger.get(`admin/vouchers/${batch}`)).status).toBe(404)
  expect((await stranger.delete(`admin/vouchers/${batch}`)).status).toBe(404)
  const { items } = (await stranger.get('admin/vouchers')).body as unknown as Page<VoucherBatch>
  expect(items.filter(({ id }) => id === batch)).toEqual([])
  expect((await batchOf(batch)).withdrawn).toBeNull()
})

describe('coupons', () => {
  const made = (body: object) => owner.post('admin/coupons', { percent: 20, ...body })
  const offer = (code: string) =>
    owner.get(`plans/coupon?code=${code}&plan=power&country=ZA`).then(({ status }) => status)

  it('can be used from the moment they are created until they are ended', async () => {
    expect((await made({ code: 'spring-27', uses: 5, plans: ['power'] })).status).toBe(201)
    expect(await offer('Spring-27')).toBe(200)
    const listed = async () =>
      ((await owner.get('admin/coupons')).body as unknown as Page<Coupon>).items.find(
        ({ code }) => code === 'SPRING-27',
      )
    expect(await listed()).toEqual({
      code: 'SPRING-27',
      percent: 20,
      amount: null,
      currency: null,
      plans: ['power'],
      uses: 5,
      used: 0,
      starts: null,
      expires: null,
    })
    expect((await owner.delete('admin/coupons/spring-27')).status).toBe(204)
    expect((await owner.delete('admin/coupons/spring-27')).status, 'again').toBe(404)
    expect(await offer('SPRING-27')).toBe(410)
    expect((await listed())?.expires).not.toBeNull()
    expect(await actions()).toEqual(expect.arrayContaining(['coupon.make', 'coupon.end']))
  })

  it.each([
    ['a code that exists', { code: 'taken-1' }, 409, '/code'],
    ['a code with spaces', { code: 'two words' }, 422, '/code'],
    ['all of the price', { code: 'ALL', percent: 100 }, 422, '/percent'],
    ['both', { code: 'BOTH', amount: 100, currency: 'ZAR' }, 422, '/percent'],
    ['a plan that is not sold', { code: 'NO-PLAN', plans: ['power', 'free'] }, 422, '/plans/1'],
    [
      'no such currency',
      { code: 'X-1', percent: undefined, amount: 5, currency: 'ZZZ' },
      422,
      '/currency',
    ],
    [
      'days that are turned round',
      { code: 'X-2', starts: '2027-02-02T00:00:00Z', expires: '2027-02-01T00:00:00Z' },
      422,
      '/expires',
    ],
  ])('are refused at the field: %s', async (_name, body, status, pointer) => {
    await made({ code: 'taken-1' })
    const response = await made(body)
    expect([response.status, response.body['fields']]).toEqual([
      status,
      [expect.objectContaining({ pointer })],
    ])
  })
})
