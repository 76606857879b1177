// @vitest-environment happy-dom
/** What was typed just before the browser left a page of the console is sent from the next one. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { draftKey, holdDocument, sendUnsent } from '#admin/parts/Unsent.tsx'

const doc = (title: string) => ({ kind: 'locale', id: 'af', title })
const OK: ConsoleResponse = { status: 200, value: {}, etag: '"2"' }
const stale = (theirs: unknown): ConsoleResponse => ({
  status: 412,
  value: { theirs, etag: '"9"' },
  etag: null,
})
const keep = (document: string, text: string, person = 'me') =>
  localStorage.setItem(
    draftKey(person, document),
    JSON.stringify({ text, base: null, etag: '"1"' }),
  )
const kept = () => Object.keys({ ...localStorage })

async function send(answer: (call: ConsoleCall) => ConsoleResponse = () => OK) {
  const calls: ConsoleCall[] = []
  const result = await sendUnsent('me', (call) => {
    calls.push(call)
    return Promise.resolve(answer(call))
  })
  return { ...result, calls }
}

beforeEach(() => localStorage.clear())

describe('unsent text', () => {
  it('is sent against the version that it was typed over, and is then the server’s', async () => {
    keep('locale/af', JSON.stringify(doc('Mine')))
    expect(await send()).toEqual({
      sent: 1,
      overtaken: [],
      calls: [
        {
          path: 'admin/drafts/locale/af',
          method: 'PUT',
          body: { document: doc('Mine') },
          ifMatch: '"1"',
        },
      ],
    })
    expect(kept()).toEqual([])
  })

  it('of somebody else, of an open document or no document yet is left', async () => {
    keep('locale/af', JSON.stringify(doc('Theirs')), 'other')
    keep('locale/en', JSON.stringify(doc('Open')))
    keep('menu/main', '{ "kind": ')
    const release = holdDocument('locale/en')
    expect((await send()).calls).toEqual([])
    expect(kept()).toHaveLength(3)
    release()
    expect((await send()).calls.map(({ path }) => path)).toEqual(['admin/drafts/locale/en'])
  })

  it('that another person overtook stays and is told; what had arrived after all is done', async () => {
    keep('locale/af', JSON.stringify(doc('Mine')))
    expect(await send(() => stale(doc('Theirs')))).toMatchObject({
      sent: 0,
      overtaken: ['locale/af'],
    })
    expect(kept()).toHaveLength(1)
    expect(await send(() => stale({ title: 'Mine', id: 'af', kind: 'locale' }))).toMatchObject({
      sent: 1,
      overtaken: [],
    })
    expect(kept()).toEqual([])
  })

  it('that is typed on in another window meanwhile stays', async () => {
    keep('locale/af', JSON.stringify(doc('One')))
    const { sent } = await send(() => {
      keep('locale/af', JSON.stringify(doc('Two')))
      return OK
    })
    expect(sent).toBe(0)
    expect(localStorage.getItem(draftKey('me', 'locale/af'))).toContain('Two')
  })

  it('stays while there is no signal', async () => {
    keep('locale/af', JSON.stringify(doc('Mine')))
    await expect(sendUnsent('me', () => Promise.reject(new Error('offline')))).rejects.toThrow(
      'offline',
    )
    expect(kept()).toHaveLength(1)
  })
})
