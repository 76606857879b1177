// @vitest-environment happy-dom
/** The site's own keys in the console: whose are used, and keys that are typed and never shown. */

import { act } from 'react'
import { expect, it } from 'vitest'
import { OwnKeys } from '#admin/pages/OwnKeys.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import type { OwnKeyView } from '#engine/contract/ownkeys.ts'
import { consoleDom } from './inconsole.tsx'
import { typeInto } from './typeinto.ts'

const drawIn = consoleDom()

const NONE: OwnKeyView = {
  service: 'paystack',
  used: 'installation',
  setAt: null,
  setBy: null,
  webhook: 'https://tsela.example/api/payments/paystack/webhook',
  failure: null,
}
const STRIPE: OwnKeyView = {
  ...NONE,
  service: 'stripe',
  used: 'own',
  setAt: '2025-05-03T10:00:00.000Z',
  setBy: 'bursar@college.example',
  webhook: 'https://tsela.example/api/payments/stripe/webhook',
}
const MAIL: OwnKeyView = {
  ...STRIPE,
  service: 'smtp',
  setBy: '',
  webhook: null,
  failure: { at: '2025-05-04T10:00:00.000Z', code: 'EAUTH 535' },
}

/** @returns the calls that do something */
async function draw(role: string, answer: Partial<ConsoleResponse> = {}): Promise<ConsoleCall[]> {
  const done: ConsoleCall[] = []
  const respond = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    if (call.method !== undefined && call.method !== 'GET') {
      done.push(call)
      return { status: 204, value: null, etag: null, ...answer }
    }
    return { status: 200, value: { items: [NONE, STRIPE, MAIL] }, etag: null }
  }
  await drawIn(<OwnKeys level={2} />, { role, respond })
  return done
}

const card = (name: string) =>
  [...document.querySelectorAll('[aria-labelledby]')].find(
    (each) => each.querySelector('h3')?.textContent === name,
  )!
const press = (name: string, words: string) =>
  act(async () =>
    [...card(name).querySelectorAll('button')]
      .find(({ textContent }) => textContent === words)!
      .click(),
  )
const fields = () => [...document.querySelectorAll<HTMLInputElement>('dialog input')]
const send = () =>
  act(async () => document.querySelector<HTMLButtonElement>('dialog [type=submit]')!.click())

it('says whose keys are used, since when, and what doesn’t work', async () => {
  await draw('owner')
  expect(card('Paystack').textContent).toContain('the money goes to its account')
  expect(card('Paystack').textContent).not.toContain('webhook')
  expect(card('Stripe').textContent).toContain('This site’s own keys are used')
  expect(card('Stripe').textContent).toMatch(/Set 3 May 2025, .+ by bursar@college\.example\./)
  expect(card('Stripe').textContent).toContain(STRIPE.webhook!)
  expect(card('Mail server').textContent).toMatch(/by the operator\./)
  expect(card('Mail server').textContent).toContain('refused the user name or the password')
  expect(card('Mail server').textContent).toContain('EAUTH 535')
})

it('sends all parts without the spaces around them, and keeps nothing of them on the page', async () => {
  const done = await draw('owner')
  await press('Stripe', 'Replace the keys')
  expect(fields().map(({ type, autocomplete, value }) => [type, autocomplete, value])).toEqual([
    ['password', 'off', ''],
    ['password', 'off', ''],
  ])
  await act(async () => typeInto(fields()[0]!, ' rk_test_kanarie '))
  await act(async () => typeInto(fields()[1]!, 'whsec_kanarie'))
  await send()
  expect(done).toEqual([
    {
      path: 'admin/keys/stripe',
      method: 'PUT',
      body: { secret: 'rk_test_kanarie', webhook: 'whsec_kanarie' },
    },
  ])
  expect(document.querySelector('dialog')).toBeNull()
  expect(document.body.innerHTML).not.toContain('kanarie')
  expect(card('Stripe').textContent).toContain('the keys are saved')
})

it('shows at each field what the server says is wrong with it', async () => {
  const message = 'This mail server can’t be reached from the internet.'
  const value = { code: 'request/invalid', message: '', fields: [{ pointer: '/url', message }] }
  await draw('owner', { status: 422, value })
  await press('Mail server', 'Replace the keys')
  expect(fields().map(({ type }) => type)).toEqual(['password', 'email'])
  await send()
  expect(document.querySelector('dialog')!.textContent).toContain(message)
})

it('removes keys only after asking', async () => {
  const done = await draw('owner')
  await press('Stripe', 'Remove the keys')
  expect(done).toEqual([])
  expect(document.querySelector('dialog')!.textContent).toContain('sealed for 180 days')
  await send()
  expect(done).toEqual([{ path: 'admin/keys/stripe', method: 'DELETE' }])
})

it('lets others look, and no more', async () => {
  await draw('viewer')
  expect(document.querySelectorAll('button')).toHaveLength(0)
  expect(card('Stripe').textContent).toContain('This site’s own keys are used')
})
