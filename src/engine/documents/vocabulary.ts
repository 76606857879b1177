/**
 * Words that documents and code share. Without schemas, so that the browser loads these without the
 * meta-schemas.
 */

export const STAGES = ['onboarding', 'research', 'workerType', 'fullAccess'] as const
export const ROUTE_CLASSES = ['loggedOutOnly', 'public', 'ignoreAuth', 'loggedIn'] as const
export const LAYOUTS = ['public', 'authentication', 'authenticated', 'focus', 'console'] as const

/** How an item of an assessment is answered. */
export const ANSWER_FORMATS = ['scale', 'choice', 'rank', 'task'] as const
/** The timed tasks, which are hand-written code. */
export const TASKS = ['rock-paper-scissors', 'maze'] as const
/** Each of them has three levels. */
export const TASK_LEVELS = [1, 2, 3] as const

/** What an address in a document leads to. */
export type AddressKind = 'picture' | 'font' | 'page' | 'link' | 'issuer'
