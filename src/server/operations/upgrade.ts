/**
 * `npm run upgrade`: moves every tenant to the deployed version of the product, as far as possible.
 */

import { allTenants } from '../store/tenants.ts'
import { upgradeAll, type UpgradeOutcome } from '#server/release/move-to-newer-base.ts'
import { OperatorError, read, type Operation } from './operation.ts'

export const UPGRADE_USAGE = 'npm run upgrade'

const STATES: Readonly<Record<UpgradeOutcome['state'], string>> = {
  moved: 'moved on',
  current: 'was there already',
  conflicts: 'stays: to be decided in the console',
  problems: 'stays: its documents would not be valid',
}

export const upgrade: Operation = async (context, args, { say }) => {
  if (read(args, {}, UPGRADE_USAGE).positionals.length > 0)
    throw new OperatorError(`It upgrades every tenant and takes no name.\n${UPGRADE_USAGE}`)
  for (const { tenant, state, detail } of await upgradeAll(
    context,
    await context.database.shared(allTenants),
  ))
    say(`${tenant}: ${STATES[state]}${detail === '' ? '' : ` (${detail})`}`)
}
