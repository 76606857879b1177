/** The tables, as Kysely needs to know them. The truth is in ../migrations. */

import type { ColumnType, Generated } from 'kysely'
import type { Channel } from '#server/base/address.ts'
import type { GrantedRole, StudyCohort } from '#engine/contract/admincontract.ts'
import type { TenantLimits } from '#engine/contract/tenantlimits.ts'
import type { HostFound } from '#engine/contract/tenantshapes.ts'
import type { ExperimentTables } from './experimentschema.ts'
import type { FactorTables, SignInHow } from './factorschema.ts'
import type { GuardianTables } from './guardianschema.ts'
import type { InstrumentTables } from './instrumentschema.ts'
import type { PaymentTables } from './paymentschema.ts'
import type { PictureTables } from './pictureschema.ts'
import type { ReleaseTables } from './releaseschema.ts'

type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Set by the database if omitted. */
type Made = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T> = ColumnType<T, string, string>

/** `version`: of the text that the user answered; absent in rows from before texts had versions. */
export type StoredConsent = { granted: boolean; updatedAt: string; version?: number }

export type Schema = GuardianTables &
  ExperimentTables &
  PaymentTables &
  PictureTables &
  ReleaseTables &
  FactorTables &
  InstrumentTables & {
    /** Links that show a CV to others. */
    cv_shares: {
      tenant_id: string
      id: string
      user_id: string
      token_hash: Buffer
      hide: string[]
      language: string
      opened: Generated<number>
      created_at: Timestamp
      expires_at: Timestamp
      revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    }
    /** Files of the CV that were made, one row for each format. */
    cv_files: {
      tenant_id: string
      user_id: string
      format: string
      layout: string
      made: Generated<number>
      first_at: Timestamp
      last_at: ColumnType<Date, Date, Date>
    }
    /** `demo`, here and below: created by demo mode, and unused outside it. */
    tenants: {
      id: string
      slug: string
      config: string
      demo: Generated<boolean>
      created_at: Made
      suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      /** What its operator allows it at most. */
      limits: ColumnType<Partial<TenantLimits>, never, string>
    }
    tenant_hosts: {
      host: string
      tenant_id: string
      /** Null while nobody has shown whose it is: not served then. */
      verified_at: ColumnType<Date | null, Date | null | undefined, Date>
      added_at: Made
      /** When its record was last looked up, and what was found in place of it. */
      checked_at: ColumnType<Date | null, never, Date>
      found: ColumnType<HostFound | null, never, HostFound>
    }
    users: {
      tenant_id: string
      id: string
      email: string | null
      email_verified: Generated<boolean>
      phone: string | null
      phone_verified: Generated<boolean>
      password_hash: string | null
      account_type: string
      role: string | null
      profile: Json<Record<string, unknown>>
      /** Sealed separately, never in the profile's JSON. */
      id_number_sealed: string | null
      consents: Json<Record<string, StoredConsent>>
      guardian_sealed: string | null
      research_assessments: string[]
      cohort: Json<unknown> | null
      demo: Generated<boolean>
      created_at: Made
      /** An email address or a number in E.164 that a code has not proven yet. */
      new_address: ColumnType<string | null, string | null | undefined, string | null>
      /** The authenticator's secret, sealed, once a code has proven it; since when, and the last step used. */
      factor_sealed: ColumnType<string | null, string | null | undefined, string | null>
      factor_since: ColumnType<Date | null, Date | null | undefined, Date | null>
      factor_step: ColumnType<number | null, number | null | undefined, number | null>
      /** That they last used; null while that isn't known. */
      language: ColumnType<string | null, string | null | undefined, string>
    }
    /** `id` identifies the device, the same for all of a user's sessions on it; tokens change. */
    sessions: {
      tenant_id: string
      token_hash: Buffer
      id: string
      user_id: string
      method: string
      verified: boolean
      console: boolean
      created_at: Timestamp
      seen_at: Timestamp
      /** What it runs on, in a few words (base/device.ts); null in rows from before migration 0025. */
      label: ColumnType<string | null, string | null | undefined, never>
      /** Signed in with a second factor or a passkey. */
      strong: Generated<boolean>
      /** That its user's row was last told. */
      language: ColumnType<string | null, never, string>
    }
    /** Whom a service knows a user as (docs/decisions/0086). */
    identities: {
      tenant_id: string
      provider: string
      issuer: string
      subject: string
      user_id: string
      created_at: Timestamp
    }
    /** `client`: for which address and client id of a service the secret was set. */
    provider_secrets: {
      tenant_id: string
      provider: string
      client: string
      secret_sealed: string
      set_at: Timestamp
    }
    codes: {
      tenant_id: string
      id: string
      user_id: string
      /** `address`: proves `users.new_address`. */
      purpose: 'verify' | 'address' | 'recover' | 'invite'
      /** Of an invitation: the role of the user who accepts it. */
      role: ColumnType<GrantedRole | null, GrantedRole | null | undefined, never>
      /** Where the link went; null means email. */
      channel: ColumnType<Channel | null, Channel | null | undefined, never>
      hash: Buffer
      /** Of the secret that the hash was made with; null in rows from before migration 0013. */
      key_id: ColumnType<string | null, string | null | undefined, never>
      tries: Generated<number>
      used_at: Timestamp | null
      expires_at: Timestamp
      created_at: Timestamp
    }
    limits: { tenant_id: string; key: string; started_at: Timestamp; count: number }
    attempts: {
      tenant_id: string
      id: string
      user_id: string
      assessment: string
      /**
       * Hashes of the documents that it is answered and scored with, whatever is published in the
       * meantime.
       */
      document: string
      scoring: string
      items: string[]
      state: 'open' | 'complete'
      repeat: boolean
      language: string
      metrics: Json<unknown> | null
      quality: Json<unknown> | null
      scorer: number | null
      started_at: Timestamp
      completed_at: Timestamp | null
      /** language -> hash of the bundle with the instrument and its texts. */
      instruments: ColumnType<Record<string, string>, string | undefined, string>
      /** Of a timed task: the seed of its trials. */
      seed: ColumnType<number | null, number | null | undefined, never>
      /** Whose sums it is counted in (docs/decisions/0107). */
      block: ColumnType<string | null, undefined, string | null>
      /** Of a complete one: the release that it was scored under, whose words its report keeps. */
      release: ColumnType<string | null, undefined, string>
    }
    task_logs: {
      tenant_id: string
      attempt_id: string
      level: number
      events: Json<unknown>
      received_at: Timestamp
    }
    answers: {
      tenant_id: string
      id: string
      attempt_id: string
      item: string
      value: Json<unknown>
      ms: number
      at: Timestamp
      seq: string | null
      /** The `id` of the session that sent it, which defines "one device" (docs/decisions/0033). */
      device: string
      late: boolean
      received: Generated<string>
      received_at: Made
    }
    results: {
      tenant_id: string
      user_id: string
      assessment: string
      attempt_id: string
      metrics: Json<unknown>
      quality: Json<unknown>
      updated_at: Timestamp
    }
    favourites: {
      tenant_id: string
      user_id: string
      type: string
      item_id: string
      created_at: Made
    }
    handled_reports: {
      tenant_id: string
      type: string
      record: string
      until: Timestamp
      audit_id: string
    }
    interactions: {
      tenant_id: string
      id: string
      user_id: string
      body: Json<unknown>
      created_at: Made
    }
    vouchers: {
      tenant_id: string
      code: string
      plan: string
      uses: number | null
      used: Generated<number>
      expires_at: Timestamp | null
      /** Users who redeem it join this cohort. */
      cohort: Json<StudyCohort> | null
      demo: Generated<boolean>
      batch_id: Generated<string | null>
    }
    error_log: {
      tenant_id: string
      id: string
      name: string
      message: string
      frame: string
      page: string
      release: string
      count: ColumnType<string, number, number>
      first_at: Timestamp
      last_at: Timestamp
    }
    voucher_batches: {
      tenant_id: string
      id: string
      plan: string
      note: string
      uses: number | null
      expires_at: Timestamp | null
      cohort: Json<StudyCohort> | null
      created_at: Timestamp
      withdrawn_at: Timestamp | null
    }
    redemptions: {
      tenant_id: string
      id: string
      code: string
      user_id: string
      plan: string
      created_at: Made
    }
    messages: {
      tenant_id: string
      id: string
      channel: string
      recipient: string
      subject: string
      text: string
      created_at: Made
      sent_at: Timestamp | null
      tries: Generated<number>
      /** Null in rows from before migration 0025, and for people without an account. */
      user_id: ColumnType<string | null, string | null | undefined, never>
    }
    sign_ins: {
      tenant_id: string
      id: string
      user_id: string
      outcome: 'in' | 'wrong'
      label: string | null
      times: Generated<number>
      at: Timestamp
      /** Besides a password or another service; null in rows from before migration 0032. */
      how: ColumnType<SignInHow | null, SignInHow | null | undefined, never>
    }
    previews: {
      tenant_id: string
      token_hash: Buffer
      manifest: Json<Record<string, string>>
      persona: Json<unknown>
      created_by: string
      expires_at: Timestamp
    }
    audit: {
      tenant_id: string
      id: string
      at: Timestamp
      actor: string | null
      action: string
      target: string
      detail: Json<Record<string, unknown>>
    }
    announcements: { number: Generated<string>; tenant: string; at: Made }
    bases: { id: string; manifest: Json<Record<string, string>>; created_at: Made }
    blobs: {
      sha: string
      body: string
      type: ColumnType<string, string | undefined, string>
      open: ColumnType<boolean, boolean | undefined, boolean>
      created_at: Made
    }
    /** Secrets that something is sealed with; `identity` is sealed by that same secret. */
    sealing_keys: { id: string; identity: string; since: Made }
    content_versions: {
      name: string
      sha: string
      version: ColumnType<number, number | undefined, number>
      imported_at: Made
    }
    careers: {
      id: string
      slug: string
      title: string
      search: string
      direction: string
      job_zone: number
      types: string[]
      facts: Json<unknown>
    }
    shared_content: ContentRow
    /** A tenant's own records: `hidden` removes the shared record with that id from its lists. */
    content: ContentRow & {
      tenant_id: string
      state: ColumnType<'shown' | 'hidden', 'shown' | 'hidden' | undefined, 'shown' | 'hidden'>
      version: ColumnType<string, string | undefined, string>
    }
    /**
     * Of a tenant's own records of a type: the current version, the previous one, and the one that an
     * import is writing.
     */
    content_sets: {
      tenant_id: string
      type: string
      current: Generated<string>
      previous: string | null
      newest: Generated<string>
      changes: Generated<string>
      writing: string | null
      writing_until: Timestamp | null
      imported: Json<unknown> | null
      imported_at: Timestamp | null
    }
    /** Other installations whose files are accepted. */
    trusted_installations: { fingerprint: string; key: string; since: Made }
    /** The progress of the last import of a type. */
    content_imports: {
      tenant_id: string
      type: string
      id: string
      state: Json<unknown>
      beat_at: Timestamp
    }
  }

type ContentRow = {
  type: string
  id: string
  title: string
  order_by: string
  data: Json<Record<string, unknown>>
  words: string
  search: string
  starts: Timestamp | null
  ends: Timestamp | null
  updated_at: Made
}
