/**
 * Tenants change the product without a deployment: an admin changes documents by hand in the form,
 * a learner in a second browser has it at the next navigation, and one click takes all of it back.
 * One story: each test continues where the previous one ended.
 */

import type { Browser, Locator } from '@playwright/test'
import { Editor } from './support/editor.ts'
import type { Learner } from './support/journey.ts'
import { phoneOf } from './support/office.ts'
import type { Product } from './support/product.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test, type Strict } from './support/strict.ts'

// A failing action should be reported soon, not at the end of the test.
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 15_000 })
test.describe.configure({ mode: 'serial' })

/** What a tenant serves before it publishes. */
const SHIPPED = 'As the product ships'

/** The longest hobby that the admin allows, in letters. */
const MAX_LENGTH = 40

/** From here on the page isn't reloaded: whatever it shows later arrived while it was open. */
async function stay({ page }: Learner): Promise<void> {
  await page.evaluate(() => Object.assign(window, { stayed: true }))
}
async function expectStayed({ page }: Learner): Promise<void> {
  expect(await page.evaluate(() => 'stayed' in window), 'the page was not loaded anew').toBe(true)
}

/** To another page and back, without reloading. */
async function leaveAndComeBack({ page }: Learner): Promise<void> {
  const here = page.url()
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.innerText()
  await page
    .locator('nav a[href="/profile/home"], footer a[href="/terms"]')
    .filter({ visible: true })
    .first()
    .click()
  await expect(heading).not.toHaveText(title)
  await page.goBack()
  await expect(page).toHaveURL(here)
  await expect(heading).toHaveText(title)
}

/** A user who has signed up and consented, but hasn't filled in the profile. */
async function beginner(browser: Browser, product: Product, strict: Strict): Promise<Learner> {
  const learner = await phoneOf({ browser, product, strict })
  await learner.call('POST', 'auth/signup', { email: learner.email, password: learner.password })
  await learner.call('PUT', 'users/consents', {
    terms: true,
    marketing: false,
    researchContact: false,
  })
  return learner
}

async function profileOf(learner: Learner): Promise<Record<string, unknown>> {
  return (await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')).profile
}

/** A part of the profile, with its state, in the list that `openParts` opens. */
function sectionOf({ page, t }: Learner, label: string): Locator {
  return page
    .getByRole('group')
    .filter({ hasText: t('cv.parts') })
    .getByRole('link', { name: new RegExp(`^${label}`) })
}
async function openParts({ page, t }: Learner): Promise<void> {
  await page.getByText(t('cv.parts')).click()
}

/**
 * Contains what doesn't fit into the bar of a phone, which has room for all of the product's
 * entries.
 */
function moreOf({ page, t }: Learner): Locator {
  return page.getByRole('button', { name: t('frame.more'), exact: true })
}

/** The page is shown, and its bar has only the product's entries. */
async function expectNoMore(learner: Learner): Promise<void> {
  await expect(
    learner.page
      .getByRole('navigation')
      .getByRole('link', { name: learner.t('menu.cv') })
      .filter({ visible: true }),
  ).toBeVisible()
  await expect(moreOf(learner)).toHaveCount(0)
}

test.describe('an admin, using the forms alone', () => {
  test.setTimeout(120_000)
  let editor: Editor

  test.beforeEach(async ({ page }) => {
    editor = new Editor(page)
    await editor.signIn('publisher')
  })
  test.afterAll(async ({ product }) => {
    // Whatever happened, the next tests start with the product as it ships.
    const owner = await Publisher.of(product)
    await owner.discardAll()
    const first = await owner.first()
    if ((await owner.live()) !== first) await owner.takeBack(first)
    await owner.close()
  })

  test('reorders onboarding', async ({ browser, product, strict }) => {
    const learner = await beginner(browser, product, strict)
    await learner.page.goto('/profile/home')
    await expect(learner.heading('onboarding.confirm.title')).toBeVisible()

    await editor.openDocument('flow', 'onboarding')
    await editor.page
      .getByRole('listitem')
      .filter({ hasText: learner.t('onboarding.plan.title') })
      .first()
      .getByRole('button', {
        name: new RegExp(`^${learner.t('console.journey.earlierOf', { step: '' })}`),
      })
      .click()
    await editor.saved()
    await editor.publish('The voucher comes first')

    await learner.page.goto('/profile/home')
    await expect(learner.heading('onboarding.plan.title')).toBeVisible()
    await learner.page.context().close()
  })

  test('adds a question to the first profile', async ({ browser, product, strict }) => {
    const learner = await beginner(browser, product, strict)
    await learner.call('POST', 'plans/redeem', { code: 'DEMO-COMMIT' })
    await learner.call('POST', 'auth/verify', {
      code: /\d{6}/.exec((await learner.lastMessage()).text)![0],
    })
    await learner.page.goto('/profile/home')
    await expect(learner.heading('onboarding.profile.title')).toBeVisible()
    await expect(learner.field('field.jobTitle')).toHaveCount(0)

    await editor.openDocument('profile-section', 'initialProfile')
    await editor.add('fields')
    await editor.rename('dreamJob')
    await editor.pick('label', 'field.jobTitle', editor.group('fields'))
    await editor.saved()
    await editor.publish('We ask for the job that you dream of')

    await learner.page.goto('/profile/home')
    await learner.page
      .getByRole('textbox', { name: learner.t('field.birthDate') })
      .fill('2008-04-17')
    await learner.page.getByRole('textbox', { name: learner.t('field.firstName') }).fill('Naledi')
    await learner.page.getByRole('textbox', { name: learner.t('field.lastName') }).fill('Mokoena')
    await learner.field('field.jobTitle').fill('Beekeeper')
    await learner.button('onboarding.profile.button').click()
    await expect(learner.heading('holland_code.title')).toBeVisible()
    expect((await profileOf(learner))['dreamJob']).toBe('Beekeeper')
    await learner.page.context().close()
  })

  test('adds a profile section with its own texts, which learners fill in', async ({
    page,
    browser,
    product,
    strict,
  }) => {
    const learner = await phoneOf({ browser, product, strict })
    await learner.logInByCall('done@demo.test')
    await learner.page.goto('/cv')
    await openParts(learner)
    await expect(sectionOf(learner, learner.t('section.about.title'))).toBeVisible()
    await expect(sectionOf(learner, 'Hobbies')).toHaveCount(0)
    await stay(learner)

    await editor.make('profile-section', 'hobbies', 'Hobbies', 'about')
    await editor.pick('label', 'section.hobbies.title')
    await editor.leaveOut('hint')
    await editor.openEntry(editor.t('field.about'), editor.group('fields'))
    await editor.rename('hobbies', editor.group('fields'))
    const field = editor.group('fields')
    await editor.pick('label', 'section.hobbies.title', field)
    await editor.leaveOut('hint', field)
    await editor.addMember('required', field)
    await editor.tick('required', field)
    await editor.field('maxLength', field).fill(String(MAX_LENGTH))
    await editor.group('completeness').getByRole('textbox').fill('hobbies')
    await editor.field('route', editor.group('save')).fill('hobbies')
    await editor.saved()
    await page
      .getByRole('link', { name: editor.t('console.form.writeWords') })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'English: section.hobbies.title' }).fill('Hobbies')
    await page
      .getByRole('textbox', { name: 'Afrikaans: section.hobbies.title' })
      .fill('Stokperdjies')
    await page.getByRole('searchbox', { name: editor.t('console.languages.search') }).focus()
    await editor.publish('A section for hobbies')

    await leaveAndComeBack(learner)
    await openParts(learner)
    await sectionOf(learner, 'Hobbies').click()
    await expectStayed(learner)
    const hobbies = learner.page.getByRole('textbox', { name: 'Hobbies' })
    const save = learner.button('form.save')
    const sent: string[] = []
    learner.page.on(
      'request',
      (request) =>
        request.method() !== 'GET' &&
        request.url().includes('/api/users/') &&
        sent.push(request.method()),
    )
    const tooLong = 'b'.repeat(MAX_LENGTH + 1)
    for (const [words, problem] of [
      ['', learner.t('form.isRequired', { label: 'Hobbies' })],
      [tooLong, learner.t('form.tooLong', { count: MAX_LENGTH })],
    ] as const) {
      await hobbies.fill(words)
      await save.click()
      await expect(hobbies).toHaveAccessibleDescription(new RegExp(problem))
    }
    expect(sent, 'what is wrong is not sent').toEqual([])
    for (const [value, key] of [
      ['', 'form.required'],
      [tooLong, 'form.tooLong'],
    ] as const) {
      const { status, body } = await learner.refused('PUT', 'users/hobbies', { hobbies: value })
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          code: 'profile/invalid',
          fields: [expect.objectContaining({ pointer: '/hobbies', key })],
        }),
      ])
    }
    expect((await profileOf(learner))['hobbies']).toBeUndefined()
    await hobbies.fill('Beekeeping')
    await save.click()
    await expect(learner.page.getByText(learner.t('form.saved'), { exact: true })).toBeVisible()
    expect(sent).toEqual(['PUT'])
    expect((await profileOf(learner))['hobbies']).toBe('Beekeeping')
    await expect(learner.page).toHaveURL(/\/cv$/)
    await openParts(learner)
    await expect(sectionOf(learner, 'Hobbies')).toContainText(learner.t('cv.complete'))
    await learner.page.context().close()
  })

  test('adds a page with a menu entry for one plan in one country', async ({
    browser,
    product,
    strict,
  }) => {
    const one = await phoneOf({ browser, product, strict })
    await one.logInByCall('done@demo.test')
    await one.page.goto('/cv')
    await expect(one.heading('page.cv')).toBeVisible()
    await stay(one)

    await editor.make('screen', 'events', 'Events')
    await editor.add('children')
    await editor.rename('title')
    const parts = editor.group('children')
    await editor.pick('type', 'page-title', parts)
    await editor.addMember('props', parts)
    await editor.pick('title', 'page.explore', parts)
    await editor.saved()

    await editor.openDocument('route-group', 'profile')
    await editor.add('routes')
    await editor.rename('eventsPage')
    const routes = editor.group('routes')
    await editor.field('path', routes).fill('/events')
    await editor.choose('class', 'loggedIn', routes)
    await editor.addMember('screen', routes)
    await editor.pick('screen', 'events', routes)
    await editor.saved()

    await editor.openDocument('menu', 'main')
    await editor.add('items')
    await editor.rename('events')
    const items = editor.group('items')
    await editor.pick('label', 'page.explore', items)
    await editor.addMember('to', items)
    await editor.pick('to', 'eventsPage', items)
    await editor.addMember('hideForAccounts', items)
    await editor.addMember('show', items)
    await editor.onlyWhen('show', ['user.app.accountType', 'powerPlus'], ['facts.country', 'ZA'])
    await editor.saved()
    await editor.publish('Events, for Commit+ in South Africa')

    await leaveAndComeBack(one)
    await moreOf(one).click()
    await one.link('page.explore').click()
    await one.expectAt('/events')
    await expect(one.heading('page.explore')).toBeVisible()
    await expectStayed(one)

    // The same user, who has moved.
    await one.call('PATCH', 'users/profile', { nationality: 'NA' })
    await one.page.goto('/cv')
    await expectNoMore(one)
    await one.call('PATCH', 'users/profile', { nationality: 'ZA' })
    await one.page.context().close()

    const other = await phoneOf({ browser, product, strict })
    await other.logInByCall('commit@demo.test')
    await other.page.goto('/cv')
    await expectNoMore(other)
    await other.page.context().close()
  })

  test('changes the layout of a report', async ({ browser, product, strict }) => {
    const learner = await phoneOf({ browser, product, strict })
    await learner.logInByCall('commit@demo.test')
    await learner.page.goto('/reports/worker-type')
    const parts = learner.page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(
      learner.page.getByRole('heading', { name: learner.t('lesson.cardTitle') }),
    ).toBeVisible()
    // What explains the types is there before the result is.
    await expect.poll(() => parts.count()).toBeGreaterThan(5)
    const before = await parts.allInnerTexts()
    await stay(learner)

    await editor.openDocument('report', 'worker-type')
    // Bars and hexagon are in columns, and so is the advice below them.
    await editor.move('downward', editor.t('console.form.widget.columns'))
    await editor.saved()
    await editor.publish('Advice before the numbers')

    await leaveAndComeBack(learner)
    // The same parts, in another order.
    await expect.poll(async () => (await parts.allInnerTexts()).sort()).toEqual([...before].sort())
    expect(await parts.allInnerTexts()).not.toEqual(before)
    await expectStayed(learner)
    await learner.page.context().close()
  })

  test('renames a button in two languages', async ({ browser, product, strict }) => {
    const learner = await phoneOf({ browser, product, strict })
    await learner.page.goto('/login')
    await expect(learner.button('login.button')).toBeVisible()
    await stay(learner)

    for (const [language, words] of [
      ['en', 'Come in'],
      ['af', 'Kom binne'],
    ] as const) {
      await editor.openDocument('locale', language)
      const texts = editor.group('texts')
      await texts.getByRole('searchbox').first().fill('login')
      await editor.openEntry('login', texts)
      await texts.getByRole('textbox', { name: 'button', exact: true }).fill(words)
      await editor.saved()
    }
    await editor.publish('Come in')

    await leaveAndComeBack(learner)
    await expect(learner.page.getByRole('button', { name: 'Come in', exact: true })).toBeVisible()
    await learner.choose('af')
    await expect(learner.page.getByRole('button', { name: 'Kom binne', exact: true })).toBeVisible()
    await expectStayed(learner)
    await learner.page.context().close()
  })

  test('undoes all of it in one click', async ({ browser, product, strict }) => {
    const [stranger, done, commit, first] = [
      await phoneOf({ browser, product, strict }),
      await phoneOf({ browser, product, strict }),
      await phoneOf({ browser, product, strict }),
      await beginner(browser, product, strict),
    ]
    await stranger.page.goto('/login')
    await expect(stranger.page.getByRole('button', { name: 'Come in', exact: true })).toBeVisible()
    await done.logInByCall('done@demo.test')
    await done.page.goto('/events')
    await expect(done.heading('page.explore')).toBeVisible()
    await commit.logInByCall('commit@demo.test')
    await commit.page.goto('/reports/worker-type')
    const parts = commit.page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(
      commit.page.getByRole('heading', { name: commit.t('lesson.cardTitle') }),
    ).toBeVisible()
    const changed = await parts.allInnerTexts()
    await first.page.goto('/profile/home')
    await expect(first.heading('onboarding.plan.title')).toBeVisible()
    for (const learner of [stranger, done, commit]) await stay(learner)

    await editor.goBackTo(SHIPPED)

    await leaveAndComeBack(stranger)
    await expect(stranger.button('login.button')).toBeVisible()
    await stranger.choose('af')
    await expect(stranger.page.getByRole('button', { name: 'Kom binne', exact: true })).toHaveCount(
      0,
    )
    await expect(moreOf(done)).toBeVisible()
    await done.page
      .getByRole('navigation')
      .getByRole('link', { name: done.t('menu.cv') })
      .filter({ visible: true })
      .click()
    await openParts(done)
    await expect(sectionOf(done, done.t('section.about.title'))).toBeVisible()
    await expect(sectionOf(done, 'Hobbies')).toHaveCount(0)
    await expectNoMore(done)
    await leaveAndComeBack(commit)
    await expect.poll(async () => (await parts.allInnerTexts()).sort()).toEqual([...changed].sort())
    expect(await parts.allInnerTexts()).not.toEqual(changed)
    for (const learner of [stranger, done, commit]) await expectStayed(learner)
    await first.page.goto('/profile/home')
    await expect(first.heading('onboarding.confirm.title')).toBeVisible()
    await first.confirm()
    await first.redeem('DEMO-COMMIT')
    await expect(first.heading('onboarding.profile.title')).toBeVisible()
    await expect(first.field('field.jobTitle')).toHaveCount(0)
    for (const learner of [stranger, done, commit, first]) await learner.page.context().close()
  })
})
