/** Operations on an installation (docs/decisions/0044). Each is a file in this folder. */

import { parseArgs } from 'node:util'
import type { ServerContext } from '#server/start/context.ts'

/** The caller of an operation: in this process, or at the other end of the control socket. */
export type Caller = {
  readonly say: (line: string) => void
  /** Resolves when the caller disconnects: resources kept for it can be released. */
  readonly gone: Promise<void>
}

/** @throws OperatorError for what the operator can fix; anything else is a bug */
export type Operation = (
  context: ServerContext,
  args: readonly string[],
  caller: Caller,
) => Promise<void>

/** One clear sentence, or a few lines, for the operator. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperatorError'
  }
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options']

/**
 * Parses the arguments of a command.
 *
 * @param usage shown with every error
 * @throws OperatorError for an unknown option, or one without its value
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
