/** How far down each page of this visit was, by its entry in the history: Back and Forward lead there again (docs/decisions/0055). */

/** A page that is still filling up is waited for; whoever scrolls meanwhile is not taken away. */
const PATIENCE_MS = 2000

const places = new Map<string, number>()
let shown = ''
let shownPath: string | undefined

export function rememberPlaces(): void {
  // The browser would scroll the page before, which is still on the screen while the next one comes.
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => places.set(shown, scrollY), { passive: true })
}

/**
 * The page of this entry is on the screen now: a new one is shown from its top.
 *
 * @param isReturn by Back or Forward
 */
export function showPlace(entry: string, path: string, isReturn: boolean): void {
  const isSamePage = path === shownPath
  shown = entry
  shownPath = path
  // Another query is no other page.
  if (isSamePage && !isReturn) return
  const place = isReturn ? (places.get(entry) ?? 0) : 0
  const until = performance.now() + PATIENCE_MS
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
