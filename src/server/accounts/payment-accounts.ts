/**
 * With which keys a payment is asked about, given back and believed: those that it began with, and
 * where the tenant has others by now, those too. Never with somebody else's (docs/decisions/0222).
 */

import {
  ProviderError,
  type Headers,
  type PaymentEvent,
  type Provider,
} from '#server/payments/port.ts'
import type { ServerContext } from '#server/start/context.ts'
import type { PaymentRow } from '#server/store/payments.ts'

type Begun = Pick<PaymentRow, 'provider' | 'own_key'>

/**
 * Asks the provider of a payment.
 *
 * @returns null if there is nobody to ask
 * @throws ProviderError of the keys that it began with, if none of them is accepted
 */
export async function askAccount<Answer>(
  context: ServerContext,
  tenant: string,
  payment: Begun,
  ask: (provider: Provider) => Promise<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  const accounts = await accountsOf(context, tenant, payment)
  let refused: ProviderError | null = null
  for (const provider of accounts) {
    try {
      return { answer: await ask(provider) }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      refused ??= error
      // Keys that were replaced at the provider are refused, and so is a payment of another account.
      if (!isRefusal(error)) throw refused
    }
  }
  if (refused !== null) throw refused
  return null
}

async function accountsOf(
  context: ServerContext,
  tenant: string,
  { provider: name, own_key: begun }: Begun,
): Promise<readonly Provider[]> {
  if (begun === null) {
    const provider = context.payments.byName(name)
    return provider === null ? [] : [provider]
  }
  const own = (await context.ownKeys.of(tenant)).accounts.filter(
    ({ provider }) => provider.name === name,
  )
  const first = own.filter(({ ownKey }) => ownKey === begun)
  return [...first, ...own.filter((each) => !first.includes(each))].map(({ provider }) => provider)
}

function isRefusal({ status }: ProviderError): boolean {
  return status === null ? false : status >= 400 && status < 500 && status !== 429
}

export type Keys = 'own' | 'installation'
/** An event, and whose keys it is signed with: an installation may have those of a tenant too. */
export type Received = {
  readonly event: PaymentEvent | 'ignored'
  readonly signed: ReadonlySet<Keys>
}

/**
 * Judges a webhook: by the keys of the tenant on whose host it came, and by the installation's.
 *
 * @returns null if it is forged
 * @throws ProviderError
 */
export async function receiveEvent(
  context: ServerContext,
  tenant: string,
  name: string,
  raw: string,
  headers: Headers,
): Promise<Received | null> {
  const signed = new Set<Keys>()
  let event = await receiveOwn(context, tenant, name, raw, headers)
  // Two tenants may share an account: then the other one has the same keys.
  if (event !== null && event !== 'ignored' && event.tenant !== tenant)
    event = await receiveOwn(context, event.tenant, name, raw, headers)
  if (event !== null) signed.add('own')
  const installations = context.payments.byName(name)
  const found = (await installations?.receive(raw, headers, context.now())) ?? null
  if (found !== null) signed.add('installation')
  event ??= found
  return event === null ? null : { event, signed }
}

async function receiveOwn(
  context: ServerContext,
  tenant: string,
  name: string,
  raw: string,
  headers: Headers,
): Promise<PaymentEvent | 'ignored' | null> {
  if (!UUID.test(tenant)) return null
  let failed: ProviderError | null = null
  for (const { provider } of (await context.ownKeys.of(tenant)).accounts) {
    if (provider.name !== name) continue
    try {
      const event = await provider.receive(raw, headers, context.now())
      if (event !== null) return event
    } catch (error) {
      // It is genuine, and these keys may not ask what it is about any more: others may.
      if (!(error instanceof ProviderError)) throw error
      failed = error
    }
  }
  if (failed !== null) throw failed
  return null
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
