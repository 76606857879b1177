/** The cache in which the service worker keeps the page's shell. */

export const SHELL = 'tsela-shell-1'
