/**
 * Loaded before a server (`node --import`): its clock is ahead or behind by as many milliseconds as
 * the file says that is named in the address of this module (`?file=`), and follows that file.
 */

import { readFileSync } from 'node:fs'

const file = new URL(import.meta.url).searchParams.get('file')
const Real = globalThis.Date
let ahead = 0
const read = () => {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // It is being written; the next look reads it.
  }
}
read()
setInterval(read, 20).unref()

class Moved extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + ahead)
    else super(...args)
  }

  static now() {
    return Real.now() + ahead
  }
}
globalThis.Date = Moved
