/** Reports as PDFs: who may have them, in which language, and how many. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfjs, pdftotext } from '#tests/support/pdf.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const WORKER_TYPE = [5, 4, 2, 1, 3, 4]
let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer()
  ;({ client } = await signUp(server, { workerType: WORKER_TYPE }))
})
afterAll(async () => {
  server.context.papers.close()
  await server.close()
})

const FILE = 'reports/worker-type/file'

describe('a report as a file', () => {
  it('says what the report says, with its title and language', async () => {
    const { status, headers, bytes } = await client.get(FILE)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain('filename="Worker-type-Naledi-Mokoena.pdf"')
    const { body } = await client.get('reports/worker-type')
    const { R } = body['metrics'] as { R: number }
    const text = pdftotext(bytes)
    expect(text).toContain(`${R} of 40`)
    expect(text).toContain('60 activities')
    expect(text).not.toContain('{{')
    expect(await pdfjs(bytes)).toMatchObject({
      title: 'Worker type – Naledi Mokoena',
      language: 'en',
    })
  })

  it('is in the language of the request', async () => {
    const { bytes } = await client.get(`${FILE}?lang=af`)
    const { text, language } = await pdfjs(bytes)
    expect([text.includes('uit 40'), language]).toEqual([true, 'af'])
  })

  it('is for those who may read the report, once it has a result', async () => {
    const code = async (path: string, as = client) => (await as.get(path)).body.code
    expect(await code('reports/personality-guide/file')).toBe('report/not-taken')
    expect(await code('reports/no-such/file')).toBe('request/not-found')
    expect(await code(FILE, server.client())).toBe('access/session')
    const { client: other } = await signUp(server)
    expect(await code(FILE, other)).toBe('report/not-taken')
    const { client: lite } = await signUp(server, { plan: 'TEST-LITE', workerType: WORKER_TYPE })
    expect(await code('reports/emotional-intelligence/file', lite)).toBe(
      await code('reports/emotional-intelligence', lite),
    )
  })

  it('is in one file with the CV and all that has a result', async () => {
    await client.put('users/about', { about: 'I like things that work.' })
    const { status, bytes, headers } = await client.get('users/me/file')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const { text, title, roles } = await pdfjs(bytes)
    expect(title).toBe('Everything about Naledi Mokoena')
    expect(text.indexOf('I like things that work.')).toBeGreaterThan(0)
    expect(text.indexOf('Your six scores')).toBeGreaterThan(text.indexOf('I like things'))
    expect(roles.filter((role) => role === 'H1')).toHaveLength(2)
    const { client: free } = await signUp(server, { plan: null })
    expect((await free.get('users/me/file')).body.code).toBe('report/not-taken')
  })

  it('is refused after sixty in an hour', async () => {
    const { client: eager } = await signUp(server)
    // A report that isn’t there costs no file, and is counted all the same.
    for (let index = 0; index < 60; index++) await eager.get(FILE)
    const { status, body } = await eager.get(FILE)
    expect([status, body.code]).toEqual([429, 'request/rate-limited'])
  })
})
