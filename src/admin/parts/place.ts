/** The readable form of a place in a document. Pure. */

import { readOut } from './readout.ts'

/** Longer paths are shortened in the middle. */
const MAX_STEPS = 6
const AT_EACH_END = 3
/** They say how a document is stored, and nothing about what is there. */
const FRAME: ReadonlySet<string> = new Set(['children', 'props', 'bind'])

/**
 * `/items/home/label` -> `Items › Home › Label`; `''` for the document itself.
 *
 * @param say the words of one step, the name of a member or the id of an entry
 */
export function placeInWords(pointer: string, say: (segment: string) => string = readOut): string {
  const all = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'))
  const steps = all.filter((segment, index) => index === all.length - 1 || !FRAME.has(segment))
  const shown: readonly (string | null)[] =
    steps.length <= MAX_STEPS
      ? steps
      : [...steps.slice(0, AT_EACH_END), null, ...steps.slice(-AT_EACH_END)]
  return shown.map((step) => (step === null ? '…' : say(step))).join(' › ')
}
