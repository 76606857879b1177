/** What the TXT records of a name say. Nothing but the server's own resolvers is called. */

import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 2000
const TRIES = 2
/** Of these it's known that there are none; everything else may be over in a minute. */
const NONE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

/** @returns one value a record; null if nobody can say */
export type LookUpTxt = (name: string) => Promise<readonly string[] | null>

export const lookUpTxt: LookUpTxt = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    return NONE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null
  }
}
