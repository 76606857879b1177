/**
 * Errors in browsers, as our own log keeps them: what failed, where in our code, on which page, in
 * which release. Nothing that a person typed or that names one gets through; the browser scrubs,
 * and the server does so again.
 */

export type ErrorReport = {
  /** Of the error's class, such as `TypeError`. */
  readonly name: string
  readonly message: string
  /** The first place in our own code: `main-Ab12.js:1:2345`; empty if there is none. */
  readonly frame: string
  /** The route on screen, by its name. */
  readonly page: string
  readonly release: string
}

export const MAX_MESSAGE = 200

/** What remains of a message: no quotations, addresses, queries or numbers of three digits on. */
export function scrub(message: string): string {
  return message
    .replace(/\S+@\S+/g, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/(["“„'‘`])(?:(?!["”'’`]).)+["”'’`]/gu, '“…”')
    .replace(/\p{Nd}{3,}/gu, '…')
    .replace(/[?#]\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE)
}

/** The first of our own files in a stack, with line and column. */
export function frameOf(stack: string): string {
  return /\/assets\/([\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/.exec(stack)?.[1] ?? ''
}

/** `GET admin/errors`: an error in users' browsers, and how often it happened. */
export type ConsoleError = ErrorReport & {
  readonly id: string
  readonly count: number
  readonly first: string
  readonly last: string
}
