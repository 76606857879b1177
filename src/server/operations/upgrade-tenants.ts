/**
 * `npm run upgrade`: moves every tenant to the deployed version of the product, as far as possible.
 */

import { allTenants } from '../store/tenants.ts'
import { upgradeAllTenants, type UpgradeOutcome } from '#server/release/move-to-newer-base.ts'
import { OperatorError, read, type Operation } from './operation.ts'

const USAGE = 'npm run upgrade'

const STATES: Readonly<Record<UpgradeOutcome['state'], string>> = {
  moved: 'moved on',
  current: 'was there already',
  conflicts: 'stays: to be decided in the console',
  problems: 'stays: its documents would not be valid',
}

export const upgradeTenants: Operation = async (context, args, { say }) => {
  if (read(args, {}, USAGE).positionals.length > 0)
    throw new OperatorError(`It upgrades every tenant and takes no name.\n${USAGE}`)
  for (const { tenant, state, detail } of await upgradeAllTenants(
    context,
    await context.database.shared(allTenants),
  ))
    say(`${tenant}: ${STATES[state]}${detail === '' ? '' : ` (${detail})`}`)
}
