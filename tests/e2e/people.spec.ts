/**
 * Colleagues in the console, in a browser: invited, changed, removed; a person's plan and study;
 * each with its reason in the audit log.
 */

import type { Locator, Page } from '@playwright/test'
import { Editor } from './support/editor.ts'
import { Learner, newAddress, textsIn } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

test.use({ viewport: { width: 1280, height: 900 } })
test.setTimeout(120_000)

const t = textsIn('en')

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

async function find(page: Page, email: string): Promise<Locator> {
  await page.goto('/admin/people')
  await page.getByRole('searchbox', { name: t('console.people.search') }).fill(email)
  const row = rowOf(page, email)
  await expect(row).toBeVisible()
  return row
}

/** Fills in the reason of the open dialog, after it was asked for, and sends it. */
async function because(page: Page, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t(button), exact: true }).click()
  await expect(dialog.getByText(t('console.people.reasonMissing'))).toBeVisible()
  await dialog.getByRole('textbox', { name: t('console.people.reason') }).fill(reason)
  await dialog.getByRole('button', { name: t(button), exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The newest entry of the audit log with this action. */
async function logged(page: Page, action: string): Promise<Locator> {
  await page.goto('/admin/audit')
  const row = rowOf(page, t(`console.audit.action.${action}`)).first()
  await expect(row).toBeVisible()
  return row
}

test('a colleague is invited, gets another role, and is removed, each on record', async ({
  page,
  browser,
  product,
  strict,
}) => {
  await new Editor(page).signIn('owner')
  const email = newAddress()
  const invite = async (address: string) => {
    await page.goto('/admin/people')
    await page.getByRole('button', { name: t('console.people.invite') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t('console.people.email') }).fill(address)
    await dialog
      .getByRole('combobox', { name: t('console.people.role') })
      .selectOption({ label: t('console.role.editor') })
    await dialog.getByRole('button', { name: t('console.people.inviteButton') }).click()
    await expect(page.getByText(t('console.people.inviteSent', { email: address }))).toBeVisible()
  }
  // One that is taken back first.
  const other = newAddress()
  await invite(other)
  await (
    await find(page, other)
  )
    .getByRole('button', { name: t('console.people.withdraw') })
    .click()
  await because(page, 'Wrong address', 'console.people.withdrawButton')
  await expect(page.getByText(t('console.people.withdrawn', { email: other }))).toBeVisible()
  await expect(await logged(page, 'people-withdraw')).toContainText('Wrong address')

  await invite(email)
  const context = await browser.newContext({ baseURL: product.url })
  await strict.watch(context)
  const colleague = new Learner(await context.newPage(), product)
  await colleague.page.goto('/terms')
  const { text } = await colleague.lastMessage(email)
  await colleague.page.goto(
    new URL(/http\S+token=\S+/.exec(text)![0]).href.replace(/^.*?\/\/[^/]+/, ''),
  )
  await colleague.field('recover.password').fill('Invited1Now')
  await colleague.button('recover.confirm').click()
  await expect(colleague.page.getByText(t('recover.done')).first()).toBeVisible()
  await colleague.page.goto('/login')
  await colleague.logIn({ email, password: 'Invited1Now' })
  await expect(colleague.page).not.toHaveURL(/login/)
  await colleague.page.goto('/admin/documents')
  await expect(
    colleague.page.getByRole('heading', { level: 1, name: t('console.menu.documents') }),
  ).toBeVisible()

  const give = async (role: string, reason: string) => {
    const row = await find(page, email)
    await row.getByRole('combobox').selectOption({ label: t(`console.role.${role}`) })
    await because(page, reason, 'console.people.roleSave')
    await expect(
      page.getByText(t('console.people.given', { email, role: t(`console.role.${role}`) })),
    ).toBeVisible()
    const entry = await logged(page, 'role-grant')
    await expect(entry).toContainText('owner@demo.test')
    await expect(entry).toContainText(reason)
    await expect(entry).toContainText(t(`console.role.${role}`))
  }
  await give('viewer', 'Looks only, from now on')
  await give('none', 'Left the school')
  await colleague.page.goto('/admin')
  await expect(colleague.page, 'the session has ended with the role').toHaveURL(/\/login/)
  await colleague.logIn({ email, password: 'Invited1Now' })
  await expect(colleague.page).not.toHaveURL(/\/login/)
  await colleague.page.goto('/admin')
  await expect(colleague.page).not.toHaveURL(/\/admin/)
  await context.close()
})

test('an owner changes a person’s plan and study, says why, and can’t become that person', async ({
  page,
  product,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const learner = new Learner(await context.newPage(), product)
  await learner.onboardByCalls('DEMO-LITE')
  await new Editor(page).signIn('owner')
  let row = await find(page, learner.email)
  await row
    .getByRole('button', { name: t('console.people.change') })
    .first()
    .click()
  let dialog = page.getByRole('dialog')
  await dialog
    .getByRole('combobox', { name: t('console.people.plan') })
    .selectOption({ label: t('plan.power') })
  await because(page, 'The school has paid by invoice', 'console.people.planSave')
  await expect(
    page.getByText(t('console.people.planGiven', { email: learner.email, plan: t('plan.power') })),
  ).toBeVisible()
  const plan = await logged(page, 'plan-grant')
  await expect(plan).toContainText('The school has paid by invoice')
  await expect(plan).toContainText(
    t('console.audit.change', { from: t('plan.starter'), to: t('plan.power') }),
  )

  row = await find(page, learner.email)
  await row.getByRole('button', { name: t('console.people.join') }).click()
  dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('console.cohort.institution') }).fill('UCT')
  await dialog.getByRole('textbox', { name: t('console.cohort.name') }).fill('First years 2026')
  await dialog.getByRole('checkbox').first().check()
  await because(page, 'Asked to take part', 'console.cohort.save')
  await expect(
    page.getByText(t('console.people.joined', { email: learner.email, name: 'First years 2026' })),
  ).toBeVisible()
  await expect(await logged(page, 'cohort-set')).toContainText('Asked to take part')
  const user = await learner.call<{
    app: { accountType: string; researchAssessments: string[] }
  }>('GET', 'auth/get-user')
  expect([user.app.accountType, user.app.researchAssessments.length]).toEqual(['power', 1])

  // Nothing on the row or in the console signs an owner in as somebody else.
  row = await find(page, learner.email)
  const names = await row.getByRole('button').allInnerTexts()
  expect(names.map((name) => name.replace(learner.email, '').trim())).toEqual([
    t('console.people.change'),
    t('console.people.change'),
  ])
  await expect(page.getByText(/(act|log in|view) as/i)).toHaveCount(0)
  await context.close()
})
