/** Facts about the worker type that used to be in the code are added to older documents. */

import { describe, expect, it } from 'vitest'
import { withSaid } from '#engine/documents/formerkeys.ts'
import { catalog } from '#tests/support/documents.ts'

const KEY = catalog.get('scoring', 'holland_code')! as unknown as Record<string, unknown>
const REPORT = catalog.get('report', 'worker-type')! as unknown as Record<string, unknown>
const without = (document: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)))
const old = (key: Record<string, unknown>) => ({
  ...without(key, 'careers'),
  derive: [{ id: 'code', op: 'interest-code' }],
})

describe('a former key', () => {
  it('is where the shipped one is near, and is compared with careers in the same way', () => {
    const { derive, careers } = withSaid(old(KEY))
    expect(derive).toEqual([{ id: 'code', op: 'interest-code', even: 10 }])
    expect(careers).toEqual(KEY['careers'])
  })
  it('of another instrument isn’t compared with careers', () => {
    const read = withSaid({ ...old(KEY), id: 'interests' })
    expect(read['derive']).toEqual([{ id: 'code', op: 'interest-code', even: 10 }])
    expect(read).not.toHaveProperty('careers')
  })
})

it.each([
  ['a key of today', KEY],
  ['a key of today that is compared with no careers, and means it', without(KEY, 'careers')],
  ['a key without a code', without(KEY, 'careers', 'derive')],
  ['a key whose shape is wrong', { kind: 'scoring', id: 'holland_code', derive: [null, 'code'] }],
  ['a report of today', REPORT],
  ['a report that is closed, and means it', { ...without(REPORT, 'result'), open: false }],
  ['another report', { ...without(REPORT, 'open', 'result'), id: 'value-scales' }],
  ['a screen', { kind: 'screen', id: 'worker-type' }],
])('%s is read as it is', (_what, document) => expect(withSaid(document)).toBe(document))

it('the former worker type report is open to everyone, and has its result in one line', () => {
  expect(withSaid(without(REPORT, 'open', 'result'))).toEqual(REPORT)
})
