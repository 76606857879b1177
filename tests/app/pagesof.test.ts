// @vitest-environment happy-dom
/**
 * Cached pages are deleted with their user: at logout, when the account is deleted, and when
 * another user signs in.
 */

import { beforeEach, expect, it, vi } from 'vitest'
import { claimPages, forgetPages, PAGES } from '#app/pagesof.ts'
import { forgetPerson, setUser } from '#app/session.ts'
import { makeUser } from '#tests/support/documents.ts'

vi.mock('#app/sync.ts', () => ({ startSync: () => undefined }))

type Going = { onsuccess?: (event: Event) => void; onblocked?: (event: Event) => void }
/** Deletions requested but not done yet. */
let going: Going[]

beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  localStorage.clear()
  going = []
  vi.stubGlobal('indexedDB', {
    deleteDatabase: (name: string) => {
      expect(name).toBe(PAGES)
      const request: Going = {}
      going.push(request)
      return request
    },
  })
})

const person = (id: string) => ({ ...makeUser(), _id: id })
const done = (request: Going | undefined) => request!.onsuccess!(new Event('success'))

it('keeps pages while their user stays signed in, and asks nothing if there are none', () => {
  setUser(person('a'))
  setUser(null)
  expect(going, 'a browser that kept nothing has nothing to forget').toEqual([])
  claimPages('a')
  setUser(person('a'))
  expect(going).toEqual([])
})

it.each([
  ['logs out', () => forgetPerson('/home')],
  ['signs out', () => setUser(null)],
  ['is another user', () => setUser(person('b'))],
])('forgets them when the signed-in user %s', (_what, change) => {
  setUser(person('a'))
  claimPages('a')
  change()
  expect(going).toHaveLength(1)
  done(going[0])
  setUser(null)
  expect(going, 'once').toHaveLength(1)
})

it('tries again at the next start if it couldn’t finish', () => {
  claimPages('a')
  setUser(null)
  setUser(null)
  expect(going).toHaveLength(2)
})

it('leaves what the next user stores meanwhile to that user', () => {
  claimPages('a')
  setUser(person('b'))
  claimPages('b')
  done(going[0])
  setUser(null)
  expect(going, 'they are known to be there').toHaveLength(2)
})

it('doesn’t wait for a tab that won’t release the database', async () => {
  claimPages('a')
  const forgotten = forgetPages(null)
  going[0]!.onblocked!(new Event('blocked'))
  expect(await forgotten).toBeUndefined()
})

it('claims nothing if this browser stores nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(claimPages('a')).toBe(false)
  vi.unstubAllGlobals()
})
