/**
 * Jobs of an administrator about single places: the words of one button, a question that only some
 * are asked, and people who land on another page. Clicks are counted as in console-jobs.spec.ts, and
 * a learner sees what came of it.
 */

import { BOUNDS } from '#engine/documents/bounds.ts'
import { outlineOf } from '#engine/recipes/outlines.ts'
import { Editor } from './support/editor.ts'
import { Guided, guidedWords as words } from './support/guided.ts'
import { counted, entry, publish, signIn } from './support/jobs.ts'
import { textsIn, type Learner } from './support/journey.ts'
import { phoneOf, tidyOwner } from './support/office.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'console-words', viewport: { width: 1280, height: 900 } })

const t = textsIn('en')
const owner = tidyOwner()

async function done(learner: Learner): Promise<void> {
  await learner.page.context().close()
}

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 850 } })

    test('ten steps lead to where each is done, and words say what they mean', async ({ page }) => {
      await signIn(page)
      const guided = new Guided(page, 'guide')
      await page.goto('/admin')
      await guided.click(await entry(guided, 'guide'))
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: t('console.guide.title') })).toBeVisible()
      await expect(main.getByRole('heading', { name: /^\d+\. / })).toHaveCount(10)
      const release = main.getByText(t('console.guide.word.release.text'))
      await expect(release).toBeHidden()
      await main.getByText(t('console.guide.word.release.title'), { exact: true }).click()
      await expect(release).toBeVisible()
      const links = await main
        .getByRole('link')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
      expect(links).toHaveLength(9)
      for (const link of links) {
        await page.goto(link)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    })

    test('1: the button of one card says something else, in two languages', async ({
      page,
      browser,
      product,
      strict,
    }) => {
      test.setTimeout(180_000)
      await signIn(page)
      const guided = new Guided(page, 'documents')
      const editor = new Editor(page)
      await page.goto('/admin')
      await guided.click(await entry(guided, 'documents'))
      await page
        .getByRole('searchbox', { name: t('console.documents.search') })
        .fill(t('card.letsGo'))
      const found = page.getByRole('region', { name: t('console.documents.words') })
      await guided.click(found.getByRole('link', { name: /^Profile home/ }).first())
      const label = t('console.form.member.buttonText')
      const english = editor.form.getByLabel(`${label}: English`, { exact: true })
      await expect(english, 'typing can start at once').toBeFocused()
      await expect(english).toHaveValue(t('card.letsGo'))
      await english.fill('x'.repeat(BOUNDS.text + 5))
      await expect(english, 'never longer than a document can hold').toHaveValue(
        'x'.repeat(BOUNDS.text),
      )
      await expect(
        editor.form.getByText(t('console.words.longest', { count: BOUNDS.text })),
      ).toBeVisible()
      await english.fill('Begin now')
      await editor.form.getByLabel(`${label}: Afrikaans`, { exact: true }).fill('Begin nou')
      await editor.saved()
      await guided.click(page.getByRole('link', { name: /^Publish \d+ change/ }))
      await publish(guided, 'The button of one card')
      counted(1, guided, 8)
      await page.goto('/admin')
      const lately = page.getByRole('region', { name: t('console.overview.lately') })
      const published = lately.getByRole('listitem').first()
      await expect(published).toContainText(t('console.audit.action.release-publish'))
      await expect(published).toContainText('The button of one card')

      for (const [language, here] of [
        ['en', 'Begin now'],
        ['af', 'Begin nou'],
      ] as const) {
        const learner = await phoneOf({ browser, product, strict }, language)
        await learner.openHome()
        await learner.onboardByCalls()
        await learner.takeWorkerTypeByCalls()
        await learner.page.goto('/profile/home')
        await expect(learner.page.getByRole('link', { name: here, exact: true })).toBeVisible()
        await learner.page.goto('/actions')
        await expect(learner.link('card.letsGo'), 'elsewhere it is as it was').toBeVisible()
        await done(learner)
      }
    })
  })
}

test('3: a phone number is asked of people under 16 in Kenya alone', async ({
  page,
  browser,
  product,
  strict,
}) => {
  test.setTimeout(180_000)
  await signIn(page)
  const guided = new Guided(page, 'documents')
  const editor = new Editor(page)
  await page.goto('/admin')
  await guided.click(await entry(guided, 'documents'))
  await page.getByRole('searchbox', { name: t('console.documents.search') }).fill('at the start')
  await guided.click(page.getByRole('link', { name: /^Questions at the start/ }).first())
  const fields = editor.group('fields')
  await guided.click(
    fields
      .getByRole('button', {
        name: t('console.form.addTo', { label: t('console.form.member.fields') }),
        exact: true,
      })
      .last(),
  )
  const label = t('console.form.member.label')
  await fields.getByLabel(`${label}: English`, { exact: true }).fill('Phone of your parent')
  await fields.getByLabel(`${label}: Afrikaans`, { exact: true }).fill('Jou ouer se foon')
  // Its name is made of what it is called.
  await expect(editor.field('id', fields).last()).toHaveValue('phoneOfYourParent')
  await guided.chooseByTyping(
    fields.getByRole('combobox', { name: t('console.form.member.type'), exact: true }),
    t('console.form.value.phone'),
  )
  await guided.click(
    fields
      .locator('summary')
      .filter({ hasText: t('console.form.addMore', { count: 2 }).split(' (')[0]! })
      .last(),
  )
  await guided.click(
    fields.getByRole('button', { name: t('console.form.member.fieldShown'), exact: true }).last(),
  )
  const rule = editor.group('fieldShown')
  const condition = async (number: number, variable: string) => {
    // The first one is there already.
    if (number > 0)
      await guided.click(
        rule.getByRole('button', { name: t('console.rule.addCondition'), exact: true }),
      )
    const row = rule
      .getByRole('group', { name: t('console.rule.group'), exact: true })
      .getByRole('listitem')
      .nth(number)
    const about = row.getByRole('combobox', { name: t('console.rule.variable'), exact: true })
    // What it is about is asked first, so it is typed without a click.
    await expect(about).toBeFocused()
    await page.keyboard.type(variable)
    await page.keyboard.press('Enter')
    return row
  }
  const age = await condition(0, 'age')
  await guided.chooseByTyping(
    age.getByRole('combobox', { name: t('console.rule.comparison'), exact: true }),
    t('console.rule.compare.less'),
  )
  await age.getByRole('textbox', { name: t('console.rule.value'), exact: true }).fill('16')
  const country = await condition(1, 'country')
  await guided.chooseByTyping(
    country.getByRole('combobox', { name: t('console.rule.value'), exact: true }),
    'Kenya',
  )
  await editor.saved()
  await guided.click(page.getByRole('link', { name: /^Publish \d+ change/ }))
  await publish(guided, 'The phone of a parent')
  counted(3, guided, 14)

  // Nobody has a country before this step but the tenant's own.
  const parentPhone = (learner: Learner) =>
    learner.page.getByRole('textbox', { name: 'Phone of your parent' })
  const born = async (learner: Learner, birthDate: string) => {
    await learner.page.goto('/profile/home')
    await expect(learner.heading('onboarding.profile.title')).toBeVisible()
    await learner.page.getByRole('textbox', { name: t('field.birthDate') }).fill(birthDate)
    await learner.page.getByRole('textbox', { name: t('field.firstName') }).fill('Naledi')
    await learner.page.getByRole('textbox', { name: t('field.lastName') }).fill('Mokoena')
  }
  const beginner = async () => {
    const learner = await phoneOf({ browser, product, strict })
    await learner.openHome()
    await learner.onboardByCalls('DEMO-COMMIT', false)
    return learner
  }
  const southAfrican = await beginner()
  await born(southAfrican, '2012-04-17')
  await expect(parentPhone(southAfrican)).toHaveCount(0)
  await done(southAfrican)

  await owner().publish('We are in Kenya', {
    kind: 'config',
    id: 'default',
    edit: (config) => ({ ...config, defaultCountry: 'KE' }),
  })
  const learner = await beginner()
  await born(learner, '2000-04-17')
  await expect(parentPhone(learner), 'of age').toHaveCount(0)
  await born(learner, '2012-04-17')
  await parentPhone(learner).fill('+254 712 345 678')
  await learner.button('onboarding.profile.button').click()
  await expect(learner.heading('holland_code.title')).toBeVisible()
  const { profile } = await learner.call<{ profile: Record<string, unknown> }>(
    'GET',
    'auth/get-user',
  )
  expect(String(profile['phoneOfYourParent']).replaceAll(' ', '')).toBe('+254712345678')
  await done(learner)
})

test('6: people under 16 in Kenya land on another page than the careers', async ({
  page,
  browser,
  product,
  strict,
}) => {
  test.setTimeout(180_000)
  await owner().write('page', {
    ...outlineOf('page')!.empty,
    title: { en: 'Start here', af: 'Begin hier' },
    text: { en: 'Read this first.', af: 'Lees dit eerste.' },
  })
  await owner().publish('The page of job 5')

  await signIn(page)
  const guided = new Guided(page, 'redirect')
  await guided.open()
  await guided.chooseByTyping(
    page.getByLabel(words('field.redirect.page'), { exact: true }),
    `${t('page.allCareers')} (/navigators/careers/all)`,
  )
  await guided.chooseByTyping(
    page.getByLabel(words('field.redirect.to'), { exact: true }),
    'Start here (/start-here)',
  )
  const countries = page.getByRole('combobox', {
    name: words('add', { label: words('optional', { label: words('field.any.countries') }) }),
  })
  await guided.click(countries)
  await countries.fill('Kenya')
  await guided.click(page.getByRole('option', { name: 'Kenya' }))
  await page
    .getByLabel(words('optional', { label: words('field.any.youngerThan') }), { exact: true })
    .fill('16')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'Young people in Kenya start here')
  counted(6, guided, 10)

  for (const [nationality, birthDate, lands] of [
    ['KE', '2012-04-17', 'Start here'],
    ['KE', '2000-04-17', t('page.allCareers')],
    ['ZA', '2012-04-17', t('page.allCareers')],
  ] as const) {
    const learner = await phoneOf({ browser, product, strict })
    await learner.openHome()
    await learner.onboardByCalls()
    await learner.takeWorkerTypeByCalls()
    await learner.call('PATCH', 'users/profile', {
      firstName: 'Naledi',
      lastName: 'Mokoena',
      nationality,
      birthDate,
    })
    await learner.page.goto('/navigators/careers/all')
    await expect(
      learner.page.getByRole('heading', { level: 1, name: lands, exact: true }),
      `${nationality} ${birthDate}`,
    ).toBeVisible()
    await done(learner)
  }
})
