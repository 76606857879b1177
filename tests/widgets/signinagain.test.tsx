// @vitest-environment happy-dom
/** Signing in again above an assessment, by every way in: the page below is never left for a code. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { flattenTexts } from '#engine/documents/texts.ts'
import { SignInDialog } from '#widgets/account/SignInDialog.tsx'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog } from '../support/documents.ts'

let root: Root | undefined

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish(flattenTexts(catalog.get('locale', 'en')!.texts))
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

type Address = { email: string | null; phone: string | null; method: string }

async function open(address: Address) {
  const on = {
    onSignIn: vi.fn<(values: object) => Promise<unknown>>(async () => ({ _id: 'me' })),
    onCode: vi.fn<(values: object) => Promise<unknown>>(async () => undefined),
    onElsewhere: vi.fn<() => void>(),
    onLater: vi.fn<() => void>(),
  }
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () =>
    root!.render(
      <SignInDialog {...address} password="login.password" button="login.button" {...on} />,
    ),
  )
  const field = () => document.querySelector('input')
  const type = (text: string) =>
    act(async () => {
      const input = field()!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const send = () =>
    act(async () => {
      const form = document.querySelector('form')!
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
  return { ...on, field, type, send, said: () => document.body.textContent }
}

const EMAIL = { email: 'naledi@school.test', phone: null, method: 'email' }
const PHONE = { email: null, phone: '+27821234567', method: 'phone' }

it.each([
  ['an email address', EMAIL, { email: 'naledi@school.test', password: 'Thaba2024' }],
  ['a phone number', PHONE, { phone: '+27821234567', password: 'Thaba2024' }],
])('sends the password of an account by %s', async (_what, address, sent) => {
  const { onSignIn, type, send, said } = await open(address)
  expect(said()).toContain(address.email ?? address.phone)
  await type('Thaba2024')
  await send()
  expect(onSignIn.mock.calls).toEqual([[sent]])
})

it('asks for the code of a second lock in the same place, and again if it was wrong', async () => {
  const { onSignIn, onCode, field, type, send, said } = await open(EMAIL)
  onSignIn.mockResolvedValue({ secondFactor: 'code', page: '/auth-callback?step=code' })
  await type('Thaba2024')
  await send()
  expect(said()).toContain('code from your authenticator app')
  expect([field()!.value, field()!.autocomplete]).toEqual(['', 'one-time-code'])
  onCode.mockRejectedValueOnce(new Error('wrong'))
  await type('000000')
  await send()
  expect(document.querySelector('[role=alert]')).not.toBeNull()
  await type('123456')
  await send()
  expect(onCode.mock.calls).toEqual([[{ code: '000000' }], [{ code: '123456' }]])
  expect(onSignIn).toHaveBeenCalledTimes(1)
})

it('leads an account of another service to its page, because it has no password', async () => {
  const { onSignIn, onElsewhere, field, send, said } = await open({ ...EMAIL, method: 'stdbank' })
  expect(field()).toBeNull()
  expect(said()).toContain('Log in to carry on here')
  await send()
  expect([onElsewhere.mock.calls.length, onSignIn.mock.calls.length]).toEqual([1, 0])
})
