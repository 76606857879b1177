/**
 * A tenant's own keys of payment providers and its own mail server, as this server uses them: read
 * from the database when they are first needed, and again as soon as any server announces that they
 * have changed (docs/decisions/0222).
 */

import { OWN_KEY_PARTS, type OwnKeyService } from '#engine/contract/ownkeys.ts'
import { isObject } from '#engine/documents/json.ts'
import { Remembered } from '#server/base/remembered.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/database/database.ts'
import { unreadable } from '#server/payments/port.ts'
import type { OwnAccount, Providers } from '#server/payments/providers.ts'
import { ownKeys, type OwnKeyRow } from '#server/store/ownkeys.ts'

/** Of a tenant's own mail server. */
export type OwnSmtp = {
  readonly id: string
  readonly url: string
  /** The address that every email is from. */
  readonly from: string
  /** The last message was refused. */
  readonly failing: boolean
}
export type TenantKeys = {
  /** The current ones first, then former ones, the last first. */
  readonly accounts: readonly OwnAccount[]
  /** `unreadable`: it was sealed with a secret that isn't here. */
  readonly smtp: OwnSmtp | 'unreadable' | null
}
/** What keys consist of, by the names of their parts. */
export type KeyParts = Readonly<Record<string, string>>

/** While the connection for announcements is broken, a change is noticed after this. */
const FRESH_MS = 5000
const MAX_TENANTS = 5000

export class OwnKeys {
  readonly #remembered: Remembered<TenantKeys>

  constructor(
    readonly database: Database,
    readonly secrets: Secrets,
    readonly payments: Providers,
    readonly report: (error: unknown, what: string) => void,
  ) {
    this.#remembered = new Remembered({
      freshMs: FRESH_MS,
      most: MAX_TENANTS,
      report: (error) => report(error, 'the keys of a tenant'),
    })
  }

  async of(tenant: string): Promise<TenantKeys> {
    const found = await this.#remembered.read(tenant, () => this.#read(tenant))
    return found ?? { accounts: [], smtp: null }
  }

  /** They have changed: the next use asks the database. */
  forget(tenant: string): void {
    this.#remembered.doubt(tenant)
  }

  forgetAll(): void {
    this.#remembered.doubtAll()
  }

  async #read(tenant: string): Promise<TenantKeys> {
    const rows = await this.database.tenant(tenant, ownKeys)
    const accounts: OwnAccount[] = []
    let smtp: TenantKeys['smtp'] = null
    for (const row of rows) {
      const parts = this.#open(row)
      const { secret = '', webhook = '', url = '', from = '' } = parts ?? {}
      if (row.service === 'smtp')
        smtp ??=
          parts === null ? 'unreadable' : { id: row.id, url, from, failing: row.failed_at !== null }
      else {
        const { paystack, stripe } = this.payments.adapters
        // Never the installation's instead: the tenant's money would go to somebody else.
        const account =
          parts === null
            ? unreadable(row.service)
            : row.service === 'paystack'
              ? paystack(secret)
              : stripe(secret, webhook)
        accounts.push({ provider: account, ownKey: row.id, current: row.retired_at === null })
      }
    }
    return { accounts, smtp }
  }

  #open(row: OwnKeyRow): KeyParts | null {
    try {
      const owner = keysOwner(row.tenant_id, row.service, row.id)
      return partsOf(row.service, this.secrets.open(row.keys_sealed, ...owner))
    } catch (error) {
      this.report(error, `the ${row.service} keys of a tenant`)
      return null
    }
  }
}

/** To whom they are sealed. */
export function keysOwner(tenant: string, service: string, id: string): string[] {
  return [tenant, 'keys', service, id]
}

function partsOf(service: OwnKeyService, text: string): KeyParts {
  const read: unknown = JSON.parse(text)
  return Object.fromEntries(
    OWN_KEY_PARTS[service].map((part) => [part, isObject(read) ? String(read[part]) : '']),
  )
}
