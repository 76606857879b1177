/**
 * What a tenant's own keys have to look like: as in the environment (base/keyforms.ts). The address
 * of its server for emails names that server and nothing else.
 */

import { isIP } from 'node:net'
import { MAX_OWN_KEY_LENGTH, OWN_KEY_PARTS, type OwnKeyService } from '#engine/contract/ownkeys.ts'
import { isEmail } from '#engine/forms/email.ts'
import {
  isAddressWith,
  PAYSTACK_SECRET,
  SMTP_PROTOCOLS,
  STRIPE_SECRET,
  STRIPE_WEBHOOK,
} from '#server/base/keyforms.ts'
import { isLoopback, isPublicAddress } from '#server/base/publicaddress.ts'
import type { KeyParts } from './ownkeys.ts'

/** Of a part that is wrong: the key of a text, for people, and a sentence for operators. */
export type KeyFault = { readonly part: string; readonly key: string; readonly words: string }

/** What mail servers listen on for those who send: any other port would be a way to look around. */
const PORTS: ReadonlySet<string> = new Set(['', '25', '465', '587', '2465', '2525', '2587'])

/** @param loopback also a mail server on this machine, on any port: in demo mode and in tests */
export function faultsOf(
  service: OwnKeyService,
  parts: KeyParts,
  { loopback }: { readonly loopback: boolean },
): KeyFault[] {
  const faults: KeyFault[] = []
  for (const part of OWN_KEY_PARTS[service]) {
    const value = parts[part] ?? ''
    const kind = `${service}.${part}` as keyof typeof RULES
    const fault = value.length > MAX_OWN_KEY_LENGTH ? 'form' : RULES[kind](value, loopback)
    if (fault !== null)
      faults.push({
        part,
        key: `console.ownKeys.fault.${service}.${part}${fault === 'form' ? '' : `-${fault}`}`,
        words: WORDS[`${kind}${fault === 'form' ? '' : `-${fault}`}`] ?? '',
      })
  }
  return faults
}

type Fault = 'form' | 'extra' | 'private' | 'port'
const byForm =
  ({ form }: { readonly form: RegExp }) =>
  (value: string): Fault | null =>
    form.test(value) ? null : 'form'
const RULES = {
  'paystack.secret': byForm(PAYSTACK_SECRET),
  'stripe.secret': byForm(STRIPE_SECRET),
  'stripe.webhook': byForm(STRIPE_WEBHOOK),
  'smtp.url': smtpFault,
  'smtp.from': (value: string): Fault | null => (isEmail(value) ? null : 'form'),
} as const
const WORDS: Readonly<Record<string, string>> = {
  'paystack.secret': `The secret key of Paystack doesn't look like one: it begins with ${PAYSTACK_SECRET.like}`,
  'stripe.secret': `The secret key of Stripe doesn't look like one: it begins with ${STRIPE_SECRET.like}`,
  'stripe.webhook': `The webhook secret of Stripe doesn't look like one: it begins with ${STRIPE_WEBHOOK.like}`,
  'smtp.url': `The address of the mail server doesn't start with ${SMTP_PROTOCOLS.map((each) => `${each}//`).join(' or ')}`,
  'smtp.url-extra':
    'The address of the mail server is more than user, password, server and port, such as smtps://user:password@mail.example.org:465',
  'smtp.url-private': "The mail server isn't one that everybody on the internet reaches",
  'smtp.url-port': "The port isn't one on which mail servers accept emails, such as 465 or 587",
  'smtp.from': 'The sender is not an email address such as no-reply@example.org',
}

function smtpFault(text: string, loopback: boolean): Fault | null {
  if (!isAddressWith(SMTP_PROTOCOLS, text)) return 'form'
  const { hostname, port, pathname, search, hash, username, password } = new URL(text)
  if (hostname === '') return 'form'
  // A query would set any option of the mail client.
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') return 'extra'
  if (!isDecodable(username) || !isDecodable(password)) return 'extra'
  const host = hostname.replace(/^\[|\]$/g, '')
  const here = host === 'localhost' || isLoopback(host)
  if (here && loopback) return null
  // A name is looked up, and checked again, with every connection.
  if (here || (isIP(host) !== 0 && !isPublicAddress(host))) return 'private'
  return PORTS.has(port) ? null : 'port'
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
