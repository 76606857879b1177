/** Recipes: from a small form to sound documents, or to a fault at the field that is wrong. */

import { describe, expect, it } from 'vitest'
import { RECIPES } from '#engine/recipes/recipes.ts'
import {
  ASSESSMENT,
  both,
  CONSENT,
  errorsOf,
  fill,
  PAGE,
  RECORDS,
  SECTION,
  WORLD,
} from '#tests/support/recipes.ts'

const SOUND = [
  ['page', 'everything', PAGE],
  ['page', 'a title alone', { title: both('Hello') }],
  ['page', 'for everybody, signed in or not', { ...PAGE, opens: 'all' }],
  ['page', 'before the worker type', { ...PAGE, opens: 'joined' }],
  ['page', 'beside the groups of the menu', { ...PAGE, menu: '-' }],
  ['section', 'conditions and choices', SECTION],
  ['section', 'not counted', { ...SECTION, counted: false, printed: false }],
  ['assessment', 'two scales', ASSESSMENT],
  ['records', 'fields of every kind', RECORDS],
  ['records', 'a website alone', { ...RECORDS, fields: RECORDS.fields.slice(3, 4), plans: [] }],
  ['consent', 'all of it', CONSENT],
  [
    'consent',
    'everybody asked, nobody made to agree',
    { title: CONSENT.title, text: CONSENT.text },
  ],
  [
    'assessment',
    'the highest first, for one plan',
    { ...ASSESSMENT, template: 'highest', plans: ['power'], countries: ['KE', 'ZA'] },
  ],
  [
    'assessment',
    'answers in own words',
    { ...ASSESSMENT, answers: '-', answerWords: { en: 'No\nMaybe\nYes', af: 'Nee\nDalk\nJa' } },
  ],
] as const

describe.each(SOUND)('the recipe "%s" with %s', (id, _what, form) => {
  it('writes documents that a publish accepts', () => {
    const written = fill(id, form)
    expect(written.faults).toEqual([])
    expect(errorsOf(written)).toEqual([])
  }, 60_000)
})

describe('an empty form', () => {
  it.each(RECIPES.map(({ id }) => id))('of "%s" has faults, and is drawn all the same', (id) => {
    const written = fill(id, {})
    expect(written.faults.length).toBeGreaterThan(0)
    expect(written.sketch.length).toBeGreaterThan(0)
    expect(WORLD.languages).toHaveLength(2)
  })
})

describe('what is made twice', () => {
  it('has ids of its own: two fields of one name, and a consent in other words', () => {
    const row = (id: string, en: string) => ({
      id,
      label: both(en),
      type: 'text',
      options: {},
      filter: false,
    })
    const { documents, faults } = fill('records', {
      ...RECORDS,
      fields: [row('f1', 'Price'), row('f2', 'Price 2'), row('f3', 'Price')],
    })
    expect(faults).toEqual([])
    const type = documents.find(({ kind }) => kind === 'content-type') as unknown as {
      fields: { id: string }[]
    }
    const ids = type.fields.map(({ id }) => id)
    expect(new Set(ids).size, ids.join(', ')).toBe(4)
    const consentOf = (text: string) =>
      JSON.stringify(
        (
          fill('consent', { ...CONSENT, text: both(text) }).documents.find(
            ({ kind }) => kind === 'consent-list',
          ) as unknown as { items: { id: string }[] }
        ).items.at(-1)!.id,
      )
    expect(consentOf('Your school sees it.')).not.toBe(consentOf('Everybody sees it.'))
    expect(consentOf('Your school sees it.')).toBe(consentOf('Your school sees it.'))
  })
})
