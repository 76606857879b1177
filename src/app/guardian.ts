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
const isOurs = (key: unknown) =>
  Array.isArray(key) && typeof key[0] === 'string' && key[0].startsWith(ROOT)
const refresh = () => mutate(isOurs)

/** The same address says something else now: from the top, and screen readers begin there. */
function fromTheTop(go: Go): void {
  // The query may say that another address is to be typed.
  if (location.search !== '') go(pathHere(), { replace: true })
  requestAnimationFrame(() => {
    scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}

async function show(go: Go): Promise<void> {
  await refresh()
  fromTheTop(go)
}

const post = (path: string, body: Given) => call<Given>(path, { method: 'POST', body })

const DOINGS: Readonly<Record<string, Doing>> = {
  ask: async ({ address }, go) => {
    await post(`${ROOT}/requests`, { address })
    await show(go)
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
  answer: async ({ choice, version }, go) => {
    await post(linkHere('answer'), { agrees: choice === 'agree', version })
    await show(go)
  },
  withdraw: async ({ choice }, go) => {
    if (choice === 'keep') return
    const link = await post(linkHere('withdraw'), { erase: choice === 'erase' })
    // The link of an account that was erased leads nowhere: the page shows the last response.
    if (link['erased'] !== true) return show(go)
    await mutate(isOurs, link, { revalidate: false })
    fromTheTop(go)
  },
}

/** @param what one of the names in actions.ts */
export async function guardian(what: string, given: Given, go: Go): Promise<unknown> {
  return DOINGS[what]!(given, go)
}
