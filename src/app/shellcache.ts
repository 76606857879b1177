/** Names of caches that the service worker leaves alone when it is replaced. */

/** The page's shell. */
export const SHELL = 'tsela-shell-1'
/** Help, by language (helpkept.ts). */
export const HELP = 'tsela-help-1'
