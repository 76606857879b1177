// @vitest-environment happy-dom
/** Steps that can be taken back last through a reload, for the person who made them. */

import { beforeEach, expect, it, vi } from 'vitest'

const USER = { _id: 'u1', profile: {} as Record<string, unknown> }

/** As after a reload: every module anew, with somebody signed in. */
async function load(user: string) {
  vi.resetModules()
  const { store } = await import('#app/store.ts')
  store.user = { ...USER, _id: user } as never
  return { store, ...(await import('#app/history.ts')) }
}

beforeEach(() => sessionStorage.clear())

it('are there again after a reload, and gone once somebody has logged out', async () => {
  const first = await load('u1')
  await first.noting(async () => {
    first.store.user = { ...USER, profile: { about: 'I fix things.' } } as never
  })
  const again = await load('u1')
  expect(again.stepsOf('undo')).toEqual([
    { before: { about: null }, after: { about: 'I fix things.' } },
  ])
  expect((await load('u2')).stepsOf('undo'), 'of somebody else').toEqual([])
  const last = await load('u1')
  last.dropSteps()
  expect(sessionStorage.length).toBe(0)
  expect((await load('u1')).stepsOf('undo')).toEqual([])
})
