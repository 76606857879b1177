/**
 * A visitor's sixty answers while they become an account's, on a connection that loses responses:
 * the server has done what was asked, and the phone doesn't know.
 */

import type { Page, Route } from '@playwright/test'
import { PASSWORD, TOTAL, variedAnswers, type Learner } from './support/journey.ts'
import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

const answers = variedAnswers()

/** Answers all lines without an account, up to the form that keeps the result. */
async function answerAsVisitor(learner: Learner): Promise<void> {
  await learner.page.goto('/start/quiz')
  await learner.answerUpTo(TOTAL, answers)
  await learner.link('quiz.readReport').click()
  await learner.button('visitor.keep.button').click()
  await expect(learner.field('signup.email')).toBeInViewport()
}

/** The next call to this path reaches the server, and its response is lost. @returns how many were */
async function loseResponse(page: Page, path: RegExp): Promise<() => number> {
  let lost = 0
  const lose = async (route: Route) => {
    if (lost > 0 || route.request().method() === 'GET') return route.fallback()
    lost++
    const cookies = await page.context().cookies()
    expect((await route.fetch()).ok()).toBe(true)
    // What the response would have set is lost with it.
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    await route.abort('connectionreset')
  }
  await page.route(path, lose)
  return () => lost
}

/** The account has exactly these answers, once, in one finished attempt. */
async function expectKeptOnce(learner: Learner): Promise<void> {
  await learner.expectAt('/reports/worker-type')
  await expect(
    learner.page.getByRole('heading', { level: 1, name: learner.t('type.builder.name') }),
  ).toBeVisible()
  const stored = await learner.storedAnswers()
  expect(Object.fromEntries(stored.map(({ item, value }) => [item, value]))).toEqual(answers)
  expect(stored).toHaveLength(TOTAL)
  expect(await learner.attempts()).toMatchObject([{ state: 'complete' }])
}

test.describe('a visitor’s answers become an account’s once, though the response is lost', () => {
  test.beforeEach(({ strict }) => strict.allow(NO_NET))

  test('to the sign-up', async ({ learner, page, strict }) => {
    strict.allow(REFUSED(409))
    await answerAsVisitor(learner)
    const lost = await loseResponse(page, /\/api\/auth\/signup$/)
    await learner.signUp()
    await expect.poll(lost).toBe(1)
    await expect(page.getByText(learner.t('simpleForm.offline'))).toBeVisible()
    await learner.button('signup.button').click()
    await expect(page.getByText(learner.t('problem.signup.taken')).first()).toBeVisible()
    await page.goto('/login')
    await learner.logIn({ email: learner.email, password: PASSWORD })
    await learner.consent()
    await learner.confirm()
    await expectKeptOnce(learner)
  })

  for (const [what, path] of [
    ['the beginning of the attempt', /\/api\/assessments\/holland_code\/attempts$/],
    ['the answers', /\/api\/attempts\/[^/]+\/answers$/],
    ['the end of the attempt', /\/api\/attempts\/[^/]+\/complete$/],
  ] as const)
    test(`to ${what}`, async ({ learner, page }) => {
      await answerAsVisitor(learner)
      const lost = await loseResponse(page, path)
      await learner.signUp()
      await learner.consent()
      await learner.confirm()
      await expect.poll(lost).toBe(1)
      // Until it has been tried again, it doesn't look as if they were to be given once more.
      if (what === 'the beginning of the attempt')
        await expect(learner.link('intro.finish', { total: TOTAL })).toBeVisible()
      await expectKeptOnce(learner)
    })
})
