/**
 * Addresses in documents: what is allowed, in addition to what tests/cases/broken-documents.json
 * refuses.
 */

import { describe, expect, it } from 'vitest'
import { addressIssues, scriptIssues } from '#engine/documents/links.ts'
import type { AddressKind } from '#engine/documents/vocabulary.ts'
import { pictureType } from '#engine/documents/picture.ts'

const isAllowed = (kind: AddressKind, value: unknown) =>
  addressIssues([{ pointer: '', value, schema: { 'x-address': kind } }]).length === 0

describe('an address', () => {
  it.each<[AddressKind, unknown]>([
    ['picture', '/api/images/0123456789abcdef0123.png'],
    ['picture', '/favicon.svg'],
    ['picture', { bind: { var: 'route.query.picture' } }],
    [
      'picture',
      {
        bind: {
          if: [{ '==': [{ var: 'language' }, 'https://only.compared.test'] }, '/a.webp', '/b.jpg'],
        },
      },
    ],
    ['font', 'https://fonts.test/a.woff2'],
    ['page', 'https://login.test/out?to=x'],
    ['link', '/settings/account?tab=1#top'],
    ['link', 'http://old.test/page'],
    ['link', 'mailto:help@tsela.test'],
    ['link', 'tel:+27-11-000'],
  ])('of a %s may be %s', (kind, value) => expect(isAllowed(kind, value)).toBe(true))

  it.each<[AddressKind, unknown]>([
    ['picture', 'https://pictures.test/a.png'],
    ['picture', '//pictures.test/a.png'],
    ['picture', '/\\pictures.test/a.png'],
    ['picture', '/api/images/a.png?to=//x.test'],
    ['picture', '/api/images/a.html'],
    ['picture', { bind: { or: [{ var: 'route.query.picture' }, 'https://x.test/a.png'] } }],
    ['picture', { bind: { var: ['route.query.picture', 'https://x.test/a.png'] } }],
    ['font', 'data:font/woff2;base64,xx'],
    ['page', '/own'],
    ['link', 'javascript:alert(1)'],
    ['link', 'JAVASCRIPT:alert(1)'],
    ['link', 'ftp://x.test'],
    ['link', 'blob:https://x.test/1'],
    ['link', '//x.test'],
    ['link', 'mailto:a@x.test?bcc=b@x.test'],
  ])('of a %s may not be %s', (kind, value) => expect(isAllowed(kind, value)).toBe(false))
})

describe('words', () => {
  it('may mention script and data URLs, but may not be one', () => {
    const issues = (text: string) =>
      scriptIssues({ texts: { a: [{ id: 'x', text }] } }, []).map(({ pointer }) => pointer)
    for (const text of [
      'JavaScript: the beginning',
      'Data: what it is',
      'javascript',
      'see [1] (data:1)',
      '[Help](/help)',
      '[Mail](mailto:a@x.test)',
    ])
      expect(issues(text), text).toEqual([])
    for (const text of [
      'javascript:alert(1)',
      '\tjava\nscript :alert(1)',
      'data:text/html,x',
      '[x](javascript:alert(1))',
      '[x]( <vbscript:x>)',
    ])
      expect(issues(text), text).toEqual(['/texts/a/x/text'])
  })

  it('in authors’ notes aren’t checked', () => {
    expect(
      scriptIssues(
        { title: 'data:x', source: 'data:x', rows: [{ id: 'a', note: 'javascript:x' }] },
        [],
      ),
    ).toEqual([])
  })
})

it('the type of a picture follows from its extension', () => {
  expect(
    ['/a.svg', '/a.png', '/a.jpg', '/a.jpeg', '/a.webp', '/a.ico', '/a', '/png'].map(pictureType),
  ).toEqual([
    'image/svg+xml',
    'image/png',
    'image/jpeg',
    'image/jpeg',
    'image/webp',
    'image/x-icon',
    '',
    '',
  ])
})
