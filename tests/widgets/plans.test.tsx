// @vitest-environment happy-dom
/** Pages of plans and paying, drawn from their shipped documents: what each state says and offers. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveNodes } from '#engine/decide/screen.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { ScopeProvider, type Action } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { featureGroups, firstChoice, planRows, type PlanItem } from '#widgets/account/planchoice.ts'
import { moneyOf } from '#engine/documents/intl.ts'
import { registry } from '#widgets/registry.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

let root: Root | undefined

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
  await loadWidgets(registry, Object.keys(registry))
}, 60_000)
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
  vi.useRealTimers()
})

const price = (amount: number) => ({ amount, currency: 'ZAR' })
const featuresOf = (plan: string) =>
  catalog.features.flatMap(({ id, allow }) => (allow.some((row) => row.id === plan) ? [id] : []))
const SMALL = featuresOf('starter')
const LARGE = featuresOf('power')
const LARGEST = [...LARGE, 'Mentors']
const ITEMS: PlanItem[] = [
  { id: 'starter', name: 'Lite', features: SMALL, price: price(19900), payable: true },
  { id: 'power', name: 'Commit', features: LARGE, price: price(49900), payable: true },
  { id: 'powerPlus', name: 'Commit+', features: LARGEST, price: price(89900), payable: true },
]
const ready = (value: unknown, again?: () => void): DataState => ({
  status: 'ready',
  value,
  refreshing: false,
  ...(again && { again }),
})
const PLANS = ready({ items: ITEMS })
const NOTHING = ready({ items: [] })

const PHONE = { email: null, phone: '+27821234567' }

type Given = {
  person?: PersonOptions
  /** Signed up with a phone number alone. */ byPhone?: boolean
  data?: Record<string, DataState>
  actions?: Record<string, unknown>
  coupon?: string
}

/** The page at this address, with all its nodes; everything that it asks for is in `data`. */
async function open(
  address: string,
  { person, byPhone = false, data = {}, actions = {}, coupon }: Given = {},
): Promise<HTMLElement> {
  const [path = '', query = ''] = address.split('?')
  const landing = navigate(
    catalog,
    makeWorld(person === undefined ? null : { ...makeUser(person), ...(byPhone && PHONE) }, {
      ...(coupon !== undefined && { onboarding: { coupon } }),
    }),
    { path, query: Object.fromEntries(new URLSearchParams(query)) },
  )
  expect(landing.path).toBe(path)
  const values = Object.fromEntries(
    Object.entries(data).map(([name, state]) => [
      name,
      state.status === 'ready' ? state.value : null,
    ]),
  )
  const nodes = resolveNodes(
    catalog.get('screen', landing.screen!)!.children,
    { ...landing.scope, data: values },
    catalog.book,
  )
  const context = {
    catalog,
    scope: landing.scope,
    registry,
    actions: { 'pay.arrived': () => undefined, ...actions } as Record<string, Action>,
    mode: 'live' as const,
    report: (error: unknown) => {
      throw error
    },
  }
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    root = createRoot(place)
    root.render(
      <MemoryRouter>
        <ScopeProvider value={context}>
          <Screen nodes={nodes} data={data} />
        </ScopeProvider>
      </MemoryRouter>,
    )
  })
  return place
}

/** Spaces of a currency are not broken; words are compared without that. */
const words = (place: Element) => (place.textContent ?? '').replace(/[\s\u00a0\u202f]+/g, ' ')
const linkTo = (place: Element, text: string) =>
  [...place.querySelectorAll('a')]
    .find((link) => words(link).startsWith(text))
    ?.getAttribute('href')
const buttonOf = (place: Element, text: string) =>
  [...place.querySelectorAll('button')].find((button) => words(button).startsWith(text))
const press = (place: Element, text: string) => act(async () => buttonOf(place, text)!.click())
const isOrange = (element: Element) => /step/.test(element.className)

describe('an amount', () => {
  it.each([
    [49900, 'ZAR', 'en', 'ZA', 'R 499,00'],
    [350000, 'KES', 'en', 'KE', 'Ksh 3,500.00'],
    [2900, 'USD', 'en', 'US', '$29.00'],
    [5000, 'JPY', 'en', 'JP', '¥5,000'],
    [49900, 'ZAR', 'af', 'ZA', 'R 499,00'],
  ])('%i %s is written as in its country', (amount, currency, language, country, expected) => {
    const written = moneyOf(amount, currency, language, country).replace(/[\u00a0\u202f]/g, ' ')
    expect(written.replace('JP¥', '¥')).toBe(expected)
  })

  it('is written for any country and any currency code', () => {
    expect(moneyOf(100, 'ZAR', 'en', 'x/y')).toContain('1')
    expect(moneyOf(100, 'nothing', 'en', 'ZA')).toBe('nothing 1.00')
  })
})

describe('plans for a user', () => {
  const states = (own: string | null, has: readonly string[], items = ITEMS) =>
    planRows(items, own, has).map(({ state }) => state)

  it.each<[string | null, readonly string[], string[]]>([
    ['free', [], ['onOffer', 'onOffer', 'onOffer']],
    ['starter', SMALL, ['own', 'onOffer', 'onOffer']],
    ['power', LARGE, ['included', 'own', 'onOffer']],
    ['AssessmentOnly', ['PersonalityReport'], ['smaller', 'onOffer', 'onOffer']],
  ])('of %s with %j', (own, has, expected) => {
    expect(states(own, has)).toEqual(expected)
  })

  it('without a price, or that nobody can pay for here, aren’t on offer', () => {
    const items = [
      { ...ITEMS[0]!, price: null },
      { ...ITEMS[1]!, payable: false },
    ]
    expect(states('free', [], items)).toEqual(['unpriced', 'voucher'])
    expect(firstChoice(planRows(items, 'free', []), 'power')).toBeNull()
  })

  it('say what each adds to the one before', () => {
    const rows = planRows(ITEMS, 'free', [])
    expect(rows.map(({ contains, adds }) => [contains, adds])).toEqual([
      [null, SMALL],
      ['Lite', LARGE.filter((each) => !SMALL.includes(each))],
      ['Commit', ['Mentors']],
    ])
  })

  it('that open nothing more than the one before aren’t sold', () => {
    const items = ITEMS.map((item) =>
      item.id === 'powerPlus' ? { ...item, features: LARGE } : item,
    )
    expect(states('power', LARGE, items)).toEqual(['included', 'own', 'same'])
    expect(states('free', [], items)).toEqual(['onOffer', 'onOffer', 'same'])
    expect(firstChoice(planRows(items, 'power', LARGE), 'powerPlus')).toBeNull()
  })

  it('choose the one that was asked for, if it is on offer', () => {
    const rows = planRows(ITEMS, 'starter', SMALL)
    expect(['powerPlus', 'starter', 'gold', null].map((asked) => firstChoice(rows, asked))).toEqual(
      ['powerPlus', 'power', 'power', 'power'],
    )
  })

  it('compare each feature once, and those without a group at the end', () => {
    const groups = [{ id: 'a', title: 'a', features: ['SkillsExplorer', 'Unsold'] }]
    expect(featureGroups(ITEMS, groups, 'rest')).toEqual([
      { id: 'a', title: 'a', features: ['SkillsExplorer'] },
      {
        id: 'rest',
        title: 'rest',
        features: [...new Set([...SMALL, ...LARGEST])].filter((each) => each !== 'SkillsExplorer'),
      },
    ])
  })
})

describe('the page of plans', () => {
  const upgrade = (address = '/settings/account/upgrade', more: Given = {}) =>
    open(address, {
      person: { plan: 'starter', taken: ['holland_code'] },
      data: { plans: PLANS, payments: NOTHING },
      ...more,
    })

  it('has one button, which names the chosen plan and its price', async () => {
    const place = await upgrade()
    expect(words(place)).toContain('You have this')
    expect([...place.querySelectorAll('a')].filter(isOrange).map(words)).toEqual([
      'Get Commit, R 499,00',
    ])
    expect(linkTo(place, 'Get Commit')).toBe('/settings/account/upgrade/ZA/power')
    await act(async () => place.querySelectorAll<HTMLInputElement>('[type=radio]')[1]!.click())
    expect(linkTo(place, 'Get Commit')).toBe('/settings/account/upgrade/ZA/powerPlus')
  })

  it('begins with the plan that the address names', async () => {
    const place = await upgrade('/settings/account/upgrade?plan=powerPlus')
    expect(linkTo(place, 'Get Commit+')).toBeDefined()
  })

  it('has no button for a plan that opens nothing more', async () => {
    const items = ITEMS.map((item) =>
      item.id === 'powerPlus' ? { ...item, features: LARGE } : item,
    )
    const place = await upgrade('/settings/account/upgrade?plan=powerPlus', {
      person: { plan: 'power', taken: ['holland_code'] },
      data: { plans: ready({ items }), payments: NOTHING },
    })
    expect(words(place)).toContain('Nothing more than Commit yet, so don’t pay for it.')
    expect([...place.querySelectorAll('a')].filter(isOrange)).toEqual([])
  })

  it('says so where nothing can be paid, and still takes a voucher', async () => {
    const items = ITEMS.map((item) => ({ ...item, payable: false }))
    const place = await upgrade(undefined, {
      data: { plans: ready({ items }), payments: NOTHING },
    })
    expect(words(place)).toContain('You can’t pay for this here. A voucher opens it.')
    expect(place.querySelectorAll('[type=radio]')).toHaveLength(0)
    expect(buttonOf(place, 'Redeem voucher')).toBeDefined()
  })

  it('names each feature in words as well as ticks', async () => {
    const place = await upgrade()
    const row = [...place.querySelectorAll('tbody tr')].find((each) =>
      words(each).startsWith('Bursaries'),
    )
    expect(words(row!)).toBe('BursariesNoYesYes')
  })

  it('warns before anything else if a payment is on its way', async () => {
    const waiting = {
      id: 'p1',
      plan: 'power',
      planName: 'Commit',
      country: 'ZA',
      amount: 49900,
      currency: 'ZAR',
    }
    const payments = ready({
      items: [
        { ...waiting, state: 'pending', createdAt: '2026-11-21T08:00:00Z', expiresAt: '' },
        { ...waiting, id: 'p2', state: 'paid', createdAt: '2026-11-20T08:00:00Z', expiresAt: '' },
      ],
    })
    const place = await upgrade(undefined, { data: { plans: PLANS, payments } })
    expect(words(place)).toContain('Please don’t pay again.')
    expect(place.querySelectorAll('a[href^="/payments/"]')).toHaveLength(1)
    const all = await open('/settings/account', {
      person: { plan: 'power' },
      data: { payments, curricula: ready({}) },
    })
    expect(all.querySelectorAll('a[href^="/payments/"]')).toHaveLength(2)
  })
})

describe('the checkout', () => {
  const DATA = { plans: PLANS, payments: NOTHING, requests: NOTHING }
  const PATH = '/settings/account/upgrade/ZA/power'
  const person = { plan: 'starter', taken: ['holland_code'] }
  const coupon = {
    code: 'SAVE20',
    off: 9980,
    amount: 39920,
    currency: 'ZAR',
    percent: 20,
    expires: '2026-12-31T20:00:00Z',
  }

  it('leads with the sum, and pays for what the address says', async () => {
    const checkout = vi.fn(async () => undefined)
    const place = await open(PATH, { person, data: DATA, actions: { 'pay.checkout': checkout } })
    expect(words(place)).toContain('To payR 499,00')
    await press(place, 'Pay R 499,00')
    expect(checkout).toHaveBeenCalledExactlyOnceWith({ plan: 'power', country: 'ZA', coupon: null })
  })

  it('asks for an address for the receipt only where there is none, and takes none too', async () => {
    const checkout = vi.fn(async () => undefined)
    const given = { person, data: DATA, actions: { 'pay.checkout': checkout } }
    expect((await open(PATH, given)).querySelector('[type=email]')).toBeNull()
    const place = await open(PATH, { ...given, byPhone: true })
    const field = place.querySelector<HTMLInputElement>('[type=email]')!
    const type = (value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
          field,
          value,
        )
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    await type('not an address')
    await press(place, 'Pay R 499,00')
    expect([checkout.mock.calls, field.getAttribute('aria-invalid')]).toEqual([[], 'true'])
    expect(words(place)).toContain('Enter an email address, or leave it empty.')
    const order = { plan: 'power', country: 'ZA', coupon: null }
    await type('  naledi@home.test ')
    await press(place, 'Pay R 499,00')
    expect(checkout).toHaveBeenLastCalledWith({ ...order, email: 'naledi@home.test' })
    await press(await open(PATH, { ...given, byPhone: true }), 'Pay R 499,00')
    expect(checkout).toHaveBeenLastCalledWith(order)
  })

  it('tries the coupon of the address at once, and takes it off', async () => {
    const ask = vi.fn(async () => coupon)
    const checkout = vi.fn(async () => undefined)
    const place = await open(PATH, {
      person,
      data: DATA,
      coupon: 'SAVE20',
      actions: { 'pay.coupon': ask, 'pay.checkout': checkout },
    })
    expect(ask).toHaveBeenCalledExactlyOnceWith({ code: 'SAVE20', plan: 'power', country: 'ZA' })
    expect(words(place)).toContain('Coupon SAVE20, 20% off−R 99,80')
    expect(words(place)).toContain('It works until')
    await press(place, 'Pay R 399,20')
    expect(checkout).toHaveBeenCalledWith({ plan: 'power', country: 'ZA', coupon: 'SAVE20' })
    await press(place, 'Remove')
    expect(buttonOf(place, 'Pay R 499,00')).toBeDefined()
  })

  it('says what is wrong with a coupon, and can still be paid without', async () => {
    const refuse = vi.fn(async () =>
      Promise.reject(
        Object.assign(new Error('This can’t be a coupon.'), { code: 'coupon/malformed' }),
      ),
    )
    const place = await open(PATH, {
      person,
      data: DATA,
      coupon: '-_-',
      actions: { 'pay.coupon': refuse },
    })
    expect(words(place)).toContain('This can’t be a coupon.')
    expect(buttonOf(place, 'Pay R 499,00')).toBeDefined()
  })

  it('can be pressed again after the server refused, and says why', async () => {
    const refuse = () =>
      Promise.reject(
        Object.assign(new Error('No money was taken.'), { code: 'payment/unavailable' }),
      )
    const place = await open(PATH, { person, data: DATA, actions: { 'pay.checkout': refuse } })
    await press(place, 'Pay')
    expect(place.querySelector('[role=alert]')?.textContent).toContain('No money was taken.')
    expect(buttonOf(place, 'Pay')!.getAttribute('aria-busy')).toBeNull()
  })

  it.each([
    ['gold', 'There’s no plan like this.'],
    ['starter', 'You have this plan already.'],
    ['mini', 'no price in your country'],
    ['powerPlus', 'You can’t pay for this here.'],
  ])('of %s sells nothing', async (plan, expected) => {
    const items = [
      { ...ITEMS[0]!, id: 'mini', price: null },
      ITEMS[0]!,
      ITEMS[1]!,
      { ...ITEMS[2]!, payable: false },
    ]
    const place = await open(`/settings/account/upgrade/ZA/${plan}`, {
      person,
      data: { ...DATA, plans: ready({ items }) },
    })
    expect(words(place)).toContain(expected)
    expect(buttonOf(place, 'Pay')).toBeUndefined()
    expect(linkTo(place, 'See all plans')).toBe('/settings/account/upgrade')
    expect(words(place).split('See all plans'), 'once').toHaveLength(2)
    expect(buttonOf(place, 'Ask someone'), 'nobody else could pay for it either').toBeUndefined()
  })

  it('leads back to all plans, once', async () => {
    const place = await open(PATH, { person, data: DATA })
    expect(linkTo(place, 'See all plans')).toBe('/settings/account/upgrade')
    expect(words(place).split('See all plans')).toHaveLength(2)
  })

  it.each(['gold', 'assessmentOnly', 'starter'])(
    'of %s offers nobody to ask for it: not for sale, or theirs already',
    async (plan) => {
      const at = (of: string) => open(`/settings/account/upgrade/ZA/${of}`, { person, data: DATA })
      expect(buttonOf(await at(plan), 'Ask someone')).toBeUndefined()
      act(() => root?.unmount())
      expect(buttonOf(await at('power'), 'Ask someone')).toBeDefined()
    },
  )

  it('makes a link for someone else, and ends those made before', async () => {
    const ask = vi.fn(async () => ({
      id: 'r2',
      url: '/pay/abc',
      expiresAt: '2026-12-05T08:00:00Z',
    }))
    const end = vi.fn(async () => undefined)
    const requests = ready({
      items: [{ id: 'r1', plan: 'power', state: 'open', expiresAt: '2026-12-01T08:00:00Z' }],
    })
    const place = await open(PATH, {
      person,
      data: { ...DATA, requests },
      actions: { 'pay.ask': ask, 'pay.revoke': end },
    })
    await press(place, 'Ask someone')
    expect(place.querySelector<HTMLInputElement>('#shared-link')!.value).toMatch(
      /^https?:\/\/[^/]+\/pay\/abc$/,
    )
    await press(place, 'End this link')
    expect(end).toHaveBeenCalledExactlyOnceWith({ id: 'r1' })
    expect(buttonOf(place, 'End this link')).toBeUndefined()
  })
})

describe('a link to pay for someone', () => {
  const at = (missing: boolean) =>
    open('/pay/Qx7rT2', {
      data: {
        request: { status: 'failed', offline: false, missing, retry: () => undefined },
      },
    })

  it('that has ended says so, and whom to ask', async () => {
    const place = await at(true)
    expect(place.querySelector('h1')?.textContent).toBe('This link no longer works')
    expect(words(place)).toContain('Ask for a new link.')
    expect([...place.querySelectorAll('button')]).toEqual([])
  })

  it('that can’t be read now can be tried again', async () => {
    const place = await at(false)
    expect(words(place)).not.toContain('no longer works')
    expect(buttonOf(place, 'Try again')).toBeDefined()
  })
})

describe('a payment', () => {
  const payment = (state: string, more: object = {}) => ({
    id: 'p1',
    plan: 'power',
    planName: 'Commit',
    country: 'ZA',
    amount: 39920,
    listAmount: 49900,
    currency: 'ZAR',
    coupon: null,
    state,
    createdAt: '2026-11-21T08:00:00Z',
    expiresAt: '2026-11-21T09:00:00Z',
    paidAt: null,
    receipt: null,
    seller: 'Tsela',
    ...more,
  })
  const at = (state: string, more: object = {}, given: Given = {}, again?: () => void) =>
    open('/payments/p1', {
      person: { plan: 'free' },
      data: { payment: ready(payment(state, more), again) },
      ...given,
    })

  it.each(['created', 'pending', 'some state of a later version'])(
    'that is %s says not to pay again, and until when',
    async (state) => {
      const place = await at(state)
      expect(words(place)).toContain('Please don’t pay again. If nothing comes by 21 November')
      expect([...place.querySelectorAll('a, button')].filter(isOrange)).toEqual([])
      expect(linkTo(place, 'Try again')).toBeUndefined()
    },
  )

  it('that waits asks again with growing pauses, the provider too, until it is settled', async () => {
    const again = vi.fn()
    const check = vi.fn(async () => undefined)
    await at('pending', {}, { actions: { 'pay.check': check } }, again)
    const after = async (seconds: number) => {
      await act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
      return [again.mock.calls.length, check.mock.calls.length]
    }
    expect(await after(1.9)).toEqual([0, 0])
    expect(await after(0.2)).toEqual([1, 0])
    expect(await after(3)).toEqual([2, 0])
    expect(await after(5)).toEqual([3, 1])
    expect(await after(8 + 13 + 20)).toEqual([6, 2])
    // An hour later it asks once a minute.
    const [before] = await after(3600)
    expect((await after(600))[0]! - before!).toBe(10)
    act(() => root?.unmount())
    expect((await after(600))[0]).toBe(before! + 10)
  })

  it('that waits asks at once when the connection comes back', async () => {
    const again = vi.fn()
    await at('pending', {}, {}, again)
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(again).toHaveBeenCalledTimes(1)
  })

  it('that was declined first says that no money was taken, without orange', async () => {
    const place = await at('declined')
    expect(words(place.querySelector('[role=status]')!)).toMatch(
      /^The bank said noNo money was taken\./,
    )
    expect(linkTo(place, 'Try again')).toBe('/settings/account/upgrade/ZA/power')
    expect(buttonOf(place, 'Ask someone')).toBeDefined()
    expect(linkTo(place, 'Use a voucher')).toBe('/settings/account/upgrade')
    expect([...place.querySelectorAll('a, button')].filter(isOrange)).toEqual([])
  })

  it('that expired took no money', async () => {
    expect(words(await at('expired'))).toContain('No money was taken. You can start over.')
  })

  it('that was paid opens the plan, and shows a receipt that prints', async () => {
    const arrived = vi.fn()
    const print = vi.fn()
    const place = await at(
      'paid',
      { receipt: 'T-20418', paidAt: '2026-11-21T08:01:00Z', coupon: 'SAVE20' },
      { actions: { 'pay.arrived': arrived, print } },
    )
    expect(arrived).toHaveBeenCalledTimes(1)
    expect(words(place)).toContain('Paid. Commit is open.')
    expect(linkTo(place, 'Continue')).toBe('/profile/home')
    const receipt = place.querySelector('dl')!
    expect([...receipt.children].map(words)).toEqual([
      'NumberT-20418',
      'Date21 November 2026',
      'PlanCommit',
      'Accountnaledi@school.test',
      'Paid toTsela',
      'CouponSAVE20',
      'PriceR 499,00',
      'PaidR 399,20',
    ])
    await press(place, 'Print')
    expect(print).toHaveBeenCalled()
  })

  it.each(['refunded', 'disputed'])(
    'that was %s keeps its receipt and asks who is signed in',
    async (state) => {
      const arrived = vi.fn()
      const place = await at(
        state,
        { receipt: 'T-20418', paidAt: '2026-11-21T08:01:00Z' },
        { actions: { 'pay.arrived': arrived } },
      )
      expect(arrived).toHaveBeenCalledTimes(1)
      expect(words(place)).toContain('T-20418')
      expect(linkTo(place, 'Continue')).toBeUndefined()
    },
  )
})

describe('the page for someone who was asked to pay', () => {
  const request = {
    plan: 'power',
    planName: 'Commit',
    country: 'ZA',
    firstName: 'Thandi',
    amount: 49900,
    currency: 'ZAR',
    state: 'open',
    payable: true,
    expiresAt: '2026-12-05T08:00:00Z',
    receipt: null,
    seller: 'Tsela',
    features: [],
  }
  const at = (more: object, actions = {}) =>
    open('/pay/some-token', { data: { request: ready({ ...request, ...more }) }, actions })

  it('shows plan, price and first name, and needs no account', async () => {
    const asked = vi.fn(async () => undefined)
    const place = await at({}, { 'pay.asked': asked })
    expect(words(place)).toContain('Thandi asks you to pay')
    expect(words(place)).toContain('To payR 499,00')
    await press(place, 'Go to payment')
    expect(asked).toHaveBeenCalledExactlyOnceWith({ email: '' })
  })

  it('asks once more when it opens: what is shown may be from before the payment', async () => {
    const again = vi.fn()
    await open('/pay/some-token', { data: { request: ready(request, again) } })
    expect(again).toHaveBeenCalledTimes(1)
  })

  it('says nothing about a name that isn’t known', async () => {
    expect(words(await at({ firstName: null }))).toContain('Can you pay for this plan?')
  })

  it('that is being paid says not to pay again', async () => {
    const place = await at({ state: 'paying' })
    expect(words(place)).toContain('Please don’t pay again.')
    expect(buttonOf(place, 'Go to payment')).toBeUndefined()
  })

  it('that was paid says so, and offers no second payment', async () => {
    const place = await at({ state: 'paid', receipt: 'T-1' })
    expect(words(place)).toContain('Paid. Commit is open.')
    expect(words(place)).toContain('T-1')
    expect(buttonOf(place, 'Go to payment')).toBeUndefined()
  })

  it('where nothing can be paid says so', async () => {
    const place = await at({ payable: false })
    expect(words(place)).toContain('This can’t be paid here yet')
    expect(buttonOf(place, 'Go to payment')).toBeUndefined()
  })
})

describe('a page that the plan lacks', () => {
  const lite: PersonOptions = { plan: 'starter', taken: ['holland_code'] }

  it('is an offer with the words of the specification', async () => {
    const place = await open('/locked/BursariesExplorer', { person: lite })
    expect(words(place)).toContain('Upgrade to Access')
    expect(words(place)).toContain('Only available to paying customers')
    expect(words(place)).toContain('Your current package does not include this feature.')
    expect(linkTo(place, 'Upgrade to Access')).toBe('/settings/account/upgrade?plan=power')
    expect(linkTo(place, 'Redeem a voucher')).toBe('/settings/account/upgrade#voucher')
  })

  it.each([
    ['Cv', 'Your plan includes this now.'],
    ['Nothing', 'You are not allowed to access this page.'],
  ])('offers nothing for %s', async (feature, expected) => {
    const place = await open(`/locked/${feature}`, { person: lite })
    expect(words(place)).toContain(expected)
    expect(linkTo(place, 'Redeem')).toBeUndefined()
  })
})
