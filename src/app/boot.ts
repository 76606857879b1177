/**
 * The first script of a page, alone and tiny: it asks for the configuration and the user while the app itself is still
 * on its way, and sets what must be right before anything is drawn.
 */

const preview = /^\/preview\/([\w.~-]+)(?=\/|$)/.exec(location.pathname)?.[1] ?? null
const root = document.documentElement
try {
  // A preview shows what a stranger would see, not what the person before it has chosen.
  const scheme = preview === null ? localStorage.getItem('scheme') : null
  if (scheme === 'dark' || scheme === 'light') root.dataset['scheme'] = scheme
} catch {
  // A browser that keeps nothing follows the system's scheme.
}

// Strings become markup or script addresses nowhere but here (reliability.md 4). The server names the hosts of the services
// that this very instance has configured; the policy of the page says the same.
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

// Of the two names the one that only our own host can have written (cookies.ts); what it holds needs no decoding.
const value = (/__Host-csrf-token=([\w.-]+)/.exec(document.cookie) ??
  /csrf-token=([\w.-]+)/.exec(document.cookie))?.[1]
const ask = (path: string): Promise<Response> =>
  fetch(`/api/${path}`, {
    credentials: 'include',
    cache: 'no-cache',
    // A signal that is lost without a word would leave the start hanging for ever; so long a call may take (api.ts).
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
// One after the other only where it must be: the anti-forgery cookie comes with either.
const user = ask('auth/get-user')
// A failure is handled by the app, once it is there.
configuration.catch(() => undefined)
user.catch(() => undefined)
window.__tsela = { configuration, user, preview }

export {}
