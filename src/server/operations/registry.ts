/**
 * Every operation that runs with a server's context: inside a running server, or in a process of
 * its own.
 */

import { copy } from './copy.ts'
import { importRecords } from './import.ts'
import type { Operation } from './operation.ts'
import { owner } from './owner.ts'
import { secret } from './secret.ts'
import { tenant } from './tenant.ts'
import { upgradeTenants } from './upgrade-tenants.ts'

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  tenant,
  owner,
  secret,
  upgrade: upgradeTenants,
  import: importRecords,
}

/** Operations internal to a server, not available as commands. */
export const WITHIN: Readonly<Record<string, Operation>> = { ...OPERATIONS, copy }
