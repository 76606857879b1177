/**
 * Marks on a preview's page: around the part that is edited, with a handle that moves it, and
 * around the part under the pointer. Drawn above the page, which itself stays as it will be.
 */

import type { FragmentInstance } from 'react'

type Parts = ReadonlyMap<string, FragmentInstance>
type Moves = {
  readonly move: (place: string, beside: string, after: boolean) => void
  readonly step: (place: string, by: -1 | 1) => void
}
type Box = {
  readonly top: number
  readonly left: number
  readonly right: number
  readonly bottom: number
}
/** Where a part that is dragged would go. */
type Aim = { readonly beside: string; readonly after: boolean; readonly line: Box }

/** Above everything of the page. */
const ABOVE = '2147483000'
/** From a part to its outline, and from there to its handle: px. */
const FAR = 4
const GAP = 6
const THICK = 4

const HANDLE = {
  pointerEvents: 'auto',
  touchAction: 'none',
  cursor: 'grab',
  border: '0',
  borderRadius: '8px',
  padding: '0.4rem 0.7rem',
  minBlockSize: '2.75rem',
  maxInlineSize: '90vw',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: '700',
  background: 'var(--primary-9)',
  color: '#fff',
} as const

export class Outline {
  readonly #parts: Parts
  readonly #moves: Moves
  readonly #chosen = made('div', { border: '2px dashed var(--step-text)', borderRadius: '14px' })
  readonly #hovered = made('div', { border: '2px dotted var(--brand-mid)', borderRadius: '14px' })
  readonly #line = made('div', { background: 'var(--step)', borderRadius: '2px' })
  readonly #handle = made('button', HANDLE)
  readonly #layer = document.createElement('div')
  readonly #watch: ResizeObserver
  #current: string | null = null
  #under: string | null = null
  #aim: Aim | null = null
  #waiting = 0

  constructor(parts: Parts, moves: Moves) {
    this.#parts = parts
    this.#moves = moves
    this.#handle.type = 'button'
    this.#handle.addEventListener('pointerdown', this.#grab)
    this.#handle.addEventListener('keydown', this.#press)
    this.#layer.append(this.#hovered, this.#chosen, this.#line, this.#handle)
    document.body.append(this.#layer)
    window.addEventListener('scroll', this.place, true)
    window.addEventListener('resize', this.place)
    document.addEventListener('pointerleave', this.#leave)
    this.#watch = new ResizeObserver(this.place)
    this.#watch.observe(document.body)
  }

  /** The part that is edited; it is scrolled to. */
  choose(place: string | null, name: string): void {
    const isNew = place !== this.#current
    this.#current = place
    this.#handle.textContent = `⠿ ${name}`
    this.#handle.setAttribute('aria-label', name)
    if (isNew) scrollTo(boxOf(this.#parts, place))
    this.place()
  }

  hover(place: string | null): void {
    this.#under = place
    this.place()
  }

  /** The page has changed. */
  readonly place = (): void => {
    this.#waiting ||= requestAnimationFrame(this.#draw)
  }

  close(): void {
    cancelAnimationFrame(this.#waiting)
    window.removeEventListener('scroll', this.place, true)
    window.removeEventListener('resize', this.place)
    document.removeEventListener('pointerleave', this.#leave)
    this.#watch.disconnect()
    this.#layer.remove()
  }

  readonly #draw = (): void => {
    this.#waiting = 0
    const box = boxOf(this.#parts, this.#current)
    around(this.#chosen, box)
    around(this.#hovered, this.#under === this.#current ? null : boxOf(this.#parts, this.#under))
    this.#handle.hidden = box === null
    if (box === null) return
    const above = box.top - this.#handle.offsetHeight - GAP
    put(this.#handle, Math.max(above, Math.min(FAR, box.bottom)), Math.max(FAR, box.left))
  }

  readonly #leave = (): void => this.hover(null)

  readonly #press = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null || this.#current === null) return
    event.preventDefault()
    this.#moves.step(this.#current, by)
  }

  readonly #grab = (event: PointerEvent): void => {
    if (event.button !== 0) return
    const handle = this.#handle
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', this.#drag)
    handle.addEventListener('pointerup', this.#drop)
    handle.addEventListener('pointercancel', this.#drop)
  }

  readonly #drag = ({ clientX, clientY }: PointerEvent): void => {
    this.#aim = aimAt(this.#parts, this.#current, clientX, clientY)
    this.#line.hidden = this.#aim === null
    if (this.#aim !== null) fit(this.#line, this.#aim.line)
  }

  readonly #drop = ({ type }: PointerEvent): void => {
    const handle = this.#handle
    handle.removeEventListener('pointermove', this.#drag)
    handle.removeEventListener('pointerup', this.#drop)
    handle.removeEventListener('pointercancel', this.#drop)
    this.#line.hidden = true
    if (type === 'pointerup' && this.#aim !== null && this.#current !== null)
      this.#moves.move(this.#current, this.#aim.beside, this.#aim.after)
    this.#aim = null
  }
}

/** All that a part draws; null if it isn't on the page, or draws nothing. */
function boxOf(parts: Parts, place: string | null): Box | null {
  const rects = (place === null ? undefined : parts.get(place))?.getClientRects() ?? []
  const solid = rects.filter(({ width, height }) => width > 0 && height > 0)
  return solid.length === 0
    ? null
    : {
        top: Math.min(...solid.map(({ top }) => top)),
        left: Math.min(...solid.map(({ left }) => left)),
        right: Math.max(...solid.map(({ right }) => right)),
        bottom: Math.max(...solid.map(({ bottom }) => bottom)),
      }
}

/** Before or after the nearest part of the same list; null over the part itself. */
function aimAt(parts: Parts, current: string | null, x: number, y: number): Aim | null {
  if (current === null) return null
  const siblings = [...parts.keys()].flatMap((place) => {
    const box = listOf(place) === listOf(current) ? boxOf(parts, place) : null
    return box === null ? [] : [{ place, box }]
  })
  const nearest = siblings.toSorted((a, b) => distance(a.box, x, y) - distance(b.box, x, y))[0]
  if (nearest === undefined || nearest.place === current) return null
  const { box } = nearest
  // Side by side, or one below the other?
  const isRow = siblings.some(
    ({ box: other }) => other !== box && other.top < box.bottom && box.top < other.bottom,
  )
  if (!isRow) {
    const after = y > (box.top + box.bottom) / 2
    const top = after ? box.bottom : box.top - THICK
    return { beside: nearest.place, after, line: { ...box, top, bottom: top + THICK } }
  }
  const isRight = x > (box.left + box.right) / 2
  const left = isRight ? box.right : box.left - THICK
  return {
    beside: nearest.place,
    after: isRight !== (document.documentElement.dir === 'rtl'),
    line: { ...box, left, right: left + THICK },
  }
}

/** `/children/a/children/b` -> `/children/a/children` */
function listOf(place: string): string {
  return place.slice(0, place.lastIndexOf('/'))
}

function distance({ top, left, right, bottom }: Box, x: number, y: number): number {
  const across = Math.max(left - x, 0, x - right)
  const along = Math.max(top - y, 0, y - bottom)
  return across * across + along * along
}

function made<Tag extends 'div' | 'button'>(
  tag: Tag,
  style: Partial<CSSStyleDeclaration>,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  Object.assign(element.style, {
    position: 'fixed',
    zIndex: ABOVE,
    pointerEvents: 'none',
    boxSizing: 'border-box',
    ...style,
  })
  element.hidden = true
  return element
}

/** With a little space, as a part has its own edge. */
function around(element: HTMLElement, box: Box | null): void {
  element.hidden = box === null
  if (box !== null)
    fit(element, {
      top: box.top - FAR,
      bottom: box.bottom + FAR,
      left: Math.max(0, box.left - FAR),
      right: Math.min(innerWidth, box.right + FAR),
    })
}

function put(element: HTMLElement, top: number, left: number): void {
  Object.assign(element.style, { top: `${top}px`, left: `${left}px` })
}

function fit(element: HTMLElement, { top, left, right, bottom }: Box): void {
  put(element, top, left)
  Object.assign(element.style, { width: `${right - left}px`, height: `${bottom - top}px` })
}

/** A part that is out of sight comes to the upper third. */
function scrollTo(box: Box | null): void {
  if (box === null || (box.top >= 0 && box.top < innerHeight * 0.7)) return
  scrollBy({ top: box.top - innerHeight / 3 })
}
