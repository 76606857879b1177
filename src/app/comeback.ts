/**
 * What Back and a reload return to, beside the positions of places.ts: the link that was followed
 * has the focus again, and a reloaded page is where it was. Not part of the first screen, which has
 * no lists (docs/decisions/0055).
 */

/** How long to wait for a page that is still filling up; what the user does meanwhile cancels it. */
const WAIT_MS = 3000
const RELOAD = 'tsela-place'

/** History entry -> address of the link that was followed from it. */
const followed = new Map<string, string>()
let started = false

/** Call when the first page of a signed-in user is shown. */
export function startComeback(): void {
  if (started) return
  started = true
  addEventListener('pagehide', () => keepPlace())
  // Before the router follows the link and changes the entry.
  addEventListener('click', ({ target }) => remember(target), { capture: true })
  addEventListener('popstate', () => void focusAgain())
  placeAgain()
}

function entry(): string {
  const key = (history.state as { key?: unknown } | null)?.key
  return `${typeof key === 'string' ? key : ''} ${location.pathname}${location.search}`
}

function remember(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('main a[href]') : null
  const address = link?.getAttribute('href')
  if (typeof address === 'string') followed.set(entry(), address)
}

/** Moves the focus to the link, once its page is back. */
function focusAgain(): void {
  const address = followed.get(entry())
  if (address === undefined) return
  untilDone(() => {
    const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)
    // The heading takes the focus on every page; any other element has it because the user or the
    // page wanted so.
    const at = document.activeElement
    if (link !== null && (at === document.body || at?.matches('main, h1') === true))
      link.focus({ preventScroll: true })
    return false
  })
}

function keepPlace(): void {
  try {
    sessionStorage.setItem(RELOAD, JSON.stringify([entry(), scrollY]))
  } catch {
    // Without storage, a reload begins at the top.
  }
}

function placeAgain(): void {
  const [how] = performance.getEntriesByType('navigation') as { type?: string }[]
  if (how?.type !== 'reload') return
  try {
    const [of, place] = JSON.parse(sessionStorage.getItem(RELOAD) ?? '[]') as [string?, number?]
    if (of !== entry() || typeof place !== 'number' || place === 0) return
    untilDone(() => {
      scrollTo(0, place)
      return scrollY >= place - 1
    })
  } catch {
    // No storage, or something else in it.
  }
}

/** Tries on every frame, until it is done, the user does something, or the time is over. */
function untilDone(step: () => boolean): void {
  const until = performance.now() + WAIT_MS
  const here = entry()
  let isTaken = false
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, () => (isTaken = true), { once: true, passive: true })
  const next = () => {
    if (isTaken || entry() !== here || performance.now() > until || step()) return
    requestAnimationFrame(next)
  }
  next()
}
