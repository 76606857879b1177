/** `npm run upgrade`: moves every tenant on to the version of the product that is deployed here, as far as it can. */

import { fileURLToPath } from 'node:url'
import { readEnvironment } from './environment.ts'
import { start } from './start.ts'
import { allTenants } from './store/tenants.ts'
import { upgradeAll } from './upgrading.ts'

const STATES = { moved: 'moved on', current: 'stood there already', conflicts: 'stays: to be decided in the console', problems: 'stays: its documents would not be sound' } as const

const root = fileURLToPath(new URL('../..', import.meta.url))
let code = 0
try {
  const { world, close } = await start({ environment: readEnvironment(process.env, process.cwd()), root, progress: () => undefined, withPages: false })
  try {
    for (const { tenant, state, detail } of await upgradeAll(world, await world.database.shared(allTenants))) {
      process.stdout.write(`${tenant}: ${STATES[state]}${detail === '' ? '' : ` (${detail})`}\n`)
    }
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  code = 1
}
process.exit(code)
