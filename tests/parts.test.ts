/** A torture that is run in parts has an honest total. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginPart, endPart, totalOf } from '../bench/support/parts.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsela-parts-'))
  file = join(folder, 'parts.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const AT = new Date('2026-11-28T15:00:00Z')

it('adds up parts that were run to their ends, faults included, and says how many weren’t', () => {
  beginPart(file, 1, 500, AT)
  endPart(file, 1, { kills: 4 }, { 'events lost': 0 })
  // This one is broken off.
  beginPart(file, 2, 700, AT)
  beginPart(file, 3, 250, AT)
  expect(totalOf(endPart(file, 3, { kills: 2 }, { 'events lost': 1 }))).toEqual({
    whole: 2,
    brokenOff: 1,
    learners: 750,
    figures: { kills: 6 },
    faults: { 'events lost': 1 },
  })
})

it('counts no learners twice: a seed that was run to its end isn’t run again, one that was broken off is', () => {
  beginPart(file, 1, 500, AT)
  beginPart(file, 1, 400, AT)
  expect(totalOf(endPart(file, 1, {}, { 'events lost': 3 }))).toMatchObject({
    whole: 1,
    brokenOff: 0,
    learners: 400,
  })
  expect(() => beginPart(file, 1, 500, AT)).toThrow('SEED=1 already')
})
