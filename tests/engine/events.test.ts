/**
 * Usage events: what third-party services receive, in the specification's words, and what our own
 * server does (spec 8 and 9).
 */

import { describe, expect, it } from 'vitest'
import { ownEvent, type Tracked } from '#engine/contract/events.ts'
import { analyticsUser, vendorEvent } from '#engine/contract/vendorevents.ts'
import { makeUser } from '#tests/support/documents.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A045F) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

const WHOLE: readonly Tracked[] = [
  { type: 'linkClick', intent: 'navigate', name: 'home', scope: 'termsPage' },
  { type: 'pageView', pageName: 'home', sections: ['home'] },
  { type: 'pageExit', pageName: 'home', ms: 1200 },
  { type: 'formStart', name: 'signup' },
  { type: 'formComplete', name: 'signup' },
]

describe('third-party services', () => {
  it('know each event by its name', () => {
    expect(WHOLE.map((event) => vendorEvent(event, COMPUTER, null).event)).toEqual([
      'flexiLinkTracking',
      'globalVirtualPageView',
      'globalPageExit',
      'globalFormStart',
      'globalFormComplete',
    ])
  })

  it.each([
    ['linkClick', 'intent', 'Incorrect event properties for flexiLinkTracking event'],
    ['linkClick', 'name', 'Incorrect event properties for flexiLinkTracking event'],
    ['linkClick', 'scope', 'Incorrect event properties for flexiLinkTracking event'],
    ['pageView', 'pageName', 'Incorrect event properties for globalVirtualPageView event'],
    ['formStart', 'name', 'Incorrect event properties for globalFormStart event'],
    ['formComplete', 'name', 'Incorrect event properties for globalFormComplete event'],
  ])('aren’t told about a %s without %s', (type, property, message) => {
    const whole = WHOLE.find((event) => event.type === type)!
    expect(() => vendorEvent(whole, COMPUTER, null)).not.toThrow()
    for (const missing of [undefined, null, ''])
      expect(() => vendorEvent({ ...whole, [property]: missing }, COMPUTER, null)).toThrow(
        new Error(message),
      )
  })

  it('receive the site, the device and the id of the user who views a page', () => {
    const user = makeUser()
    expect(vendorEvent(WHOLE[1]!, PHONE, user)).toEqual({
      event: 'globalVirtualPageView',
      pageName: 'home',
      sections: ['home'],
      siteCountry: 'South Africa',
      siteLanguage: 'English',
      siteCategory: 'Personal',
      deviceType: 'Mobile',
      userId: user._id,
    })
    const stranger = vendorEvent(WHOLE[1]!, COMPUTER, null)
    expect(stranger['deviceType']).toBe('Desktop')
    expect('userId' in stranger).toBe(false)
  })

  it('never receive an address, phone number or name', () => {
    const user = { ...makeUser(), phone: '+27115550100', emailSHA256: 'ab12' }
    const told = JSON.stringify([
      analyticsUser(user),
      ...WHOLE.map((event) => vendorEvent(event, PHONE, user)),
    ])
    for (const secret of [user.email!, user.phone, String(user.profile['firstName'])])
      expect(told).not.toContain(secret)
    expect(analyticsUser(user)).toEqual({
      _id: user._id,
      emailSHA256: 'ab12',
      app: { accountType: 'power' },
    })
    const cohort = {
      name: 'Class of 2026',
      institution: { name: 'Thaba College', tenant: { slug: 'thaba' } },
    }
    expect(analyticsUser({ ...user, app: { ...user.app, cohort } }).tenant).toEqual({
      institution: 'Thaba College',
      cohort: 'Class of 2026',
    })
  })
})

describe('our own server', () => {
  const own = (event: Tracked, page = 'home') =>
    ownEvent(event, page, PHONE, 'id', '2026-11-21T08:00:00Z')

  it('receives what happened, where and when', () => {
    expect(WHOLE.map((event) => own(event)?.props)).toEqual([
      { intent: 'navigate', name: 'home', scope: 'termsPage', page: 'home' },
      { pageName: 'home', sections: ['home'], device: 'Mobile' },
      { pageName: 'home', ms: 1200, page: 'home' },
      { name: 'signup', page: 'home' },
      { name: 'signup', page: 'home' },
    ])
  })

  it.each([
    'naledi@school.test',
    'Naledi Mokoena',
    '+27 11 555 0100',
    '',
    'x'.repeat(81),
    '\u00e9',
  ])('doesn’t receive "%s"', (word) => {
    expect(own({ type: 'formStart', name: word })).toBeNull()
    expect(own({ type: 'pageView', pageName: 'home', sections: ['home', word] })).toBeNull()
  })
})
