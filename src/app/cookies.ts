/**
 * The few cookies that scripts may read: the anti-forgery token and the hints for sign-up (spec 9).
 */

import { NO_ONBOARDING, type Onboarding } from '#engine/rules/scope.ts'
import { isPreview } from './preview.ts'

export const SIGNUP_MINUTES = 240
const SAFE = /^[A-Za-z0-9_-]{1,64}$/
/** A coupon that can't be one is kept too: the checkout says so. */
const ANY = /^.{1,64}$/
const rule = (cookie: string) => (cookie === 'coupon-code' ? ANY : SAFE)
/** Query parameter -> cookie that it sets. */
const FROM_QUERY = {
  country: 'plan-country',
  selectedPlan: 'selected-plan',
  code: 'voucher-code',
  coupon: 'coupon-code',
} as const
const CLEARED_ON_LOGOUT = [
  'selected-plan',
  'plan-country',
  'package',
  'voucher-code',
  'coupon-code',
  'skip-verification',
] as const

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    if (!part.startsWith(`${name}=`)) continue
    try {
      return decodeURIComponent(part.slice(name.length + 1))
    } catch {
      // A malformed value such as `%zz` isn't ours: treat it as missing.
      return null
    }
  }
  return null
}

export function writeCookie(name: string, value: string, seconds: number): void {
  // In a preview the browser's cookies are those of the editor who is looking at it.
  if (isPreview()) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}

/** The anti-forgery token; over https the cookie's name binds it to this host. */
export function csrfToken(): string | null {
  return readCookie('__Host-csrf-token') ?? readCookie('csrf-token')
}

/** A prerendered page can only be in the user's language if the server knows it. */
export function rememberLanguage(language: string): void {
  writeCookie('language', language, 365 * 86_400)
}

/** Query parameters become hints for sign-up. They redeem and buy nothing by themselves. */
export function takeSignupHints(query: URLSearchParams): void {
  for (const [parameter, cookie] of Object.entries(FROM_QUERY)) {
    const value = query.get(parameter)
    if (value !== null && rule(cookie).test(value)) writeCookie(cookie, value, SIGNUP_MINUTES * 60)
  }
  const wholePackage = query.get('package')
  if (wholePackage !== null && SAFE.test(wholePackage))
    writeCookie('package', wholePackage, SIGNUP_MINUTES * 60)
}

export function readOnboarding(): Onboarding {
  if (isPreview()) return NO_ONBOARDING
  const text = (name: string): string | null => {
    const value = readCookie(name)
    return value !== null && rule(name).test(value) ? value : null
  }
  return {
    ...NO_ONBOARDING,
    selectedPlan: text('selected-plan') ?? text('package'),
    skipVerification: readCookie('skip-verification') === 'true',
    country: text('plan-country'),
    coupon: text('coupon-code'),
    code: text('voucher-code'),
  }
}

export function forgetPlan(): void {
  for (const name of ['selected-plan', 'package', 'plan-country'] as const) writeCookie(name, '', 0)
}

export function clearSignupHints(): void {
  for (const name of CLEARED_ON_LOGOUT) writeCookie(name, '', 0)
}
