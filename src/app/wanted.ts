/** Do a visitor's answers on this device wait for an account? Without loading what moves them. */

import { kept } from './store.ts'

/** Stands for the user in the attempt of a signed-out visitor: no user has this id. */
export const VISITOR = 'visitor'
/** Storage key of what says which account the visitor's answers are meant for. */
export const WANTED = 'visitor-wanted'

/** Moves them to the signed-in user, if they are meant for one. @throws NoSignal */
export async function takeWanted(): Promise<void> {
  if (isAnyWanted()) await (await import('./visitor.ts')).adoptVisit()
}

/** Is an account to take them, as far as this device knows? */
export function isAnyWanted(): boolean {
  return kept(WANTED) !== null
}
