/** Name of the cache in which the service worker stores the page's shell. */

export const SHELL = 'tsela-shell-1'
