/**
 * Paying for a plan: coupons, the provider's page, links for others to pay by. Loaded when the
 * first of these is used.
 */

import { queryText } from '#engine/decide/routes.ts'
import { call } from './api.ts'
import { pathHere } from './preview.ts'
import { fetchUser } from './session.ts'

type Given = Readonly<Record<string, string | null>>
type Go = (href: string, options?: { replace?: boolean }) => void
type Doing = (given: Given, go: Go) => Promise<unknown>
type Payable = { readonly url: string }

/** Leads to a provider's page: the demo's is ours, all others are elsewhere. */
function leadTo(url: string, go: Go): void {
  const address = new URL(url, location.origin)
  if (address.origin === location.origin) go(address.pathname + address.search)
  else if (address.protocol === 'https:') location.assign(address.href)
  else throw new Error('the page of the payment provider is not an https address')
}

/** A member that is null isn't sent: the server then decides. */
const told = (given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''))

/** The last part of the address: whose page it is. */
const idHere = () => encodeURIComponent(pathHere().split('/').at(-1) ?? '')

const demo =
  (outcome: string): Doing =>
  async (_given, go) => {
    // Its query says where the payer came from.
    const { back } = await call<{ back: string }>(`demo/payments/${idHere()}${location.search}`, {
      method: 'POST',
      body: { outcome },
    })
    leadTo(back, go)
  }

const DOINGS: Readonly<Record<string, Doing>> = {
  coupon: (given) => call(`plans/coupon${queryText(told(given) as Record<string, string>)}`),
  checkout: async (given, go) => {
    const { url } = await call<Payable>('plans/checkout', { method: 'POST', body: told(given) })
    leadTo(url, go)
  },
  ask: (given) => call('plans/requests', { method: 'POST', body: told(given) }),
  revoke: ({ id }) => call(`plans/requests/${encodeURIComponent(id ?? '')}`, { method: 'DELETE' }),
  check: ({ id }) =>
    call(`payments/${encodeURIComponent(id ?? '')}/check`, { method: 'POST', background: true }),
  // The plan that was paid for is the user's now.
  arrived: () => fetchUser(),
  asked: async (given, go) => {
    const { url } = await call<Payable>(`plans/requests/${idHere()}/checkout`, {
      method: 'POST',
      body: told(given),
    })
    leadTo(url, go)
  },
  'demo.paid': demo('paid'),
  'demo.declined': demo('declined'),
  'demo.expired': demo('expired'),
  'demo.lost': demo('lost'),
}

/** @param what one of the names in actions.ts */
export async function pay(what: string, given: Given, go: Go): Promise<unknown> {
  return DOINGS[what]!(given, go)
}
