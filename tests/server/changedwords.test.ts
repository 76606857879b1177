/** Changes as people know them: one renamed button is one change, with its words in every language. */

import { describe, expect, it } from 'vitest'
import type { Json } from '#engine/documents/json.ts'
import { documentChanges } from '#server/workspace/changes.ts'
import { code, sources } from '#tests/support/documents.ts'

const live = new Map<string, unknown>(
  sources.map(({ value }) => {
    const { kind, id } = value as { kind: string; id: string }
    return [`${kind}/${id}`, value]
  }),
)
type Loose = { texts: Record<string, unknown>; [name: string]: unknown }

/** What changes if these documents do. */
function changesOf(edit: (copy: (name: string) => Loose, drafts: Map<string, unknown>) => void) {
  const drafts = new Map(live)
  edit((name) => {
    const document = structuredClone(live.get(name)) as Loose
    drafts.set(name, document)
    return document
  }, drafts)
  return documentChanges(live, drafts, code)
}
const entryOf = (list: Json, id: string) =>
  (list as unknown as Loose[]).find((each) => each['id'] === id)!

describe('changes by the names of things', () => {
  it('say a button’s own words with those before them, in every language', () => {
    const changes = changesOf((copy) => {
      const page = copy('screen/actions')
      const parts = entryOf(page['children'] as Json, 'parts')
      const main = entryOf(parts['children'] as Json, 'main')
      const next = entryOf(main['children'] as Json, 'next')
      next['props'] = { ...(next['props'] as object), buttonText: 'own.actions.next' }
      for (const [id, words] of [
        ['en', 'Start now'],
        ['af', 'Begin nou'],
      ] as const) {
        const locale = copy(`locale/${id}`)
        locale.texts['own'] = { actions: { next: words } }
        locale['origins'] = { 'own.actions.next': { of: 'card.letsGo', was: 'x' } }
      }
    })
    const page = changes.find(({ document }) => document === 'screen/actions')!
    expect(page.changes).toHaveLength(1)
    expect(page.changes[0]!.told).toMatchObject({
      way: [{ type: 'next-up' }, 'buttonText'],
      was: {
        is: 'text',
        words: [
          { language: 'English', words: "Let's Go" },
          { language: 'Afrikaans', words: 'Kom ons begin' },
        ],
      },
      now: {
        is: 'text',
        words: [
          { language: 'English', words: 'Start now' },
          { language: 'Afrikaans', words: 'Begin nou' },
        ],
      },
    })
    const english = changes.find(({ document }) => document === 'locale/en')!
    expect(english.changes.map(({ told }) => told?.text)).toMatchObject([
      { key: 'own.actions.next', language: 'English', within: ['screen/actions'], isShown: false },
    ])
  })

  it('place a shared text where it is shown', () => {
    const changes = changesOf((copy) => {
      const locale = copy('locale/en')
      ;(locale.texts['profileHome'] as Record<string, string>)['nextUp'] = 'Do this next'
    })
    expect(changes).toHaveLength(1)
    expect(changes[0]!.changes[0]!.told?.text).toMatchObject({ isShown: true, within: [] })
    expect(changes[0]!.changes[0]!.told?.text?.place?.title).toBeTypeOf('string')
    expect(changes[0]!.changes[0]!.told?.text?.place?.way.at(-1)).toBe('caption')
  })

  it('name a row by the page that it leads to, and the one that it follows', () => {
    const changes = changesOf((copy) => {
      const flow = copy('flow/onboarding')
      const rows = flow['rows'] as Loose[]
      const moved = rows.findIndex(({ id }) => id === 'redeem')
      const [row] = rows.splice(moved, 1)
      rows.splice(1, 0, row!)
    })
    const [move] = changes[0]!.changes
    expect(move).toMatchObject({ op: 'move' })
    expect(move!.told?.way).toMatchObject([{ to: { target: 'route', id: 'redeemLicenseStep' } }])
    expect(move!.told?.after?.to).toEqual({ target: 'route', id: 'profileHomePage' })
  })

  it('list what a new document contains, and keep its rules whole', () => {
    const changes = changesOf((_copy, drafts) => {
      const rule = { and: Array.from({ length: 12 }, () => ({ var: 'facts.verified' })) }
      drafts.set('menu/other', {
        kind: 'menu',
        id: 'other',
        v: 1,
        title: 'Other menu',
        source: 'own',
        enable: [{ id: 'late', when: rule, reason: 'menu.home' }],
        items: [{ id: 'home', label: 'menu.home', to: 'profileHomePage' }],
      })
    })
    expect(changes[0]).toMatchObject({
      state: 'added',
      title: 'Other menu',
      contents: {
        is: 'thing',
        members: [
          { name: 'title', told: { is: 'value', value: 'Other menu' } },
          {
            name: 'enable',
            told: {
              items: [
                {
                  members: [
                    { name: 'when', told: { is: 'rule', rule: { and: { length: 12 } } } },
                    { name: 'reason' },
                  ],
                },
              ],
            },
          },
          {
            name: 'items',
            told: {
              is: 'list',
              items: [
                {
                  thing: { text: 'menu.home' },
                  members: [
                    { name: 'label', told: { is: 'text', words: [{ words: 'Home' }] } },
                    { name: 'to', told: { is: 'ref', target: 'route', id: 'profileHomePage' } },
                  ],
                },
              ],
            },
          },
        ],
      },
    })
  })
})
