/** Who is asked to agree to what, and when users are asked again. */

import { describe, expect, it } from 'vitest'
import { askedConsents, isAnswered, type Asked } from '#engine/decide/consents.ts'
import { FORMER_CONSENTS, wholeCatalog } from '#engine/documents/formerconsents.ts'
import { withoutFormer } from '#engine/documents/former.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const { config } = buildScope(catalog, makeWorld(null))
const ADULT: Asked = { plan: 'free', country: 'ZA', age: 30, config }
const asked = (who: Partial<Asked> = {}, of = catalog) =>
  askedConsents(of, { ...ADULT, ...who }).map(
    ({ item, needed }) => `${item.id}${needed ? '!' : ''}`,
  )
const flags = (consent: Partial<typeof config.consent>) => ({
  config: { ...config, consent: { ...config.consent, ...consent } },
})
const photo = {
  id: 'photo',
  label: 'consent.terms.title',
  text: 'consent.terms.text',
  version: 2,
  asked: { and: [{ '==': [{ var: 'country' }, 'KE'] }, { '!=': [{ var: 'plan' }, 'free'] }] },
  needed: { '<': [{ or: [{ var: 'age' }, 0] }, 18] },
}
const shipped = catalog.get('consent-list', 'main')!
const withSixth = catalog.with([{ ...shipped, items: [...shipped.items, photo] }])
const at = { updatedAt: '2026-01-01' }

describe('the list of consents', () => {
  it('asks for the terms, and for what the configuration asks for', () => {
    expect(asked(flags({ marketing: false, research: false }))).toEqual(['terms!'])
    expect(
      asked(flags({ marketing: true, research: true, parental: true, internalMarketing: true })),
    ).toEqual(['terms!', 'marketing', 'internalMarketingSharing', 'researchContact'])
  })

  it('may ask only some users, and require a yes from some of these', () => {
    const who = { country: 'KE', plan: 'power', ...flags({ marketing: false, research: false }) }
    expect(asked(who, withSixth)).toEqual(['terms!', 'photo'])
    expect(asked({ ...who, age: 17 }, withSixth)).toEqual(['terms!', 'photo!'])
    expect(asked({ ...who, age: null }, withSixth)).toEqual(['terms!', 'photo!'])
    expect(asked({ ...who, country: 'ZA' }, withSixth)).toEqual(['terms!'])
    expect(asked({ ...who, plan: 'free' }, withSixth)).toEqual(['terms!'])
  })

  it.each<[string, { granted: boolean; version?: number } | undefined, boolean, boolean]>([
    ['nothing was said', undefined, false, false],
    ['no is an answer', { granted: false, version: 2 }, false, true],
    ['no is none where a yes is needed', { granted: false, version: 2 }, true, false],
    ['yes to older words', { granted: true, version: 1 }, false, false],
    ['yes from before words had versions', { granted: true }, false, false],
    ['yes to these words', { granted: true, version: 2 }, true, true],
    ['yes to newer words', { granted: true, version: 3 }, true, true],
  ])('%s', (_what, given, needed, expected) => {
    expect(isAnswered({ item: photo, needed }, given && { ...at, ...given })).toBe(expected)
  })

  it('decides whether everything has been agreed to', () => {
    const complete = (consents: Record<string, { granted: boolean; version?: number }>) => {
      const user = {
        ...makeUser(),
        profile: { nationality: 'KE', birthDate: '2015-01-01' },
        consents: Object.fromEntries(
          Object.entries(consents).map(([id, each]) => [id, { ...at, ...each }]),
        ),
        app: { ...makeUser().app, accountType: 'power' },
      }
      return buildScope(withSixth, makeWorld(user)).facts.consentsComplete
    }
    const five = {
      terms: { granted: true },
      marketing: { granted: false },
      researchContact: { granted: false },
    }
    expect(complete(five)).toBe(false)
    expect(complete({ ...five, photo: { granted: false, version: 2 } })).toBe(false)
    expect(complete({ ...five, photo: { granted: true, version: 2 } })).toBe(true)
    expect(complete({ ...five, photo: { granted: true, version: 1 } })).toBe(false)
    expect(complete({ photo: { granted: true, version: 2 } }), 'without the terms').toBe(false)
  })
})

describe('documents from before the list existed', () => {
  it('are read as if they had the list of that time, which is today’s', () => {
    const others = [...catalog.documents()].filter(({ kind }) => kind !== 'consent-list')
    expect(wholeCatalog(others).get('consent-list', 'main')).toBe(FORMER_CONSENTS)
    expect(wholeCatalog(catalog.documents()).get('consent-list', 'main')).toBe(shipped)
    // Then people gave the consent of their parents themselves.
    const plain = shipped.items.map(({ lock: _lock, by: _by, note: _note, ...item }) => item)
    expect(FORMER_CONSENTS.items).toEqual(plain)
  })

  it('lose the list that used to be in the form', () => {
    const form = (props: object) => ({
      kind: 'screen',
      children: [{ id: 'form', type: 'consent-form', props }],
    })
    const today = form({ action: 'consents', button: 'b' })
    expect(
      withoutFormer(form({ action: 'consents', items: [{ id: 'terms' }], button: 'b' })),
    ).toEqual(today)
    expect(withoutFormer(today)).toEqual(today)
  })
})
