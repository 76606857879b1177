/** What a list shows before anything is chosen exists as a choice, wherever somebody is from. */

import { expect, it } from 'vitest'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'
import { catalog, config, makeUser } from '#tests/support/documents.ts'

const regions = catalog.get('list', 'regions')!.items.map(({ id }) => id)

function countryFirst(nationality: string): unknown {
  const scope = buildScope(catalog, {
    user: makeUser({ profile: { nationality } }),
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: 'en',
    today: '2026-11-21',
    curricula: null,
  })
  return catalog.book.evaluate({ ref: 'placesCountry' }, scope)
}

it.each(['ZA', 'KE', 'GB'])('shows those of %s first', (country) => {
  expect(regions).toContain(country)
  expect(countryFirst(country)).toBe(country)
})

it.each(['DE', 'IN', 'PK'])('shows all to somebody from %s, which no record is in', (country) => {
  expect(regions).not.toContain(country)
  expect(countryFirst(country)).toBeNull()
})

it('knows every region that is a country', () => {
  for (const country of regions.filter((id) => id.length === 2))
    expect(countryFirst(country), country).toBe(country)
})
