/**
 * The secret of a service is never an argument of a command: those can be read in the list of
 * processes. It is read from the standard input, and passed on.
 */

import { createInterface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { OperatorError } from './operation.ts'
import { SECRET_OPTION } from './provider.ts'

/**
 * @param name of the command
 * @param args as they were typed
 * @returns the same, with the first line of the input if the command needs it
 * @throws OperatorError if the secret was typed as an argument, or there is none
 */
export async function withSecret(
  name: string,
  args: readonly string[],
  input: Readable & { readonly isTTY?: boolean },
  complain: (line: string) => void,
): Promise<readonly string[]> {
  const isSecret =
    name === 'tenant' &&
    args[0] === 'provider' &&
    args.filter((each) => !each.startsWith('-')).length === 3 &&
    !args.includes('--forget')
  if (args.some((each) => each.startsWith(SECRET_OPTION)))
    throw new OperatorError('Send the secret to the standard input.')
  if (!isSecret) return args
  const terminal = input.isTTY === true
  if (terminal) complain('Paste the secret, then press Enter. It is not shown.')
  const lines = createInterface({
    input,
    output: new Writable({ write: (_part, _encoding, done) => done() }),
    terminal,
  })
  for await (const line of lines) return [...args, `${SECRET_OPTION}=${line.trim()}`]
  throw new OperatorError('There was nothing on the standard input.')
}
