/** QR codes, as one path that any colour can fill. */

import { encode } from 'uqr'

/** A quiet zone of four modules, as the standard asks. */
const QUIET = 4

/** @returns the side in modules, and the dark ones as one path */
export function squareOf(text: string): { size: number; path: string } {
  // A quarter may be covered by a fold or a stain at level M.
  const { size, data } = encode(text, { ecc: 'M', border: QUIET })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, path }
}
