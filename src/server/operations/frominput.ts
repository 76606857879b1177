/**
 * The secret of a service and a tenant's own keys are never arguments of a command: those can be
 * read in the list of processes. They are read from the standard input, and passed on.
 */

import { createInterface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { linesOf } from './keys.ts'
import { OperatorError } from './operation.ts'
import { SECRET_OPTION } from './provider.ts'

/**
 * @param name of the command
 * @param args as they were typed
 * @returns the same, with as many lines of the input as the command needs
 * @throws OperatorError if a secret was typed as an argument, or there is none
 */
export async function withSecret(
  name: string,
  args: readonly string[],
  input: Readable & { readonly isTTY?: boolean },
  complain: (line: string) => void,
): Promise<readonly string[]> {
  if (args.some((each) => each.startsWith(SECRET_OPTION)))
    throw new OperatorError('Send the secret to the standard input.')
  const needed = neededOf(name, args)
  if (needed === 0) return args
  const terminal = input.isTTY === true
  if (terminal)
    complain(
      needed === 1
        ? 'Paste the secret, then press Enter. It is not shown.'
        : `Paste each of the ${needed} lines, then press Enter. They are not shown.`,
    )
  const lines = createInterface({
    input,
    output: new Writable({ write: (_part, _encoding, done) => done() }),
    terminal,
  })
  const passed: string[] = []
  for await (const line of lines) {
    passed.push(`${SECRET_OPTION}=${line.trim()}`)
    if (passed.length === needed) return [...args, ...passed]
  }
  throw new OperatorError(
    passed.length === 0
      ? 'There was nothing on the standard input.'
      : `There were fewer than ${needed} lines on the standard input.`,
  )
}

function neededOf(name: string, args: readonly string[]): number {
  if (name !== 'tenant' || args.includes('--forget')) return 0
  const [verb, , service, ...more] = args.filter((each) => !each.startsWith('-'))
  if (service === undefined || more.length > 0) return 0
  if (verb === 'provider') return 1
  return verb === 'keys' ? linesOf(service) : 0
}
