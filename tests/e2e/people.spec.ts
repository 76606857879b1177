/**
 * Colleagues in the console, in a browser: invited, changed, removed; a person's plan and study;
 * each with its reason in the audit log. What an owner gives out: vouchers and coupons. What people
 * get from the tenant: its help and its mails. And what went wrong in their browsers.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { codeAt } from '../support/authenticator.ts'
import { pdftotext } from '../support/pdf.ts'
import { Editor } from './support/editor.ts'
import { DEMO_PASSWORD, Learner, newAddress, PASSWORD, textsIn } from './support/journey.ts'
import { Publisher } from './support/publisher.ts'
import { expect, REFUSED, test } from './support/strict.ts'

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

test('an error in a learner’s browser is counted for the console, without a name, under age too', async ({
  page,
  browser,
  product,
}) => {
  /** On a page for everybody. */
  const failFor = async (birthDate: string | null): Promise<string> => {
    // Not watched: it fails on purpose.
    const context = await browser.newContext({ baseURL: product.url })
    const learner = new Learner(await context.newPage(), product)
    if (birthDate !== null) {
      await learner.onboardByCalls('DEMO-LITE', false)
      const named = { firstName: 'Naledi', lastName: 'Mokoena', birthDate }
      await learner.call('PATCH', 'users/profile', named)
    }
    await learner.page.goto('/terms')
    await expect(learner.page.getByRole('heading', { level: 1 })).toBeVisible()
    const sent = learner.page.waitForResponse(/\/api\/errors$/)
    await learner.page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('The kite of naledi@school.test 0821234567 flew away')
      })
    })
    expect((await sent).ok()).toBe(true)
    const { release } = await learner.call<{ release: string }>('GET', 'app-configuration')
    await context.close()
    return release
  }
  await failFor(null)
  const release = await failFor('2012-05-19')
  await new Editor(page).signIn('owner')
  await page.goto('/admin/errors')
  const row = rowOf(page, 'TypeError: The kite of')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(t('console.errors.times', { count: 2 }))
  await expect(row).toContainText('termsPage')
  await expect(row).toContainText(release)
  await expect(row).not.toContainText('naledi')
  await expect(row).not.toContainText('0821234567')
})

test('an answer of the help is changed in the console, and a learner reads it', async ({
  page,
  browser,
  product,
  strict,
}) => {
  const key = 'help.account.voucher.a'
  const owner = await Publisher.of(product)
  const before = await owner.live()
  try {
    const editor = new Editor(page)
    await editor.signIn('publisher')
    await page.goto('/admin/languages')
    const search = page.getByRole('searchbox', { name: t('console.languages.search') })
    await search.fill(key)
    await page
      .getByRole('textbox', { name: `English: ${key}` })
      .fill('<p>From Mrs Dube in the library.</p>')
    await page
      .getByRole('textbox', { name: `Afrikaans: ${key}` })
      .fill('<p>By mev. Dube in die biblioteek.</p>')
    await search.focus()
    await editor.publish('Who has vouchers')

    const context = await browser.newContext({ baseURL: product.url })
    await strict.watch(context)
    const learner = new Learner(await context.newPage(), product)
    const dialog = learner.page.getByRole('dialog', { name: t('frame.help') })
    const helped = async (path: string) => {
      await learner.page.goto(path)
      await learner.button('frame.help').click()
      await dialog.getByText(t('help.account.voucher.q')).click()
      await expect(dialog.getByText('From Mrs Dube in the library.'), path).toBeVisible()
    }
    for (const path of ['/home', '/login', '/terms']) await helped(path)
    await learner.call('POST', 'auth/signup', { email: learner.email, password: PASSWORD })
    await helped('/onboarding/consent')
    await helped('/settings/account')
    await context.close()
  } finally {
    await owner.leave(before)
  }
})

/** What is on the dashed slips of a sheet, and how its paper is measured. */
async function printed(page: Page, file: string) {
  await page.pdf({ path: file, preferCSSPageSize: true, printBackground: false })
  const info = execFileSync('pdfinfo', [file]).toString('utf8')
  const [, pages] = /^Pages:\s+(\d+)/m.exec(info)!
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+) pts/m.exec(info)!
  return {
    pages: Number(pages),
    millimetres: [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
    text: pdftotext(readFileSync(file)),
  }
}

test('vouchers are created, printed, opened by a phone’s camera, saved as a file, and withdrawn', async ({
  page,
  browser,
  product,
  strict,
}, testInfo) => {
  strict.allow(REFUSED(410))
  const note = `Grade 11 B ${Date.now().toString(36)}`
  await new Editor(page).signIn('owner')
  await page.goto('/admin/vouchers')
  await page
    .getByRole('combobox', { name: t('console.vouchers.plan') })
    .selectOption({ label: t('plan.starter') })
  await page.getByLabel(t('console.vouchers.count')).fill('22')
  await page.getByLabel(t('console.vouchers.note')).fill(note)
  await page.getByRole('button', { name: t('console.vouchers.button') }).click()
  const listed = page.getByRole('list', { name: t('console.vouchers.codes') }).getByRole('listitem')
  await expect(listed).toHaveCount(22)
  const codes = await listed.allInnerTexts()
  expect(new Set(codes).size).toBe(22)
  await expect(page.getByText(t('console.vouchers.noneRedeemed'))).toBeVisible()
  await expect(rowOf(page, note)).toContainText(t('console.vouchers.usedOf', { used: 0, all: 22 }))

  await expect(page.getByRole('button', { name: t('console.vouchers.print') })).toBeVisible()
  const sheet = await printed(page, testInfo.outputPath('vouchers.pdf'))
  expect(sheet.millimetres, 'A4').toEqual([210, 297])
  expect(sheet.pages, '21 fit on one').toBe(2)
  for (const code of codes) expect(sheet.text).toContain(code)
  expect(sheet.text, 'nothing of the console').not.toContain(t('console.vouchers.title'))
  await page.emulateMedia({ media: 'print' })
  const squares = page.getByRole('img', { name: /^http/ })
  const addresses = await squares.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')!),
  )
  expect(addresses.toSorted()).toEqual(
    codes.map((code) => `${product.url}/signup/redeem?code=${code}`).toSorted(),
  )
  await page.emulateMedia({ media: null })

  const camera = async () => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 360, height: 640 },
    })
    await strict.watch(context)
    return new Learner(await context.newPage(), product)
  }
  const learner = await camera()
  const [scanned] = addresses as [string]
  const used = new URL(scanned).searchParams.get('code')!
  await learner.page.goto(scanned)
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await expect(learner.heading('onboarding.plan.title')).toBeVisible()
  await expect(learner.field('onboarding.plan.code')).toHaveValue(used)
  await learner.button('onboarding.plan.button').click()
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()

  await page.reload()
  await rowOf(page, note)
    .getByRole('button', { name: t('console.vouchers.open') })
    .click()
  await expect(rowOf(page, note)).toContainText(t('console.vouchers.usedOf', { used: 1, all: 22 }))
  await expect(
    page.getByRole('listitem').filter({ hasText: learner.email }).filter({ hasText: used }),
  ).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(squares, 'what is used up isn’t printed again').toHaveCount(21)
  await page.emulateMedia({ media: null })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('console.vouchers.csv') }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^vouchers-starter-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
  expect(lines).toHaveLength(1 + 22)
  expect(lines.filter((line) => line.includes(learner.email))).toEqual([
    expect.stringMatching(new RegExp(`^"?${used}"?,"?1"?,`)),
  ])

  await page.getByRole('button', { name: t('console.vouchers.withdraw'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('console.vouchers.withdrawButton') })
    .click()
  await expect(rowOf(page, note)).toContainText(
    t('console.vouchers.withdrawnOn', { when: '' }).trim(),
  )
  await expect(page.getByRole('button', { name: t('console.vouchers.print') })).toHaveCount(0)
  await expect(await logged(page, 'voucher-withdraw')).toContainText('owner@demo.test')

  const late = await camera()
  await late.page.goto(addresses[1]!)
  await late.signUp()
  await late.consent()
  await late.confirm()
  await late.button('onboarding.plan.button').click()
  await expect(late.page.getByText(t('problem.voucher.expired'))).toBeVisible()
  const plan = await learner.call<{ app: { accountType: string } }>('GET', 'auth/get-user')
  expect(plan.app.accountType, 'whoever has used one keeps the plan').toBe('starter')
  await learner.page.context().close()
  await late.page.context().close()
})

test('a coupon is created in the console, its link takes it off the price, and it is ended', async ({
  page,
  browser,
  product,
  strict,
}) => {
  strict.allow(REFUSED(410), REFUSED(422), REFUSED(404))
  const code = `SPRING-${Date.now().toString(36).toUpperCase()}`
  await new Editor(page).signIn('owner')
  await page.goto('/admin/coupons')
  await page.getByRole('textbox', { name: t('console.coupons.code') }).fill('!')
  await page.getByRole('button', { name: t('console.coupons.button') }).click()
  await expect(page.getByText(t('console.coupons.badCode'))).toBeVisible()
  await page.getByRole('textbox', { name: t('console.coupons.code') }).fill(code)
  await page.getByLabel(t('console.coupons.percentOff')).fill('20')
  await page.getByRole('checkbox', { name: t('plan.power'), exact: true }).check()
  await page.getByLabel(t('console.coupons.uses')).fill('3')
  await page.getByRole('button', { name: t('console.coupons.button') }).click()
  const said = page.getByRole('status').filter({ hasText: code })
  await expect(said).toBeVisible()
  await expect(rowOf(page, code)).toContainText('20 %')
  await expect(rowOf(page, code)).toContainText(t('console.coupons.usedOf', { used: 0, all: 3 }))

  const context = await browser.newContext({ baseURL: product.url })
  await strict.watch(context)
  const learner = new Learner(await context.newPage(), product)
  await learner.onboardByCalls('DEMO-LITE')
  const link = /http\S+/.exec(await said.innerText())![0]
  expect(new URL(link).searchParams.get('coupon')).toBe(code)
  await learner.page.goto(link)
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await learner.page.goto('/settings/account/upgrade/ZA/power')
  const off = learner.page.getByText(t('order.couponPercent', { code, percent: 20 }))
  await expect(off).toBeVisible()

  await rowOf(page, code)
    .getByRole('button', { name: t('console.coupons.end') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('console.coupons.endButton') })
    .click()
  await expect(rowOf(page, code)).toContainText(t('console.coupons.endedOn', { when: '' }).trim())
  await learner.page.reload()
  await expect(learner.page.getByText(t('problem.coupon.expired'))).toBeVisible()
  await expect(off).toHaveCount(0)
  await expect(await logged(page, 'coupon-end')).toContainText(code)
  await context.close()
})

test('whom mails are from and what they say is changed in the console, and a learner gets them', async ({
  page,
  browser,
  product,
  strict,
}) => {
  const owner = await Publisher.of(product)
  const before = await owner.live()
  const editor = new Editor(page)
  await editor.signIn('publisher')
  const name = t('console.messages.name.code')
  try {
    await page.goto('/admin/messages')
    await expect(page.getByText(t('console.messages.from', { name: 'Tsela' }))).toBeVisible()
    await page.getByRole('link', { name: t('console.messages.changeSender') }).click()
    await editor.addMember('emails')
    const emails = editor.group('emails')
    await editor.addMember('senderName', emails)
    await editor.field('senderName', emails).fill('Thaba High School')
    await editor.saved()
    await page.goto('/admin/messages')
    await expect(
      page.getByText(t('console.messages.from', { name: 'Thaba High School' })),
    ).toBeVisible()
    const message = page.getByRole('region', { name, exact: true })
    await expect(message.getByText('482913').first(), 'with an example of a code').toBeVisible()
    await message
      .getByRole('link', { name: new RegExp(`^${t('console.messages.change')} ${name}`) })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'English: mail.code.subject' }).fill('Your Thaba code')
    await page.getByRole('textbox', { name: 'Afrikaans: mail.code.subject' }).fill('Jou Thaba-kode')
    await page.getByRole('searchbox', { name: t('console.languages.search') }).focus()
    await editor.publish('From our school')

    const context = await browser.newContext({ baseURL: product.url })
    await strict.watch(context)
    const learner = new Learner(await context.newPage(), product)
    await learner.openHome()
    await learner.signUp()
    await expect(learner.heading('onboarding.consent.title')).toBeVisible()
    expect((await learner.lastMessage()).subject).toBe('Your Thaba code')
    await context.close()
  } finally {
    await owner.leave(before)
  }
})

test('the console waits for a second lock where the tenant asks for it, and an owner removes a lost one', async ({
  page,
  browser,
  product,
  strict,
}) => {
  strict.allow(REFUSED(403))
  const owner = await Publisher.of(product)
  const before = await owner.live()
  const { secret } = await owner.send<{ secret: string }>('POST', 'auth/second-factor', {
    password: DEMO_PASSWORD,
  })
  await owner.send('POST', 'auth/second-factor/confirm', { code: codeAt(secret, new Date()) })
  const context = await browser.newContext({ baseURL: product.url })
  await strict.watch(context)
  const colleague = new Learner(await context.newPage(), product)
  try {
    await colleague.onboardByCalls('DEMO-LITE')
    const { items } = await owner.send<{ items: { id: string }[] }>(
      'GET',
      `admin/users?search=${encodeURIComponent(colleague.email)}`,
    )
    await owner.send('PUT', `admin/users/${items[0]!.id}/role`, {
      role: 'editor',
      reason: 'Writes our texts',
    })
    await owner.publish('A second lock for the console', {
      kind: 'config',
      id: 'default',
      edit: (config) => ({ ...config, auth: { secondFactor: { consoleRoles: 'required' } } }),
    })

    await colleague.page.goto('/login')
    await colleague.logIn({ email: colleague.email, password: PASSWORD })
    await expect(colleague.page).not.toHaveURL(/\/login/)
    await colleague.page.goto('/admin/documents')
    await colleague.expectAt('/settings/security/second-lock')
    await expect(colleague.page.getByText(t('secondLock.due'))).toBeVisible()
    await colleague.field('secondLock.password').fill(PASSWORD)
    await colleague.button('secondLock.beginButton').click()
    const key = (await colleague.page.getByText(/^[A-Z2-7]{32}$/).textContent())!
    await colleague.field('login.step.code').fill(codeAt(key, new Date()))
    await colleague.link('secondLock.codesDone').click()
    await colleague.page.goto('/admin/documents')
    await expect(
      colleague.page.getByRole('heading', { level: 1, name: t('console.menu.documents') }),
    ).toBeVisible()
  } finally {
    await owner.discardAll()
    if ((await owner.live()) !== before) await owner.takeBack(before)
    const next = new Date(Date.now() + 30_000)
    await owner.send('DELETE', 'auth/second-factor', { code: codeAt(secret, next) })
    await owner.close()
  }

  await new Editor(page).signIn('owner')
  const row = await find(page, colleague.email)
  await row.getByRole('button', { name: t('console.people.unlock') }).click()
  await because(page, 'Lost the phone, came to the office', 'console.people.unlockButton')
  await expect(
    page.getByText(t('console.people.unlocked', { email: colleague.email })),
  ).toBeVisible()
  await expect(await logged(page, 'factor-reset')).toContainText('came to the office')
  await colleague.page.goto('/login')
  await colleague.logIn({ email: colleague.email, password: PASSWORD })
  await expect(colleague.page, 'the password is enough').not.toHaveURL(/\/(login|auth-callback)/)
  await context.close()
})
