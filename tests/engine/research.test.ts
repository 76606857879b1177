import { describe, expect, it } from 'vitest'
import { offeredForResearch, researchSteps } from '#engine/decide/research.ts'
import type { User } from '#engine/rules/scope.ts'
import { catalog } from '../support/documents.ts'

const person = (listed: readonly string[], taken: readonly string[] = []) =>
  ({
    app: { researchAssessments: listed },
    assessments: Object.fromEntries(taken.map((id) => [id, {}])),
  }) as unknown as User
const shown = (listed: readonly string[], taken?: readonly string[]) =>
  researchSteps(catalog, person(listed, taken)).map(({ id, state }) => `${id} ${state}`)

describe('the steps of a cohort', () => {
  it('are in the order of the specification, and open when the one before them in the list is done', () => {
    expect(shown(['holland_code', 'big_5', 'managing_emotion'])).toEqual([
      'holland_code open',
      'interests locked',
      'entrepreneurial_intent locked',
      'big_5 open',
      'ipip locked',
      'managing_emotion open',
      'stem_b locked',
      'steu_b locked',
    ])
    expect(shown(['holland_code', 'big_5'], ['holland_code', 'interests'])).toEqual([
      'holland_code done',
      'interests done',
      'entrepreneurial_intent open',
      'big_5 open',
      'ipip locked',
    ])
  })

  it('name what opens a locked one', () => {
    expect(researchSteps(catalog, person(['big_5'])).map(({ id, parent }) => [id, parent])).toEqual(
      [
        ['big_5', null],
        ['ipip', 'big_5'],
      ],
    )
  })

  it('are open at once if they are listed themselves, and appear once', () => {
    expect(shown(['interests', 'holland_code'])).toEqual([
      'interests open',
      'holland_code open',
      'entrepreneurial_intent locked',
    ])
  })

  it('have no link if the product has no page for them', () =>
    expect(shown(['learning_styles'])).toEqual(['learning_styles closed']))
  it('are none for a user in no cohort', () => expect(researchSteps(catalog, null)).toEqual([]))
})

it('a cohort may be asked for whatever has its own page and depends on nothing', () => {
  expect(offeredForResearch(catalog).sort()).toEqual([
    'big_5',
    'holland_code',
    'managing_emotion',
    'maze',
    'rock_paper_scissors',
  ])
})
