/** The tables of experiments and of usage events, as Kysely needs to know them. The truth is in ../migrations. */

import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

export type ExperimentTables = {
  events: {
    tenant_id: string
    id: string
    at: Timestamp
    name: string
    props: ColumnType<unknown, string, string>
    device: Buffer
    received_at: Timestamp
    /** Null outside experiments. */
    unit: ColumnType<string | null, string | null | undefined, never>
  }
  /** What a person is divided by: the unit of the device on which the account was made. */
  person_units: {
    tenant_id: string
    user_id: string
    unit: string
    /** The first person of this unit. */
    counted: boolean
    created_at: Timestamp
  }
  milestones: {
    tenant_id: string
    user_id: string
    fact: string
    at: Timestamp
  }
  experiment_assignments: {
    tenant_id: string
    unit: string
    experiment: string
    phase: string
    arm: string
    probability: number
    assigned_at: Timestamp
    exposed_at: ColumnType<Date | null, Date | string | null, Date | string | null>
    /** `phone` or `computer`, a language tag, and a plan, when the arm was seen. */
    device: string | null
    language: string | null
    plan: string | null
    /** The unit was in another analysis of the experiment, or got into its arm before this one. */
    earlier: ColumnType<boolean, boolean | undefined, never>
  }
  experiment_sums: {
    tenant_id: string
    experiment: string
    phase: string
    /** A metric, or one of the server's own: see store/experimentsums.ts. */
    measure: string
    day: ColumnType<Date, string, string>
    /** Everybody who saw their arm until then is in the sums. */
    through: Timestamp
    people: number
    state: ColumnType<unknown, string, string>
  }
}
