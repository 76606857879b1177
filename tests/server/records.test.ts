/**
 * Lists in the profile over HTTP (spec 7, Profile saves by section): records with an `_id`, choices,
 * their order, and what two devices do to them at the same time.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listItems,
  orderVersion,
  recordVersion,
  withoutItem,
  withRecord,
  type ListItem,
} from '#engine/forms/records.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { catalog } from '#tests/support/documents.ts'
import {
  buildServer,
  signUp,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const learner = async (): Promise<Client> => (await signUp(server)).client
const ids = (list: string) => catalog.get('list', list)!.items.map(({ id }) => id)
const TASKS = ids('job-tasks')
const SHOP = {
  jobTitle: 'Shop helper',
  employer: 'Mokoena Spaza',
  startDate: '2024-03',
  current: true,
}
const CHOIR = {
  jobTitle: 'Choir leader',
  kind: 'volunteer',
  startDate: '2023-01',
  endDate: '2024-02',
}

async function profileOf(of: Client): Promise<Record<string, unknown>> {
  return (await of.get('auth/get-user')).body['profile'] as Record<string, unknown>
}
const listOf = async (of: Client, key: string) => listItems(await profileOf(of), key)
const first = ({ body }: ApiResponse) => Object.entries(body)[0]! as [string, ListItem]
const said = ({ status, body }: ApiResponse) => [
  status,
  body.code,
  ...((body['fields'] ?? []) as { pointer: string; key: string; message: string }[]).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  ),
]

const RECORDS: Readonly<Record<string, Record<string, unknown>>> = {
  achievements: {
    title: 'Maths prize',
    organisation: 'Thaba High',
    date: '2025-11',
    description: 'x',
  },
  experiences: {
    ...SHOP,
    place: 'Mamelodi',
    kind: 'casual',
    description: 'Serve people\nCount stock',
  },
  educations: { institution: 'Thaba High', level: 'grade_11', startDate: '2022-01', current: true },
  referees: { name: 'Mrs Dlamini', relation: 'Teacher', phone: '071 555 0148' },
}

describe.each(Object.entries(RECORDS))('%s', (route, sample) => {
  it('are created by POST, changed by PUT at the same address and removed by their _id', async () => {
    const client = await learner()
    const created = await client.post(`users/${route}`, sample)
    expect(created.status).toBe(200)
    const [key, record] = first(created)
    expect([key, record]).toEqual([route, { _id: expect.any(String), ...sample }])
    expect(await listOf(client, route)).toEqual([record])

    const other = first(await client.post(`users/${route}`, sample))[1]
    expect(other._id).not.toBe(record._id)
    const [name, text] = Object.entries(sample)[0]!
    const changed = await client.put(`users/${route}`, { ...record, [name]: `${String(text)} 2` })
    expect(first(changed)).toEqual([route, { ...record, [name]: `${String(text)} 2` }])
    expect((await listOf(client, route)).map((each) => each[name])).toEqual([
      `${String(text)} 2`,
      text,
    ])

    const removed = await client.delete(`users/${route}/${record._id}`)
    expect([removed.status, removed.body]).toEqual([200, { [route]: [other] }])
    expect((await client.delete(`users/${route}/${record._id}`)).body.code).toBe(
      'profile/unknown-record',
    )
  })

  it('are not found by an _id that isn’t there, and need one to be changed', async () => {
    const client = await learner()
    const unknown = await client.put(`users/${route}`, { _id: 'no-such-record', ...sample })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'profile/unknown-record'])
    expect(said(await client.put(`users/${route}`, sample)).slice(0, 2)).toEqual([
      422,
      'profile/invalid',
    ])
    expect((await client.patch(`users/${route}`, sample)).body.code).toBe('request/method')
    expect(await listOf(client, route)).toEqual([])
  })
})

describe('a record', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    [
      'an end that is missing',
      'experiences',
      { jobTitle: 'A', startDate: '2024-03' },
      '/endDate End Date is required',
    ],
    [
      'an end before its start',
      'experiences',
      { ...CHOIR, endDate: '2022-12' },
      '/endDate End Date must be after Start Date',
    ],
    [
      'an end before its start',
      'educations',
      { institution: 'A', startDate: '2024-03', endDate: '2024-02' },
      '/endDate End Date must be after Start Date',
    ],
    [
      'an end of what is still going on',
      'experiences',
      { ...SHOP, endDate: '2024-04' },
      '/endDate This isn’t asked here',
    ],
    ['no title', 'achievements', { title: '  ' }, '/title Tell us what you achieved'],
    [
      'nobody who can be reached',
      'referees',
      { name: 'Mrs Dlamini' },
      '/phone Enter a phone number or an email address',
    ],
    [
      'a field that it doesn’t have',
      'experiences',
      { ...SHOP, salary: 5 },
      '/salary You can’t save this here',
    ],
    ...['\u0001', '\u0007', '\u000b', '\u001b', '\u007f', '\u0085', '\u009f'].map(
      (character): [string, string, Record<string, unknown>, string] => [
        `a control character (${JSON.stringify(character)})`,
        'experiences',
        { ...SHOP, description: `a${character}b` },
        '/description This contains characters that can’t be read. Type it again.',
      ],
    ),
    [
      'an _id of another kind',
      'experiences',
      { ...SHOP, _id: '../x' },
      '/_id This doesn’t look right',
    ],
  ])('with %s is refused', async (_what, route, body, problem) => {
    const client = await learner()
    expect(said(await client.post(`users/${route}`, body))).toEqual([
      422,
      'profile/invalid',
      problem,
    ])
    expect(await listOf(client, route)).toEqual([])
  })

  it('may end in the month in which it started, and keeps tabs and line breaks', async () => {
    const client = await learner()
    const body = { ...CHOIR, startDate: '2024-03', endDate: '2024-03', description: 'a\tb\nc' }
    expect((await client.post('users/experiences', body)).status).toBe(200)
  })

  it('is refused by name when there are as many as the section keeps', async () => {
    const client = await learner()
    for (let at = 0; at < 20; at++) await client.post('users/referees', RECORDS['referees'])
    expect(said(await client.post('users/referees', RECORDS['referees']))).toEqual([
      422,
      'profile/invalid',
      '/referees You can have at most 20',
    ])
  })

  it('that a phone sends twice, because the response was lost, is one', async () => {
    const client = await learner()
    const body = { _id: '0190a0b0-0000-7000-8000-00000000abcd', ...SHOP }
    await client.post('users/experiences', body)
    expect((await client.post('users/experiences', body)).status).toBe(200)
    expect(await listOf(client, 'experiences')).toEqual([body])
    await client.put('users/experiences', { ...body, jobTitle: 'Changed since' })
    const late = await client.post('users/experiences', body)
    expect([late.status, late.body.code]).toEqual([409, 'profile/changed'])
  })

  it('that another phone has changed isn’t overwritten or removed unseen', async () => {
    const client = await learner()
    const section = catalog.get('profile-section', 'experiences')!
    const record = first(await client.post('users/experiences', SHOP))[1]
    const tag = { 'if-match': recordVersion(section, record) }
    await client.put('users/experiences', { ...record, jobTitle: 'Theirs' })
    const mine = { ...record, jobTitle: 'Mine' }
    expect((await client.send('PUT', 'users/experiences', mine, tag)).body.code).toBe(
      'profile/changed',
    )
    expect(
      (await client.send('DELETE', `users/experiences/${record._id}`, undefined, tag)).body.code,
    ).toBe('profile/changed')
    // Both wrote the same; and a call without a tag is the specification's own.
    const theirs = { ...record, jobTitle: 'Theirs' }
    expect((await client.send('PUT', 'users/experiences', theirs, tag)).status).toBe(200)
    expect((await client.put('users/experiences', mine)).status).toBe(200)
  })

  it('is kept with all others when two phones add at the same moment', async () => {
    const client = await learner()
    await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        client.post('users/experiences', { ...SHOP, jobTitle: `Job ${at}` }),
      ),
    )
    expect((await listOf(client, 'experiences')).map((each) => each['jobTitle']).sort()).toEqual(
      Array.from({ length: 6 }, (_, at) => `Job ${at}`),
    )
  })

  it('is moved among the others, and new ones of another phone stay', async () => {
    const client = await learner()
    const [a, b, c] = [
      first(await client.post('users/experiences', SHOP))[1],
      first(await client.post('users/experiences', CHOIR))[1],
      first(await client.post('users/experiences', { ...CHOIR, jobTitle: 'Coach' }))[1],
    ]
    const moved = await client.put('users/order/experiences', { order: [b._id, a._id] })
    expect(first(moved)).toEqual(['experiences', [b, a, c]])
    expect((await client.put('users/order/names', { order: [] })).body.code).toBe(
      'profile/unknown-section',
    )
  })

  it('is sorted only from the order that was seen, unless nobody says what was seen', async () => {
    const client = await learner()
    const [a, b] = [
      first(await client.post('users/experiences', SHOP))[1],
      first(await client.post('users/experiences', CHOIR))[1],
    ]
    const order = [b._id, a._id]
    const seen = { 'if-match': orderVersion([a, b], order) }
    const added = first(await client.post('users/experiences', { ...CHOIR, jobTitle: 'Coach' }))[1]
    const sort = (ids: string[], headers = {}) =>
      client.send('PUT', 'users/order/experiences', { order: ids }, headers)
    expect(first(await sort(order, seen)), 'one was added').toEqual(['experiences', [b, a, added]])
    expect((await sort(order, seen)).status, 'sent again').toBe(200)
    const back = [a._id, b._id]
    expect((await sort(back, seen)).body.code).toBe('profile/changed')
    expect(await listOf(client, 'experiences')).toEqual([b, a, added])
    expect((await sort(back)).status).toBe(200)
  })
})

describe('two devices', () => {
  const section = catalog.get('profile-section', 'experiences')!

  it.each([1, 2, 3])(
    'overwrite and remove nothing that they haven’t seen: sequence %i',
    async (seed) => {
      const random = seeded(seed)
      const client = await learner()
      const devices: { seen: readonly ListItem[] }[] = [{ seen: [] }, { seen: [] }]
      /** What there must be. */
      let model: readonly ListItem[] = []
      const outcomes: [step: number, status: number][] = []
      const expected: typeof outcomes = []
      for (let step = 0; step < 40; step++) {
        const device = devices[random(2)]!
        const record = device.seen[random(Math.max(1, device.seen.length))]
        const what = ['add', 'change', 'change', 'remove', 'read'][random(5)]!
        if (what === 'read') device.seen = await listOf(client, 'experiences')
        if (what === 'add' && model.length < 30) {
          const sent = { ...SHOP, jobTitle: `Added ${step}` }
          const added = first(await client.post('users/experiences', sent))[1]
          model = model.concat(added)
          device.seen = device.seen.concat(added)
        }
        if (record === undefined || (what !== 'change' && what !== 'remove')) continue
        const next = { ...record, jobTitle: `Changed ${step}` }
        const tag = { 'if-match': recordVersion(section, record) }
        const { status } =
          what === 'change'
            ? await client.send('PUT', 'users/experiences', next, tag)
            : await client.send('DELETE', `users/experiences/${record._id}`, undefined, tag)
        const current = model.find(({ _id }) => _id === record._id)
        const isSeen = current !== undefined && recordVersion(section, current) === tag['if-match']
        outcomes.push([step, status])
        expected.push([step, isSeen ? 200 : current === undefined ? 404 : 409])
        if (!isSeen) continue
        const done = (items: readonly ListItem[]) =>
          what === 'remove' ? withoutItem(items, record._id) : withRecord(items, next)
        model = done(model)
        device.seen = done(device.seen)
      }
      expect(outcomes).toEqual(expected)
      expect(await listOf(client, 'experiences')).toEqual(model)
      expect(new Set(outcomes.map(([, status]) => status))).toContain(200)
    },
  )
})

/** Numbers from 0 to below `below`, the same for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed * 2654435761
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0
    return (state >>> 8) % below
  }
}

describe.each([
  ['jobTasks', 'job-tasks', 'job-tasks'],
  ['qualities', 'qualities', 'qualities'],
  ['skills', 'skills', 'skills'],
])('%s', (key, route, list) => {
  it('are added by POST, own words too, and removed by their id', async () => {
    const client = await learner()
    const [a, b] = ids(list) as [string, string]
    const added = await client.post(`users/${route}`, {
      [key]: [{ id: a }, { text: 'My own words' }],
    })
    expect(added.body).toEqual({
      [key]: [
        { _id: expect.any(String), id: a },
        { _id: expect.any(String), text: 'My own words' },
      ],
    })
    const more = await client.post(`users/${route}`, { [key]: [a, b, { text: 'my own WORDS' }] })
    expect((more.body[key] as ListItem[]).map((each) => each['id'])).toEqual([a, b, undefined])
    expect((await client.delete(`users/${route}/${b}`)).status).toBe(200)
    const own = (await listOf(client, key)).find((each) => 'text' in each)!
    expect((await client.delete(`users/${route}/${own._id}`)).body).toEqual({
      [key]: [{ _id: expect.any(String), id: a }],
    })
  })
})

describe('a choice', () => {
  it.each<[string, string, string, unknown, string]>([
    [
      'that the list doesn’t have',
      'skills',
      'skills',
      [{ id: 'no-such' }],
      '/skills/0/id Choose from the list',
    ],
    [
      'in too many words',
      'qualities',
      'qualities',
      [{ text: 'x'.repeat(81) }],
      '/qualities/0/text Use at most 80 characters',
    ],
    [
      'in own words with a control character',
      'qualities',
      'qualities',
      [{ text: 'a\u0085b' }],
      '/qualities/0/text This contains characters that can’t be read. Type it again.',
    ],
    ['of nothing', 'qualities', 'qualities', [{}], '/qualities/0 Fill this in, or remove it'],
    [
      'at a level that there isn’t',
      'skills',
      'skills',
      [{ text: 'Welding', level: 'guru' }],
      '/skills/0/level Choose from the list',
    ],
    [
      'in own words where there are none',
      'references',
      'references',
      [{ text: 'My aunt' }],
      '/references/0/text You can’t save this here',
    ],
    [
      'of somebody who isn’t in the own list',
      'references',
      'references',
      [{ id: 'no-such' }],
      '/references/0/id Choose from the list',
    ],
    ['that isn’t a list', 'skills', 'skills', 'cooking', '/skills This is required'],
  ])('%s is refused', async (_what, route, key, value, problem) => {
    const client = await learner()
    expect(said(await client.post(`users/${route}`, { [key]: value }))).toEqual([
      422,
      'profile/invalid',
      problem,
    ])
  })

  it('has a level, which can be changed', async () => {
    const client = await learner()
    const skill = ids('skills')[0]!
    await client.post('users/skills', { skills: [{ id: skill, level: 'beginner' }] })
    const { body } = await client.post('users/skills', { skills: [{ id: skill, level: 'expert' }] })
    expect(body['skills']).toEqual([{ _id: expect.any(String), id: skill, level: 'expert' }])
    const cleared = await client.post('users/skills', { skills: [{ id: skill, level: null }] })
    expect(cleared.body['skills']).toEqual([{ _id: expect.any(String), id: skill }])
  })

  it('is refused by name beyond the most that are kept', async () => {
    const client = await learner()
    const all = TASKS.slice(0, 21).map((id) => ({ id }))
    expect((await client.post('users/job-tasks', { jobTasks: all.slice(0, 20) })).status).toBe(200)
    expect(said(await client.post('users/job-tasks', { jobTasks: all.slice(20) }))).toEqual([
      422,
      'profile/invalid',
      '/jobTasks You can have at most 20',
    ])
  })

  it('is swapped for another in one call', async () => {
    const client = await learner()
    const [a, b, c] = TASKS as [string, string, string]
    await client.post('users/job-tasks', { jobTasks: [a, b] })
    const { body } = await client.post('users/job-tasks', { jobTasks: [c], remove: [a] })
    expect((body['jobTasks'] as ListItem[]).map((each) => each['id'])).toEqual([b, c])
  })

  it('replaces what is kept where the address says so, unless another phone has changed it', async () => {
    const client = await learner()
    const [a, b, c] = ids('interests') as [string, string, string]
    await client.post('users/interests/replace', { interests: [a, b] })
    const kept = await listOf(client, 'interests')
    const replaced = await client.post('users/interests/replace', { interests: [c, b] })
    expect(replaced.body['interests']).toEqual([{ _id: expect.any(String), id: c }, kept[1]])
    const stale = { 'if-match': sectionVersion({ interests: kept }, ['interests']) }
    const refused = await client.send('POST', 'users/interests/replace', { interests: [a] }, stale)
    expect([refused.status, refused.body.code]).toEqual([409, 'profile/changed'])
    expect((await client.post('users/interests/replace', { interests: [] })).body).toEqual({
      interests: [],
    })
    await client.post('users/interests/replace', { interests: [a] })
    expect((await client.delete(`users/interests/${a}`)).body).toEqual({ interests: [] })
  })

  it('of a person goes with them', async () => {
    const client = await learner()
    const person = first(await client.post('users/referees', RECORDS['referees']))[1]
    const chosen = await client.post('users/references', { references: [{ id: person._id }] })
    expect(chosen.body['references']).toEqual([{ _id: expect.any(String), id: person._id }])
    expect((await client.delete(`users/referees/${person._id}`)).body).toEqual({
      referees: [],
      references: [],
    })
  })

  it('is kept with all others when two phones choose at the same moment', async () => {
    const client = await learner()
    await Promise.all(
      TASKS.slice(0, 6).map((id) => client.post('users/job-tasks', { jobTasks: [id] })),
    )
    expect((await listOf(client, 'jobTasks')).map((each) => each['id']).sort()).toEqual(
      TASKS.slice(0, 6).sort(),
    )
  })
})

it('a tenant’s own list works without any code of its own', async () => {
  const own = await buildServer({
    documents: [
      {
        kind: 'profile-section',
        id: 'certificates',
        v: 2,
        title: 'Certificates',
        source: 'test',
        label: 'section.about.title',
        shape: 'records',
        most: 3,
        fields: [{ id: 'name', type: 'text', label: 'field.about', required: true }],
        completeness: { kind: 'count', min: 1 },
        save: { method: 'POST', route: 'certificates' },
      },
    ],
  })
  const { client } = await signUp(own)
  const [key, record] = first(await client.post('users/certificates', { name: 'First aid' }))
  expect([key, record['name']]).toEqual(['certificates', 'First aid'])
  // Without an update method of its own, POST changes what it finds.
  expect(first(await client.post('users/certificates', { ...record, name: 'Level 2' }))[1]).toEqual(
    {
      ...record,
      name: 'Level 2',
    },
  )
  expect((await client.delete(`users/certificates/${record._id}`)).body).toEqual({
    certificates: [],
  })
  await own.close()
})
