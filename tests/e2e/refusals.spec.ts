/** What the server refuses because somebody else was faster, or because there is no room or no way. */

import type { User } from '#engine/rules/scope.ts'
import type { Learner } from './support/journey.ts'
import { phoneOf, tidyOwner } from './support/office.ts'
import { expect, REFUSED, test } from './support/strict.ts'

const owner = tidyOwner()

async function planOf(learner: Learner): Promise<string> {
  return (await learner.call<User>('GET', 'auth/get-user')).app.accountType
}

test('terms that change while they’re read say so, and are read again before they’re agreed to', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(409))
  await learner.openHome()
  await learner.signUp()
  const terms = page.getByRole('checkbox', { name: learner.t('consent.terms.title') })
  await expect(terms).toBeVisible()
  type List = { items: { id: string; version: number }[] }
  await owner().publish('New terms', {
    kind: 'consent-list',
    id: 'main',
    edit: (document) => {
      const list = structuredClone(document) as unknown as List
      const item = list.items.find(({ id }) => id === 'terms')!
      item.version += 1
      return list
    },
  })
  await terms.check()
  await learner.button('onboarding.consent.button').click()
  await expect(page.getByText(learner.t('problem.consent.changed')).first()).toBeVisible()
  await expect(terms, 'what was ticked stays').toBeChecked()
  await page.reload()
  await expect(terms).toBeVisible()
  await terms.check()
  await learner.button('onboarding.consent.button').click()
  await expect(learner.heading('onboarding.consent.title')).toHaveCount(0)
})

test('a link that two people opened is paid once, and the second one is thanked', async ({
  learner,
  page,
  browser,
  product,
  strict,
}) => {
  const { t } = learner
  strict.allow(REFUSED(409))
  await learner.onboardByCalls('DEMO-LITE')
  await page.goto('/settings/account/upgrade/ZA/power')
  await learner.button('ask.button').click()
  const link = await learner.field('ask.link').inputValue()
  const [mother, uncle] = [
    await phoneOf({ browser, product, strict }),
    await phoneOf({ browser, product, strict }),
  ]
  for (const { page: theirs } of [mother, uncle]) {
    await theirs.goto(link)
    await expect(theirs.getByRole('button', { name: t('payFor.button') })).toBeVisible()
  }
  await mother.button('payFor.button').click()
  await mother.page.getByRole('button', { name: t('demoPay.paid'), exact: true }).click()
  await expect(mother.heading('payment.paid.other.title', { plan: 'Commit' })).toBeVisible()
  await uncle.button('payFor.button').click()
  await expect(uncle.page.getByText(t('problem.payment.link-paid')).first()).toBeVisible()
  await expect(uncle.heading('demoPay.title')).toHaveCount(0)
  expect(await planOf(learner)).toBe('power')
  for (const { page: theirs } of [mother, uncle]) await theirs.context().close()
})

test('more than five open links to pay are refused in words, and one that is ended makes room', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(409))
  await learner.onboardByCalls('DEMO-LITE')
  for (let at = 0; at < 5; at++)
    await learner.call('POST', 'plans/requests', { plan: 'power', country: 'ZA' })
  await page.goto('/settings/account/upgrade/ZA/power')
  await learner.button('ask.button').click()
  await expect(page.getByText(learner.t('problem.limit.reached')).first()).toBeVisible()
  await learner.button('ask.end').first().click()
  await expect(learner.button('ask.end')).toHaveCount(4)
  await learner.button('ask.button').click()
  await expect(learner.field('ask.link')).toBeVisible()
})
