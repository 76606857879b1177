/** One-time codes: the vectors of RFC 6238, and how far a phone's clock may be off. */

import { describe, expect, it } from 'vitest'
import { addressOfSecret, newSecret, stepOf } from '#server/accounts/authenticator.ts'
import { codeAt } from '#tests/support/authenticator.ts'

/** "12345678901234567890" in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('a code of RFC 6238, appendix B', () => {
  // Its codes have eight digits; apps show the last six.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is right at %d seconds', (seconds, code) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })
})

describe('a clock that is wrong', () => {
  it.each([
    [-60, null],
    [-30, -1],
    [0, 0],
    [30, 1],
    [60, null],
  ])('by %d seconds', (off, delta) => {
    const now = at(1_111_111_125)
    const step = stepOf(SECRET, codeAt(SECRET, at(1_111_111_125 + off)), now)
    expect(step).toBe(delta === null ? null : 37_037_037 + delta)
  })
})

describe('a secret', () => {
  it('has 160 bits, and is another each time', () => {
    const secrets = Array.from({ length: 20 }, newSecret)
    expect(secrets.every((each) => /^[A-Z2-7]{32}$/.test(each))).toBe(true)
    expect(new Set(secrets).size).toBe(20)
  })

  it('is in an address that apps read, whatever the names contain', () => {
    const address = new URL(addressOfSecret(SECRET, 'Tsela: careers', 'a:b@school.test'))
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(address.pathname)).toBe('/Tsela  careers:a b@school.test')
    expect(address.searchParams.get('secret')).toBe(SECRET)
    expect(address.searchParams.get('issuer')).toBe('Tsela  careers')
  })
})
