/** What moves stays under the pointer and keeps the focus: users often move it several steps. */

/**
 * @param item that moves, in a list that may scroll
 * @param act moves it, by the next frame
 */
export function moveAndStay(item: HTMLElement, act: () => void): void {
  const focused = document.activeElement
  const { top } = item.getBoundingClientRect()
  act()
  requestAnimationFrame(() => {
    if (!item.isConnected) return
    const by = item.getBoundingClientRect().top - top
    scrollerOf(item)?.scrollBy({ top: by, behavior: 'instant' })
    if (focused instanceof HTMLElement && focused.isConnected)
      focused.focus({ preventScroll: true })
  })
}

function scrollerOf(item: HTMLElement): Element | null {
  for (let around = item.parentElement; around !== null; around = around.parentElement)
    if (
      around.scrollHeight > around.clientHeight &&
      /auto|scroll/.test(getComputedStyle(around).overflowY)
    )
      return around
  return document.scrollingElement
}
