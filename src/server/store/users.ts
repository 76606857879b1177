/**
 * Users of a tenant. Rows never leave the server as they are: presentUser() in accounts/people.ts
 * makes what others see.
 */

import { sql, type Selectable } from 'kysely'
import { Refusal } from '#engine/contract/problems.ts'
import type { Address, Channel } from '#server/base/address.ts'
import { PERSON } from '#server/base/bounds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema, StoredConsent } from './schema.ts'

export type UserRow = Selectable<Schema['users']>

export type NewUser = {
  id: string
  /** One of the two; the other null. */
  email: string | null
  /** E.164. */
  phone: string | null
  /** Null: no login until one is set. */ passwordHash: string | null
  accountType: string
  /** That they use; null if they say none. */
  language?: string | null
  consents?: Record<string, StoredConsent>
}

/** @throws a duplicate error if the address is taken in this tenant */
export function insertUser(tx: Tx, user: NewUser): Promise<number> {
  return tx.run(
    db.insertInto('users').values({
      tenant_id: tx.tenant,
      id: user.id,
      email: user.email,
      phone: user.phone,
      password_hash: user.passwordHash,
      account_type: user.accountType,
      profile: JSON.stringify(user.email === null ? { phone: user.phone } : { email: user.email }),
      consents: JSON.stringify(user.consents ?? {}),
      research_assessments: [],
      language: user.language ?? null,
    }),
  )
}

export function userById(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.first(db.selectFrom('users').select(columnsOf('users')).where('id', '=', id))
}

/**
 * The same user, locked until the transaction ends: for changes that depend on the stored values.
 */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.first(
    db.selectFrom('users').select(columnsOf('users')).where('id', '=', id).forUpdate(),
  )
}

/** Accounts that are invited to own the tenant as soon as it has an address: the audit log says so. */
export function waitingOwners(tx: Tx): Promise<{ email: string }[]> {
  return tx.all({
    compile: () =>
      sql<{ email: string }>`
        SELECT email FROM users
        WHERE role IS NULL AND email IS NOT NULL
          AND EXISTS (SELECT FROM audit WHERE action = 'owner.wait' AND target = users.id::text)
          AND NOT EXISTS (SELECT FROM audit WHERE action = 'owner.invite' AND target = users.id::text)`.compile(
        db,
      ),
  })
}

export function userByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx.first(db.selectFrom('users').select(columnsOf('users')).where('email', '=', email))
}

/** The user with this address; any account of the tenant. */
export function userByAddress(tx: Tx, { channel, value }: Address): Promise<UserRow | undefined> {
  return tx.first(db.selectFrom('users').select(columnsOf('users')).where(channel, '=', value))
}

/**
 * Merges keys into the profile; null doesn't remove a key but is stored as "cleared".
 *
 * @throws Refusal `request/too-large` if the whole profile would be too large, however many
 *   sections it has
 */
export async function patchProfile(
  tx: Tx,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const written = await tx.first(
    db
      .updateTable('users')
      .set({ profile: sql`profile || ${JSON.stringify(values)}::jsonb` })
      .where('id', '=', id)
      .returning(sql<number>`octet_length(profile::text)`.as('bytes')),
  )
  if (written !== undefined && written.bytes > PERSON.profileBytes)
    throw new Refusal('request/too-large')
}

/** @returns 0 if nothing was stored under these keys */
export function dropFromProfile(tx: Tx, id: string, keys: readonly string[]): Promise<number> {
  return tx.run(
    db
      .updateTable('users')
      .set({ profile: sql`profile - ${[...keys]}::text[]` })
      .where('id', '=', id)
      .where(sql<boolean>`profile ?| ${[...keys]}::text[]`),
  )
}

export function setIdNumber(tx: Tx, id: string, sealed: string | null): Promise<number> {
  return tx.run(db.updateTable('users').set({ id_number_sealed: sealed }).where('id', '=', id))
}

export function patchConsents(
  tx: Tx,
  id: string,
  consents: Readonly<Record<string, StoredConsent>>,
): Promise<number> {
  return tx.run(
    db
      .updateTable('users')
      .set({ consents: sql`consents || ${JSON.stringify(consents)}::jsonb` })
      .where('id', '=', id),
  )
}

export function setVerified(tx: Tx, id: string, channel: Channel): Promise<number> {
  return tx.run(
    db
      .updateTable('users')
      .set(channel === 'email' ? { email_verified: true } : { phone_verified: true })
      .where('id', '=', id),
  )
}

/** The address that a code is to prove; null takes it back. */
export function setNewAddress(tx: Tx, id: string, value: string | null): Promise<number> {
  return tx.run(db.updateTable('users').set({ new_address: value }).where('id', '=', id))
}

/**
 * Replaces an address by the one that was proven; recovery links that went to the old one end.
 *
 * @throws a duplicate error if another account has taken it in the meantime
 */
export async function replaceAddress(
  tx: Tx,
  id: string,
  { channel, value }: Address,
): Promise<void> {
  await tx.run(db.deleteFrom('codes').where('user_id', '=', id).where('purpose', '=', 'recover'))
  await tx.run(
    db
      .updateTable('users')
      .set({
        ...(channel === 'email'
          ? { email: value, email_verified: true }
          : { phone: value, phone_verified: true }),
        new_address: null,
        profile: sql`profile || ${JSON.stringify({ [channel]: value })}::jsonb`,
      })
      .where('id', '=', id),
  )
}

/** A new password invalidates every recovery link that was sent under the old one. */
export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.run(db.deleteFrom('codes').where('user_id', '=', id).where('purpose', '=', 'recover'))
  await tx.run(db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id))
}

/** The language that they use from now on; nothing is written if it's the same. */
export function setLanguage(tx: Tx, id: string, language: string): Promise<number> {
  return tx.run(
    db
      .updateTable('users')
      .set({ language })
      .where('id', '=', id)
      .where('language', 'is distinct from', language),
  )
}

export function setAccountType(tx: Tx, id: string, accountType: string): Promise<number> {
  return tx.run(db.updateTable('users').set({ account_type: accountType }).where('id', '=', id))
}
