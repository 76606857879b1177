/**
 * What belongs to a user: profile sections, consents, curriculum, interactions, favourites (spec 3
 * User; spec 7).
 */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { isList } from '#engine/forms/section.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { UnknownKey } from '#server/base/secrets.ts'
import { WORK } from '#tests/support/conditional.ts'
import { EXPERIENCE } from '#tests/support/experience.ts'
import { catalog } from '#tests/support/documents.ts'
import {
  buildServer,
  signUp,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const SHIPPED = catalog.get('consent-list', 'main')!
/** With one that this tenant requires of minors in Kenya. */
const CONSENTS = {
  ...SHIPPED,
  items: [
    ...SHIPPED.items,
    {
      id: 'photo',
      label: 'consent.terms.title',
      text: 'consent.terms.text',
      version: 4,
      asked: { '==': [{ var: 'country' }, 'KE'] },
      needed: { '<': [{ or: [{ var: 'age' }, 99] }, 18] },
    },
  ],
}

let server: TestServer
let client: Client
let email: string
beforeAll(async () => {
  server = await buildServer({ documents: [WORK, EXPERIENCE, CONSENTS] })
  ;({ client, email } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] }))
})
afterAll(() => server.close())

const ONBOARDED = {}
const NEW = { verified: false, consented: false, plan: null, profile: false } as const
const CHIEF = '11-1011.00'
const NURSE = '29-1141.00'

async function profileOf(of: Client = client): Promise<Record<string, unknown>> {
  return (await of.get('auth/get-user')).body['profile'] as Record<string, unknown>
}

function problems({ body }: ApiResponse): [pointer: string, key: string][] {
  return ((body['fields'] ?? []) as { pointer: string; key: string }[]).map(({ pointer, key }) => [
    pointer,
    key,
  ])
}

describe('a user', () => {
  it('has the shape of the specification', async () => {
    const { body } = await client.get('auth/get-user')
    expect(body).toEqual({
      _id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      email,
      phone: null,
      emailVerified: true,
      phoneVerified: false,
      emailSHA256: createHash('sha256').update(email).digest('hex'),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      profile: {
        email,
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '2007-05-19',
        favourites: {},
      },
      consents: {
        terms: { granted: true, updatedAt: '2026-11-21T08:00:00.000Z', version: 1 },
        marketing: { granted: false, updatedAt: '2026-11-21T08:00:00.000Z', version: 1 },
        researchContact: { granted: false, updatedAt: '2026-11-21T08:00:00.000Z', version: 1 },
      },
      assessments: {
        holland_code: {
          metrics: {
            R: 40,
            I: 30,
            A: 10,
            S: 0,
            E: 20,
            C: 30,
            code: 'RIC',
            tied: true,
            consistency: 'high',
            range: 40,
            scale: { lowest: 0, highest: 40 },
            even: false,
          },
          quality: { confidence: 'ok', flags: [] },
          updatedAt: '2026-11-21T08:00:00.000Z',
        },
      },
      interactions: [],
      app: {
        accountType: 'power',
        role: null,
        researchAssessments: [],
        cohort: null,
        termsAgreement: true,
        guardianEmail: null,
        legalAge: 18,
      },
      auth: {
        currentSessionAuthMethod: 'email',
        currentSessionAuthVerified: true,
        newAddress: null,
        codeTo: email,
        secondFactor: 'offered',
      },
    })
  })

  it('is absent without a session: 204 and no body', async () => {
    const response = await server.client().get('auth/get-user')
    expect([response.status, response.text]).toEqual([204, ''])
  })
})

const SAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  about: { about: 'I repair radios.\nI have two sisters.' },
  names: { firstName: 'Thandeka', lastName: 'van der Merwe-Nkosi', nickname: 'Thandi 🌱' },
  basicInfo: {
    birthDate: '2006-02-28',
    nationality: 'KE',
    languages: ['en', 'zu'],
    phone: '+27 71 555 0148',
    email: 'cv@school.test',
    firstName: 'Ayşe',
    lastName: 'O’Brien',
    nickname: 'A',
    jobTitle: 'Learner',
    drivingLicense: 'B',
    educationLevel: 'grade_11',
    gender: 'female',
  },
  birthDate: { birthDate: '2005-12-31' },
  researchBackground: {
    researchAgeBand: '16-17',
    researchGender: 'female',
    researchHomeLanguage: 'zu',
  },
  initialProfile: { birthDate: '2005-12-31', firstName: 'Naledi', lastName: 'Mokoena' },
  firstChoice: { firstChoice: [{ career: '29-1141.00' }] },
  lessons: { lessonsDone: [{ lesson: 'read-a-prospectus' }] },
  papersReady: { papersReady: [{ paper: 'id' }] },
  subjects: { subjectSet: [{ subject: 'nsc-history' }, { subject: 'ib-physics', level: 'HL' }] },
}

describe('a profile section', () => {
  // Lists have a file of their own (records.test.ts).
  const saved = catalog
    .all('profile-section')
    .filter((section) => section.save !== undefined && !isList(section))

  it('is tested here, whichever ones the documents have', () => {
    expect(saved.map(({ id }) => id).sort()).toEqual(Object.keys(SAMPLES).sort())
    expect(saved.map(({ id, save }) => [id, save!.method, save!.route])).toEqual(
      expect.arrayContaining([
        ['about', 'PUT', 'about'],
        ['names', 'PUT', 'names'],
        ['basicInfo', 'PATCH', 'profile'],
      ]),
    )
  })

  it.each(saved.map((section) => [section.id, section] as const))(
    '%s is saved with its method at its route, and its entries update the profile',
    async (id, section) => {
      const { client: person } = await signUp(server, ONBOARDED)
      const { method, route } = section.save!
      if (section.consent !== undefined)
        await person.put('users/consents', { [section.consent]: true })
      const before = await profileOf(person)
      const response = await person.send(method, `users/${route}`, sample(id))
      expect([response.status, response.body]).toEqual([200, sample(id)])
      expect(await profileOf(person)).toEqual({ ...before, ...sample(id) })
    },
  )

  /** The sample, with choices that the lists of the documents really have. */
  function sample(id: string): Record<string, unknown> {
    const section = saved.find((each) => each.id === id)!
    return Object.fromEntries(
      Object.entries(SAMPLES[id]!).map(([key, value]) => {
        const list = section.fields.find((field) => field.id === key)?.list
        const choices =
          list === undefined ? [] : catalog.get('list', list)!.items.map((item) => item.id)
        if (list === undefined) return [key, value]
        if (Array.isArray(value)) return [key, choices.slice(0, 2)]
        return [key, choices.includes(value as string) ? value : choices[0]]
      }),
    )
  }

  it.each(saved.map(({ id, save }) => [id, save!] as const))(
    '%s is saved in no other way',
    async (_id, { method, route }) => {
      const others = (['POST', 'PUT', 'PATCH'] as const).filter((each) => each !== method)
      for (const other of others) {
        const response = await client.send(other, `users/${route}`, {
          firstName: 'X',
          lastName: 'Y',
          about: 'Z',
        })
        expect([other, response.status, response.body.code]).toEqual([other, 405, 'request/method'])
      }
      expect((await client.delete(`users/${route}`)).status).toBe(404)
    },
  )

  it.each([
    'workerType',
    'nosuchsection',
    'cv',
    'profile/x',
    '',
    'names/names',
    'toString',
    '__proto__',
    'constructor',
    '../auth/password',
  ])('that doesn’t exist isn’t found: %s', async (route) => {
    const response = await client.send('PUT', `users/${route}`, { firstName: 'X', lastName: 'Y' })
    expect(response.status).toBe(404)
    expect(response.body.code).toMatch(/^(profile\/unknown-section|request\/not-found)$/)
  })

  it('works in every stage, because onboarding is made of sections', async () => {
    const { client: person } = await signUp(server, NEW)
    expect((await person.put('users/about', { about: 'New here' })).status).toBe(200)
  })

  it('needs a session', async () => {
    const response = await server.client().put('users/names', { firstName: 'X', lastName: 'Y' })
    expect([response.status, response.body.code]).toEqual([401, 'access/session'])
  })

  it.each<[string, 'PUT' | 'PATCH', string, Record<string, unknown>, [string, string][]]>([
    [
      'a field that it does not have',
      'PUT',
      'names',
      { firstName: 'X', lastName: 'Y', accountType: 'powerPlus' },
      [['/accountType', 'form.unknown']],
    ],
    [
      'a field that is the server’s own',
      'PATCH',
      'profile',
      { favourites: { careers: [CHIEF] } },
      [['/favourites', 'form.unknown']],
    ],
    [
      'another such',
      'PATCH',
      'profile',
      { hiddenSections: ['names'], schoolCurriculum: 'nsc' },
      [
        ['/hiddenSections', 'form.unknown'],
        ['/schoolCurriculum', 'form.unknown'],
      ],
    ],
    [
      'an id number where the tenant asks for none',
      'PATCH',
      'profile',
      { idNumber: '8001015009087' },
      [['/idNumber', 'form.unknown']],
    ],
    [
      'a number for a text',
      'PUT',
      'names',
      { firstName: 7, lastName: 'Y' },
      [['/firstName', 'form.invalid']],
    ],
    [
      'an object for a text',
      'PUT',
      'about',
      { about: { toString: 'x' } },
      [['/about', 'form.invalid']],
    ],
    ['a list for a text', 'PUT', 'about', { about: ['x'] }, [['/about', 'form.invalid']]],
    [
      'a text for a list',
      'PATCH',
      'profile',
      { languages: 'en' },
      [['/languages', 'form.invalid']],
    ],
    [
      'a choice that is not on the list',
      'PATCH',
      'profile',
      { nationality: 'XX' },
      [['/nationality', 'form.choice']],
    ],
    [
      'the same choice twice',
      'PATCH',
      'profile',
      { languages: ['en', 'en'] },
      [['/languages', 'form.twice']],
    ],
    [
      'nothing where something is needed',
      'PUT',
      'names',
      { firstName: '   ', lastName: 'Y' },
      [['/firstName', 'required.firstName']],
    ],
    [
      'one of two that are needed',
      'PUT',
      'names',
      { lastName: 'Y' },
      [['/firstName', 'required.firstName']],
    ],
    [
      'null where something is needed, in a PATCH too',
      'PATCH',
      'profile',
      { firstName: null },
      [['/firstName', 'required.firstName']],
    ],
    [
      'a text that is too long',
      'PUT',
      'names',
      { firstName: 'x'.repeat(121), lastName: 'Y' },
      [['/firstName', 'form.tooLong']],
    ],
    [
      'a day that does not exist',
      'PATCH',
      'profile',
      { birthDate: '2007-02-29' },
      [['/birthDate', 'form.pastDate']],
    ],
    [
      'a day in the future',
      'PATCH',
      'profile',
      { birthDate: '2199-01-01' },
      [['/birthDate', 'form.pastDate']],
    ],
    ['an address that is none', 'PATCH', 'profile', { email: 'a@b' }, [['/email', 'form.email']]],
    [
      'a telephone number with too few digits',
      'PATCH',
      'profile',
      { phone: '123456' },
      [['/phone', 'form.phone']],
    ],
    [
      'a calling code that no country has',
      'PATCH',
      'profile',
      { phone: '+999 71 555 0148' },
      [['/phone', 'form.phone']],
    ],
    [
      'several wrong fields, each named',
      'PATCH',
      'profile',
      { phone: 'x', email: 'y', firstName: 'fine' },
      [
        ['/phone', 'form.phone'],
        ['/email', 'form.email'],
      ],
    ],
  ])('refuses %s, and stores nothing', async (_what, method, route, body, expected) => {
    const before = await profileOf()
    const response = await client.send(method, `users/${route}`, body)
    expect([response.status, response.body.code]).toEqual([422, 'profile/invalid'])
    expect(problems(response).sort()).toEqual([...expected].sort())
    for (const { message } of response.body['fields'] as { message: string }[])
      expect(message).not.toMatch(/^form\./)
    expect(await profileOf()).toEqual(before)
  })

  it.each([
    '{"__proto__":{"role":"owner"},"firstName":"X","lastName":"Y"}',
    '{"firstName":"X","lastName":"Y","constructor":{"prototype":{"role":"owner"}}}',
    '{"firstName":{"a":[{"__proto__":1}]},"lastName":"Y"}',
    '{"prototype":1}',
  ])('refuses names that reach for the prototype: %s', async (body) => {
    const response = await client.send('PUT', 'users/names', body)
    expect([response.status, response.body.code]).toEqual([400, 'request/malformed'])
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  })

  it.each([['{}'], ['[]'], ['"text"'], ['null'], ['7'], ['']])(
    'refuses a body that isn’t an object with at least one member: %s',
    async (body) => {
      const response = await client.send('PUT', 'users/names', body)
      expect([400, 422]).toContain(response.status)
      expect(response.body.code).toMatch(/^request\/(invalid|malformed)$/)
    },
  )

  it('that another device has saved since is refused, unless it says the same', async () => {
    const { client: person } = await signUp(server, ONBOARDED)
    const send = (body: Record<string, unknown>, tag: string) =>
      person.send('PUT', 'users/names', body, { 'if-match': tag })
    const names = (firstName: string) => ({ firstName, lastName: 'Mokoena', nickname: null })
    const keys = Object.keys(names(''))
    await person.put('users/names', names('Read'))
    const read = sectionVersion(await profileOf(person), keys)
    await person.put('users/names', names('Theirs'))
    const refused = await send(names('Mine'), read)
    expect([refused.status, refused.body.code]).toEqual([409, 'profile/changed'])
    expect(refused.body['message']).toContain('another phone or tab')
    expect((await profileOf(person))['firstName']).toBe('Theirs')
    // Its response was lost, or both wrote the same.
    expect((await send(names('Theirs'), read)).status).toBe(200)
    const now = sectionVersion(await profileOf(person), keys)
    expect((await send(names('Mine'), now)).status).toBe(200)
    // A save based on the current version raises no question.
    expect((await person.put('users/names', names('Last'))).status).toBe(200)
    expect((await profileOf(person))['firstName']).toBe('Last')
  })

  describe('with a list', () => {
    const at = (id: string) => `users/entries/lessons/lessonsDone/lesson/${id}`
    const done = async (person: Client) => (await profileOf(person))['lessonsDone']

    it('has single entries added and removed, whatever others have been added since', async () => {
      const { client: person } = await signUp(server, ONBOARDED)
      await person.put('users/lessons', { lessonsDone: [{ lesson: 'theirs' }] })
      expect((await person.put(at('mine'))).body).toEqual({
        lessonsDone: [{ lesson: 'theirs' }, { lesson: 'mine' }],
      })
      expect((await person.put(at('mine'))).status, 'twice is once').toBe(200)
      expect(await done(person)).toHaveLength(2)
      expect((await person.send('DELETE', at('theirs'))).body).toEqual({
        lessonsDone: [{ lesson: 'mine' }],
      })
      expect((await person.send('DELETE', at('no-such'))).status).toBe(200)
      expect((await person.send('DELETE', at('mine'))).body).toEqual({ lessonsDone: null })
      await Promise.all(['a', 'b', 'c', 'd'].map((id) => person.put(at(id))))
      expect(await done(person), 'at the same time').toHaveLength(4)
    })

    it('keeps what an entry says besides', async () => {
      const { client: person } = await signUp(server, ONBOARDED)
      const subjectSet = [{ subject: 'ib-physics', level: 'HL' }]
      await person.put('users/subjects', { subjectSet })
      await person.put('users/entries/subjects/subjectSet/subject/ib-physics')
      expect((await profileOf(person))['subjectSet']).toEqual(subjectSet)
    })

    it('takes no more entries than its section allows, and lets them go', async () => {
      const { client: person } = await signUp(server, ONBOARDED)
      const lessonsDone = Array.from({ length: 50 }, (_, at) => ({ lesson: `l${at}` }))
      await person.put('users/lessons', { lessonsDone })
      const refused = await person.put(at('one-more'))
      expect([refused.status, refused.body.code]).toEqual([422, 'profile/invalid'])
      expect((await person.send('DELETE', at('l0'))).status).toBe(200)
      expect((await person.put(at('one-more'))).status).toBe(200)
    })

    it.each([
      'users/entries/no-such/lessonsDone/lesson/a',
      'users/entries/lessons/firstName/lesson/a',
      'users/entries/lessons/lessonsDone/level/a',
      'users/entries/lessons/lessonsDone/__proto__/a',
      'users/entries/names/firstName/lesson/a',
    ])('knows no %s', async (path) => {
      const response = await client.put(path)
      expect([response.status, response.body.code]).toEqual([404, 'profile/unknown-section'])
    })
  })

  it('keeps the rest when a PATCH sends a part', async () => {
    const { client: person } = await signUp(server, ONBOARDED)
    await person.patch('users/profile', { jobTitle: 'Learner', nickname: 'Na' })
    expect((await person.patch('users/profile', { nickname: 'Ledi' })).body).toEqual({
      nickname: 'Ledi',
    })
    expect(await profileOf(person)).toMatchObject({
      jobTitle: 'Learner',
      nickname: 'Ledi',
      firstName: 'Naledi',
    })
  })

  it('stores texts trimmed, and null for what was left empty', async () => {
    const { client: person } = await signUp(server, ONBOARDED)
    expect(
      (
        await person.put('users/names', {
          firstName: '  Naledi ',
          lastName: 'Mokoena',
          nickname: '  ',
        })
      ).body,
    ).toEqual({ firstName: 'Naledi', lastName: 'Mokoena', nickname: null })
  })

  it('is cleared with null', async () => {
    const { client: person } = await signUp(server, ONBOARDED)
    await person.patch('users/profile', { nickname: 'Na', languages: ['en'] })
    expect((await person.patch('users/profile', { nickname: null, languages: [] })).body).toEqual({
      nickname: null,
      languages: null,
    })
    expect(await profileOf(person)).toMatchObject({ nickname: null, languages: null })
  })

  it('that a document adds works without any code of its own', async () => {
    const own = await buildServer({
      documents: [
        {
          kind: 'profile-section',
          id: 'hobby',
          v: 1,
          title: 'x',
          source: 'test',
          label: 'section.about.title',
          completeness: { kind: 'existence', fields: ['hobby'] },
          save: { method: 'POST', route: 'hobby' },
          fields: [
            { id: 'hobby', type: 'text', label: 'field.about', required: true, maxLength: 10 },
            { id: 'hours', type: 'integer', label: 'field.about', minimum: 1, maximum: 20 },
            { id: 'club', type: 'yesno', label: 'field.about' },
          ],
        },
      ],
    })
    const { client: person } = await signUp(own, ONBOARDED)
    expect(
      (await person.post('users/hobby', { hobby: 'Chess', hours: 20, club: false })).body,
    ).toEqual({ hobby: 'Chess', hours: 20, club: false })
    expect(
      problems(await person.post('users/hobby', { hobby: 'Chess', hours: 21, club: 'yes' })).sort(),
    ).toEqual([
      ['/club', 'form.invalid'],
      ['/hours', 'form.tooLarge'],
    ])
    expect(problems(await person.post('users/hobby', { hours: 1.5 })).sort()).toEqual([
      ['/hobby', 'form.required'],
      ['/hours', 'form.number'],
    ])
    expect(await profileOf(person)).toMatchObject({ hobby: 'Chess', hours: 20, club: false })
    await own.close()
  })

  it('changes nothing of the account itself', async () => {
    const { client: person, email: address } = await signUp(server, ONBOARDED)
    await person.patch('users/profile', { email: 'other@school.test', phone: '071 555 0148' })
    expect((await person.get('auth/get-user')).body).toMatchObject({
      email: address,
      phone: null,
      profile: { email: 'other@school.test', phone: '071 555 0148' },
    })
  })
})

describe('an identity number', () => {
  const NUMBER = '8001015009087'
  const MASKED = '•••••••••9087'
  let asking: TestServer
  beforeAll(async () => {
    const config = catalog.get('config', 'default')!
    asking = await buildServer({
      documents: [{ ...config, initialProfile: { ...config.initialProfile, rsaIdNumber: true } }],
    })
  })
  afterAll(() => asking.close())

  const rows = () =>
    asking.context.database.owner(asking.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql<{
            id: string
            id_number_sealed: string | null
            row: string
          }>`SELECT id, id_number_sealed, row_to_json(users)::text AS row FROM users WHERE tenant_id = ${asking.tenant.id}`.compile(
            sqlBuilder,
          ),
      }),
    )

  it('is sealed in the database and masked in every response', async () => {
    const { client: person } = await signUp(asking, { plan: null })
    const response = await person.patch('users/profile', { idNumber: NUMBER })
    expect([response.status, response.body]).toEqual([200, { idNumber: MASKED }])
    const user = await person.get('auth/get-user')
    expect(user.body['profile']).toMatchObject({ idNumber: MASKED })
    expect(user.text).not.toContain(NUMBER)
    const [row] = await rows()
    expect(row!.row).not.toContain(NUMBER)
    expect(row!.row).not.toContain(Buffer.from(NUMBER).toString('base64').replace(/=+$/, ''))
    expect(asking.context.secrets.open(row!.id_number_sealed!, asking.tenant.id, row!.id)).toBe(
      NUMBER,
    )
  })

  it('can’t be opened for another user, in another tenant or after a change', async () => {
    const [row] = await rows()
    const { secrets } = asking.context
    const refused = 'unable to authenticate data'
    expect(() =>
      secrets.open(row!.id_number_sealed!, asking.tenant.id, asking.context.newId()),
    ).toThrow(refused)
    expect(() => secrets.open(row!.id_number_sealed!, server.tenant.id, row!.id)).toThrow(refused)
    const sealed = row!.id_number_sealed!
    const change = (at: number) =>
      sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    for (const at of [sealed.indexOf('.') + 1, sealed.lastIndexOf('.') - 2])
      expect(() => secrets.open(change(at), asking.tenant.id, row!.id)).toThrow(refused)
    expect(() => secrets.open(change(sealed.length - 2), asking.tenant.id, row!.id)).toThrow(
      UnknownKey,
    )
  })

  it('is sealed differently each time, so that equal ones can’t be recognised', async () => {
    const { client: one } = await signUp(asking, { plan: null })
    const { client: two } = await signUp(asking, { plan: null })
    for (const person of [one, two]) await person.patch('users/profile', { idNumber: NUMBER })
    const sealed = (await rows()).flatMap(({ id_number_sealed: each }) => each ?? [])
    expect(new Set(sealed).size).toBe(sealed.length)
  })

  it('stays as it is when a form is saved with the mask, changes with a new one, and is cleared with null', async () => {
    const { client: person } = await signUp(asking, { plan: null })
    await person.patch('users/profile', { idNumber: NUMBER })
    expect(
      (await person.patch('users/profile', { idNumber: MASKED, firstName: 'Thandi' })).body,
    ).toEqual({ firstName: 'Thandi' })
    expect(await profileOf(person)).toMatchObject({ idNumber: MASKED, firstName: 'Thandi' })
    expect((await person.patch('users/profile', { idNumber: '9202204720083' })).body).toEqual({
      idNumber: '•••••••••0083',
    })
    expect(
      problems(await person.patch('users/profile', { idNumber: null })),
      'it is asked for here',
    ).toEqual([['/idNumber', 'required.rsaIdNumber']])
    expect(await profileOf(person)).toMatchObject({ idNumber: '•••••••••0083' })
  })

  it.each(['8001015009088', '80010150090', 'abcdefghijklm', '8013015009087', MASKED])(
    'is refused if it can’t be one: %s',
    async (idNumber) => {
      const { client: person } = await signUp(asking, { plan: null, profile: false })
      expect(problems(await person.patch('users/profile', { idNumber }))).toEqual([
        ['/idNumber', 'form.zaId'],
      ])
      expect(await profileOf(person)).not.toHaveProperty('idNumber')
    },
  )

  it('counts towards the initial profile', async () => {
    const { client: person } = await signUp(asking)
    expect(
      (await person.post('assessments/holland_code/attempts')).body.code,
      'still in onboarding',
    ).toBe('access/stage')
    await person.patch('users/profile', { idNumber: NUMBER })
    expect((await person.post('assessments/holland_code/attempts')).status).toBe(201)
  })
})

describe('consents', () => {
  it('are stored with the time of each, whether given or not', async () => {
    const { client: person } = await signUp(server, NEW)
    const first = await person.put('users/consents', { terms: true, marketing: false })
    expect(first.status).toBe(200)
    const at = (first.body['consents'] as Record<string, { updatedAt: string }>)['terms']!.updatedAt
    expect(first.body).toMatchObject({
      consents: {
        terms: { granted: true, updatedAt: at, version: 1 },
        marketing: { granted: false, updatedAt: at, version: 1 },
      },
      app: { termsAgreement: true },
    })
    server.wait(60)
    const second = await person.put('users/consents', { marketing: true })
    const later = new Date(new Date(at).getTime() + 60_000).toISOString()
    expect(second.body['consents']).toEqual({
      terms: { granted: true, updatedAt: at, version: 1 },
      marketing: { granted: true, updatedAt: later, version: 1 },
    })
  })

  it('are all that the specification names; a guardian’s is given by the guardian alone', async () => {
    const { client: person } = await signUp(server, NEW)
    const own = {
      terms: true,
      marketing: true,
      internalMarketingSharing: true,
      researchContact: true,
    }
    const response = await person.put('users/consents', { ...own, parent: true })
    expect([response.status, response.body['code']]).toEqual([403, 'consent/guardian'])
    const { body } = await person.put('users/consents', own)
    expect(Object.keys(body['consents'] as object).sort()).toEqual([
      'internalMarketingSharing',
      'marketing',
      'researchContact',
      'terms',
    ])
  })

  it('require acceptance of the terms, and store nothing without it', async () => {
    const { client: person } = await signUp(server, NEW)
    const response = await person.put('users/consents', { terms: false, marketing: true })
    expect([response.status, response.body.code]).toEqual([422, 'consent/terms-required'])
    expect(response.body['fields']).toEqual([
      {
        pointer: '/terms',
        key: 'problem.consent.terms-required',
        message: 'You must accept the terms to continue.',
      },
    ])
    expect((await person.get('auth/get-user')).body['consents']).toEqual({})
  })

  it('are those of the tenant’s list, and hold up the users whom it asks', async () => {
    const { client: person } = await signUp(server)
    const stage = async () =>
      (await person.post('assessments/holland_code/attempts')).body.code ?? 'open'
    expect(await stage(), 'nobody else is asked').toBe('open')
    await person.patch('users/profile', { nationality: 'KE' })
    expect(await stage()).toBe('access/stage')
    await person.patch('users/profile', { birthDate: '2011-01-01' })
    const no = await person.put('users/consents', { photo: false })
    expect([no.status, no.body.code, problems(no)]).toEqual([
      422,
      'consent/needed',
      [['/photo', 'problem.consent.needed']],
    ])
    expect(await stage()).toBe('access/stage')
    const yes = await person.put('users/consents', { photo: { granted: true, version: 4 } })
    expect(yes.body['consents']).toMatchObject({ photo: { granted: true, version: 4 } })
    expect(await stage()).toBe('open')
    await person.patch('users/profile', { birthDate: '1999-01-01' })
    expect((await person.put('users/consents', { photo: false })).status, 'grown up').toBe(200)
    expect(await stage()).toBe('open')
  })

  it('are in the user’s own export, with their version and time', async () => {
    const { client: person } = await signUp(server)
    const { body } = await person.get('users/me/export')
    expect(JSON.stringify(body)).toMatch(
      /"terms":\{(?=[^}]*"granted":true)(?=[^}]*"version":1)(?=[^}]*"updatedAt":"2026)/,
    )
  })

  it('are given to the wording that was shown, and to no other', async () => {
    const { client: person } = await signUp(server, NEW)
    const shown = (version: number) =>
      person.put('users/consents', { terms: { granted: true, version } })
    for (const version of [0, 2]) {
      const answer = await shown(version)
      expect([answer.status, answer.body.code]).toEqual([409, 'consent/changed'])
    }
    expect((await person.get('auth/get-user')).body['consents']).toEqual({})
    expect((await shown(1)).body['consents']).toMatchObject({ terms: { version: 1 } })
  })

  it.each([
    ['an unknown one', { cookies: true }],
    ['a name of the prototype', { toString: true }],
    ['a yes without the words it is for', { terms: { granted: true } }],
    ['a word for a yes', { terms: 'yes' }],
    ['a number', { terms: 1 }],
    ['null', { marketing: null }],
    ['none', {}],
    ['one that is known and one that is not', { terms: true, cookies: true }],
  ])('refuse %s', async (_what, body) => {
    const { client: person } = await signUp(server, NEW)
    const response = await person.put('users/consents', body)
    expect([response.status, response.body.code]).toEqual([422, 'request/invalid'])
    expect((await person.get('auth/get-user')).body['consents']).toEqual({})
  })
})

describe('a list of entries, months and some of a list', () => {
  const job = { employer: 'Spaza', began: '2024-02', ended: '2024-05' }
  const save = (of: Client, body: object) => of.patch('users/experience', body)

  it('are stored in their order, without what was left empty', async () => {
    const { client: person } = await signUp(server, ONBOARDED)
    const given = {
      jobs: [
        { ...job, employer: ' Spaza ', ended: '' },
        { ...job, employer: 'Clinic', tongues: [] },
      ],
      spoken: ['en', 'af'],
      left: '2024-06',
    }
    const answer = await save(person, given)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        jobs: [
          { employer: 'Spaza', began: '2024-02' },
          { ...job, employer: 'Clinic' },
        ],
        spoken: ['en', 'af'],
        left: '2024-06',
      },
    ])
    expect(await profileOf(person)).toMatchObject(answer.body)
    const turned = await save(person, { jobs: [...(answer.body['jobs'] as object[])].reverse() })
    expect((turned.body['jobs'] as { employer: string }[]).map((each) => each.employer)).toEqual([
      'Clinic',
      'Spaza',
    ])
  })

  it.each<[string, object, [string, string][]]>([
    [
      'an entry without what it needs, though it is a PATCH',
      { jobs: [job, { began: '2024-02' }] },
      [['/jobs/1/employer', 'form.required']],
    ],
    [
      'an entry that ends before it begins',
      { jobs: [{ ...job, ended: '2023-12' }] },
      [['/jobs/0/ended', 'form.pastDate']],
    ],
    [
      'an empty entry',
      { jobs: [job, {}] },
      [
        ['/jobs/1/employer', 'form.required'],
        ['/jobs/1/began', 'form.required'],
        ['/jobs/1', 'form.emptyEntry'],
      ],
    ],
    ['more entries than may be', { jobs: [job, job, job, job] }, [['/jobs', 'form.tooMany']]],
    ['none where one is needed', { jobs: [] }, [['/jobs', 'form.required']]],
    ['what is no list', { jobs: 'Spaza' }, [['/jobs', 'form.invalid']]],
    ['half a month', { left: '2024-' }, [['/left', 'form.pastMonth']]],
    ['a month to come', { left: '2999-01' }, [['/left', 'form.pastMonth']]],
    ['too few of a list', { spoken: ['en'] }, [['/spoken', 'form.tooFew']]],
    ['too many of a list', { spoken: ['en', 'af', 'zu', 'xh'] }, [['/spoken', 'form.tooMany']]],
  ])('refuses %s by name', async (_what, body, expected) => {
    const { client: person } = await signUp(server, ONBOARDED)
    const answer = await save(person, body)
    expect([answer.status, answer.body.code]).toEqual([422, 'profile/invalid'])
    expect(problems(answer).sort()).toEqual([...expected].sort())
    expect(await profileOf(person)).not.toHaveProperty('jobs')
  })
})

describe('the school curriculum', () => {
  it('is one of those that the server names', async () => {
    const { client: person } = await signUp(server, NEW)
    for (const key of Object.keys((await person.get('school-curricula')).body)) {
      expect(
        (await person.put('users/school-curriculum', { schoolCurriculum: key })).body['profile'],
      ).toMatchObject({ schoolCurriculum: key })
    }
  })

  it.each([
    ['one that is not', { schoolCurriculum: 'gcse-of-mars' }, 'profile/unknown-curriculum'],
    ['a name of the prototype', { schoolCurriculum: 'constructor' }, 'profile/unknown-curriculum'],
    ['none', {}, 'request/invalid'],
    ['null', { schoolCurriculum: null }, 'request/invalid'],
  ])('refuses %s', async (_what, body, code) => {
    const response = await client.put('users/school-curriculum', body)
    expect([response.status, response.body.code]).toEqual([422, code])
    expect(await profileOf()).not.toHaveProperty('schoolCurriculum')
  })
})

describe('interactions', () => {
  it('are added to the user’s, oldest first', async () => {
    const { client: person } = await signUp(server, NEW)
    const first = await person.post('users/interactions', {
      type: 'tour',
      step: 3,
      done: false,
      note: null,
    })
    expect([first.status, first.body]).toEqual([
      201,
      { type: 'tour', step: 3, done: false, note: null, _id: expect.any(String) },
    ])
    const second = await person.post('users/interactions', { type: 'survey', _id: 'mine' })
    expect(second.body['_id']).not.toBe('mine')
    expect((await person.get('auth/get-user')).body['interactions']).toEqual([
      first.body,
      second.body,
    ])
  })

  it.each([
    ['none', {}, 422],
    ['a list', [], 422],
    ['one of more than 2 kB', { a: 'x'.repeat(2048) }, 413],
  ])('refuse %s', async (_what, body, status) => {
    const { client: person } = await signUp(server, NEW)
    expect((await person.post('users/interactions', body)).status).toBe(status)
    expect((await person.get('auth/get-user')).body['interactions']).toEqual([])
  })
})

describe('favourites', () => {
  const put = (of: Client, id: string) => of.put(`users/favourites/careers/${id}`)
  const remove = (of: Client, id: string) => of.delete(`users/favourites/careers/${id}`)

  it('are returned as the list of ids, in the order in which they were saved', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    expect((await put(person, NURSE)).body).toEqual([NURSE])
    expect((await put(person, CHIEF)).body).toEqual([NURSE, CHIEF])
    expect((await put(person, CHIEF)).body, 'twice').toEqual([NURSE, CHIEF])
    expect((await profileOf(person))['favourites']).toEqual({ careers: [NURSE, CHIEF] })
    expect((await person.get('careers/favourites')).body).toMatchObject({
      total: 2,
      items: [
        { id: NURSE, favourite: true },
        { id: CHIEF, favourite: true },
      ],
    })
    expect((await remove(person, NURSE)).body).toEqual([CHIEF])
    expect((await remove(person, NURSE)).body, 'twice').toEqual([CHIEF])
    expect((await remove(person, CHIEF)).body).toEqual([])
    expect((await profileOf(person))['favourites']).toEqual({})
  })

  it('are listed together, the newest first, each with its kind and its page', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const saved = async () => (await person.get('users/favourites')).body
    expect(await saved()).toEqual({ items: [], total: 0 })
    await put(person, NURSE)
    await person.put('users/favourites/bursaries/chevening-scholarship')
    expect(await saved()).toMatchObject({
      total: 2,
      items: [
        {
          id: 'chevening-scholarship',
          type: 'bursaries',
          title: expect.stringContaining('Chevening') as string,
          kind: 'Bursary',
          page: { routeName: 'bursaryDetailPage', param: 'id' },
        },
        {
          id: NURSE,
          type: 'careers',
          title: 'Registered nurse',
          kind: 'Career',
          page: { routeName: 'careerDetailPage', param: 'id' },
        },
      ],
    })
    await put(person, CHIEF)
    await remove(person, NURSE)
    const { items } = (await saved()) as { items: { id: string }[] }
    expect(items.map(({ id }) => id)).toEqual([CHIEF, 'chevening-scholarship'])
  })

  it('are listed without what the plan doesn’t open', async () => {
    const { client: person } = await signUp(server, {
      plan: 'TEST-LITE',
      workerType: [5, 4, 2, 1, 3, 4],
    })
    await put(person, NURSE)
    await person.put('users/favourites/bursaries/chevening-scholarship')
    expect((await person.get('users/favourites')).body).toMatchObject({
      total: 1,
      items: [{ id: NURSE }],
    })
  })

  it('are saved once by ten taps at once', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(person, CHIEF)))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 10 }, () => [200, [CHIEF]]),
    )
  })

  it.each([
    ['a career that is not there', 'careers/99-9999.00', 404, 'request/not-found'],
    ['a type that is not there', 'planets/11-1011.00', 404, 'request/not-found'],
    ['a name of the prototype', 'careers/__proto__', 404, 'request/not-found'],
  ])('refuse %s', async (_what, path, status, code) => {
    const response = await client.put(`users/favourites/${path}`)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect((await profileOf())['favourites']).toEqual({})
  })

  it('can be removed even if the career is no longer in the catalogue', async () => {
    expect([
      (await client.delete('users/favourites/careers/99-9999.00')).status,
      (await client.delete('users/favourites/careers/99-9999.00')).body,
    ]).toEqual([200, []])
  })

  it('are closed before the worker type is taken', async () => {
    const { client: person } = await signUp(server)
    const answer = await put(person, CHIEF)
    expect([answer.status, answer.body.code]).toEqual([403, 'access/stage'])
  })
})

describe('hiding a section of the CV', () => {
  const hide = (of: Client, section: string, hidden: boolean) =>
    of.post('users/cv/hide-section', { section, hide: hidden })

  it('returns what is hidden now', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    expect((await hide(person, 'about', true)).body).toEqual({ hiddenSections: ['about'] })
    expect((await hide(person, 'names', true)).body).toEqual({ hiddenSections: ['about', 'names'] })
    expect((await hide(person, 'about', true)).body, 'twice').toEqual({
      hiddenSections: ['about', 'names'],
    })
    expect((await hide(person, 'about', false)).body).toEqual({ hiddenSections: ['names'] })
    expect((await hide(person, 'about', false)).body, 'twice').toEqual({
      hiddenSections: ['names'],
    })
    expect(await profileOf(person)).toMatchObject({ hiddenSections: ['names'] })
  })

  it('loses none of several that are hidden at once', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const all = catalog.all('profile-section').map(({ id }) => id)
    await Promise.all(all.map((section) => hide(person, section, true)))
    expect([...((await profileOf(person))['hiddenSections'] as string[])].sort()).toEqual(
      [...all].sort(),
    )
  })

  it('refuses an unknown section', async () => {
    expect((await hide(client, 'nosuch', true)).body.code).toBe('profile/unknown-section')
    expect((await client.post('users/cv/hide-section', { section: 'about' })).status).toBe(422)
    expect(await profileOf()).not.toHaveProperty('hiddenSections')
  })
})

describe('a tenant’s section whose questions depend on each other', () => {
  const work = async (body: object, plan: 'TEST-LITE' | 'TEST-COMMIT' = 'TEST-LITE') => {
    const { client: person } = await signUp(server, { plan })
    await person.patch('users/profile', { birthDate: '1999-01-01' })
    return { person, answer: await person.patch('users/work', body) }
  }

  it('is saved if it is valid', async () => {
    const { person, answer } = await work({
      hasWorked: true,
      employer: 'Spaza',
      workStart: '2024-01-01',
      workEnd: '2024-03-01',
    })
    expect([answer.status, await profileOf(person)]).toMatchObject([
      200,
      { hasWorked: true, employer: 'Spaza', workEnd: '2024-03-01' },
    ])
  })

  it.each<[string, object, [string, string][]]>([
    ['what is asked and missing', { hasWorked: true }, [['/employer', 'form.required']]],
    [
      'what is given and not asked',
      { hasWorked: false, employer: 'Spaza' },
      [['/employer', 'form.notAsked']],
    ],
    ['what is for other plans', { mentor: 'Thandi' }, [['/mentor', 'form.notAsked']]],
    [
      'an end before its start',
      { hasWorked: true, employer: 'Spaza', workStart: '2024-01-02', workEnd: '2024-01-01' },
      [['/workEnd', 'form.pastDate']],
    ],
    [
      'a value that is no date, before anything else',
      { hasWorked: true, employer: 'Spaza', workStart: 'soon', workEnd: 'later' },
      [
        ['/workStart', 'form.date'],
        ['/workEnd', 'form.date'],
      ],
    ],
  ])('refuses %s, and stores none of it', async (_what, body, expected) => {
    const { person, answer } = await work(body)
    expect([answer.status, problems(answer)]).toEqual([422, expected])
    expect(await profileOf(person)).not.toHaveProperty('hasWorked')
  })

  it('asks for a minor’s guardian, based on the stored birth date', async () => {
    const { person } = await work({ hasWorked: false })
    await person.patch('users/profile', { birthDate: '2012-01-01' })
    expect(problems(await person.patch('users/work', { guardian: '' }))).toEqual([
      ['/guardian', 'form.required'],
    ])
    expect((await person.patch('users/work', { guardian: 'Ma' })).status).toBe(200)
    await person.patch('users/profile', { birthDate: '1999-01-01' })
    expect(problems(await person.patch('users/work', { guardian: 'Ma' }))).toEqual([
      ['/guardian', 'form.notAsked'],
    ])
  })

  it('forgets what is no longer asked', async () => {
    const { person } = await work({ hasWorked: true, employer: 'Spaza', workStart: '2024-01-01' })
    expect((await person.patch('users/work', { hasWorked: false })).body).toEqual({
      hasWorked: false,
      employer: null,
      workStart: null,
    })
    expect(await profileOf(person)).toMatchObject({
      hasWorked: false,
      employer: null,
      workStart: null,
    })
  })
})
