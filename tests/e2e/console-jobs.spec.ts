/**
 * What an administrator must be able to finish without knowing JSON: from the console's overview to
 * published, with clicks counted. Bounds are those of the jobs' table; typing isn't counted.
 */

import { readFileSync } from 'node:fs'
import { Editor } from './support/editor.ts'
import { Guided, guidedWords as words } from './support/guided.ts'
import { counted, entry, ONE_PIXEL, publish, signIn } from './support/jobs.ts'
import { Learner, textsIn } from './support/journey.ts'
import { tidyOwner } from './support/office.ts'
import { expect, REFUSED, test, type Page } from './support/strict.ts'

test.use({ apart: 'console-jobs', viewport: { width: 1280, height: 900 } })

const t = textsIn('en')
const owner = tidyOwner()

test('4: a profile section with three fields, one asked only after a yes', async ({
  page,
  product,
  browser,
}) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const phone = await context.newPage()
  const learner = new Learner(phone, product, 'en')
  await learner.logInByCall('commit@demo.test')
  await phone.goto('/cv')
  const parts = await partsOf(phone)

  await signIn(page)
  const guided = new Guided(page, 'section')
  await guided.open()
  await guided.say('section.title', 'Farm', 'Plaas')
  await guided.next('fields')
  for (const [number, en, af, type] of [
    [1, 'Does your family farm?', 'Boer julle?', 'yesno'],
    [2, 'What do you grow?', 'Wat verbou julle?', 'text'],
    [3, 'Since when?', 'Sedert wanneer?', 'date'],
  ] as const) {
    await guided.click(page.getByRole('button', { name: words('addRow.section') }))
    const row = guided.row('fields', number, 'type')
    await guided.choose(row.getByLabel(words('field.section.type'), { exact: true }), type)
    if (number === 2)
      await guided.choose(row.getByLabel(new RegExp(`^${words('field.section.onlyIf')}`)), 'r1=yes')
    await guided.say('section.label', en, af, row)
  }
  await guided.next('use')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'The section Farm')
  counted(4, guided, 20)

  await phone.goto('/cv')
  expect(await partsOf(phone), 'counted in the progress').toBe(parts + 1)
  await phone.getByText(t('cv.parts')).click()
  await expect(phone.getByText('Farm', { exact: true }).first()).toBeVisible()
  await context.close()
})

/** Of how many parts the profile consists, as its page says. */
async function partsOf(phone: Page): Promise<number> {
  const [before = ''] = t('cv.partsOf', { done: '9', all: '99' }).split('9')
  const said = phone.getByText(new RegExp(`^${before}\\d+ `))
  await expect(said).toBeVisible()
  return Number(/\d+(?=\D*$)/.exec(await said.innerText())?.[0])
}

test('5: a page with a picture and a button, in the menu of Lite in Kenya only', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signIn(page)
  const guided = new Guided(page, 'page')
  await guided.open()
  await guided.say('page.title', 'Start here', 'Begin hier')
  await guided.say('page.text', 'Read this first.', 'Lees dit eerste.')
  // Choosing a file is a click on its field; the phone's own dialog isn't ours.
  guided.clicks++
  await page.getByLabel(words('optional', { label: words('field.page.picture') })).setInputFiles({
    name: 'field.png',
    mimeType: 'image/png',
    buffer: ONE_PIXEL,
  })
  await guided.say('page.pictureText', 'Learners in a field', 'Leerders in ’n veld')
  await guided.say('page.button', 'My profile', 'My profiel')
  await guided.choose(
    page.getByLabel(new RegExp(`^${words('field.page.buttonTo')}`)),
    'profileHomePage',
  )
  await guided.next('place')
  await guided.choose(page.getByLabel(new RegExp(`^${words('field.any.menu')}`)), 'navigators')
  await guided.next('people')
  await guided.click(page.getByRole('checkbox', { name: 'Lite', exact: true }))
  const countries = page.getByRole('combobox', {
    name: words('add', { label: words('optional', { label: words('field.any.countries') }) }),
  })
  await guided.click(countries)
  await countries.fill('Kenya')
  await guided.click(page.getByRole('option', { name: 'Kenya' }))
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'The page Start here')
  counted(5, guided, 18)
  const why = (plan: string, country: string) =>
    owner().send<{ outcome: string }>('POST', 'admin/explain', {
      path: '/start-here',
      persona: { plan, stage: 'fullAccess', country, language: 'en' },
    })
  expect(await why('starter', 'KE')).toMatchObject({ path: '/start-here' })
  expect(await why('power', 'KE')).toMatchObject({ route: '403' })
  expect(await why('starter', 'ZA')).toMatchObject({ route: '403' })
})

test('11: an assessment of six pasted lines and two scales, with its report', async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page)
  const guided = new Guided(page, 'assessment')
  await guided.open()
  await guided.say('assessment.title', 'Farm interest', 'Plaasbelangstelling')
  await guided.say('assessment.summary', 'Six lines on farming.', 'Ses reëls oor boerdery.')
  await guided.say('assessment.question', 'How much is this like you?', 'Hoe na aan jou is dit?')
  const table = [
    'I like to work outside\tField\t',
    'I get up early\tField\t',
    'I plant things\tField\t',
    'I would rather sit in an office\tMarket\tx',
    'I sell things\tMarket\t',
    'I keep books\tMarket\t',
  ].join('\n')
  await guided.say('assessment.items', table, 'a\nb\nc\nd\ne\nf')
  await guided.choose(page.getByLabel(words('field.assessment.answers')), 'big_5')
  await guided.next('scales')
  await expect(guided.row('scales', 2, 'lowTo'), 'what was pasted says').toBeVisible()
  await guided.next('report')
  await guided.say(
    'assessment.reportLead',
    'This is how you answered today.',
    'So het jy geantwoord.',
  )
  await guided.next('place')
  await guided.choose(page.getByLabel(new RegExp(`^${words('field.any.menu')}`)), 'reports')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'The assessment Farm interest')
  counted(11, guided, 25)
})

test('7: what to try next comes first in the report of the worker type, as its readers see', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  const advice = t('worker.try.title')
  await signIn(page)
  const guided = new Guided(page, 'documents')
  await page.goto('/admin')
  await guided.click(page.getByRole('button', { name: t('console.search.open') }))
  const dialog = page.getByRole('dialog', { name: t('console.search.title') })
  await dialog.getByRole('searchbox').fill(advice)
  // Shown in that report alone.
  await guided.click(dialog.getByRole('link', { name: advice }).first())
  await guided.click(page.getByRole('button', { name: t('console.parts.toTop'), exact: true }))
  await new Editor(page).saved()
  await guided.click(page.getByRole('link', { name: /^Publish \d+ change/ }))
  await publish(guided, 'What to try first')
  counted(7, guided, 5)

  // A result from before is drawn with the report of its time.
  const context = await browser.newContext({ baseURL: product.url })
  const learner = new Learner(await context.newPage(), product, 'en')
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await learner.page.goto('/reports/worker-type')
  const parts = learner.page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(parts.first()).toHaveText(advice)
  await context.close()
})

test('14: ten learners take part in a study by pasted addresses, and their answers are saved', async ({
  page,
  browser,
  product,
  strict,
}) => {
  test.setTimeout(180_000)
  strict.allow(REFUSED(422))
  const emails: string[] = []
  for (let number = 0; number < 10; number++) {
    const context = await browser.newContext({ baseURL: product.url })
    const learner = new Learner(await context.newPage(), product, 'en')
    await learner.openHome()
    await learner.onboardByCalls()
    await learner.takeWorkerTypeByCalls()
    emails.push(learner.email)
    await context.close()
  }
  await signIn(page)
  const guided = new Guided(page, 'people')
  await page.goto('/admin')
  await guided.click(await entry(guided, 'people'))
  await guided.click(page.getByRole('button', { name: t('console.cohort.many'), exact: true }))
  const dialog = page.getByRole('dialog')
  const addresses = dialog.getByLabel(t('console.cohort.addresses'), { exact: true })
  await addresses.fill(`${emails.join(', ')}; Somebody <nobody@school.test>`)
  await dialog.getByLabel(t('console.cohort.institution'), { exact: true }).fill('Karoo College')
  await dialog.getByLabel(t('console.cohort.name'), { exact: true }).fill('Grade 11 B')
  await guided.click(dialog.getByRole('checkbox', { name: /Worker type/ }))
  await dialog.getByLabel(t('console.people.reason'), { exact: true }).fill('The class agreed')
  await guided.click(dialog.getByRole('button', { name: t('console.cohort.add', { count: 11 }) }))
  await expect(dialog.getByText(/^nobody@school\.test: /)).toBeVisible()
  await addresses.fill(emails.join('\n'))
  await guided.click(dialog.getByRole('button', { name: t('console.cohort.add', { count: 10 }) }))
  await expect(
    page.getByText(t('console.cohort.joined', { count: 10, name: 'Grade 11 B' })),
  ).toBeVisible()
  const coming = page.waitForEvent('download')
  await guided.click(page.getByRole('link', { name: t('console.export.files.answers') }))
  const file = readFileSync(await (await coming).path(), 'utf8')
  // Ten people with sixty answers each, and a line of names.
  expect(file.trimEnd().split('\r\n').length).toBe(601)
  counted(14, guided, 8)
})

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 850 } })

    test('2: the plan step comes before verification', async ({ page }) => {
      test.setTimeout(120_000)
      await signIn(page)
      const guided = new Guided(page, 'documents')
      const editor = new Editor(page)
      await page.goto('/admin')
      await guided.click(await entry(guided, 'documents'))
      await page.getByRole('searchbox', { name: t('console.documents.search') }).fill('onboarding')
      await guided.click(page.getByRole('link', { name: /^Onboarding/ }).first())
      await guided.click(
        page
          .getByRole('listitem')
          .filter({ hasText: t('onboarding.plan.title') })
          .first()
          .getByRole('button', {
            name: new RegExp(`^${t('console.journey.earlierOf', { step: '' })}`),
          }),
      )
      await editor.saved()
      await guided.click(page.getByRole('link', { name: /^Publish \d+ change/ }))
      await publish(guided, 'The plan comes first')
      counted(2, guided, 6)
      const steps = await stepsOf()
      expect(steps.indexOf('redeem')).toBeLessThan(steps.indexOf('verify'))
    })

    test('9: the drafts as a Commit learner of 15 from Kenya sees them on a phone', async ({
      page,
    }) => {
      test.setTimeout(120_000)
      await owner().draft({
        kind: 'locale',
        id: 'en',
        edit: (locale) => {
          const edited = structuredClone(locale) as { texts: { profileHome: { hello: string } } }
          edited.texts.profileHome.hello = 'Not published, {{name}}'
          return edited
        },
      })
      await signIn(page)
      const guided = new Guided(page, 'preview')
      await page.goto('/admin')
      await guided.click(await entry(guided, 'preview'))
      await page.getByLabel(t('console.persona.age'), { exact: true }).fill('15')
      await guided.chooseByTyping(
        page.getByLabel(t('console.persona.plan'), { exact: true }),
        'Commit',
      )
      const asked = page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/admin/previews') &&
          (request.postData() ?? '').includes('"KE"'),
      )
      await guided.chooseByTyping(
        page.getByLabel(t('console.persona.country'), { exact: true }),
        'Kenya',
      )
      expect(JSON.stringify((await asked).postDataJSON())).toMatch(/"age":15/)
      await expect(page.getByRole('radio', { name: t('console.preview.phone') })).toBeChecked()
      const frame = page.frameLocator(`iframe[title="${t('console.preview.frame')}"]`)
      // The drafts are put together for it first.
      await expect(frame.getByText('Commit, with full access')).toBeVisible({ timeout: 60_000 })
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/^Not published, /)
      counted(9, guided, 4)
    })

    test('12: why one learner can’t open the bursaries', async ({ page }) => {
      await signIn(page)
      const guided = new Guided(page, 'why')
      await page.goto('/admin')
      await guided.click(await entry(guided, 'why'))
      await page
        .getByRole('combobox', { name: t('console.why.path') })
        .fill('/navigators/funding/bursaries')
      await guided.click(page.getByRole('radio', { name: t('console.why.whos.user') }))
      await page.getByRole('textbox', { name: t('console.why.user') }).fill('lite@demo.test')
      await guided.click(page.getByRole('button', { name: t('console.why.button') }))
      await expect(page.getByRole('list', { name: t('console.why.hops') })).toContainText(
        'worker type doesn',
      )
      counted(12, guided, 4)
    })

    test('13: forty vouchers for one class, on sheets to print', async ({ page }) => {
      await signIn(page)
      const guided = new Guided(page, 'vouchers')
      await page.goto('/admin')
      await guided.click(await entry(guided, 'vouchers'))
      await page.getByLabel(t('console.vouchers.count')).fill('40')
      await page.getByLabel(t('console.vouchers.note')).fill('Grade 11 B')
      await guided.click(page.getByRole('button', { name: t('console.vouchers.button') }))
      await expect(page.getByText('Grade 11 B').first()).toBeVisible()
      const print = page
        .getByRole('link', { name: t('console.vouchers.print') })
        .or(page.getByRole('button', { name: t('console.vouchers.print') }))
      await guided.click(print.first())
      counted(13, guided, 5)
    })

    test('8, 10: other colours and a logo, published, looked at, and taken back', async ({
      page,
      browser,
      product,
    }) => {
      test.setTimeout(180_000)
      const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
      const phone = await context.newPage()
      const colorSeen = async () => {
        await phone.goto(product.url)
        return phone.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--primary-8').trim(),
        )
      }
      const before = await colorSeen()
      await signIn(page)
      const guided = new Guided(page, 'brand')
      await page.goto('/admin')
      await guided.click(await entry(guided, 'brand'))
      await page
        .getByRole('textbox', { name: t('console.brand.primary'), exact: true })
        .fill('#123A24')
      guided.clicks++
      await page.getByLabel(t('console.brand.logo'), { exact: true }).setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: ONE_PIXEL,
      })
      await new Editor(page).saved()
      const written = guided.clicks
      await guided.click(page.getByRole('link', { name: /^Publish \d+ change/ }))
      await publish(guided, 'Green')
      counted(8, guided, 6)
      await expect.poll(colorSeen).toBe('#123A24')

      guided.clicks -= written
      await guided.click(
        page
          .getByRole('listitem')
          .filter({ hasText: t('console.releases.first') })
          .last()
          .getByRole('button', { name: t('console.releases.goBack') }),
      )
      await expect(
        page.getByRole('status').filter({ hasText: t('console.releases.first') }),
      ).toBeVisible({ timeout: 60_000 })
      counted(10, guided, 4)
      await expect.poll(colorSeen).toBe(before)
      await context.close()
    })
  })
}

async function stepsOf(): Promise<string[]> {
  const { effective } = await owner().send<{ effective: { rows: { id: string }[] } }>(
    'GET',
    'admin/documents/flow/onboarding',
  )
  return effective.rows.map(({ id }) => id)
}
