/** The CV as a file: every format, its name, and what one person or one file may not do to others. */

import { Ajv } from 'ajv'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Refusal } from '#engine/contract/problems.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { cvFile } from '#server/papers/cvfile.ts'
import { attachment } from '#server/papers/filename.ts'
import { Papers } from '#server/papers/papers.ts'
import { insertImage } from '#server/store/images.ts'
import { catalog } from '#tests/support/documents.ts'
import { partOf } from '#tests/support/filetext.ts'
import { pdfjs, pdftotext } from '#tests/support/pdf.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const WORKER_TYPE = [5, 4, 2, 1, 3, 4]
/** A process that takes as long as a file tells it to. */
const SLOW = new URL('../support/slowpaper.ts', import.meta.url)
let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer()
  ;({ client } = await signUp(server, { workerType: WORKER_TYPE }))
  await client.put('users/names', { firstName: 'Thandí "T"', lastName: 'Mokoena/../x' })
  await client.put('users/about', { about: 'I like things that work.\n=cmd|calc!A0 #panic("x")' })
})
afterAll(async () => {
  server.context.papers.close()
  await server.close()
})

const get = (query: string, as = client) => as.get(`users/cv/file?${query}`)

describe('the CV as its page shows it', () => {
  type View = {
    look: { head: string }
    name: string
    parts: { id: string; section: string; lines?: string[] }[]
    gaps: { section: string; title: string; why: string; minutes: number; ask?: string }[]
    hidden: { section: string; title: string }[]
    file: { format: string; at: string } | null
  }
  const view = async (query = '') => (await client.get(`users/cv${query}`)).body as View

  it('has the parts, the section of each, and what is missing with its minutes', async () => {
    const { name, look, parts, gaps, hidden } = await view()
    expect([name, look.head]).toEqual(['Thandí "T" Mokoena/../x', 'plain'])
    expect(parts).toMatchObject([
      {
        id: 'about',
        section: 'about',
        lines: ['I like things that work.', '=cmd|calc!A0 #panic("x")'],
      },
    ])
    // In the layout's order; what is complete is never asked for.
    expect(gaps.map(({ section }) => section)).toEqual([
      // Nobody can be called without a number.
      'basicInfo',
      'experiences',
      'jobTasks',
      'educations',
      'achievements',
      'skills',
      'qualities',
      'interests',
      'references',
    ])
    for (const { title, why, minutes, ask } of gaps)
      expect([title, why, minutes, ask ?? '']).not.toContain('')
    // Of its thirteen fields, the one that is missing.
    expect(gaps[0]).toMatchObject({ title: 'Your phone number', fields: ['phone'] })
    expect(gaps[1]).not.toHaveProperty('fields')
    expect(hidden).toEqual([])
  })

  it('is drawn in the layout and the language that are asked for', async () => {
    const { look, parts } = await view('?layout=warm&lang=af')
    expect([look.head, parts]).toMatchObject(['cloth', [{ title: 'Oor my' }]])
    expect((await client.get('users/cv?layout=no-such')).status).toBe(404)
  })

  it('says which file was made last, of this person alone', async () => {
    const { client: other } = await signUp(server, { workerType: WORKER_TYPE })
    const file = async () => ((await other.get('users/cv')).body as View).file
    expect(await file()).toBeNull()
    expect((await get('format=txt', other)).status).toBe(200)
    server.wait(60)
    expect((await get('format=docx', other)).status).toBe(200)
    expect(await file()).toMatchObject({ format: 'docx' })
    server.wait(60)
    expect((await get('format=txt', other)).status).toBe(200)
    expect(await file()).toMatchObject({ format: 'txt' })
    expect((await get('format=pdf&layout=no-such', other)).status).toBe(404)
    expect(await file()).toMatchObject({ format: 'txt' })
  })

  it('lists what is hidden, and neither shows it nor asks for it', async () => {
    const hide = (section: string, is: boolean) =>
      client.post('users/cv/hide-section', { section, hide: is })
    await hide('about', true)
    await hide('basicInfo', true)
    const { parts, gaps, hidden } = await view()
    expect(parts).toEqual([])
    expect(gaps.map(({ section }) => section)).not.toContain('basicInfo')
    expect(hidden).toEqual([
      { section: 'about', title: 'About me' },
      { section: 'basicInfo', title: 'Languages' },
    ])
    await hide('about', false)
    await hide('basicInfo', false)
  })
})

describe('the order of its parts', () => {
  it('is the person’s own in the page and the files, and no other device overwrites it', async () => {
    const { client: ann } = await signUp(server, { workerType: WORKER_TYPE })
    await ann.put('users/about', { about: 'I like order.' })
    await ann.post('users/skills', { skills: [{ text: 'Welding' }] })
    await ann.post('users/achievements', { title: 'Best choir', date: '2020-01' })
    const tag = (cvOrder?: string[]) => ({ 'if-match': sectionVersion({ cvOrder }, ['cvOrder']) })
    const put = (order: string[], headers = {}) =>
      ann.send('PUT', 'users/cv/order', { order }, headers)
    const order = ['skills', 'achievements', 'about']
    expect((await put(order, tag())).body).toEqual({ cvOrder: order })
    // Sent again, because the response was lost; then by a phone that hasn’t seen it.
    expect((await put(order, tag())).status).toBe(200)
    expect((await put(['about'], tag())).body.code).toBe('profile/changed')
    const {
      parts,
      order: all,
      layouts,
    } = (await ann.get('users/cv?layout=compact')).body as never as {
      parts: { id: string }[]
      order: { id: string; state: string }[]
      layouts: { id: string; title: string; drawing: string }[]
    }
    expect(parts.map(({ id }) => id)).toEqual(order)
    expect(all.filter(({ state }) => state === 'shown').map(({ id }) => id)).toEqual(order)
    expect(all).toHaveLength(11)
    expect(layouts).toEqual([
      { id: 'clean', title: 'Clean', drawing: 'rule' },
      { id: 'warm', title: 'Warm', drawing: 'cloth' },
      { id: 'compact', title: 'Compact', drawing: 'dots' },
    ])
    const { text } = await get('format=txt', ann)
    expect(text.indexOf('Welding')).toBeLessThan(text.indexOf('I like order.'))
    const members = Object.keys(JSON.parse((await get('format=json', ann)).text) as object)
    expect(members.indexOf('skills')).toBeLessThan(members.indexOf('awards'))
    expect(pdftotext((await get('format=pdf', ann)).bytes)).toMatch(
      /Welding[^]*Best choir[^]*I like order/,
    )
    expect((await put([], tag(order))).body).toEqual({ cvOrder: [] })
  })
})

describe('the CV as a file', () => {
  it('is a PDF with the person’s words and name', async () => {
    const { status, headers, bytes } = await get('format=pdf')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="CV-of-Thandi-T-Mokoena-x.pdf"; filename*=UTF-8''CV-of-Thand%C3%AD-T-Mokoena-x.pdf`,
    )
    const text = pdftotext(bytes)
    expect(text).toContain('I like things that work.')
    expect(text).toContain('=cmd|calc!A0 #panic("x")')
    expect(bytes.length).toBeLessThan(60_000)
  })

  it('is in each layout, in the language of the request', async () => {
    for (const layout of ['clean', 'warm', 'compact']) {
      const { bytes } = await get(`format=pdf&layout=${layout}&lang=af`)
      expect(pdftotext(bytes), layout).toContain('Oor my')
    }
    expect((await get('format=pdf&layout=no-such')).status).toBe(404)
    expect((await get('format=exe')).status).toBe(422)
  })

  it('is a Word file with headings', async () => {
    const { status, bytes } = await get('format=docx')
    expect(status).toBe(200)
    const xml = partOf(bytes, 'word/document.xml')
    expect(xml).toContain('<w:pStyle w:val="Heading2"/>')
    expect(xml).toContain('I like things that work.')
    expect(xml).toContain('=cmd|calc!A0 #panic(&quot;x&quot;)')
  })

  it('runs each paragraph in its own direction, in Word and behind a link', async () => {
    const { client: mixed } = await signUp(server, { workerType: WORKER_TYPE })
    await mixed.put('users/about', { about: 'أحب العمل مع الناس\nI like work' })
    const xml = partOf((await get('format=docx', mixed)).bytes, 'word/document.xml')
    const paragraph = (words: string) =>
      [...xml.matchAll(/<w:p>[^]*?<\/w:p>/g)].find(([whole]) => whole.includes(words))?.[0] ?? ''
    expect(paragraph('أحب العمل')).toMatch(/<w:bidi\/>[^]*<w:rtl\/>/)
    expect(paragraph('I like work')).toContain('I like work')
    expect(paragraph('I like work')).not.toMatch(/<w:bidi\/>|<w:rtl\/>/)
    const { body } = await mixed.post('users/cv/shares', { days: 7 })
    const page = await server.app.inject({
      url: new URL(String(body['url'])).pathname,
      headers: { host: server.host },
    })
    for (const words of ['أحب العمل مع الناس', 'I like work'])
      expect(page.body).toMatch(new RegExp(`<p dir="auto"[^>]*>${words}`))
  })

  it('is set in a layout that the tenant has made', async () => {
    const clean = catalog.get('paper', 'clean')!
    const own = await buildServer({
      documents: [
        {
          ...clean,
          id: 'workshop',
          title: 'Workshop',
          order: 9,
          head: 'cloth',
          colors: { ...clean.colors, name: 'brand' },
          parts: clean.parts.toReversed(),
        },
      ],
    })
    try {
      const { client: ann } = await signUp(own, { workerType: WORKER_TYPE })
      await ann.put('users/about', { about: 'I like order.' })
      await ann.post('users/achievements', { title: 'Best choir', date: '2020-01' })
      const { body } = await ann.get('users/cv?layout=workshop')
      const { layouts, look, parts } = body as never as {
        layouts: { id: string }[]
        look: { head: string }
        parts: { id: string }[]
      }
      expect(layouts.map(({ id }) => id)).toEqual(['clean', 'warm', 'compact', 'workshop'])
      expect([look.head, parts.map(({ id }) => id)]).toEqual(['cloth', ['achievements', 'about']])
      expect(pdftotext((await get('format=pdf&layout=workshop', ann)).bytes)).toMatch(
        /Best choir[^]*I like order/,
      )
    } finally {
      own.context.papers.close()
      await own.close()
    }
  })

  it('is plain text', async () => {
    const { headers, text } = await get('format=txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toContain('ABOUT ME\nI like things that work.\n')
  })

  it('is a JSON Resume that is valid by the schema of the format', async () => {
    const { resolve } = createRequire(import.meta.url)
    const schema = JSON.parse(readFileSync(resolve('@jsonresume/schema/schema.json'), 'utf8'))
    const ajv = new Ajv({ strict: false, formats: { email: /^\S+@\S+$/, uri: /^https?:/ } })
    const { text } = await get('format=json')
    const resume: unknown = JSON.parse(text)
    expect(ajv.validate(schema, resume), ajv.errorsText()).toBe(true)
    expect(resume).toMatchObject({ basics: { summary: expect.stringContaining('I like') } })
  })

  it('is for those who have the feature', async () => {
    const { client: free } = await signUp(server, { plan: null })
    expect((await get('format=pdf', free)).body.code).toBe('access/stage')
    expect((await get('format=pdf', server.client())).body.code).toBe('access/session')
  })

  it('is refused after sixty in an hour', async () => {
    const { client: eager } = await signUp(server, { workerType: WORKER_TYPE })
    for (let index = 0; index < 60; index++)
      expect((await get('format=txt', eager)).status).toBe(200)
    const refused = await get('format=txt', eager)
    expect([refused.status, refused.body.code]).toEqual([429, 'request/rate-limited'])
    server.wait(3700)
    await client.get('auth/get-user')
    expect((await get('format=txt', eager)).status).toBe(200)
  })
})

describe('the tenant’s logo', () => {
  const sha = '0123456789abcdef0123'
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  it('is on a CV only if the person asks for it', async () => {
    const config = { ...catalog.get('config', 'default')! }
    const images = { ...config.images, logo: `/api/images/${sha}.png` }
    const branded = await buildServer({ documents: [{ ...config, images }] })
    try {
      const { client: own } = await signUp(branded, { workerType: WORKER_TYPE })
      await own.put('users/about', { about: 'I like things that work.' })
      await branded.context.database.tenant(branded.tenant.id, (tx) =>
        insertImage(tx, {
          sha,
          type: 'image/png',
          body: Buffer.from(PNG, 'base64'),
          now: branded.context.now(),
        }),
      )
      const figures = async (query: string) =>
        (await pdfjs((await get(query, own)).bytes)).roles.filter((role) => role === 'Figure')
      expect(await figures('format=pdf')).toHaveLength(0)
      for (const layout of ['clean', 'warm', 'compact'])
        expect(await figures(`format=pdf&logo=1&layout=${layout}`), layout).toHaveLength(1)
      expect((await own.get('users/cv')).body['logo']).toBe(true)
    } finally {
      await branded.close()
    }
    expect((await client.get('users/cv')).body['logo']).toBe(false)
    expect((await get('format=pdf&logo=1')).status).toBe(200)
  })
})

describe('a CV of every length', () => {
  const texts = (count: number) => 'I did a thing of use here. '.repeat(40).slice(0, count)
  /** As long as every form allows. */
  const longest = () => {
    const word = (at: number) => `${'N'.repeat(110)} ${at}`
    return {
      basics: { name: 'A B', summary: texts(1000) + texts(900) },
      work: Array.from({ length: 30 }, (_, at) => ({
        position: word(at),
        name: word(at),
        startDate: '2020-01',
        endDate: '2021-01',
        summary: texts(990) + at,
      })),
      education: Array.from({ length: 30 }, (_, at) => ({
        institution: word(at),
        studyType: word(at),
        startDate: '2020-01',
        endDate: '2021-01',
        courses: [texts(990) + at],
      })),
      awards: Array.from({ length: 30 }, (_, at) => ({
        title: word(at),
        date: '2020-01',
        summary: texts(990) + at,
      })),
      skills: Array.from({ length: 30 }, (_, at) => ({ name: `Skill ${at} ${'s'.repeat(60)}` })),
      interests: Array.from({ length: 20 }, (_, at) => ({ name: `Interest ${at}` })),
    }
  }

  it('is refused when saved with ten thousand words in a field, with which field it is', async () => {
    const about = Array.from({ length: 10_000 }, (_, at) => `w${at}`).join(' ')
    const { client: wordy } = await signUp(server, { workerType: WORKER_TYPE })
    const saved = await wordy.put('users/about', { about })
    expect([saved.status, saved.body['fields']]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/about' })],
    ])
    const brought = await wordy.post('users/cv/import', { resume: { basics: { summary: about } } })
    expect(brought.body['left']).toEqual([
      {
        pointer: '/basics/summary',
        why: 'invalid',
        message: 'Who you are: Use at most 2000 characters',
      },
    ])
    expect((await wordy.get('auth/get-user')).body['profile']).not.toHaveProperty('about')
  })

  it('that every form still allows is in each format, in time, with its last word', async () => {
    // With the product's memory, and with time for a busy machine; `bench papers` measures the time.
    const papers = new Papers({ limitMs: 60_000 })
    const patient = await buildServer({ papers })
    const { client: long } = await signUp(patient, { workerType: WORKER_TYPE })
    const { body } = await long.post('users/cv/import', { resume: longest() })
    const left = (body['left'] as { pointer: string; why: string }[]).filter(
      ({ why }) => why !== 'kept',
    )
    expect(left).toEqual([])
    for (const format of ['pdf', 'docx', 'txt', 'json']) {
      const { status, bytes } = await get(`format=${format}`, long)
      expect([format, status]).toEqual([format, 200])
      const said =
        format === 'pdf'
          ? pdftotext(bytes)
          : format === 'docx'
            ? partOf(bytes, 'word/document.xml')
            : bytes.toString()
      expect(said, format).toContain('Interest 19')
    }
    expect(papers.lost).toBe(0)
    await patient.close()
    papers.close()
  }, 120_000)

  /** More than any form allows, as a tenant's own section could. */
  const lines = (count: number) => Array.from({ length: count }, () => 'a').join('\n')
  const file = (papers: Papers, description: string) =>
    cvFile(papers, 'a', 'pdf', {
      release: server.context.release(server.tenant),
      language: 'en',
      profile: { firstName: 'A', experiences: [{ jobTitle: 'Cook', description }] },
      paper: catalog.get('paper', 'clean')!,
    })
  const rejected = (made: Promise<unknown>) =>
    made.then(
      () => null,
      (error: unknown) => error as Refusal,
    )

  it('ends after five seconds or 300 MB in the real process, says which part is too long, and the next one is set', async () => {
    const papers = new Papers()
    try {
      await file(papers, 'short')
      const began = performance.now()
      const refused = await rejected(file(papers, lines(40_000)))
      expect(performance.now() - began).toBeLessThan(20_000)
      expect(refused).toMatchObject({
        code: 'cv/too-long',
        detail: {
          said: { key: 'problem.cv.tooLongAt', values: { part: 'Experience', words: 40_001 } },
          fields: [{ pointer: '/experiences' }],
        },
      })
      expect(String(refused!.cause)).toMatch(/took too (?:long|much memory)/)
      expect(papers.lost).toBe(1)
      expect((await file(papers, 'short')).file.length).toBeGreaterThan(1000)
    } finally {
      papers.close()
    }
  }, 60_000)

  it('ends at 300 MB, however much time it has', async () => {
    const papers = new Papers({ limitMs: 200_000 })
    try {
      const refused = await rejected(file(papers, lines(40_000)))
      expect(String(refused!.cause)).toContain('took too much memory')
      // What is longer than sixty pages isn't even begun.
      expect((await rejected(file(papers, 'word '.repeat(90_000))))!.code).toBe('cv/too-long')
      expect(papers.lost).toBe(1)
    } finally {
      papers.close()
    }
  }, 240_000)

  it('tells the person in their language', async () => {
    const papers = new Papers({ script: SLOW, limitMs: 300 })
    const roomy = await buildServer({ papers })
    try {
      const { client: long } = await signUp(roomy, { workerType: WORKER_TYPE })
      await long.put('users/about', { about: 'forever '.repeat(240) })
      const { status, body } = await get('format=pdf&lang=af', long)
      expect([status, body.code, body['message']]).toEqual([
        422,
        'cv/too-long',
        'Hierdie CV is te lank vir een lêer. Die langste deel is “Oor my”, met 240 woorde. Maak dit korter en probeer weer.',
      ])
      expect(body['fields']).toMatchObject([{ pointer: '/about' }])
    } finally {
      await roomy.close()
      papers.close()
    }
  }, 120_000)
})

describe('a file that can’t be set', () => {
  const data = (text: string) => JSON.stringify({ text })
  const script = SLOW

  it('ends alone: its process is replaced, and the next file is set', async () => {
    const papers = new Papers({ script, limitMs: 300, residentMb: 400 })
    try {
      await expect(papers.pdf('a', 'cv', data('forever'))).rejects.toMatchObject({
        code: 'cv/too-long',
      })
      await expect(papers.pdf('a', 'cv', data('memory'))).rejects.toMatchObject({
        code: 'cv/too-long',
      })
      expect(papers.lost).toBe(2)
      expect(String(await papers.pdf('a', 'cv', data('short')))).toBe('set')
      await expect(papers.pdf('a', 'cv', 'x'.repeat(400_001))).rejects.toMatchObject({
        code: 'cv/too-long',
      })
    } finally {
      papers.close()
    }
  })

  it('has longer if it is several in one, and ends at its limit too', async () => {
    const papers = new Papers({ script, limitMs: 300, bundleMs: 2000, residentMb: 400 })
    try {
      await expect(papers.pdf('a', 'report', data('slow'))).rejects.toMatchObject({
        code: 'report/too-long',
      })
      expect(String(await papers.pdf('a', 'report', data('slow'), true))).toBe('set')
      await expect(papers.pdf('a', 'report', data('forever'), true)).rejects.toMatchObject({
        code: 'report/too-long',
      })
      expect(papers.lost).toBe(2)
    } finally {
      papers.close()
    }
  })

  it('is refused at once when too many wait, and tenants take turns', async () => {
    const papers = new Papers({ script, limitMs: 20_000 })
    const order: string[] = []
    try {
      const asked = Array.from({ length: 60 }, () => papers.pdf('many', 'cv', data('short')))
      const one = papers.pdf('one', 'cv', data('short')).then(() => order.push('one'))
      void asked.at(-1)!.then(
        () => order.push('last'),
        () => undefined,
      )
      const ended = await Promise.allSettled(asked)
      await one
      const refused = ended.filter((each) => each.status === 'rejected')
      expect(refused.length).toBeGreaterThanOrEqual(19)
      for (const { reason } of refused)
        expect(reason).toMatchObject({ code: 'server/busy', detail: { retryAfter: 5 } })
      expect(order[0]).toBe('one')
    } finally {
      papers.close()
    }
  })
})

describe('the name of a file', () => {
  it.each([
    ['CV of Thandi', `attachment; filename="CV-of-Thandi.pdf"; filename*=UTF-8''CV-of-Thandi.pdf`],
    ['ታንዲ', `attachment; filename="CV.pdf"; filename*=UTF-8''%E1%89%B3%E1%8A%95%E1%8B%B2.pdf`],
    [
      'a"\r\nSet-Cookie: x',
      `attachment; filename="a-Set-Cookie-x.pdf"; filename*=UTF-8''a-Set-Cookie-x.pdf`,
    ],
    ['../../etc/passwd', `attachment; filename="etc-passwd.pdf"; filename*=UTF-8''etc-passwd.pdf`],
    ['', `attachment; filename="CV.pdf"; filename*=UTF-8''CV.pdf`],
  ])('of %j can’t end a header or name a folder', (name, header) => {
    expect(attachment(name, 'pdf')).toBe(header)
  })
})

describe('a link to a CV', () => {
  const open = (token: string) =>
    server.app.inject({ url: `/shared/${token}`, headers: { host: server.host } })
  const made = async (body: object) => {
    const { status, body: share } = await client.post('users/cv/shares', body)
    expect(status).toBe(201)
    return { ...share, token: String(share['url']).split('/shared/')[1]! } as {
      id: string
      url: string
      token: string
      expires: string
    }
  }
  beforeAll(async () => {
    await client.patch('users/profile', {
      birthDate: '2007-05-19',
      firstName: '<b>Thandi</b>',
      lastName: 'Mokoena',
      phone: '+27715550148',
      email: 'thandi@mail.test',
      address: '14 Mabopane Street, Mamelodi',
    })
  })

  it('shows the page without what the person didn’t tick, and no name in the address', async () => {
    const { token, url } = await made({ days: 30 })
    expect(url).not.toMatch(/thandi|mokoena/i)
    const { statusCode, headers, body } = await open(token)
    expect(statusCode).toBe(200)
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('I like things that work.')
    expect(body).toContain('&#60;b&#62;Thandi')
    expect(body).not.toContain('<b>')
    expect(body).not.toMatch(/715550148|2007|Mabopane|thandi@mail/)
    const ticked = await made({ days: 7, hide: [] })
    const all = (await open(ticked.token)).body
    for (const said of ['+27715550148', 'thandi@mail.test', '14 Mabopane Street, Mamelodi'])
      expect(all).toContain(said)
  })

  it('shows an address only if the person ticks it', async () => {
    const { client: ann } = await signUp(server, { workerType: WORKER_TYPE })
    await ann.patch('users/profile', {
      birthDate: '2007-05-19',
      firstName: 'Ann',
      lastName: 'Nkosi',
      address: '12 Acacia Road',
      phone: '+27715550148',
    })
    const page = async (hide?: string[]) => {
      const { body } = await ann.post('users/cv/shares', { days: 7, ...(hide && { hide }) })
      return (await open(String(body['url']).split('/shared/')[1]!)).body
    }
    expect(await page()).not.toMatch(/Acacia|715550148/)
    expect(await page(['address'])).toMatch(/^(?!.*Acacia).*715550148/s)
    expect(await page(['phone'])).toMatch(/^(?!.*715550148).*Acacia/s)
    const resume = JSON.parse((await get('format=json', ann)).text) as object
    expect(resume).toMatchObject({ basics: { location: { address: '12 Acacia Road' } } })
    const { client: again } = await signUp(server, { workerType: WORKER_TYPE })
    await again.post('users/cv/import', { resume })
    expect((await again.get('auth/get-user')).body['profile']).toMatchObject({
      address: '12 Acacia Road',
    })
  })

  it('ends when the person ends it, or when its days are over', async () => {
    const [one, other] = [await made({ days: 1 }), await made({ days: 1 })]
    const { client: stranger } = await signUp(server, { workerType: WORKER_TYPE })
    expect((await stranger.delete(`users/cv/shares/${one.id}`)).status).toBe(404)
    expect((await open(one.token)).statusCode).toBe(200)
    expect((await client.delete(`users/cv/shares/${one.id}`)).status).toBe(204)
    const ended = await open(one.token)
    expect([ended.statusCode, ended.headers['x-robots-tag']]).toEqual([410, 'noindex, nofollow'])
    expect(ended.body).not.toContain('I like things')
    expect(ended.body).toContain('The person who sent it has stopped it.')
    const never = await open('never-was-one')
    expect([never.statusCode, never.headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
    expect(never.body).toContain('We can’t find this link')
    const listed = (await client.get('users/cv/shares')).body['items'] as { id: string }[]
    expect(listed.map(({ id }) => id)).toContain(other.id)
    expect(listed.map(({ id }) => id)).not.toContain(one.id)
    server.wait(86_401)
    const late = await open(other.token)
    expect(late.statusCode).toBe(410)
    expect(late.body).toMatch(/It worked until \d+ \w+ \d{4}\./)
    expect(late.body).not.toContain('I like things')
  })

  it('can be had ten times at once, and opened three hundred times an hour from one network', async () => {
    const { client: busy } = await signUp(server, { workerType: WORKER_TYPE })
    for (let index = 0; index < 10; index++)
      expect((await busy.post('users/cv/shares', { days: 1 })).status).toBe(201)
    expect((await busy.post('users/cv/shares', { days: 1 })).body.code).toBe('limit/reached')
    const codes = new Set<number>()
    for (let index = 0; index < 310; index++) codes.add((await open('never-was-one')).statusCode)
    expect([...codes]).toEqual([404, 429])
  })
})

describe('a JSON Resume', () => {
  const RESUME = {
    basics: { name: 'Anna Nkosi', summary: 'I like order.', url: 'https://anna.test' },
    work: [
      { name: 'Shop', position: 'Helper', startDate: '2020-01', endDate: '2021-02' },
      { name: 'No start', position: 'Cook' },
    ],
    awards: [{ title: 'Best choir', date: '2019-05' }],
    skills: [{ name: 'Welding of gates' }],
    languages: [{ language: 'isiZulu' }],
    references: [{ name: 'Mr Dlamini', reference: 'choir leader' }],
  }
  const fields = async (as: Client) => {
    const { body } = await as.get('auth/get-user')
    return body['profile'] as Record<string, unknown[]>
  }

  it('fills the profile, lists what was left, and changes nothing the second time', async () => {
    const { client: anna } = await signUp(server, { workerType: WORKER_TYPE })
    const { status, body } = await anna.post('users/cv/import', { resume: RESUME })
    expect(status).toBe(200)
    expect(body['left']).toEqual([
      // The account has a name, and a reference has to be reachable.
      { pointer: '/basics/name', why: 'kept' },
      { pointer: '/basics/name', why: 'kept' },
      {
        pointer: ['', 'work', 1].join('/'),
        why: 'invalid',
        message: 'Start Date: This is required',
      },
      {
        pointer: '/references/0',
        why: 'invalid',
        message: 'Phone number: Enter a phone number or an email address',
      },
      { pointer: '/basics/url', why: 'no-place' },
    ])
    const profile = await fields(anna)
    expect(profile['about']).toBe('I like order.')
    expect(profile['experiences']).toEqual([
      {
        _id: expect.any(String),
        employer: 'Shop',
        jobTitle: 'Helper',
        startDate: '2020-01',
        endDate: '2021-02',
      },
    ])
    expect(profile['skills']).toMatchObject([{ text: 'Welding of gates' }])
    expect(profile['languages']).toContain('zu')
    await anna.post('users/cv/import', { resume: RESUME })
    expect(await fields(anna)).toEqual(profile)
  })

  it('is looked through first: nothing is saved, and a year asks for its month', async () => {
    const { client: zoe } = await signUp(server, { workerType: WORKER_TYPE })
    const job = { name: 'Shop', position: 'Helper', startDate: '2020', endDate: '2021' }
    const look = (work: object) =>
      zoe.post('users/cv/import', {
        try: true,
        resume: { basics: { summary: 'Hi.' }, work: [work] },
      })
    const { body } = await look(job)
    const at = (...parts: readonly unknown[]) => ['', ...parts].join('/')
    expect(body['adds']).toEqual([{ pointer: '/basics/summary', title: 'About me' }])
    expect(body['left']).toEqual([
      {
        pointer: at('work', 0),
        why: 'invalid',
        message: expect.stringMatching(/^Start Date: /),
      },
      { pointer: at('work', 0, 'startDate'), why: 'month' },
      { pointer: at('work', 0, 'endDate'), why: 'month' },
    ])
    expect(await fields(zoe)).not.toHaveProperty('about')
    const { body: second } = await look({ ...job, startDate: '2020-03', endDate: '2021-04' })
    expect(second['left']).toEqual([])
    expect(second['adds']).toHaveLength(2)
  })

  it('that was exported fills another account with the same', async () => {
    const { client: first } = await signUp(server, { workerType: WORKER_TYPE })
    await first.post('users/referees', { name: 'Mr Dlamini', phone: '+27715550173' })
    const [person] = (await fields(first))['referees'] as { _id: string }[]
    await first.post('users/references', { references: [{ id: person!._id }] })
    await first.post('users/skills', { skills: [{ id: 'microsoft-excel', level: 'expert' }] })
    await first.post('users/experiences', { jobTitle: 'A', startDate: '2020-01', current: true })
    const resume: unknown = JSON.parse((await get('format=json', first)).text)
    const { client: second } = await signUp(server, { workerType: WORKER_TYPE })
    const { body } = await second.post('users/cv/import', { resume })
    // The account’s own address stays.
    expect(body['left']).toEqual([{ pointer: '/basics/email', why: 'kept' }])
    const again: unknown = JSON.parse((await get('format=json', second)).text)
    const { basics: _first, ...was } = resume as Record<string, unknown>
    const { basics: _second, ...is } = again as Record<string, unknown>
    expect(is).toEqual(was)
  })

  it('has the tenant’s own sections, and says what another tenant has no place for', async () => {
    const like = (from: string, id: string, more: object) => {
      const { update: _update, ...section } = catalog.get('profile-section', from)!
      const save = { ...section.save!, method: 'POST', route: id } as const
      return { ...section, id, save, printed: true, ...more }
    }
    const own = await buildServer({
      documents: [
        like('achievements', 'camps', {}),
        like('skills', 'tools', {}),
        like('references', 'mentors', {}),
        like('about', 'dream', {
          fields: [{ ...catalog.get('profile-section', 'about')!.fields[0]!, id: 'dream' }],
        }),
      ],
    })
    try {
      const { client: first } = await signUp(own, { workerType: WORKER_TYPE })
      await first.post('users/referees', { name: 'Mr Dlamini', phone: '+27715550173' })
      const [person] = (await fields(first))['referees'] as { _id: string }[]
      for (const [path, body] of [
        ['camps', { title: 'Scout camp', date: '2020-01' }],
        ['tools', { tools: [{ id: 'microsoft-excel', level: 'expert' }, { text: 'Hoe' }] }],
        ['mentors', { mentors: [{ id: person!._id }] }],
        ['dream', { dream: 'A bakery of my own' }],
      ] as const)
        expect((await first.post(`users/${path}`, body)).status, path).toBeLessThan(300)
      const resume = JSON.parse((await get('format=json', first)).text) as object
      expect(resume).toMatchObject({
        'x-tsela': {
          profile: {
            camps: [{ title: 'Scout camp', date: '2020-01' }],
            tools: [{ id: 'microsoft-excel', level: 'expert' }, { text: 'Hoe' }],
            mentors: [{ name: 'Mr Dlamini', phone: '+27715550173' }],
            dream: 'A bakery of my own',
          },
        },
      })
      const { client: second } = await signUp(own, { workerType: WORKER_TYPE })
      const { body } = await second.post('users/cv/import', { resume })
      expect(body['left']).toEqual([{ pointer: '/basics/email', why: 'kept' }])
      const again = JSON.parse((await get('format=json', second)).text) as object
      expect({ ...again, basics: 0 }).toEqual({ ...resume, basics: 0 })

      const { client: other } = await signUp(server, { workerType: WORKER_TYPE })
      const { body: elsewhere } = await other.post('users/cv/import', { resume })
      const at = (...parts: readonly unknown[]) => ['', 'x-tsela', 'profile', ...parts].join('/')
      expect((elsewhere['left'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(
        expect.arrayContaining([at('camps', 0, 'title'), at('tools', 1, 'text'), at('dream')]),
      )
    } finally {
      await own.close()
    }
  })

  it('takes nothing but printed sections from beside the format', async () => {
    const { client: sly } = await signUp(server, { workerType: WORKER_TYPE })
    const sent = { birthDate: '1990-01-01', hiddenSections: ['about'], plan: 'power' }
    const { body } = await sly.post('users/cv/import', {
      resume: { 'x-tsela': { profile: sent } },
    })
    expect(body['left']).toHaveLength(3)
    expect(await fields(sly)).not.toHaveProperty('hiddenSections')
  })

  it.each([
    ['another format', { work: 'text' }, '/resume/work'],
    [
      'a wrong date',
      { work: [{ startDate: 'soon' }] },
      ['', 'resume', 'work', 0, 'startDate'].join('/'),
    ],
  ])('is refused with where it is wrong: %s', async (_what, resume, pointer) => {
    const { status, body } = await client.post('users/cv/import', { resume })
    expect([status, body.code]).toEqual([422, 'cv/not-a-resume'])
    expect((body['fields'] as { pointer: string }[]).map((each) => each.pointer)).toContain(pointer)
  })

  it('that is huge, deep or hostile does no harm', async () => {
    const huge = { basics: { summary: 'x'.repeat(300_000) } }
    expect((await client.post('users/cv/import', { resume: huge })).status).toBe(413)
    let deep: unknown = 1
    for (let level = 0; level < 3000; level++) deep = { deep }
    expect((await client.post('users/cv/import', { resume: { deep } })).status).toBe(400)
    const hostile = JSON.parse('{"basics":{"label":"a\\u0000b"},"__proto__":{"x":1},"x":{"y":2}}')
    const { status, body } = await client.post('users/cv/import', { resume: hostile })
    expect([status, body.code].join(' ')).toMatch(/^400 request\/malformed/)
    const nought = { basics: { label: 'a\u0000b' } }
    const refused = await client.post('users/cv/import', { resume: nought })
    expect([refused.status, refused.body['fields']]).toMatchObject([
      422,
      [{ pointer: '/resume/basics/label' }],
    ])
    expect(JSON.stringify(await fields(client))).not.toContain('\\u0000')
  })
})
