/** What the app makes of a page before it is drawn. */

import { expect, it } from 'vitest'
import { beginsOnCloth, isQuiz } from '#app/view.ts'
import { catalog } from '#tests/support/documents.ts'

it.each([
  ['researchPersonalityInstructionPage', false],
  ['researchPersonalityQuizPage', true],
  ['researchWorkerTypeInstructionsPage', false],
  ['researchWorkerTypeQuizPage', true],
  ['researchInterestsPage', true],
  ['hollandCodeQuizPage', true],
  ['hollandCodeReportPage', false],
  ['mazeQuizPage', true],
  ['cv', false],
])('an assessment is answered on %s: %s', (name, answered) => {
  expect(isQuiz(catalog, catalog.route(name)!)).toBe(answered)
})

it.each([
  ['home', true],
  ['home-pluggedin', true],
  ['login', false],
  [null, false],
])('the screen %s starts on a cloth background: %s', (screen, cloth) => {
  expect(beginsOnCloth(catalog, { screen })).toBe(cloth)
})
