/** A release is put together in slices, so that a server which does it for one tenant answers the others meanwhile. */

import { expect, it } from 'vitest'
import { composeInSlices, composeRelease, type Release } from '#server/release.ts'
import { Catalog } from '#engine/catalog.ts'
import type { AnyDocument } from '#engine/kinds.ts'
import { code, sources } from '#tests/support/documents.ts'

/** Documents that nobody has looked at before, so that nothing about them is known yet. */
const fresh = () => ({ id: 'release', catalog: new Catalog(sources.map(({ value }) => structuredClone(value) as AnyDocument)), code, config: 'default' })
const shown = ({ configuration, minimal, frames, pages, instruments, theme, shas, assets }: Release) => ({
  configuration: configuration.etag,
  minimal: minimal.etag,
  frames: [...frames],
  pages: [...pages],
  instruments: [...instruments],
  theme,
  shas: [...shas],
  assets: [...assets.keys()],
})

it('gives way to others every few milliseconds, and comes to the same', async () => {
  let turns = 0
  let going = true
  const turn = () => {
    turns++
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  const began = performance.now()
  const composed = await composeInSlices(fresh())
  const ms = performance.now() - began
  going = false
  // A step may take longer than a slice; on the whole there is a turn for each of some slices.
  expect(turns).toBeGreaterThan(ms / 100)
  expect(turns).toBeGreaterThan(4)
  expect(shown(composed)).toEqual(shown(composeRelease(fresh())))
})
