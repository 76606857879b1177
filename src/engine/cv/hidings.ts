/** Parts of a CV that were left out, or taken in again, and that the server doesn't know of yet. Pure. */

import type { CvView } from '#engine/contract/cvcalls.ts'

/** By section: is it left out? */
export type Hidings = Readonly<Record<string, boolean>>
/** What became of a change, and what waits on the device. */
export type Hidden = {
  readonly done: boolean
  readonly waiting: Hidings
  /** Something of the profile waits, whatever it is: the paper hasn't got it yet. */
  readonly keeps: boolean
  /** Sections of which something was refused when it was sent: the user hasn't chosen yet. */
  readonly refused: readonly string[]
  /** Sections of which something was typed on this device and not saved. */
  readonly begun: readonly string[]
}

/**
 * The CV as it will be once they are sent. What a part says that the server left out isn't known
 * here: it is listed as shown, and stands on the paper once it has been sent.
 */
export function withHidings(view: CvView, hidings: Hidings): CvView {
  if (Object.keys(hidings).length === 0) return view
  const isOut = (section: string) => hidings[section] === true
  const isIn = (section: string) => hidings[section] === false
  const known = new Set(view.hidden.map(({ section }) => section))
  const added = view.parts.filter(({ section }) => isOut(section) && !known.has(section))
  return {
    ...view,
    order: view.order.map((part) =>
      part.state === 'shown' && isOut(part.section)
        ? { ...part, state: 'hidden' }
        : part.state === 'hidden' && isIn(part.section)
          ? { ...part, state: 'shown' }
          : part,
    ),
    parts: view.parts.filter(({ section }) => !isOut(section)),
    gaps: view.gaps.filter(({ section }) => !isOut(section)),
    hidden: [
      ...view.hidden.filter(({ section }) => !isIn(section)),
      ...added.map(({ section, title }) => ({ section, title })),
    ],
  }
}
