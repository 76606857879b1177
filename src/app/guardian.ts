/** Asking a guardian for consent, and answering. Loaded when the first of these is used. */

import { mutate } from 'swr'
import { call } from './api.ts'
import { pathHere } from './preview.ts'
import { fetchUser } from './session.ts'

type Given = Readonly<Record<string, unknown>>
type Go = (href: string, options?: { replace?: boolean }) => void
type Doing = (given: Given, go: Go) => Promise<unknown>

const ROOT = 'guardian'
/** The call of the link that this page was opened with. */
const linkHere = (what: string) =>
  `${ROOT}/requests/${encodeURIComponent(pathHere().split('/').at(-1) ?? '')}/${what}`

/** What the page shows was fetched before. */
const refresh = () =>
  mutate((key) => Array.isArray(key) && typeof key[0] === 'string' && key[0].startsWith(ROOT))

const post = (path: string, body: Given) => call<Given>(path, { method: 'POST', body })

const DOINGS: Readonly<Record<string, Doing>> = {
  ask: async ({ address }, go) => {
    await post(`${ROOT}/requests`, { address })
    await refresh()
    // The query may say that another address is to be typed.
    if (location.search !== '') go(pathHere(), { replace: true })
  },
  again: async () => {
    await post(`${ROOT}/requests`, {})
    await refresh()
  },
  // What may be opened has changed, if the guardian has answered.
  check: async () => {
    await fetchUser()
    await refresh()
  },
  answer: async ({ choice, version }) => {
    await post(linkHere('answer'), { agrees: choice === 'agree', version })
    await refresh()
  },
  withdraw: async ({ choice }) => {
    if (choice === 'keep') return
    const { erased } = await post(linkHere('withdraw'), { erase: choice === 'erase' })
    // The link of an account that was erased leads nowhere: what was done stays on the page.
    if (erased !== true) await refresh()
  },
}

/** @param what one of the names in actions.ts */
export async function guardian(what: string, given: Given, go: Go): Promise<unknown> {
  return DOINGS[what]!(given, go)
}
