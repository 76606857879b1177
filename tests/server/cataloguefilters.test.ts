/** Filters of the catalogue that are more than a value: months as they come, and the features that open a type. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueList } from '#engine/contract/contract.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const TYPE = [1, 2, 4, 5, 3, 2]
let server: TestServer
let client: Client
// The clock of the tests stands in November.
beforeAll(async () => {
  server = await buildServer()
  client = (await signUp(server, { workerType: TYPE })).client
})
afterAll(() => server.close())

const list = async (path: string) => {
  const { status, body, text } = await client.get(`catalogue/${path}`)
  expect(status, text).toBe(200)
  return body as unknown as CatalogueList
}
const monthsOf = ({ items }: CatalogueList) => items.map(({ closes }) => closes as number[])

describe('bursaries by the months in which they close', () => {
  it('are open now if they close this month or in the next two, and not if nobody knows when', async () => {
    const open = await list('bursaries?closes=now')
    expect(open.total).toBeGreaterThan(2)
    for (const months of monthsOf(open))
      expect(months.some((month) => [11, 12, 1].includes(month))).toBe(true)
    expect(open.items.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['nsfas-bursary', 'funza-lushaka-bursary-programme']),
    )
    expect(open.items.map(({ id }) => id)).not.toContain('rhodes-scholarship')
    expect(open.facets['closes']!['now']).toBe(open.total)
  })

  it('of one month, and those of none, are counted as they are found', async () => {
    const { facets, total } = await list('bursaries')
    const august = await list('bursaries?closes=8')
    expect(monthsOf(august).every((months) => months.includes(8))).toBe(true)
    expect(facets['closes']!['8']).toBe(august.total)
    const unknown = await list('bursaries?closes=unknown&pageSize=100')
    expect(unknown.items.every(({ closes }) => closes === undefined)).toBe(true)
    expect(facets['closes']!['unknown']).toBe(unknown.total)
    expect(unknown.total).toBeLessThan(total)
  })

  it('come with the next to close first, and those of unknown dates last', async () => {
    const months = monthsOf(await list('bursaries?pageSize=100'))
    const wait = months.map((each) =>
      each === undefined ? Infinity : Math.min(...each.map((month) => (month + 1) % 12)),
    )
    expect(wait[0]).toBe(0)
    expect(wait).toEqual([...wait].sort((a, b) => a - b))
    expect((await list('bursaries?search=rhodes')).items[0]!.id).toMatch(/rhodes/)
  })

  it.each(['13', '0', 'soon', '1.5'])('know no month called %s', async (month) => {
    expect((await client.get(`catalogue/bursaries?closes=${month}`)).status).toBe(422)
  })
})
