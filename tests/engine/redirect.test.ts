/**
 * Where an untrusted address may lead: whatever it contains, to a page of this product or, from a
 * document, to https.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeRedirect } from '#engine/decide/redirect.ts'
import { matchPath, pathTo } from '#engine/decide/routes.ts'
import { isSafeAddress } from '#engine/decide/safeaddress.ts'
import { catalog } from '#tests/support/documents.ts'

const ORIGIN = 'https://tsela.test'
const safe = (value: string | null | undefined) => safeRedirect(catalog, value)

/** How a browser resolves an accepted path: the same page, on our origin. */
function staysWhereItSays(result: string): void {
  const url = new URL(result, `${ORIGIN}/login`)
  expect(url.origin).toBe(ORIGIN)
  expect(url.hash).toBe('')
  const path = result.split('?')[0]!
  const match = matchPath(catalog.matchers, path)
  expect(matchPath(catalog.matchers, url.pathname)).toEqual(match)
  const route = catalog.route(match!.name)!
  expect(route.path).not.toBe('*')
  expect(route.id).not.toBe('logout')
  // Even a path that is decoded once more, as proxies and careless code do, stays on our origin.
  expect(new URL(decodeURI(path), ORIGIN).origin).toBe(ORIGIN)
}

describe('a redirect that is followed', () => {
  it.each([
    ['/cv', '/cv'],
    ['/cv?section=names', '/cv?section=names'],
    ['/cv?section=names#top', '/cv?section=names'],
    ['/profile/home/', '/profile/home/'],
    ['/navigators/careers/careers/a-b/17-2051.00', '/navigators/careers/careers/a-b/17-2051.00'],
    ['/navigators/careers/careers/caf%C3%A9/1', '/navigators/careers/careers/caf%C3%A9/1'],
    ['/cv?next=//evil.test', '/cv?next=//evil.test'],
    ['/home?redirect=https://evil.test/', '/home?redirect=https://evil.test/'],
    ['/', '/'],
  ])('%s', (value, expected) => {
    expect(safe(value)).toBe(expected)
    staysWhereItSays(expected)
  })

  it('is the path of every page except logout and not found', () => {
    for (const route of catalog.routes.values()) {
      const params = Object.fromEntries(
        [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name!, 'x1']),
      )
      const path = route.path === '*' ? '/no/such/page' : pathTo(route, params)
      expect(safe(path), route.id).toBe(route.path === '*' || route.id === 'logout' ? null : path)
    }
  })
})

describe('a redirect that is dropped', () => {
  it.each([
    [null],
    [undefined],
    [''],
    ['cv'],
    ['./cv'],
    ['?redirect=/cv'],
    ['#/cv'],
    ['//evil.test'],
    ['///evil.test'],
    ['////evil.test/cv'],
    ['/\\evil.test'],
    ['\\\\evil.test'],
    ['/cv\\..\\evil'],
    ['https://evil.test/cv'],
    ['http:/evil.test'],
    ['https:cv'],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,x'],
    ['/\tevil.test'],
    ['/\n/evil.test'],
    ['\t//evil.test'],
    [' /cv'],
    ['/cv '],
    ['/cv\r\nSet-Cookie: a=b'],
    ['/cv%0d%0aSet-Cookie:a=b'],
    ['/cv%00'],
    ['/%2fevil.test'],
    ['/%2Fevil.test'],
    ['/%5cevil.test'],
    ['/cv/..//evil.test'],
    ['/./cv'],
    ['/cv/../cv'],
    ['/..'],
    ['/theme/%2e%2e'],
    ['/theme/%2E%2e'],
    ['/theme/.%2e'],
    ['/theme/%2e'],
    ['/navigators/careers/careers/%2e%2e/x'],
    ['/theme/x#//evil.test'],
    ['/cv#x?y'],
    ['/@evil.test'],
    ['/cv@evil.test'],
    ['//cv@evil.test'],
    ['/no/such/page'],
    ['/logout'],
    ['/logout/'],
    ['/logout?x'],
    ['/cv／evil'],
    ['/‮vc'],
    ['/navigators/careers/careers/a/%E0%A4%A'],
    [`/cv?${'a'.repeat(1000)}`],
  ])('%j', (value) => expect(safe(value)).toBeNull())

  it('is one character too long, not one less', () => {
    expect(safe(`/cv?${'a'.repeat(996)}`)).toHaveLength(1000)
    expect(safe(`/cv?${'a'.repeat(997)}`)).toBeNull()
  })
})

describe('a redirect, whatever it contains,', () => {
  const pages = [...catalog.routes.values()]
    .filter(({ path }) => path !== '*')
    .map((route) => route.path.replace(/:[a-zA-Z]+\??/g, 'x'))
  const tricks = [
    '//',
    '/\\',
    '\\',
    '%2f',
    '%2F',
    '%5c',
    '%09',
    '%0d%0a',
    '\t',
    '\r\n',
    '\u0000',
    '@',
    ':',
    '#',
    '?',
    '..',
    '/../',
    '%2e%2e',
    '.%2e',
    '%',
    '%zz',
    '%25%32%66',
    '/',
    '／',
    '。',
    '‮',
    ';',
    '&',
    'https:',
    'javascript:',
    'data:',
    'evil.test',
    'logout',
  ]
  const piece = fc.oneof(
    fc.constantFrom(...tricks),
    fc.constantFrom(...pages),
    fc.string({ maxLength: 4 }),
    fc.webUrl(),
  )
  const payload = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))

  it('leads off our origin for none of 500 payloads, and for none of 20,000', () => {
    for (const numRuns of [500, 20_000]) {
      let followed = 0
      fc.assert(
        fc.property(
          fc.oneof(
            payload,
            fc.tuple(fc.constantFrom(...pages), payload).map((parts) => parts.join('')),
            fc.string(),
          ),
          (value) => {
            const result = safe(value)
            if (result === null) return
            followed++
            staysWhereItSays(result)
          },
        ),
        { seed: numRuns, numRuns },
      )
      // If nothing were ever accepted, this would prove nothing.
      expect(followed).toBeGreaterThan(numRuns / 100)
    }
  })
})

describe('an address in a document', () => {
  it.each([
    'https://a.test',
    'https://a.test/',
    'https://a.test:8443/out?to=x#y',
    'https://xn--e1afmkfd.test/%20',
  ])('%j leads there', (value) => {
    expect(isSafeAddress(value)).toBe(true)
    expect(new URL(value).protocol).toBe('https:')
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'javascript://a.test/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://a.test',
    '//a.test',
    '/\\a.test',
    'https:a.test',
    'https:/a.test',
    'https://',
    'https://user@a.test',
    'https://a.test\\@b.test',
    'https://a.test/"onload="x',
    "https://a.test/'x",
    'https://a.test/<b>',
    'https://a.test/a b',
    'https://a.test/\nx',
    'https://a.test\n',
    '',
    `https://a.test/${'x'.repeat(1000)}`,
  ])('%j leads nowhere', (value) => {
    expect(isSafeAddress(value)).toBe(false)
    expect(isSafeAddress(value, true)).toBe(false)
  })

  it('may be a path on this host where that is allowed', () => {
    expect(isSafeAddress('/api/images/0123.png', true)).toBe(true)
    expect(isSafeAddress('/api/images/0123.png')).toBe(false)
  })
})
