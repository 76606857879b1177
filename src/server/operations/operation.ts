/** What an operator may ask of an installation (docs/decisions/0044). Each operation is a file of this folder. */

import { parseArgs } from 'node:util'
import type { ServerContext } from '#server/start/context.ts'

/** Whoever typed the command: in this very process, or at the other end of the control socket. */
export type Caller = {
  readonly say: (line: string) => void
  /** Resolves when they have gone: whatever was kept for them alone can go too. */
  readonly gone: Promise<void>
}

/** @throws OperatorError for what the operator can put right; anything else is a fault of ours */
export type Operation = (
  world: ServerContext,
  args: readonly string[],
  caller: Caller,
) => Promise<void>

/** One clear sentence, or some lines of them, for whoever typed the command. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperatorError'
  }
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options']

/**
 * Reads what stands behind a command.
 *
 * @param usage shown beside whatever is wrong
 * @throws OperatorError for an option that there is not, or one without its value
 */
export function read<const T extends NonNullable<Options>>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message.split('. ')[0]}.\n${usage}`, {
      cause: error,
    })
  }
}
