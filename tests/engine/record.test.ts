import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWebAddress, recordIssues } from '#engine/check/record.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { careerFiles, recordOfCareer } from '#server/catalogue/careerrecords.ts'
import { catalog, root } from '#tests/support/documents.ts'

const choices = (list: string) => {
  const items = catalog.get('list', list)?.items
  return items && new Set(items.map(({ id }) => id))
}

const type = {
  fields: [
    { id: 'name', type: 'text', required: true },
    { id: 'province', type: 'choice', list: 'provinces' },
    { id: 'provinces', type: 'choices', list: 'provinces' },
    { id: 'site', type: 'link' },
    { id: 'months', type: 'months' },
    { id: 'at', type: 'place' },
    { id: 'closes', type: 'date' },
    { id: 'points', type: 'number' },
    { id: 'open', type: 'flag' },
  ],
} as unknown as ContentType

describe('a record', () => {
  it('is valid with only what its type asks for', () => {
    expect(recordIssues(type, choices, { id: 'a', name: 'A' })).toEqual([])
  })

  it.each([
    [{ name: '' }, 'name', 'missing'],
    [{ name: 3 }, 'name', 'type'],
    [{ name: 'a'.repeat(501) }, 'name', 'too-long'],
    [{ name: 'A', province: 'ZA-XX' }, 'province', 'choice'],
    [{ name: 'A', provinces: ['ZA-GP', 'ZA-XX'] }, 'provinces', 'choice'],
    [{ name: 'A', provinces: 'ZA-GP' }, 'provinces', 'type'],
    [{ name: 'A', site: 'javascript:alert(1)' }, 'site', 'link'],
    [{ name: 'A', months: [0] }, 'months', 'type'],
    [{ name: 'A', months: [13] }, 'months', 'type'],
    [{ name: 'A', at: { lat: 91, lon: 0 } }, 'at', 'type'],
    [{ name: 'A', closes: '1 May' }, 'closes', 'type'],
    [{ name: 'A', points: Number.NaN }, 'points', 'type'],
    [{ name: 'A', open: 'yes' }, 'open', 'type'],
    [{ name: 'A', height: 3 }, 'height', 'unknown-field'],
  ])('%j is refused with field and reason', (record, field, reason) => {
    expect(recordIssues(type, choices, record)).toEqual([{ field, reason }])
  })

  it.each([
    { name: 'a'.repeat(500) },
    { name: 'A', months: [1, 12], at: { lat: -90, lon: 180 }, provinces: [] },
    { name: 'A', site: 'https://www.uct.ac.za', open: false, points: 0, closes: '2026-05-01' },
  ])('%j is valid', (record) => {
    expect(recordIssues(type, choices, record)).toEqual([])
  })
})

it('a web address is http or https, with a host', () => {
  for (const address of ['https://a.za', 'http://a.za/b?c=d'])
    expect([address, isWebAddress(address)]).toEqual([address, true])
  for (const address of [
    '',
    'a.za',
    'https://',
    'https://local',
    'data:text/html,x',
    ' https://a.za',
  ])
    expect([address, isWebAddress(address)]).toEqual([address, false])
})

describe('the shipped records', () => {
  // A type without shared records ships none: all of its records belong to tenants.
  const types = catalog
    .all('content-type')
    .filter(({ id }) => existsSync(join(root, 'content', `${id}.json`)))

  /** Careers are made of three files. */
  const shipped = (type: string): readonly ({ id: string } & Record<string, unknown>)[] =>
    type === 'careers'
      ? careerFiles(join(root, 'content')).read().items.map(recordOfCareer)
      : (
          JSON.parse(readFileSync(join(root, 'content', `${type}.json`), 'utf8')) as {
            items: ({ id: string } & Record<string, unknown>)[]
          }
        ).items

  it.each(types.map((each) => [each.id, each] as const))(
    'are valid for their type: %s',
    (id, each) => {
      const { source, licence } = JSON.parse(
        readFileSync(join(root, 'content', `${id}.json`), 'utf8'),
      ) as { source: string; licence: string }
      const items = shipped(id)
      expect(items.length).toBeGreaterThan(10)
      expect([source, licence].every((text) => text.length > 3)).toBe(true)
      expect(new Set(items.map((item) => item.id)).size).toBe(items.length)
      for (const item of items)
        expect([item.id, recordIssues(each, choices, item)]).toEqual([item.id, []])
    },
  )

  it('link to records that exist', () => {
    const astray = types.flatMap((each) =>
      each.fields.flatMap(({ id, to }) => {
        if (to === undefined) return []
        const known = new Set(shipped(to).map((item) => item.id))
        return shipped(each.id).filter((item) =>
          [item[id] ?? []].flat().some((one) => !known.has(String(one))),
        )
      }),
    )
    expect(types.some(({ fields }) => fields.some(({ to }) => to !== undefined))).toBe(true)
    expect(astray).toEqual([])
  })
})
