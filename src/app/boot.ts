/**
 * The first script of a page, standalone and tiny: requests the configuration and the user while
 * the app is still loading, and sets what must be right before the first paint.
 */

import type { Booted } from './preview.ts'

const preview = /^\/preview\/([\w.~-]+)(?=\/|$)/.exec(location.pathname)?.[1] ?? null
const root = document.documentElement
try {
  // A preview shows what a new visitor would see, not what the current user has chosen.
  const scheme = preview === null ? localStorage.getItem('scheme') : null
  if (scheme === 'dark' || scheme === 'light') root.dataset['scheme'] = scheme
} catch {
  // Without storage, follow the system's colour scheme.
}

// Strings become markup or script URLs only here (reliability.md 4). The server lists the hosts of
// the services configured for this instance; the page's policy lists the same ones.
const services = document.querySelector<HTMLMetaElement>('meta[name="script-hosts"]')
const hosts = services?.content.split(' ') ?? []
const markup = services?.dataset['markup'] !== undefined
const factory = (
  window as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } }
).trustedTypes
factory?.createPolicy('default', {
  createHTML: (text: string) => {
    if (text.includes('<') && !markup) throw new TypeError('markup from a string is not allowed')
    return text
  },
  createScriptURL: (text: string) => {
    const url = new URL(text, location.href)
    const ours = url.origin === location.origin && /^\/(assets\/|sw\.js$)/.test(url.pathname)
    if (!ours && !hosts.includes(url.origin)) throw new TypeError('this script is not one of ours')
    return text
  },
})

// Of the two names, prefer the one that only our own host can have set (cookies.ts); its value
// needs no decoding.
const value = (/__Host-csrf-token=([\w.-]+)/.exec(document.cookie) ??
  /csrf-token=([\w.-]+)/.exec(document.cookie))?.[1]
const ask = (path: string): Promise<Response> =>
  fetch(`/api/${path}`, {
    credentials: 'include',
    cache: 'no-cache',
    // A lost connection would leave the start hanging forever; the same timeout as in api.ts.
    signal: AbortSignal.timeout(20_000),
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
      Prefer: 'return=minimal',
      ...(value && { 'X-CSRF-Token': value }),
      ...(preview !== null && { 'X-Preview': preview }),
    },
  })
const configuration = ask('app-configuration')
// Sequential only where it must be: either response sets the anti-forgery cookie.
const user = ask('auth/get-user')
// The app handles a failure once it has loaded.
configuration.catch(() => undefined)
user.catch(() => undefined)
const booted: Booted = { configuration, user, preview }
window.__tsela = booted
// A form that's sent before the app is here is kept for it (carryover.ts). Forms of the app never
// leave the page.
addEventListener('submit', (event) => {
  event.preventDefault()
  booted.sent ??= [...document.forms].indexOf(event.target as HTMLFormElement)
})
