/**
 * Calls as somebody sends them who knows the contract and nothing of our own app: each in the words,
 * names and status codes of the contract.
 */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edit, signInAs } from '#tests/support/publisher.ts'
import {
  buildServer,
  signUp,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const TYPE = [5, 1, 2]
let server: TestServer
let learner: Client
let editor: Client
beforeAll(async () => {
  server = await buildServer()
  learner = (await signUp(server, { plan: 'TEST-PLUS', workerType: TYPE })).client
  editor = await signInAs(server, 'editor')
})
afterAll(() => server.close())

const messages = ({ body }: ApiResponse) =>
  Object.fromEntries(
    ((body['fields'] ?? []) as { pointer: string; message: string }[]).map((field) => [
      field.pointer,
      field.message,
    ]),
  )

describe('what is missing is said in the specification’s words', () => {
  it.each([
    ['PUT', 'users/names', { lastName: 'Mokoena' }, { '/firstName': 'First Name is required' }],
    ['PATCH', 'users/profile', { firstName: '' }, { '/firstName': 'First Name is required' }],
    ['PATCH', 'users/profile', { birthDate: null }, { '/birthDate': 'Date of birth is required' }],
    [
      'POST',
      'users/experiences',
      { jobTitle: 'Cashier', startDate: '2024-01' },
      { '/endDate': 'End Date is required' },
    ],
    ['POST', 'auth/signup', { email: 'x@school.test' }, { '/password': 'Password is required' }],
    ['POST', 'auth/login', { email: 'x@school.test' }, { '/password': 'Password is required' }],
    [
      'POST',
      'auth/password',
      {},
      { '/current': 'Password is required', '/next': 'Password is required' },
    ],
  ] as const)('%s %s %j', async (method, path, body, expected) => {
    const response = await learner.send(method, path, body)
    expect(response.status, response.text).toBe(422)
    expect(messages(response)).toMatchObject(expected)
  })

  it('and a sign-up has one address, so that none is dropped without a word', async () => {
    const response = await server
      .client()
      .post('auth/signup', { email: 'b@school.test', phone: '+27821234567', password: 'Thaba2024' })
    expect(response.status).toBe(422)
    expect(Object.keys(messages(response))).toEqual(['/phone'])
  })
})

describe('the type of jobs', () => {
  it('is found under the contract’s name, and is the same', async () => {
    const [one, other] = [
      await learner.get('catalogue/jobs'),
      await learner.get('catalogue/opportunities'),
    ]
    expect([one.status, one.body]).toEqual([200, other.body])
    expect((await editor.get('admin/content/jobs')).status).toBe(200)
  })

  it('has its favourites under both names', async () => {
    const record = { data: { name: 'Baker', kind: 'learnership', provider: 'Vuyo’s' } }
    const written = await editor.put('admin/content/jobs/baker', record)
    expect(written.status, written.text).toBe(200)
    expect((await learner.put('users/favourites/jobs/baker')).body).toEqual(['baker'])
    expect((await learner.get('catalogue/jobs/baker')).body).toMatchObject({ favourite: true })
    expect((await learner.delete('users/favourites/opportunities/baker')).body).toEqual([])
  })

  it('is still locked to who has no feature for it', async () => {
    const lite = (await signUp(server, { plan: 'TEST-LITE', workerType: TYPE })).client
    const { status, body } = await lite.get('catalogue/jobs')
    expect([status, body.code, body['feature']]).toEqual([403, 'access/plan', 'jobs_explorer'])
  })
})

it('choices are understood as open data write them', async () => {
  const total = async (query: string) => (await learner.get(`catalogue/${query}`)).body['total']
  expect(await total('institutions?type=tvet_college')).toBe(
    await total('institutions?type=tvet-college'),
  )
  expect(await total('bursaries?levels=UG')).toBe(await total('bursaries?levels=ug'))
  expect((await learner.get('catalogue/institutions?type=school_of_rock')).status).toBe(422)
})

describe('events', () => {
  const now = () => new Date(server.context.now()).toISOString()

  it('are taken in the contract’s shape, once, without a name for the device', async () => {
    const events = [
      { id: randomUUID(), type: 'pageView', at: now(), pageName: 'home', sections: ['top'] },
      { id: randomUUID(), type: 'linkClick', at: now(), name: 'careers', intent: 'navigate' },
    ]
    const first = await learner.post('events', { events })
    expect([first.status, first.body]).toEqual([202, { stored: 2, duplicate: 0, refused: [] }])
    expect((await learner.post('events', { events })).body).toMatchObject({ duplicate: 2 })
  })

  it('of an unknown experiment are refused one by one', async () => {
    const id = randomUUID()
    const events = [{ id, type: 'exposure', at: now(), experiment: 'none', variant: 'control' }]
    expect((await server.client().post('events', { events })).body).toMatchObject({
      refused: [{ id, code: 'event/unknown-experiment' }],
    })
  })

  it.each([
    ['a sentence', { type: 'pageView', note: 'my name is Naledi' }],
    ['an unknown type', { type: 'whatever' }],
    ['neither type nor name', {}],
    [
      'too much',
      { type: 'pageView', ...Object.fromEntries([...'abcdefghijklm'].map((x) => [x, 1])) },
    ],
  ])('with %s are refused', async (_what, said) => {
    const events = [{ id: randomUUID(), at: now(), ...said }]
    expect((await learner.post('events', { events })).status).toBe(422)
  })
})

describe('an import', () => {
  const FILE = 'id,name,kind,provider\nx,Welder,learnership,Vuyo\n'
  const upload = (file: string, query: string, type: string) =>
    editor.send('POST', `admin/content/jobs/import?${query}`, file, { 'content-type': type })

  it.each([
    ['text/csv', FILE],
    ['text/plain', FILE],
    ['application/json', '[{"id":"x","name":"Welder","kind":"learnership","provider":"Vuyo"}]'],
    ['application/x-ndjson', '{"id":"x","name":"Welder","kind":"learnership","provider":"Vuyo"}\n'],
  ])('is taken as %s', async (type, file) => {
    const { status, body, text } = await upload(file, 'dryRun=1', type)
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ new: 1, changed: 0, problems: [], done: false })
  })

  it('with a problem is 422, and says line and column', async () => {
    const { status, body } = await upload(
      'id,name,kind,provider\nx,,learnership,V\n',
      '',
      'text/csv',
    )
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'content/problems',
      problems: [{ line: 2, column: 'name', value: '', code: 'missing' }],
    })
  })

  it('of a picture is refused', async () => {
    expect((await upload('x', '', 'image/png')).status).toBe(415)
  })
})

it('a draft is discarded without saying which', async () => {
  await edit(editor, 'menu/main', (menu) => ({ ...(menu as object), title: 'Another' }))
  expect((await editor.delete('admin/drafts/menu/main')).status).toBe(204)
  expect((await editor.delete('admin/drafts/menu/main')).status).toBe(404)
})

describe('the anti-forgery token comes with', () => {
  it.each(['health', 'ready', 'nothing-here', 'auth/ping'])('GET %s', async (path) => {
    // The tenant is known by then: the answers of probes ask no database for it.
    await server.client().get('auth/ping')
    const client = server.client()
    await client.get(path)
    expect([...client.cookies.keys()]).toContain('csrf-token')
  })
})

it.each([
  ['plans?country=ZZZ', 422],
  ['plans?country=ZA', 200],
  ['reports/worker-type/file?format=docx', 422],
  ['careers?workerType=X', 422],
])('GET %s is %i', async (path, status) => {
  expect((await learner.get(path)).status).toBe(status)
})

it('a timed task says that it wants a log', async () => {
  const { body } = await learner.post('assessments/maze/attempts')
  const answers = [{ item: 'level_1', value: 1, ms: 10, at: '2026-11-21T08:00:00Z' }]
  const response = await learner.put(`attempts/${body['id'] as string}/answers`, { answers })
  expect(response.status).toBe(422)
  expect(response.text).toContain('Send its log')
})
