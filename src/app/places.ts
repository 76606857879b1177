/**
 * Scroll positions of this visit, by history entry: Back and Forward return to them
 * (docs/decisions/0055).
 */

/** How long to wait for a page that is still filling up; scrolling in the meantime cancels it. */
const WAIT_MS = 2000

const places = new Map<string, number>()
let shown = ''
let shownPage: string | undefined

export function trackScroll(): void {
  // The browser would scroll the previous page, which is still on screen while the next one loads.
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => places.set(shown, scrollY), { passive: true })
}

/**
 * Call when the page of this entry is on screen: a new page starts at the top.
 *
 * @param page its path, and the part of it that is open; another filter is the same page
 * @param isReturn by Back or Forward
 */
export function restoreScroll(entry: string, page: string, isReturn: boolean): void {
  const isSamePage = page === shownPage
  shown = entry
  shownPage = page
  if (isSamePage && !isReturn) return
  const place = isReturn ? (places.get(entry) ?? 0) : 0
  const until = performance.now() + WAIT_MS
  let isTaken = false
  const stop = () => (isTaken = true)
  for (const event of ['wheel', 'touchstart', 'keydown'])
    addEventListener(event, stop, { once: true, passive: true })
  const step = () => {
    if (isTaken || shown !== entry) return
    scrollTo(0, place)
    if (scrollY < place - 1 && performance.now() < until) requestAnimationFrame(step)
  }
  step()
}
