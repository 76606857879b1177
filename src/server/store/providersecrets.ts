/** The secrets that a tenant shares with the services it signs in with, sealed. */

import type { Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Schema } from './schema.ts'

export type ProviderSecretRow = Selectable<Schema['provider_secrets']>

const COLUMNS = ['tenant_id', 'provider', 'client', 'secret_sealed', 'set_at'] as const

export function providerSecrets(tx: Tx): Promise<ProviderSecretRow[]> {
  return tx.all(db.selectFrom('provider_secrets').select(COLUMNS).orderBy('provider'))
}

/** The services whose secrets are set, each with what its secret is for (engine: serviceName). */
export async function servicesWithSecret(tx: Tx): Promise<string[]> {
  return (
    await tx.all(
      db.selectFrom('provider_secrets').select(['provider', 'client']).orderBy('provider'),
    )
  ).map(({ provider, client }) => `${provider} ${client}`)
}

/** The same, locked until the transaction ends. */
export function lockProviderSecrets(tx: Tx): Promise<ProviderSecretRow[]> {
  return tx.all(db.selectFrom('provider_secrets').select(COLUMNS).orderBy('provider').forUpdate())
}

export function providerSecret(tx: Tx, provider: string): Promise<ProviderSecretRow | undefined> {
  return tx.first(
    db.selectFrom('provider_secrets').select(COLUMNS).where('provider', '=', provider),
  )
}

export function setProviderSecret(
  tx: Tx,
  row: {
    readonly provider: string
    readonly client: string
    readonly sealed: string
    readonly now: Date
  },
): Promise<number> {
  const values = { client: row.client, secret_sealed: row.sealed, set_at: row.now }
  return tx.run(
    db
      .insertInto('provider_secrets')
      .values({ ...values, tenant_id: tx.tenant, provider: row.provider })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values)),
  )
}

/** The same secret under another key. */
export function resealProviderSecret(tx: Tx, provider: string, sealed: string): Promise<number> {
  return tx.run(
    db
      .updateTable('provider_secrets')
      .set({ secret_sealed: sealed })
      .where('provider', '=', provider),
  )
}

export function deleteProviderSecret(tx: Tx, provider: string): Promise<number> {
  return tx.run(db.deleteFrom('provider_secrets').where('provider', '=', provider))
}
