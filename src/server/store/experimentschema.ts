/** The tables of experiments, as Kysely needs to know them. The truth is in ../migrations. */

import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

export type ExperimentTables = {
  /** What a person is divided by: the unit of the device on which the account was made. */
  person_units: {
    tenant_id: string
    user_id: string
    unit: string
    /** The first person of this unit. */
    counted: boolean
    created_at: Timestamp
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
  }
}
