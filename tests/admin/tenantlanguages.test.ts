import { expect, it } from 'vitest'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import { languagesOf } from '#admin/parts/tenantlanguages.ts'

const PUBLISHED = { default: 'en', available: ['en', 'af'] }
const item = (id: string, more: Partial<DocumentSummary> = {}): DocumentSummary => ({
  kind: 'locale',
  id,
  title: id,
  draft: false,
  state: 'product',
  ...more,
})
const codes = (settings: Parameters<typeof languagesOf>[0], ...items: DocumentSummary[]) =>
  languagesOf(settings, items).codes

it('has a language as soon as it is being written, whether it will be offered or not', () => {
  const written = item('sw', { state: 'own', draft: true })
  expect(codes([PUBLISHED], item('en'), item('af'), written)).toEqual(['en', 'af', 'sw'])
  const offered = { default: 'sw', available: ['en', 'af', 'sw'] }
  expect(codes([PUBLISHED, offered], item('en'), item('af'), written)).toEqual(['sw', 'en', 'af'])
})

it('leaves out what the product has and nobody writes or offers, and what is removed', () => {
  const removed = item('sw', { state: 'removed', draft: true })
  expect(codes([PUBLISHED], item('en'), item('af'), item('fr'), removed)).toEqual(['en', 'af'])
})

it('counts a language once, by whichever code it is offered', () => {
  const settings = { default: 'en_ZA', available: ['en_ZA'] }
  expect(codes([settings], item('en', { draft: true }), item('en_ZA', { state: 'own' }))).toEqual([
    'en_ZA',
    'en',
  ])
})
