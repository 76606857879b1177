/** Every operation that is carried out in the world of a server: inside one that runs, or in a process of its own. */

import { copy } from './copy.ts'
import type { Operation } from './operation.ts'
import { owner } from './owner.ts'
import { secret } from './secret.ts'
import { tenant } from './tenant.ts'
import { upgrade } from './upgrade.ts'

export const OPERATIONS: Readonly<Record<string, Operation>> = { tenant, owner, secret, upgrade }

/** What is done inside of a server alone; nobody types it. */
export const WITHIN: Readonly<Record<string, Operation>> = { ...OPERATIONS, copy }
