/** What remains of an error's message and stack in our own log. */

import { expect, it } from 'vitest'
import { frameOf, MAX_MESSAGE, scrub } from '#engine/contract/errorreports.ts'

it.each([
  [
    'plain words stay',
    'Cannot read properties of undefined',
    'Cannot read properties of undefined',
  ],
  ['an address', 'no account thandi@school.test here', 'no account … here'],
  ['a link', 'fetch of https://tsela.example/pay/abc?x=1 failed', 'fetch of … failed'],
  ['a quotation', 'unknown name "Thandi Nkosi" in form', 'unknown name “…” in form'],
  [
    "a quotation with an apostrophe's sign",
    "Unexpected token 'Thandi' in JSON",
    'Unexpected token “…” in JSON',
  ],
  ['typographic quotation marks', 'not a number: “Thandi”', 'not a number: “…”'],
  ['a phone or identity number', 'bad value 0821234567 of 9001015009087', 'bad value … of …'],
  ['digits of another script', 'bad value ٠٨٢١٢٣٤', 'bad value …'],
  ['a query', 'loading /recover?token=abcdef failed', 'loading /recover failed'],
  ['line breaks', 'first\n  second', 'first second'],
])('%s', (_what, message, remains) => {
  expect(scrub(message)).toBe(remains)
})

it('is short, and scrubbing it again changes nothing', () => {
  const once = scrub(`x ${'word '.repeat(100)}`)
  expect(once.length).toBeLessThanOrEqual(MAX_MESSAGE)
  for (const message of ['a "b" c', 'thandi@school.test', once])
    expect(scrub(scrub(message))).toBe(scrub(message))
})

it.each([
  [
    'our first file',
    'Error: x\n  at f (https://tsela.example/assets/main-Ab_1.js:1:2345)\n at g',
    'main-Ab_1.js:1:2345',
  ],
  ['files of others', 'Error\n at https://other.example/x.js:1:2', ''],
  ['no stack', '', ''],
])('a stack gives %s', (_what, stack, frame) => {
  expect(frameOf(stack)).toBe(frame)
})
