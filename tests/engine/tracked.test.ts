/** A frame names the sections of a page view only where its path doesn't. */

import { describe, expect, it } from 'vitest'
import { frameDocuments } from '#engine/check/framed.ts'
import { trackedSections } from '#engine/decide/tracked.ts'
import { catalog } from '#tests/support/documents.ts'

it.each([
  [[], '/navigators/funding/kinds/:name/:id', ['navigators', 'funding', 'kinds']],
  [['profile', 'cv'], '/cv', ['profile', 'cv']],
])('%j at %s is %j', (tracking, path, sections) => {
  expect(trackedSections(tracking, path)).toEqual(sections)
})

describe('the frame', () => {
  it('says about every route what the documents say, in fewer bytes', () => {
    const routes = frameDocuments(catalog).flatMap((each) =>
      each.kind === 'route-group' ? each.routes : [],
    )
    let left = 0
    for (const { id, path, tracking } of routes) {
      const written = catalog.route(id)!.tracking
      if (tracking !== undefined && tracking.length === 0) left++
      expect([id, tracking && trackedSections(tracking, path)]).toEqual([id, written])
    }
    expect(left).toBeGreaterThan(50)
  })
})
