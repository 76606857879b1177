// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearSignupHints, readOnboarding, takeSignupHints } from '#app/cookies.ts'

describe('hints of the address for sign-up', () => {
  beforeEach(clearSignupHints)

  it('keep a coupon even if it can’t be one, so that the checkout can say so', () => {
    takeSignupHints(new URLSearchParams('coupon=100%25 off!&code=not a code&selectedPlan=a/b'))
    expect(readOnboarding()).toMatchObject({
      coupon: '100% off!',
      code: null,
      selectedPlan: null,
    })
  })

  it('drop a coupon that is too long to be shown', () => {
    takeSignupHints(new URLSearchParams({ coupon: 'x'.repeat(65) }))
    expect(readOnboarding().coupon).toBeNull()
    takeSignupHints(new URLSearchParams({ coupon: 'x'.repeat(64) }))
    expect(readOnboarding().coupon).toHaveLength(64)
  })
})
