/**
 * Careers by school subjects: judged by the set that a user has saved, closed to plans without
 * subject choice.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CareerDetail, SubjectCareerList } from '#engine/contract/contract.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer()
  client = (await signUp(server, { workerType: [1, 2, 4, 5, 3, 2] })).client
  await client.put('users/school-curriculum', { schoolCurriculum: 'nsc' })
})
afterAll(() => server.close())

const list = async (path = '') => {
  const { status, body, text } = await client.get(`subject-choices/${path}`)
  expect(status, text).toBe(200)
  return body as unknown as SubjectCareerList
}
const keep = async (...subjects: string[]) =>
  expect(
    (
      await client.put('users/subjects', {
        subjectSet: subjects.map((subject) => ({ subject: `nsc-${subject}` })),
      })
    ).status,
  ).toBe(200)
const opensOf = async (title: string) =>
  (await list(`careers?search=${encodeURIComponent(title)}`)).items.find(
    (career) => career.title === title,
  )?.opens

describe('the careers for a set', () => {
  it('count as open while no set is saved', async () => {
    const { total, facets, items } = await list('careers')
    expect(total).toBeGreaterThan(900)
    expect(facets!['opens']).toEqual({ open: total })
    expect(items.every(({ opens }) => opens === 'open')).toBe(true)
  })

  it('are opened and closed by it, one by one', async () => {
    await keep('mathematics', 'physical-sciences', 'geography')
    expect(await opensOf('Civil engineer')).toBe('open')
    const wide = await list('careers')
    await keep('mathematical-literacy', 'history', 'tourism')
    expect(await opensOf('Civil engineer')).toBe('closed')
    expect(await opensOf('Attorney')).toBe('open')
    const narrow = await list('careers')
    expect(narrow.total).toBe(wide.total)
    expect(narrow.facets!['opens']!['closed']!).toBeGreaterThan(
      wide.facets!['opens']!['closed'] ?? 0,
    )
    expect(Object.values(narrow.facets!['opens']!).reduce((sum, n) => sum + n)).toBe(narrow.total)
  })

  it('say what was found instead of what was typed', async () => {
    const { items, instead } = await list('careers?search=electricain')
    expect(items[0]!.title).toBe('Electrician')
    expect(instead).toEqual(['electrician'])
    expect((await list('careers?search=electrician')).instead).toBeUndefined()
    expect((await list('careers?search=farmasists')).near).toContain('pharmacist')
  })

  it('can be filtered by what is closed, and by field', async () => {
    const closed = await list('careers?opens=closed')
    expect(closed.total).toBe((await list('careers')).facets!['opens']!['closed'])
    expect(closed.items.every(({ opens }) => opens === 'closed')).toBe(true)
    const engineering = await list('careers?opens=closed&field=08')
    expect(engineering.total).toBe(closed.facets!['field']!['08'])
    expect(engineering.items.every(({ field }) => field === '08')).toBe(true)
    expect((await client.get('subject-choices/careers?opens=maybe')).status).toBe(422)
  })
})

it('judge every career by the field that its own page names first', async () => {
  const judged: SubjectCareerList['items'][number][] = []
  for (let page = 1; ; page++) {
    const { items, total } = await list(`careers?page=${page}`)
    judged.push(...items)
    if (judged.length >= total) break
  }
  expect(judged.length).toBeGreaterThan(900)
  const differ: unknown[] = []
  let studied = 0
  for (let at = 0; at < judged.length; at += 3) {
    const three = judged.slice(at, at + 3)
    const ids = three.map(({ id }) => id).join(',')
    const { items } = (await client.get(`careers/compare?ids=${ids}`)).body as unknown as {
      items: CareerDetail[]
    }
    expect(items.map(({ id }) => id)).toEqual(three.map(({ id }) => id))
    items.forEach(({ title, joined }, index) => {
      const { field } = three[index]!
      if (field === null) return
      studied++
      const first = joined['fields']!.items[0]?.id
      if (first !== field) differ.push([title, field, first])
    })
  }
  expect(differ).toEqual([])
  expect(studied).toBeGreaterThan(400)
}, 120_000)

it('judge a career by what is really studied for it', async () => {
  const all = async (title: string) =>
    (await list(`careers?search=${encodeURIComponent(title)}`)).items.find(
      (career) => career.title === title,
    )?.field
  for (const [title, field] of [
    ['Land surveyor', '02'],
    ['Interior designer', '03'],
    ['Economist', '04'],
    ['Quantity surveyor', '02'],
    ['Investment fund manager', '04'],
  ] as const)
    expect([title, await all(title)]).toEqual([title, field])
})

describe('the careers for a subject', () => {
  it('are those that use it most', async () => {
    const { items, total, pageSize } = await list('subjects/nsc-life-sciences/careers')
    expect([items.length, pageSize]).toEqual([6, 6])
    expect(total).toBeGreaterThan(20)
  })

  it('are unknown if the data doesn’t say, and not found for an unknown subject', async () => {
    const { items, reason } = await list('subjects/nsc-sepedi-home-language/careers')
    expect([items, reason]).toEqual([[], 'unknown'])
    expect((await client.get('subject-choices/subjects/nowhere/careers')).status).toBe(404)
  })
})

it('a plan without subject choice gets none of this', async () => {
  const free = (await signUp(server, { plan: 'TEST-LITE', workerType: [1, 2, 4, 5, 3, 2] })).client
  expect((await free.get('subject-choices/careers')).status).toBe(403)
})
