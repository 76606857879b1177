/** The readable form of a place in a document. Pure. */

/** Longer paths are shortened in the middle. */
const MAX_STEPS = 6
const AT_EACH_END = 3

/** `/items/home/label` -> `items › home › label`; `''` for the document itself. */
export function placeInWords(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'))
  return (
    steps.length <= MAX_STEPS
      ? steps
      : [...steps.slice(0, AT_EACH_END), '…', ...steps.slice(-AT_EACH_END)]
  ).join(' › ')
}
