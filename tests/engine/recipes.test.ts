/** Recipes: from a small form to sound documents, or to a fault at the field that is wrong. */

import { describe, expect, it } from 'vitest'
import { nameOf } from '#engine/documents/document.ts'
import type { RecipeContext } from '#engine/recipes/recipe.ts'
import { RECIPES } from '#engine/recipes/recipes.ts'
import {
  ASSESSMENT,
  both,
  CONSENT,
  errorsOf,
  fill,
  PAGE,
  PART,
  RECORDS,
  REDIRECT,
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
  ['page', 'for an age alone', { ...PAGE, youngerThan: '16' }],
  ['records', 'fields of every kind', RECORDS],
  ['records', 'a website alone', { ...RECORDS, fields: RECORDS.fields.slice(3, 4), plans: [] }],
  ['consent', 'all of it', CONSENT],
  [
    'consent',
    'everybody asked, nobody made to agree',
    { title: CONSENT.title, text: CONSENT.text },
  ],
  ['consent', 'for those of age', { ...CONSENT, atLeast: '18', youngerThan: '25' }],
  ['language', 'offered, and seen first', { language: 'sw', first: true }],
  ['language', 'kept back', { language: 'ar', offered: false }],
  ['part', 'words', PART],
  ['part', 'things to do, at the top', { ...PART, looks: 'tips', place: 'first' }],
  ['part', 'a note for some', { ...PART, looks: 'note', countries: ['KE'], youngerThan: '16' }],
  ['redirect', 'people under 16 in one country', REDIRECT],
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

describe('a language that may lack words', () => {
  const world: RecipeContext = { ...WORLD, partial: ['af'] }
  const only = (en: string) => ({ en })

  it('can stay empty everywhere, and is left alone', () => {
    const page = fill(
      'page',
      {
        ...PAGE,
        title: only('Hello'),
        text: only('Words'),
        button: only('On'),
        pictureText: only('x'),
      },
      world,
    )
    const records = fill(
      'records',
      {
        ...RECORDS,
        title: only('Schools'),
        one: only('School'),
        fields: RECORDS.fields.map((row) => ({
          ...row,
          label: only(row.label['en']!),
          ...('en' in row.options && { options: only(row.options['en']) }),
        })),
      },
      world,
    )
    for (const written of [page, records]) {
      expect(written.faults).toEqual([])
      expect(written.documents.map(nameOf)).toContain('locale/en')
      expect(written.documents.map(nameOf)).not.toContain('locale/af')
    }
  })

  it('isn’t enough by itself', () => {
    expect(fill('page', { ...PAGE, title: { af: 'Hallo' } }, world).faults).toEqual([
      { at: '/title/en', code: 'missingIn', values: { language: 'en' } },
    ])
  })
})

describe('an age', () => {
  it.each([
    ['0', '', '/atLeast'],
    ['x', '', '/atLeast'],
    ['', '0', '/youngerThan'],
    ['18', '18', '/youngerThan'],
    ['18', '121', '/youngerThan'],
  ])('from %j to below %j is refused at its field', (atLeast, youngerThan, at) => {
    const { faults } = fill('redirect', { ...REDIRECT, atLeast, youngerThan })
    expect(faults.map((fault) => [fault.at, fault.code])).toEqual([[at, 'range']])
  })
})
