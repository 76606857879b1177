/**
 * `npm run tenant`, `owner`, `secret`, `upgrade`, `import`, `backup` and `restore`: operators'
 * commands, with or without a running server.
 */

import { createInterface } from 'node:readline/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DocumentError, describeProblem } from '#engine/contract/problems.ts'
import { EnvironmentError, readEnvironment } from './base/environment.ts'
import { backup, type Place } from './operations/backup.ts'
import { askServer } from './operations/control.ts'
import { withSecret } from './operations/frominput.ts'
import { openContext } from './operations/open.ts'
import { OperatorError } from './operations/operation.ts'
import { requirePlace } from './operations/place.ts'
import { OPERATIONS } from './operations/registry.ts'
import { restore } from './operations/restore.ts'
import { childFile } from './start/start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const complain = (line: string): void => void process.stderr.write(`${line}\n`)

/** These need no documents, and open the database themselves. */
const OF_THEIR_OWN: Readonly<
  Record<string, (place: Place, args: readonly string[]) => Promise<unknown>>
> = { backup, restore }

/** npm changes to the product's folder, and passes on where it was called. */
const pathOf = (file: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

/**
 * What can't be undone needs a confirmation: typing the name of what will be deleted, or `--yes`
 * without a terminal.
 */
async function confirmed(name: string, args: readonly string[]): Promise<readonly string[]> {
  const slug = args.slice(1).find((each) => !each.startsWith('-'))
  if (
    name !== 'tenant' ||
    args[0] !== 'remove' ||
    args.includes('--yes') ||
    slug === undefined ||
    !process.stdin.isTTY
  )
    return args
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(
    `This deletes every person, answer and document of "${slug}" for good. To continue, type its name again: `,
  )
  terminal.close()
  if (typed.trim() !== slug) throw new OperatorError('Nothing was deleted.')
  return [...args, '--yes']
}

/** Which of a command's words is a file, counted without options. */
function placeOfFile(name: string, [what]: readonly string[]): number | null {
  if (name === 'import') return 2
  return name === 'tenant' && (what === 'export' || what === 'import') ? 3 : null
}

/** Options that are followed by a value. */
const WITH_VALUE: readonly (string | undefined)[] = ['--tenant', '--trust']

/** The file as an absolute path: a server that holds the database has another working directory. */
function withPath(name: string, args: readonly string[]): readonly string[] {
  const place = placeOfFile(name, args)
  let positional = 0
  return args.map((each, index) => {
    if (each.startsWith('-') || WITH_VALUE.includes(args[index - 1])) return each
    return ++positional === place ? pathOf(each) : each
  })
}

async function operate([name = '', ...given]: readonly string[]): Promise<void> {
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
  const own = Object.hasOwn(OF_THEIR_OWN, name) ? OF_THEIR_OWN[name] : undefined
  if (operation === undefined && own === undefined)
    throw new OperatorError(
      `There is no command "${name}". Available: ${[...Object.keys(OPERATIONS), ...Object.keys(OF_THEIR_OWN)].join(', ')}.`,
    )
  const environment = readEnvironment(process.env, process.cwd())
  requirePlace(environment, process.env, name, given)
  if (own !== undefined)
    return void (await own({ environment, childFile: childFile(), say, complain, pathOf }, given))
  const typed = withPath(name, await confirmed(name, given))
  const args = await withSecret(name, typed, process.stdin, complain)
  if (environment.databaseUrl === null && (await askServer(environment.dataDir, name, args, say)))
    return
  const { context, close } = await openContext(environment, root, complain, name !== 'secret')
  try {
    await operation!(context, args, { say, gone: new Promise(() => undefined) })
  } finally {
    await close()
  }
}

function explain(error: unknown): readonly string[] {
  if (error instanceof EnvironmentError) return error.problems
  if (error instanceof DocumentError) return error.problems.map(describeProblem)
  return [error instanceof Error ? error.message : String(error)]
}

let code = 0
try {
  await operate(process.argv.slice(2))
} catch (error) {
  for (const line of explain(error)) complain(line)
  code = 1
}
process.exit(code)
