/**
 * Words that documents and code share. No schema here: the browser reads these without the
 * meta-schemas.
 */

export const STAGES = ['onboarding', 'research', 'workerType', 'fullAccess'] as const
export const ROUTE_CLASSES = ['loggedOutOnly', 'public', 'ignoreAuth', 'loggedIn'] as const
export const LAYOUTS = ['public', 'authentication', 'authenticated', 'focus', 'console'] as const

/** How an item of an assessment is answered. */
export const ANSWER_FORMATS = ['scale', 'choice', 'rank', 'task'] as const
/** The timed tasks that are written by hand. */
export const TASKS = ['rock-paper-scissors', 'maze'] as const
/** Every one of them is played on three levels. */
export const TASK_LEVELS = [1, 2, 3] as const

/** What an address in a document leads to. */
export type AddressKind = 'picture' | 'font' | 'page' | 'link'
