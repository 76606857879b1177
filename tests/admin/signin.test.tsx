// @vitest-environment happy-dom
/** The page of services to sign in with: their state, and a secret that is typed and never shown. */

import { act } from 'react'
import { expect, it } from 'vitest'
import { SignIn } from '#admin/pages/SignIn.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import type { ConsoleProvider } from '#engine/contract/admincontract.ts'
import { consoleDom } from './inconsole.tsx'
import { typeInto } from './typeinto.ts'

const Page = SignIn.component
const drawIn = consoleDom()

const READY: ConsoleProvider = {
  id: 'azure-ad',
  name: 'School account',
  callback: 'https://tsela.example/api/auth/providers/azure-ad/callback',
  complete: true,
  secretSetAt: '2026-11-20T10:00:00.000Z',
}
const WITHOUT: ConsoleProvider = { ...READY, id: 'bank', name: 'Bank', secretSetAt: null }
const UNFINISHED: ConsoleProvider = {
  ...WITHOUT,
  id: 'later',
  name: 'Later',
  callback: '',
  complete: false,
}

/** @returns the calls that do something */
async function draw(role: string, answer: Partial<ConsoleResponse> = {}): Promise<ConsoleCall[]> {
  const done: ConsoleCall[] = []
  const respond = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    if (call.method !== undefined && call.method !== 'GET') {
      done.push(call)
      return { status: 204, value: null, etag: null, ...answer }
    }
    const items = call.path === 'admin/providers' ? [READY, WITHOUT, UNFINISHED] : []
    return { status: 200, value: { items }, etag: null }
  }
  await drawIn(
    <Page id="services" level={1} data={undefined}>
      {null}
    </Page>,
    { role, respond },
  )
  return done
}

const cards = () => [...document.querySelectorAll('section, article, [aria-labelledby]')]
const card = (name: string) =>
  cards().find((each) => each.querySelector('h2')?.textContent === name)!
const buttonsOf = (name: string) => [...card(name).querySelectorAll('button')]
const press = (name: string, words: string) =>
  act(async () =>
    buttonsOf(name)
      .find(({ textContent }) => textContent === words)!
      .click(),
  )
const secret = () => document.querySelector<HTMLInputElement>('dialog input')!
const send = () =>
  act(async () => document.querySelector<HTMLButtonElement>('dialog [type=submit]')!.click())

it('says of each what it still needs, and offers only what can be done', async () => {
  await draw('owner')
  expect(card('School account').textContent).toContain('Ready')
  expect(card('School account').textContent).toContain(READY.callback)
  expect(card('Bank').textContent).toContain('Needs its secret')
  expect(card('Later').textContent).toContain('Needs a client ID and an address')
  const words = (name: string) => buttonsOf(name).map(({ textContent }) => textContent)
  expect([words('School account'), words('Bank'), words('Later')]).toEqual([
    ['Replace the secret', 'Try the service', 'Remove the secret'],
    ['Set the secret', 'Try the service'],
    [],
  ])
})

it('sends what was pasted without the spaces around it, and keeps nothing of it on the page', async () => {
  const done = await draw('owner')
  await press('Bank', 'Set the secret')
  expect([secret().type, secret().autocomplete, secret().value]).toEqual(['password', 'off', ''])
  await act(async () => typeInto(secret(), 'two words'))
  await send()
  expect(done).toEqual([])
  expect(document.querySelector('dialog')!.textContent).toContain('one line of letters')
  await act(async () => typeInto(secret(), '  s3cret~value '))
  await send()
  expect(done).toEqual([
    { path: 'admin/providers/bank/secret', method: 'PUT', body: { secret: 's3cret~value' } },
  ])
  expect(document.querySelector('dialog')).toBeNull()
  expect(document.body.innerHTML).not.toContain('s3cret')
  expect(card('Bank').textContent).toContain('The secret of Bank is saved.')
})

it('removes a secret only after asking', async () => {
  const done = await draw('owner')
  await press('School account', 'Remove the secret')
  expect(done).toEqual([])
  await send()
  expect(done).toEqual([{ path: 'admin/providers/azure-ad/secret', method: 'DELETE' }])
})

it('shows why a service can’t be used', async () => {
  const problem = 'metadata without token_endpoint'
  const done = await draw('owner', { status: 200, value: { issuer: null, problem } })
  await press('School account', 'Try the service')
  expect(done).toEqual([{ path: 'admin/providers/azure-ad/try', method: 'POST' }])
  expect(card('School account').textContent).toContain(`School account can’t be used: ${problem}`)
})

it('lets others look, and no more', async () => {
  await draw('viewer')
  expect(document.querySelectorAll('button')).toHaveLength(0)
  expect(document.body.textContent).toContain('Only an owner can set secrets.')
})
