/**
 * The first script of a page, alone and tiny: it asks for the configuration and the user while the app itself is still
 * on its way, and sets what must be right before anything is drawn.
 */

export type Booted = {
  readonly configuration: Promise<Response>
  readonly user: Promise<Response>
}

declare global {
  interface Window {
    __tsela?: Booted
  }
}

const root = document.documentElement
try {
  const scheme = localStorage.getItem('scheme')
  if (scheme === 'dark' || scheme === 'light') root.dataset['scheme'] = scheme
} catch {
  // A browser that keeps nothing follows the system's scheme.
}

// Strings become markup or script addresses nowhere but here (reliability.md 4).
const factory = (window as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } }).trustedTypes
factory?.createPolicy('default', {
  createHTML: (text: string) => {
    if (text.includes('<')) throw new TypeError('markup from a string is not allowed')
    return text
  },
  createScriptURL: (text: string) => {
    const url = new URL(text, location.href)
    if (url.origin !== location.origin || !/^\/(assets\/|sw\.js$)/.test(url.pathname)) throw new TypeError('this script is not one of ours')
    return text
  },
})

const ask = (path: string): Promise<Response> => fetch(`/api/${path}`, { credentials: 'include', cache: 'no-cache', headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } })
const configuration = ask('app-configuration')
// One after the other only where it must be: the anti-forgery cookie comes with either.
const user = ask('auth/get-user')
// A failure is handled by the app, once it is there.
configuration.catch(() => undefined)
user.catch(() => undefined)
window.__tsela = { configuration, user }
