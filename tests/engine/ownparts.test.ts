/** Sections that a tenant adds: what they are on a CV without a line in any layout. */

import { describe, expect, it } from 'vitest'
import { withOwnParts } from '#engine/cv/ownparts.ts'
import type { Section } from '#engine/decide/progress.ts'
import { catalog } from '#tests/support/documents.ts'

const shipped = catalog.all('profile-section')
const paper = catalog.get('paper', 'clean')!
const like = (from: string, id: string, more: Partial<Section>): Section => ({
  ...shipped.find((each) => each.id === from)!,
  id,
  label: `section.${id}.title`,
  ...more,
})
const added = (...sections: readonly Section[]) =>
  withOwnParts(paper, [...shipped, ...sections]).parts.slice(paper.parts.length)

describe('a layout with the sections of a tenant', () => {
  it('is as it was without any, and with those that aren’t printed', () => {
    expect(withOwnParts(paper, shipped)).toEqual(paper)
    expect(added(like('achievements', 'awards', {}))).toEqual([])
  })

  it('has a list of records as entries, by the types of their fields', () => {
    expect(added(like('experiences', 'camps', { printed: true }))).toMatchObject([
      {
        id: 'camps',
        from: 'camps',
        as: 'items',
        item: {
          title: ['jobTitle'],
          start: 'startDate',
          end: 'endDate',
          current: 'current',
          text: 'description',
        },
      },
    ])
    const [awards] = added(like('achievements', 'awards', { printed: true }))
    expect(awards?.item).toMatchObject({ title: ['title'], by: ['organisation'], date: 'date' })
  })

  it('has choices in one line, with the names of their list', () => {
    expect(added(like('skills', 'tools', { printed: true }))).toEqual([
      {
        id: 'tools',
        title: 'section.tools.title',
        from: 'tools',
        as: 'line',
        names: { id: 'skills', level: 'skill-levels' },
      },
    ])
  })

  it('has people that are chosen as entries, whose numbers a link can hide', () => {
    const [part] = added(like('references', 'mentors', { printed: true }))
    expect(part).toMatchObject({ of: 'referees', as: 'items' })
    expect(part?.item?.contacts).toEqual(['phone', 'email'])
  })

  it('never has phone numbers and addresses of plain fields', () => {
    const parts = added(like('basicInfo', 'more', { printed: true }))
    expect(parts.length).toBeGreaterThan(0)
    for (const { from } of parts) expect(['phone', 'email']).not.toContain(from)
  })

  it('loses the parts of sections that the tenant doesn’t list', () => {
    const hidden = shipped.map((each) =>
      each.id === 'achievements' ? { ...each, listed: false } : each,
    )
    expect(withOwnParts(paper, hidden).parts.map(({ id }) => id)).toEqual(
      paper.parts.map(({ id }) => id).filter((id) => id !== 'achievements'),
    )
    expect(
      withOwnParts(paper, [...shipped, like('about', 'x', { printed: true, listed: false })]),
    ).toEqual(paper)
  })

  it('draws what a layout draws itself only there', () => {
    expect(
      withOwnParts(
        paper,
        shipped.map((each) => ({ ...each, printed: each.listed !== false })),
      ).parts.filter(({ id }) => ['about', 'skills', 'interests'].includes(id)),
    ).toHaveLength(3)
  })
})
