// @vitest-environment happy-dom
/** What was typed and sent on the prerendered page is there when the app has taken its place. */

import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { carryOver } from '#app/carryover.ts'

const sent = vi.fn()
/** What the phone knows only once the app is there. */
let remembered = false

function Form() {
  const [email, setEmail] = useState('')
  const [adult, setAdult] = useState(remembered)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent({ email, adult })
      }}
    >
      <input id="email" value={email} onChange={({ target }) => setEmail(target.value)} />
      <input
        id="adult"
        type="checkbox"
        checked={adult}
        onChange={({ target }) => setAdult(target.checked)}
      />
      <input id="empty" defaultValue="" />
      <button type="submit">Sign up</button>
    </form>
  )
}

let container: HTMLElement
let root: Root | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.mockClear()
  remembered = false
  container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Form />)
})
afterEach(() => {
  act(() => root?.unmount())
  container.remove()
})

const input = (id: string) => document.getElementById(id) as HTMLInputElement

/** As main.tsx does. */
async function start(sent: -1 | 0, meanwhile = () => {}): Promise<void> {
  const fields = [...container.querySelectorAll('input')]
  const focused = document.activeElement
  root = createRoot(container)
  await act(async () => root!.render(<Form />))
  await act(async () => meanwhile())
  await act(() => carryOver(fields, focused, sent))
}

it('carries over what was typed and ticked, and the focus', async () => {
  input('email').value = 'naledi@school.test'
  input('email').focus()
  input('adult').checked = true
  const before = input('email')
  await start(-1)
  expect(input('email')).not.toBe(before)
  expect([input('email').value, input('adult').checked]).toEqual(['naledi@school.test', true])
  expect(document.activeElement).toBe(input('email'))
  expect(sent).not.toHaveBeenCalled()
})

it('leaves a box alone that nobody touched', async () => {
  input('email').value = 'naledi@school.test'
  remembered = true
  await start(-1)
  expect([input('email').value, input('adult').checked]).toEqual(['naledi@school.test', true])
})

it('sends a form that was sent too early, with what was in it', async () => {
  input('email').value = 'naledi@school.test'
  await start(0)
  expect(sent.mock.calls).toEqual([[{ email: 'naledi@school.test', adult: false }]])
})

it('leaves a field alone that somebody has typed into since', async () => {
  input('email').value = 'naledi'
  await start(-1, () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      input('email'),
      'thabo@school.test',
    )
    input('email').dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(input('email').value).toBe('thabo@school.test')
})
