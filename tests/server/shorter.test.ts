/**
 * The worker type is a document: a tenant halves it and gives it other answers, and scores, report,
 * matches and texts follow. Users who took it before keep their result.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CareerDetail, CareerList } from '#engine/contract/contract.ts'
import { HEXAGON } from '#engine/scoring/scoring.ts'
import { root } from '#tests/support/documents.ts'
import { edit, publishAll, signInAs, textOf } from '#tests/support/publisher.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'
import {
  SHORTER_SCALE,
  SHORTER_TEXTS,
  shorterAssessment,
  shorterKey,
} from '#tests/support/shorter.ts'

type Facts = { code: string; riasec: Record<string, number> }
const CAREERS = (
  JSON.parse(readFileSync(join(root, 'content', 'careers.json'), 'utf8')) as { items: Facts[] }
).items

let server: TestServer
let owner: Client
let before: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await signInAs(server, 'owner')
  ;({ client: before } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] }))
  for (const language of ['en', 'af'])
    await saved(`locale/${language}`, (document) => {
      const { texts } = document as unknown as { texts: { scale: { like: object } } }
      Object.assign(texts.scale.like, SHORTER_TEXTS)
    })
  await saved('assessment/holland_code', shorterAssessment)
  await saved('scoring/holland_code', shorterKey)
  await publishAll(owner, 'A shorter worker type')
})
afterAll(async () => {
  await server.close()
})

async function saved(name: string, change: Parameters<typeof edit>[2]): Promise<void> {
  const { status, text } = await edit(owner, name, change)
  expect(status, `${name} ${text}`).toBe(200)
}

/**
 * A new user who answers thirty activities with a pattern over the six types; `first` is the answer
 * to the first of all.
 */
async function taken(pattern: readonly number[], first = pattern[0]!): Promise<Client> {
  const { client } = await signUp(server, { workerType: null })
  const answers = [first, ...Array.from({ length: 29 }, (_, index) => pattern[(index + 1) % 6]!)]
  const done = await takeWorkerType(client, answers)
  expect(done.status, done.text).toBe(200)
  return client
}

const matchesOf = async (client: Client) =>
  (await client.get('careers/matches')).body as unknown as CareerList
const firstCareer = async (client: Client) =>
  (await client.get(`careers/${CAREERS[0]!.code}`)).body as unknown as CareerDetail

describe('a worker type with thirty activities and seven answers', () => {
  it('is scored on its own scale, and its result says so', async () => {
    const client = await taken([7, 6, 3, 1, 4, 5])
    const { body } = await client.get('reports/worker-type')
    expect(body['metrics']).toEqual({
      R: 30,
      I: 25,
      A: 10,
      S: 0,
      E: 15,
      C: 20,
      code: 'RIC',
      tied: false,
      consistency: 'high',
      range: 30,
      scale: SHORTER_SCALE,
      even: false,
    })
    expect(body['instrument']).toMatchObject({ items: 30 })
    expect(await firstCareer(client)).toMatchObject({
      person: { R: 30, S: 0 },
      personScale: SHORTER_SCALE,
    })
  })

  it('gives the matches that its sums give', async () => {
    const sums = [30, 25, 10, 0, 15, 20]
    const { items, compared } = await matchesOf(await taken([7, 6, 3, 1, 4, 5]))
    expect(compared).toBe(CAREERS.length)
    const r = ({ riasec }: Facts) =>
      pearson(
        sums,
        HEXAGON.map((letter) => riasec[letter]!),
      )
    const best = [...CAREERS].sort((a, b) => r(b) - r(a) || (a.code < b.code ? -1 : 1))
    expect(items.map(({ id }) => id)).toEqual(best.slice(0, 20).map(({ code }) => code))
    expect(items[0]!.level).toBe('strong')
  })

  it('compares nothing if no type stands out on that scale: below 3 of 30 instead of 4 of 40', async () => {
    // All the same except the first activity, which changes its type by 2 and by 3 points.
    const two = await taken([4, 4, 4, 4, 4, 4], 6)
    expect((await matchesOf(two)).reason).toBe('undifferentiated')
    expect((await two.get('reports/worker-type')).body['metrics']).toMatchObject({
      range: 2,
      even: true,
    })
    const three = await taken([4, 4, 4, 4, 4, 4], 7)
    expect((await matchesOf(three)).reason).toBeUndefined()
    expect((await three.get('reports/worker-type')).body['metrics']).toMatchObject({
      range: 3,
      even: false,
    })
  })

  it('is announced with its own length, on the pages and in the list', async () => {
    const client = server.client()
    expect(await textOf(client, 'home.start')).toBe('Start free, 4 minutes')
    expect(await textOf(client, 'home.lead')).toMatch(/^Answer 30 short questions\./)
    expect(await textOf(client, 'home.start', 'af')).toBe('Begin gratis, 4 minute')
    expect(await textOf(client, 'careers.empty.not-taken.text')).toMatch(/^It takes 4 minutes\./)
    expect(await textOf(client, 'holland_code.basis')).toMatch(/^30 activities,/)
    const listed = (await before.get('assessments')).body['items'] as { id: string }[]
    expect(listed.find(({ id }) => id === 'holland_code')).toMatchObject({ minutes: 4, items: 30 })
  })

  it('leaves an earlier result on the earlier scale', async () => {
    expect((await before.get('reports/worker-type')).body).toMatchObject({
      metrics: { R: 40, I: 30, scale: { lowest: 0, highest: 40 }, even: false },
      instrument: { items: 60 },
    })
    expect((await firstCareer(before)).personScale).toEqual({ lowest: 0, highest: 40 })
  })

  it('gives the imagined user of a preview a result on that scale', async () => {
    const made = await owner.post('admin/previews', {
      persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
    })
    expect(made.status, made.text).toBe(201)
    const preview = { 'x-preview': (made.body['url'] as string).split('/')[2]! }
    const { body } = await owner.get(`careers/${CAREERS[0]!.code}`, preview)
    const { person, personScale } = body as unknown as CareerDetail
    expect(personScale).toEqual(SHORTER_SCALE)
    expect(person).toEqual({ R: 9, I: 15, A: 12, S: 23, E: 20, C: 6 })
    // The first page of matches says the same: there is something to compare.
    const matches = (await owner.get('careers/matches', preview)).body as unknown as CareerList
    expect([matches.reason, matches.items.length]).toEqual([undefined, 20])
  })

  it('is refused if its types differ in length, or if a text names a figure that it doesn’t have', async () => {
    await saved('scoring/holland_code', () => ({
      ...shorterKey(),
      items: shorterKey().items.filter(({ id }) => id !== 'R_5'),
    }))
    await saved('assessment/holland_code', () => ({
      ...shorterAssessment(),
      items: shorterAssessment().items!.filter(({ id }) => id !== 'R_5'),
    }))
    await saved('locale/en', (document) => {
      const { texts } = document as unknown as { texts: { home: object } }
      Object.assign(texts.home, { start: 'Start, {{holland_code.hours}} hours' })
    })
    const { status, text } = await owner.post('admin/releases', { message: 'Unequal' })
    expect(status).toBe(422)
    expect(text).toContain('scoring/uneven-scales')
    expect(text).toContain('text/unknown-figure')
  })
})

function pearson(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / 6
  const dx = x.map((each) => each - mean(x))
  const dy = y.map((each) => each - mean(y))
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, each, index) => sum + each * b[index]!, 0)
  return dot(dx, dy) / Math.sqrt(dot(dx, dx) * dot(dy, dy))
}
