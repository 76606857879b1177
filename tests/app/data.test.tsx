// @vitest-environment happy-dom
/** A page's data arrive even if something was saved while they were loading. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { mutate } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WithData, type SourceKey } from '#app/data.tsx'
import { FakeServer } from './world.ts'

const KEY: SourceKey = ['careers/11-1', '', 'en', 'release-1']
let root: Root
let server: FakeServer
/** Sends the waiting responses. */
let respond: () => void

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  server = new FakeServer()
  const released = new Promise<void>((resolve) => (respond = resolve))
  server.handlers.push(({ path }) =>
    path === '/api/careers/11-1' ? released.then(() => Response.json({ id: '11-1' })) : undefined,
  )
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(() => act(() => root.unmount()))

it('a heart that is set while a page loads doesn’t leave it loading for ever', async () => {
  await act(async () =>
    root.render(
      <WithData sources={[['career', KEY]]}>{(data) => data['career']!.status}</WithData>,
    ),
  )
  expect(document.body.textContent).toBe('loading')
  // What favourites.ts does to every list and record of the type.
  await act(() =>
    mutate(
      (key) => Array.isArray(key),
      (value) => value,
      { revalidate: false },
    ),
  )
  await act(async () => respond())
  await vi.waitFor(() => expect(document.body.textContent).toBe('ready'))
})

it('a list that was asked for before is shown until the next one comes, but not if that fails', async () => {
  const draw = async (path: string) =>
    act(async () =>
      root.render(
        <WithData sources={[['list', [path, '', 'en', 'release-1']]]}>
          {(data) => {
            const list = data['list']!
            return list.status === 'ready' ? JSON.stringify(list.value) : list.status
          }}
        </WithData>,
      ),
    )
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  server.handlers.push(
    ({ path }) => (path === '/api/list?q=a' ? Response.json(['a']) : undefined),
    ({ path }) =>
      path === '/api/list?q=b'
        ? failed.then(() => Response.json({ code: 'request/invalid' }, { status: 422 }))
        : undefined,
  )
  await draw('list?q=a')
  await vi.waitFor(() => expect(document.body.textContent).toBe('["a"]'))
  await draw('list?q=b')
  expect(document.body.textContent, 'while the next is on its way').toBe('["a"]')
  await act(async () => fail())
  await vi.waitFor(() => expect(document.body.textContent).toBe('failed'))
})

it('asks again a few times, not for ever, if two changes ask for the same data at once', async () => {
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  let asked = 0
  server.handlers.push(async ({ path }) => {
    if (path !== '/api/paper') return undefined
    const turn = ++asked
    await wait(20)
    return Response.json(turn)
  })
  let again = () => {}
  await act(async () =>
    root.render(
      <WithData sources={[['paper', ['paper', '', 'en', 'release-1']]]}>
        {(data) => {
          const paper = data['paper']!
          if (paper.status !== 'ready') return paper.status
          again = () => paper.again?.()
          return `turn ${String(paper.value)}`
        }}
      </WithData>,
    ),
  )
  await act(() => wait(100))
  expect(document.body.textContent).toBe('turn 1')
  await act(async () => {
    again()
    await wait(5)
    again()
    await wait(300)
  })
  expect(asked).toBeLessThanOrEqual(4)
  expect(document.body.textContent, 'what was asked for last').toBe(`turn ${asked}`)
})
