/** The page on which a document is seen in the console, for the product's own documents. */

import { describe, expect, it } from 'vitest'
import { shownAt } from '#admin/preview/pageof.ts'
import { typed } from '#admin/preview/drafts.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { catalog } from '#tests/support/documents.ts'

const at = (kind: Kind, id: string) => {
  const shown = shownAt(catalog, kind, id, catalog.get(kind, id))
  return shown && [shown.path, shown.viewer.stage]
}

describe('a document is seen', () => {
  it.each([
    ['screen', 'terms', '/terms', 'signedOut'],
    ['screen', 'profile-home', '/profile/home', 'fullAccess'],
    ['screen', 'initial-profile', '/onboarding/profile', 'onboarding'],
    ['report', 'worker-type', '/reports/worker-type', 'fullAccess'],
    ['flow', 'onboarding', '/onboarding/birth-date', 'onboarding'],
    ['profile-section', 'initialProfile', '/onboarding/profile', 'onboarding'],
    ['profile-section', 'educations', '/cv?section=educations', 'fullAccess'],
    ['menu', 'main', '/', 'fullAccess'],
    ['locale', 'af', '/', 'fullAccess'],
  ] as const)('%s %s at %s', (kind, id, path, stage) => {
    expect(at(kind, id)).toEqual([path, stage])
  })

  it('nowhere if no page shows it', () => {
    for (const [kind, id] of [
      ['list', 'countries'],
      ['menu', 'console'],
      ['scoring', 'holland_code'],
      ['screen', 'career'],
    ] as const)
      expect(at(kind, id)).toBeNull()
  })
})

describe('what a preview is told', () => {
  const language = (id: string, now: Record<string, string>, live: Record<string, string>) => ({
    session: { document: { kind: 'locale', id, texts: now }, broken: false } as never,
    view: { live: { kind: 'locale', id, texts: live } } as never,
  })
  const document = { kind: 'screen', id: 'a' } as Json

  it('is the document and the words that differ from the live ones', () => {
    const { documents, changed, say } = typed(
      'screen',
      document,
      [
        language('en', { a: 'One', b: 'Two', c: 'Three' }, { a: 'One', b: 'Old' }),
        language('af', { a: 'Een', b: 'Twee' }, { a: 'Ou', b: 'Twee' }),
      ],
      ['af', 'en'],
    )
    expect(documents).toEqual([document])
    expect(changed.toSorted()).toEqual(['a', 'b', 'c'])
    expect([say('a'), say('b')]).toEqual(['Een', 'Twee'])
    expect(say('c'), 'nobody has translated it yet').toBe('Three')
  })

  it('is also the words that another page has, and this one is about to show', () => {
    const menu = {
      kind: 'menu',
      id: 'main',
      items: [{ id: 'a', label: 'page.other', routeName: 'home' }],
    }
    const words = { 'page.other': 'Other', unused: 'x' }
    expect(typed('menu', menu, [language('en', words, words)], ['en']).changed).toEqual([
      'page.other',
    ])
  })

  it('is words alone for a language, and nothing of a draft that is no language at present', () => {
    const broken = {
      ...language('en', { a: 'x' }, {}),
      session: { document: { a: 1 }, broken: true } as never,
    }
    expect(typed('locale', document, [broken], ['en'])).toMatchObject({
      documents: [],
      changed: [],
    })
  })
})
