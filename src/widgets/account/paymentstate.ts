/** What the state of a payment means to the one who looks at it. Pure. */

import type { SceneName } from '#widgets/parts/Scene.tsx'

/** A payment, or a request to pay, as far as its state is concerned. */
export type Payment = {
  readonly id?: string
  readonly plan: string
  readonly planName: string
  readonly country: string
  readonly amount: number
  readonly currency: string
  readonly state: string
  readonly createdAt?: string
  readonly expiresAt: string
}

/** `open`: a request that nobody has begun to pay. */
export type PaymentPhase =
  | 'open'
  | 'waiting'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'refunded'
  | 'disputed'

const PHASES: Readonly<Record<string, PaymentPhase>> = {
  open: 'open',
  created: 'waiting',
  pending: 'waiting',
  paying: 'waiting',
  paid: 'paid',
  declined: 'declined',
  expired: 'expired',
  refunded: 'refunded',
  disputed: 'disputed',
}

/** A state that this version doesn't know is waited for: never "pay again" by mistake. */
export function phaseOf({ state }: Pick<Payment, 'state'>): PaymentPhase {
  return PHASES[state] ?? 'waiting'
}

export const SCENE_OF: Readonly<Record<Exclude<PaymentPhase, 'open'>, SceneName>> = {
  waiting: 'offline',
  paid: 'arrived',
  declined: 'locked',
  expired: 'empty',
  refunded: 'empty',
  disputed: 'error',
}
