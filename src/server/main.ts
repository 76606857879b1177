/** Starts the server, prints its address, and stops it cleanly. */

import { fileURLToPath } from 'node:url'
import { DocumentError, describeProblem } from '#engine/contract/problems.ts'
import { required } from '#server/base/required.ts'
import { requireOwner } from './database/datafolder.ts'
import { EnvironmentError, readEnvironment, warningsOf } from './base/environment.ts'
import { refuseIfTaken } from './database/folderlock.ts'
import { openListener } from './base/listener.ts'
import type { Started } from './start/start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Running requests may take this long; after that the server ends without them. */
const DRAIN_MS = 15_000

// The process that reads our output may have exited; keep running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function explain(error: unknown): string[] {
  if (error instanceof EnvironmentError) return [...error.problems]
  if (error instanceof DocumentError) return error.problems.map(describeProblem)
  if (error instanceof Error)
    return [
      (error as { code?: string }).code === 'EADDRINUSE'
        ? `The port is in use: ${error.message}. Set PORT to another.`
        : error.message,
    ]
  return [String(error)]
}

let started: Started | undefined
try {
  const environment = readEnvironment(process.env, process.cwd())
  for (const warning of warningsOf(environment)) say(warning)
  if (environment.databaseUrl === null) requireOwner(environment.dataDir)
  // Both before the packages and the documents are read, which takes most of a start.
  const listener = await openListener(environment)
  if (environment.databaseUrl === null) await refuseIfTaken(environment.dataDir)
  const { start } = await import('./start/start.ts')
  const { checkWaitingHosts } = await import('./installation/hosts.ts')
  started = await start({
    environment,
    root,
    chores: [{ name: 'hosts', run: checkWaitingHosts }],
    progress: (what) => say(`  ${what}`),
    listener,
    onLost: () => process.exit(1),
  })
  drainOnSignal(started)
  const { context } = started
  const shown = environment.publicUrl ?? listener.address
  say(
    `\n${required(context.options.base.catalog.get('config', 'default'), 'config/default').appName} is ready: ${shown}`,
  )
  if (environment.demo) {
    const { demoNames, readDemo } = await import('./start/demo.ts')
    const demo = readDemo(context.options.contentDir)
    say(`Second tenant: ${shown.replace('localhost', 'pluggedin.localhost')}`)
    say(`Demo accounts, password ${demo.password}: ${demoNames(demo)}`)
    say(
      `Vouchers: ${demo.vouchers.map(({ code }) => code).join(', ')}. Mails: ${shown}/api/demo/outbox?to=<address>`,
    )
  }
} catch (error) {
  for (const line of explain(error)) process.stderr.write(`${line}\n`)
  await started?.close().catch(() => undefined)
  process.exit(1)
}

/** Before there is anything to drain, a signal ends the process as usual; nothing is lost. */
function drainOnSignal({ close }: Started): void {
  let closing = false
  const drain = async () => {
    if (closing) return
    closing = true
    setTimeout(() => process.exit(1), DRAIN_MS)
    try {
      await close()
      process.exit(0)
    } catch (error) {
      process.stderr.write(`${explain(error).join('\n')}\n`)
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void drain())
}
