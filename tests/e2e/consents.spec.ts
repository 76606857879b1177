/**
 * A consent that the product doesn't ship: an admin adds it by hand in the form, a learner answers
 * it on a phone.
 */

import type { Page } from '@playwright/test'
import { Editor } from './support/editor.ts'
import { phoneOf } from './support/office.ts'
import type { Product } from './support/product.ts'
import { Publisher } from './support/publisher.ts'
import { expect, REFUSED, test } from './support/strict.ts'

test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 60_000 })
test.setTimeout(300_000)

const TITLE = 'Photos in the yearbook'
const TEXT = 'We may print a photo of you in the yearbook.'

const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test.afterAll(async ({ product }) => {
  const owner = await Publisher.of(product)
  await owner.discardAll()
  const first = await owner.first()
  if ((await owner.live()) !== first) await owner.takeBack(first)
  await owner.close()
})

test('a sixth consent is created in the console, then given, withdrawn and asked for again', async ({
  page,
  browser,
  product,
  strict,
}) => {
  const editor = new Editor(page)
  await editor.signIn('publisher')
  await editor.openDocument('consent-list', 'main')
  await editor.add('items')
  await editor.rename('photo')
  await editor.pick('label', 'consent.photo.title', editor.group('items'))
  await editor.pick('text', 'consent.photo.text', editor.group('items'))
  await editor.saved()
  await page
    .getByRole('link', { name: editor.t('console.form.writeWords') })
    .first()
    .click()
  for (const [key, words, woorde] of [
    ['consent.photo.title', TITLE, 'Foto’s in die jaarboek'],
    ['consent.photo.text', TEXT, 'Ons mag ’n foto van jou in die jaarboek druk.'],
  ] as const) {
    const search = page.getByRole('searchbox', { name: editor.t('console.languages.search') })
    await search.fill(key)
    await page.getByRole('textbox', { name: `English: ${key}` }).fill(words)
    await page.getByRole('textbox', { name: `Afrikaans: ${key}` }).fill(woorde)
    await search.focus()
  }
  await editor.publish('We ask about photos')

  const learner = await phoneOf({ browser, product, strict })
  const given = async () =>
    (
      await learner.call<{ consents: Record<string, { granted: boolean; version: number }> }>(
        'GET',
        'auth/get-user',
      )
    ).consents['photo']
  const boxes = learner.page.getByRole('main').getByRole('checkbox')
  const photo = learner.page.getByRole('checkbox', { name: TITLE })
  await learner.logInByCall('done@demo.test')
  await learner.page.goto('/profile/home')
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await expect(boxes, 'what was answered before is not asked again').toHaveCount(1)
  await expect(photo).not.toBeChecked()
  await expect(photo).toHaveAccessibleDescription(TEXT)
  expect(await wide(learner.page), 'nothing is wider than the phone').toBeLessThanOrEqual(360)
  await photo.check()
  await learner.button('onboarding.consent.button').click()
  await learner.expectAt('/profile/home')
  expect(await given()).toMatchObject({ granted: true, version: 1 })

  await learner.page.goto('/settings/account')
  await expect(photo).toBeChecked()
  await photo.uncheck()
  await learner.button('settings.saveConsents').click()
  await expect(learner.page.getByText(learner.t('settings.consentsSaved'))).toBeVisible()
  expect(await given()).toMatchObject({ granted: false, version: 1 })

  await editor.openDocument('consent-list', 'main')
  await editor.openEntry(TITLE, editor.group('items'))
  await editor.field('version', editor.group('items')).fill('2')
  await editor.saved()
  await editor.publish('Other words about photos')
  await learner.page.goto('/profile/home')
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await expect(photo).not.toBeChecked()
  await learner.button('onboarding.consent.button').click()
  await learner.expectAt('/profile/home')
  expect(await given()).toMatchObject({ granted: false, version: 2 })
  await learner.page.context().close()
})

test('a learner under age asks a guardian, who answers on another device', async ({
  browser,
  product,
  strict,
}) => {
  await askGuardians(product)
  const learner = await phoneOf({ browser, product, strict })
  const { page } = learner
  await learner.openHome()
  await learner.signUp()
  await expect(learner.heading('onboarding.birthDate.title')).toBeVisible()
  await learner.expectAt('/onboarding/birth-date')
  await page.getByLabel(learner.t('field.birthDate')).fill('2012-05-06')
  await learner.button('onboarding.birthDate.button').click()
  await expect(learner.heading('onboarding.guardian.title')).toBeVisible()
  const mother = `mother-of-${learner.email}`
  await learner.field('onboarding.guardian.address').fill(mother)
  await learner.button('onboarding.guardian.button').click()
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()
  await learner.button('onboarding.guardian.check').click()
  await expect(page.getByText(learner.t('onboarding.guardian.notYet'))).toBeVisible()
  await learner.link('onboarding.guardian.change').click()
  await expect(learner.heading('onboarding.guardian.title')).toBeVisible()
  await page.goto('/cv')
  await learner.expectAt('/onboarding/guardian')
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()
  expect(await wide(page)).toBeLessThanOrEqual(360)

  const guardian = await phoneOf({ browser, product, strict })
  const link = /http\S+\/guardian\/\S+/.exec((await learner.lastMessage(mother)).text)![0]
  await guardian.page.goto(new URL(link).pathname)
  await expect(guardian.heading('forGuardian.title')).toBeVisible()
  const choice = (key: string) => guardian.page.getByRole('radio', { name: learner.t(key) })
  await expect(choice('forGuardian.agree')).not.toBeChecked()
  await expect(choice('forGuardian.refuse')).not.toBeChecked()
  expect(await wide(guardian.page)).toBeLessThanOrEqual(360)
  await guardian.button('forGuardian.send').click()
  await expect(guardian.page.getByText(learner.t('forGuardian.choose'))).toBeVisible()
  await choice('forGuardian.agree').check()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.heading('forGuardian.agreed')).toBeFocused()

  await learner.button('onboarding.guardian.check').click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await choice('forGuardian.withdraw').check()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.heading('forGuardian.withdrawn')).toBeVisible()
  await page.reload()
  await expect(learner.heading('onboarding.guardian.withdrawn')).toBeVisible()
  await choice('forGuardian.eraseOnly').check()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.heading('forGuardian.erased')).toBeFocused()
  strict.allow(REFUSED(404))
  await guardian.page.reload()
  await expect(guardian.heading('forGuardian.ended')).toBeVisible()
  await guardian.page.context().close()
  await page.context().close()
})

test('a guardian whose words change while they read them is told, reads them again and answers', async ({
  browser,
  product,
  strict,
}) => {
  strict.allow(REFUSED(409))
  await askGuardians(product)
  const learner = await phoneOf({ browser, product, strict })
  await learner.openHome()
  await learner.signUp()
  await learner.page.getByLabel(learner.t('field.birthDate')).fill('2012-05-06')
  await learner.button('onboarding.birthDate.button').click()
  const father = `father-of-${learner.email}`
  await learner.field('onboarding.guardian.address').fill(father)
  await learner.button('onboarding.guardian.button').click()
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()

  const guardian = await phoneOf({ browser, product, strict })
  const link = /http\S+\/guardian\/\S+/.exec((await learner.lastMessage(father)).text)![0]
  await guardian.page.goto(new URL(link).pathname)
  const agree = guardian.page.getByRole('radio', { name: learner.t('forGuardian.agree') })
  await agree.check()
  type List = { items: { id: string; version: number }[] }
  const owner = await Publisher.of(product)
  await owner.publish('New words', {
    kind: 'consent-list',
    id: 'main',
    edit: (document) => {
      const list = structuredClone(document) as unknown as List
      for (const item of list.items) if (item.id === 'parent') item.version += 1
      return list
    },
  })
  await owner.close()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.page.getByText(learner.t('problem.consent.changed')).first()).toBeVisible()
  await learner.button('onboarding.guardian.check').click()
  await expect(learner.page.getByText(learner.t('onboarding.guardian.notYet'))).toBeVisible()
  await guardian.page.reload()
  await agree.check()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.heading('forGuardian.agreed')).toBeVisible()
  await learner.button('onboarding.guardian.check').click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await guardian.page.context().close()
  await learner.page.context().close()
})

test('a guardian who is asked by phone says no, and another one may be asked', async ({
  browser,
  product,
  strict,
}) => {
  await askGuardians(product)
  const learner = await phoneOf({ browser, product, strict })
  const { page } = learner
  await learner.openHome()
  await learner.signUp()
  await page.getByLabel(learner.t('field.birthDate')).fill('2012-05-06')
  await learner.button('onboarding.birthDate.button').click()
  await learner.field('onboarding.guardian.address').fill('082 555 0142')
  await learner.button('onboarding.guardian.button').click()
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()
  await expect(page.getByText('+27 ••• 142'), 'the number is shown masked').toBeVisible()
  await expect(page.getByText(learner.t('onboarding.guardian.keptUntil'))).toBeVisible()
  expect(await wide(page)).toBeLessThanOrEqual(360)

  const guardian = await phoneOf({ browser, product, strict })
  const { text } = await learner.lastMessage('+27825550142')
  expect(text).toContain('asks you as a parent or guardian')
  await guardian.page.goto(new URL(/http\S+\/guardian\/\S+/.exec(text)![0]).pathname)
  await expect(guardian.heading('forGuardian.title')).toBeVisible()
  await guardian.page.getByRole('radio', { name: learner.t('forGuardian.refuse') }).check()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.heading('forGuardian.refused')).toBeFocused()

  await page.reload()
  await expect(learner.heading('onboarding.guardian.refused')).toBeVisible()
  await expect(page.getByText('142'), 'the number isn’t kept').toHaveCount(0)
  for (const path of ['/reports/worker-type/quiz', '/onboarding/consent', '/profile/home']) {
    await page.goto(path)
    await learner.expectAt('/onboarding/guardian')
  }
  // One request a minute.
  await product.rows(`DELETE FROM limits WHERE key LIKE 'guardian%'`)
  const aunt = `aunt-of-${learner.email}`
  await learner.field('onboarding.guardian.address').fill(aunt)
  await learner.button('onboarding.guardian.button').click()
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()
  const link = /http\S+\/guardian\/\S+/.exec((await learner.lastMessage(aunt)).text)![0]
  await guardian.page.goto(new URL(link).pathname)
  await guardian.page.getByRole('radio', { name: learner.t('forGuardian.agree') }).check()
  await guardian.button('forGuardian.send').click()
  await expect(guardian.heading('forGuardian.agreed')).toBeFocused()
  await learner.button('onboarding.guardian.check').click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await guardian.page.context().close()
  await page.context().close()
})

test('a guardian who comes after the time of the link can’t answer it, and the learner sees that', async ({
  browser,
  product,
  strict,
}) => {
  await askGuardians(product)
  const learner = await phoneOf({ browser, product, strict })
  const { page } = learner
  await learner.openHome()
  await learner.signUp()
  await page.getByLabel(learner.t('field.birthDate')).fill('2012-05-06')
  await learner.button('onboarding.birthDate.button').click()
  const father = `father-of-${learner.email}`
  await learner.field('onboarding.guardian.address').fill(father)
  await learner.button('onboarding.guardian.button').click()
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()
  const linkOf = async () =>
    new URL(/http\S+\/guardian\/\S+/.exec((await learner.lastMessage(father)).text)![0]).pathname
  const late = await linkOf()
  await product.rows(
    `UPDATE guardian_requests SET expires_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1) RETURNING 1`,
    [learner.email],
  )

  const guardian = await phoneOf({ browser, product, strict })
  await guardian.page.goto(late)
  await expect(guardian.heading('forGuardian.ended')).toBeVisible()
  await expect(guardian.button('forGuardian.send')).toHaveCount(0)
  await expect(guardian.page.getByText(learner.email), 'nobody is named').toHaveCount(0)

  await page.reload()
  await expect(learner.heading('onboarding.guardian.expired')).toBeVisible()
  // One request a minute.
  await product.rows(`DELETE FROM limits WHERE key LIKE 'guardian%'`)
  await learner.field('onboarding.guardian.address').fill(father)
  await learner.button('onboarding.guardian.button').click()
  await expect(learner.heading('onboarding.guardian.waiting')).toBeVisible()
  await expect.poll(linkOf).not.toBe(late)
  await guardian.page.goto(await linkOf())
  await expect(guardian.heading('forGuardian.title')).toBeVisible()
  await guardian.page.context().close()
  await page.context().close()
})

test('an adult says when they were born and never hears of a guardian, until an owner corrects the date', async ({
  browser,
  product,
  strict,
  page: office,
}) => {
  await askGuardians(product)
  const learner = await phoneOf({ browser, product, strict })
  const { page, t } = learner
  await learner.openHome()
  await learner.signUp()
  await page.getByLabel(t('field.birthDate')).fill('1990-05-06')
  await learner.button('onboarding.birthDate.button').click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await expect(page.getByText(t('consent.parent.title'))).toHaveCount(0)
  await page.goto('/onboarding/guardian')
  await learner.expectAt('/onboarding/consent')
  await learner.consent()
  await learner.confirm()
  await learner.redeem('DEMO-LITE')
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()

  await new Editor(office).signIn('owner')
  await office.goto('/admin/people')
  await office.getByRole('searchbox', { name: t('console.people.search') }).fill(learner.email)
  await office
    .getByRole('row')
    .filter({ hasText: learner.email })
    .getByRole('button', { name: t('console.people.birthDate') })
    .click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel(t('console.people.birthDateLabel')).fill('2012-05-06')
  await dialog.getByRole('button', { name: t('console.people.birthDateSave') }).click()
  await expect(dialog.getByText(t('console.people.reasonMissing'))).toBeVisible()
  await dialog
    .getByRole('textbox', { name: t('console.people.reason') })
    .fill('The school has the right date')
  await dialog.getByRole('button', { name: t('console.people.birthDateSave') }).click()
  await expect(
    office.getByText(t('console.people.birthDateDone', { email: learner.email })),
  ).toBeVisible()
  await page.goto('/profile/home')
  await learner.expectAt('/onboarding/guardian')
  await page.context().close()
})

/** Publishes that guardians are asked, unless they are. */
async function askGuardians(product: Product): Promise<void> {
  const owner = await Publisher.of(product)
  const { effective } = await owner.send<{ effective: { consent: { parental: boolean } } }>(
    'GET',
    'admin/documents/config/default',
  )
  if (!effective.consent.parental)
    await owner.publish('We ask guardians', {
      kind: 'config',
      id: 'default',
      edit: (document) => ({
        ...document,
        consent: { ...(document['consent'] as object), parental: true },
      }),
    })
  await owner.close()
}
