/** The tables of second factors and passkeys, as Kysely needs to know them. */

import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

/** What a sign-in was completed with. */
export type SignInHow = 'code' | 'recovery' | 'passkey'

export type FactorTables = {
  /** `hash` survives a rotation of the secret: the codes are on paper. */
  recovery_codes: {
    tenant_id: string
    id: string
    user_id: string
    hash: Buffer
    used_at: Timestamp | null
    created_at: Timestamp
  }
  passkeys: {
    tenant_id: string
    id: string
    user_id: string
    /** The credential's id, in base64url. */
    credential: string
    public_key: Buffer
    counter: ColumnType<string, number, number>
    name: string
    created_at: Timestamp
    used_at: Timestamp | null
  }
  /** Sign-ins and enrolments that are half done. `value` depends on the purpose. */
  challenges: {
    tenant_id: string
    hash: Buffer
    user_id: string | null
    purpose: 'sign-in' | 'factor' | 'passkey' | 'passkey-sign-in'
    value: string
    tries: Generated<number>
    created_at: Timestamp
    expires_at: Timestamp
  }
}
