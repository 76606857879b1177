/**
 * A college in Kenya, built by its owner in a browser, by forms alone: on a fresh site that an
 * operator has made in the console. Each test is one thing that the college wants and what its
 * learners see of it.
 */

import { College, say } from './support/college.ts'
import { Editor } from './support/editor.ts'
import { Guided, guidedWords as words } from './support/guided.ts'
import { entry, ONE_PIXEL, publish } from './support/jobs.ts'
import { PASSWORD, textsIn, type Learner } from './support/journey.ts'
import { Product } from './support/product.ts'
import { Publisher, textChange } from './support/publisher.ts'
import { expect, test, type Page } from './support/strict.ts'

test.use({ apart: 'college', actionTimeout: 20_000 })
test.setTimeout(180_000)

const t = textsIn('en')
const PLANS = { mini: 'Mbegu', starter: 'Mche', power: 'Mti' } as const

let college: College
let owner: Publisher
let page: Page
test.beforeAll(async ({ product, browser }) => {
  test.setTimeout(180_000)
  college = new College(product, browser, `chuo-${test.info().retry}`)
  await college.make()
  owner = await Publisher.at(product, college.slug, { email: college.owner, password: PASSWORD })
})
test.beforeEach(async ({ strict }) => {
  page = await college.office(strict)
})
test.afterEach(async () => {
  await page.context().close()
  await owner.discardAll()
})
test.afterAll(() => owner.close())

/** From the overview to a document, found by its title. */
async function open(title: string, name: string): Promise<Editor> {
  const guided = new Guided(page, 'documents')
  await page.goto('/admin')
  await (await entry(guided, 'documents')).click()
  const found = page.locator(`a[href="/admin/document/${name}"]`).first()
  // A release that was published a moment ago may come between.
  await expect(async () => {
    await page.getByRole('searchbox', { name: t('console.documents.search') }).fill(title)
    await found.click({ timeout: 5000 })
    await expect(page).toHaveURL(new RegExp(`/admin/document/${name}$`), { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  const editor = new Editor(page)
  await expect(editor.field('documentTitle')).toHaveValue(title)
  return editor
}

async function publishNow(message: string): Promise<void> {
  await new Editor(page).publish(message)
}

test('Kenya is the country of whoever says no other', async ({ strict }) => {
  const editor = await open('Tsela, the product itself', 'config/default')
  await editor.field('defaultCountry').fill('KE')
  await editor.saved()
  await publishNow('We are in Kenya')
  const learner = await college.phone(strict)
  const { defaultCountry } = await learner.call<{ defaultCountry: string }>(
    'GET',
    'app-configuration',
  )
  expect(defaultCountry).toBe('KE')
  await learner.page.context().close()
})

test('Swahili beside English, translated in part', async ({ strict }) => {
  const guided = new Guided(page, 'language')
  await guided.open()
  await guided.choose(page.getByLabel(words('field.language.language'), { exact: true }), 'sw')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'Kiswahili')

  await (await entry(guided, 'languages')).click()
  await page.getByLabel(t('console.languages.right'), { exact: true }).selectOption('sw')
  await page.getByRole('button', { name: t('console.languages.bring'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const translated = {
    'home.title': 'Jua unachoweza kuwa',
    'login.button': 'Ingia',
    'menu.cv': 'Wasifu wako',
  }
  const rows = Object.entries(translated).map(([key, sw]) => `${key},"${t(key)}","${sw}",read`)
  rows.push(`home.fact.stop,"${t('home.fact.stop')}","Acha wakati wowote",machine`)
  await dialog.getByLabel(t('console.records.file'), { exact: true }).setInputFiles({
    name: 'sw.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['key,en,sw,state', ...rows].join('\n')),
  })
  await dialog
    .getByRole('button', { name: t('console.languages.take', { count: rows.length }) })
    .click()
  await expect(
    page.getByText(t('console.languages.unread', { count: 1, language: 'Kiswahili' })),
  ).toBeVisible()
  const afrikaans = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Afrikaans', exact: true }) })
  await afrikaans.getByRole('checkbox', { name: t('console.languages.offered') }).uncheck()
  await new Editor(page).saved()
  await publishNow('Some words in Kiswahili, and no Afrikaans')

  const learner = await college.phone(strict)
  await learner.page.goto('/')
  const switcher = learner.page.getByRole('combobox')
  await expect(switcher.locator('option')).toHaveText(['English', 'Kiswahili'])
  await switcher.selectOption({ label: 'Kiswahili' })
  await expect(learner.page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect(
    learner.page.getByRole('heading', { level: 1, name: translated['home.title'] }),
  ).toBeVisible()
  await expect(
    learner.page.getByText(t('home.fact.stop')).first(),
    'what nobody has translated is in English, and so is what nobody has read',
  ).toBeVisible()
  await learner.page.context().close()
})

test('two more consents: pictures, and staying in touch', async ({ strict }) => {
  for (const [name, title, text] of [
    ['photo', 'I may be in pictures of the college', 'For our page and our leaflets.'],
    ['alumni', 'The college may write to me later', 'Once a year, after I have left.'],
  ] as const) {
    const guided = new Guided(page, 'consent')
    await guided.open()
    await say(guided, 'title', title)
    await say(guided, 'text', text)
    await guided.next('people')
    await guided.next('check')
    await guided.keep()
    await publish(guided, `The consent ${name}`)
  }
  const learner = await college.phone(strict)
  await college.signUp(learner)
  await learner.page.goto('/profile/home')
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await learner.page.getByRole('checkbox', { name: t('consent.terms.title') }).check()
  await learner.page.getByRole('checkbox', { name: 'I may be in pictures of the college' }).check()
  await learner.button('onboarding.consent.button').click()
  await expect(learner.heading('onboarding.consent.title')).toHaveCount(0)
  const { consents } = await learner.call<{ consents: Record<string, { granted: boolean }> }>(
    'GET',
    'auth/get-user',
  )
  const granted = Object.entries(consents).flatMap(([id, consent]) => (consent.granted ? id : []))
  expect(granted.filter((id) => id.startsWith('iMayBeInPictures'))).toHaveLength(1)
  expect(granted.filter((id) => id.startsWith('theCollegeMay'))).toHaveLength(0)
  await learner.page.context().close()
})

test('nobody confirms an address', async ({ strict }) => {
  const editor = await open('Onboarding', 'flow/onboarding')
  // Two rows lead to that page, and both are called by it.
  const step = t('onboarding.confirm.title')
  const rows = editor.group('rows')
  const removing = rows.getByRole('button', {
    name: t('console.form.remove', { label: step }),
    exact: true,
  })
  for (const left of [1, 0]) {
    await editor.openEntry(step, rows)
    await removing.first().click()
    await expect(editor.entry(step, rows)).toHaveCount(left)
  }
  await editor.saved()
  await publishNow('No address is confirmed')
  const learner = await college.phone(strict)
  await college.signUp(learner)
  await learner.call('PUT', 'users/consents', { terms: true })
  await learner.page.goto('/profile/home')
  await expect(learner.page).not.toHaveURL(/verification/)
  await expect(learner.heading('onboarding.confirm.title')).toHaveCount(0)
  await expect(learner.page.getByRole('heading', { level: 1 })).toBeVisible()
  await learner.page.context().close()
})

test('the Kenyan curriculum comes first', async ({ strict }) => {
  const editor = await open('School curricula', 'list/curricula')
  await editor.move('up', 'Kenyan Certificate of Secondary Education')
  await editor.saved()
  await publishNow('KCSE first')
  const learner = await college.phone(strict)
  const curricula = await learner.call<object>('GET', 'school-curricula')
  expect(Object.keys(curricula).slice(0, 2)).toEqual(['kcse', 'nsc'])
  await learner.page.context().close()
})

test('a section "Farm", with one question asked only after a yes', async ({ strict }) => {
  const guided = new Guided(page, 'section')
  await guided.open()
  await say(guided, 'title', 'Farm', { swahili: 'Shamba' })
  await guided.next('fields')
  for (const [number, question, type] of [
    [1, 'Does your family farm?', 'yesno'],
    [2, 'What do you grow?', 'text'],
    [3, 'Since when?', 'date'],
  ] as const) {
    await page.getByRole('button', { name: words('addRow.section') }).click()
    const name = words('row.section', { number })
    const row = page.getByRole('group', { name, exact: true })
    await row.getByLabel(words('field.section.type'), { exact: true }).selectOption(type)
    if (number === 2)
      await row
        .getByLabel(new RegExp(`^${words('field.section.onlyIf')}`))
        .selectOption({ index: 1 })
    await say(guided, 'label', question, { row: name })
  }
  await guided.next('use')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'The section Farm')

  const learner = await college.student(owner, strict)
  await learner.page.goto('/cv?section=farm')
  const farms = learner.page.getByLabel('Does your family farm?')
  await expect(farms).toBeVisible()
  await expect(learner.page.getByLabel('What do you grow?')).toHaveCount(0)
  await farms.check()
  await learner.page.getByLabel('What do you grow?').fill('Maize')
  await learner.button('form.save').click()
  await expect(learner.page.getByText(t('form.saved'), { exact: true })).toBeVisible()
  await learner.page.context().close()
})

test('a page for people under 16 in Kenya, where they land instead of the careers', async ({
  strict,
}) => {
  const made = new Guided(page, 'page')
  await made.open()
  await say(made, 'title', 'Start here', { swahili: 'Anza hapa' })
  await say(made, 'text', 'Read this first.')
  await made.next('place')
  await made.next('people')
  await forKenyansUnder16()
  await made.next('check')
  await made.keep()
  await publish(made, 'The page Start here')

  const led = new Guided(page, 'redirect')
  await led.open()
  await page
    .getByLabel(words('field.redirect.page'), { exact: true })
    .selectOption({ label: `${t('page.allCareers')} (/navigators/careers/all)` })
  await page
    .getByLabel(words('field.redirect.to'), { exact: true })
    .selectOption({ label: 'Start here (/start-here)' })
  await forKenyansUnder16()
  await led.next('check')
  await led.keep()
  await publish(led, 'Young people start there')

  for (const [nationality, birthDate, path, title] of [
    ['KE', '2012-04-17', '/navigators/careers/all', 'Start here'],
    ['KE', '2000-04-17', '/navigators/careers/all', t('page.allCareers')],
    ['ZA', '2012-04-17', '/start-here', t('error.oops')],
  ] as const) {
    const learner = await college.student(owner, strict, { nationality, birthDate })
    await learner.page.goto(path)
    await expect(
      learner.page.getByRole('heading', { level: 1, name: title, exact: true }),
      `${nationality} ${birthDate} ${path}`,
    ).toBeVisible()
    await learner.page.context().close()
  }
})

test('a list of placements, with ten records from a file', async ({ strict }) => {
  const guided = new Guided(page, 'records')
  await guided.open()
  await say(guided, 'title', 'Placements', { swahili: 'Nafasi' })
  await say(guided, 'one', 'Placement')
  await guided.next('fields')
  await page.getByRole('button', { name: words('addRow.records') }).click()
  await say(guided, 'label', 'Town', { row: words('row.records', { number: 1 }) })
  await guided.next('place')
  await page.getByLabel(new RegExp(`^${words('field.any.menu')}`)).selectOption('navigators')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'Placements')

  await (await entry(guided, 'records')).click()
  await page.getByRole('link', { name: 'Placements', exact: true }).click()
  await page.getByRole('button', { name: t('console.records.import'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const towns = ['Nakuru', 'Kisumu', 'Eldoret', 'Thika', 'Nyeri']
  const rows = Array.from({ length: 10 }, (_, at) => `p${at},Farm ${at},${towns[at % 5]}`)
  await dialog.getByLabel(t('console.records.file'), { exact: true }).setInputFiles({
    name: 'placements.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['id,name,town', ...rows].join('\n')),
  })
  await dialog
    .getByRole('button', { name: t('console.records.importNow', { count: 10 }), exact: true })
    .click()
  await expect(
    page.getByText(t('console.records.importDone', { count: 10, file: 'placements.csv' })),
  ).toBeVisible({ timeout: 60_000 })

  const learner = await college.student(owner, strict)
  await learner.page.goto('/placements')
  await expect(learner.page.getByRole('heading', { level: 1, name: 'Placements' })).toBeVisible()
  await expect(learner.page.getByRole('heading', { name: /^Farm \d$/ })).toHaveCount(10)
  await expect(learner.page.getByText('Nakuru').first()).toBeVisible()
  await learner.page.context().close()
})

test('the report of the worker type, its parts in reverse', async ({ strict }) => {
  const editor = await open('Worker type', 'report/worker-type')
  const before = await partsOf('worker-type')
  for (const [index, id] of before.entries()) {
    if (index === 0) continue
    const way = t(index === 1 ? 'console.form.up' : 'console.form.top', { label: '' })
    await editor.form
      .locator(`li[data-at="/children/${id}"]`)
      .getByRole('button', { name: new RegExp(`^${way}`) })
      .first()
      .click()
  }
  await editor.saved()
  await publishNow('The report, the other way round')
  expect(await partsOf('worker-type')).toEqual([...before].reverse())
  const learner = await college.student(owner, strict)
  await learner.page.goto('/reports/worker-type')
  const headings = learner.page.getByRole('main').locator('h1, h2')
  const bars = t('worker.bars.title')
  await expect(headings.filter({ hasText: bars })).toBeVisible()
  const order = await headings.evaluateAll((all) =>
    all.map(({ tagName, textContent }) => (tagName === 'H1' ? 'cover' : textContent)),
  )
  expect(order.indexOf(bars), order.join(' | ')).toBeLessThan(order.indexOf('cover'))
  await learner.page.context().close()
})

test('a new part of that report', async ({ strict }) => {
  const guided = new Guided(page, 'part')
  await guided.open()
  await page.getByLabel(words('field.part.report'), { exact: true }).selectOption('worker-type')
  await say(guided, 'title', 'At our college')
  await say(guided, 'text', 'Talk to Mrs Wanjiru in room 4.')
  await guided.next('people')
  await guided.next('check')
  await guided.keep()
  await publish(guided, 'A part of our own')
  const learner = await college.student(owner, strict)
  await learner.page.goto('/reports/worker-type')
  await expect(learner.page.getByRole('heading', { name: 'At our college' })).toBeVisible()
  await expect(learner.page.getByText('Talk to Mrs Wanjiru in room 4.')).toBeVisible()
  await learner.page.context().close()
})

test('plans with names of their own', async ({ strict }) => {
  const editor = await open('Plans and account types', 'access/plans')
  for (const [id, name] of Object.entries(PLANS)) {
    await editor.openEntry(t(`plan.${id}`))
    const label = t('console.form.member.label')
    const boxes = editor.form.locator(`li[data-at="/plans/${id}"]`)
    await boxes.getByLabel(`${label}: English`, { exact: true }).fill(name)
  }
  await editor.saved()
  await publishNow('Mbegu, Mche, Mti')
  const learner = await college.student(owner, strict)
  const { items } = await learner.call<{ items: readonly { id: string; name: string }[] }>(
    'GET',
    'plans',
  )
  for (const [id, name] of Object.entries(PLANS))
    expect(items.find((plan) => plan.id === id)?.name, id).toBe(name)
  await learner.page.context().close()
})

test('colours and a logo of its own', async ({ strict }) => {
  const guided = new Guided(page, 'brand')
  await page.goto('/admin')
  await (await entry(guided, 'brand')).click()
  await page.getByRole('textbox', { name: t('console.brand.primary'), exact: true }).fill('#123A24')
  await page.getByLabel(t('console.brand.logo'), { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: ONE_PIXEL,
  })
  await new Editor(page).saved()
  await publishNow('Green, and our logo')
  const learner = await college.phone(strict)
  await learner.page.goto('/')
  const { primary, logo } = await lookOf(learner)
  expect(primary).toBe('#123A24')
  expect(logo).toMatch(/^\/api\/images\/[0-9a-f]{20}\./)
  await learner.page.context().close()
})

// The last: it carries what the others have made.
test('all of it on another server: the same release', async ({ browser, product, strict }) => {
  test.setTimeout(300_000)
  const there = new Product(product.port + 6, 'a secret of the server that stands elsewhere')
  await there.start()
  try {
    const twin = new College(there, browser, college.slug)
    await twin.make()
    // Whatever has become of the tests before it, the college says this itself.
    await owner.publish('Our own words', textChange('en', 'login.button', 'Karibu'))
    const saved = await college.save()
    const bare = await twin.save()
    expect(bare.release, 'it is another release there').not.toBe(saved.release)
    await twin.bringIn(saved)
    const again = await twin.save()
    expect(again.release).toBe(saved.release)
    for (const part of ['documents', 'images', 'records'] as const)
      expect(again[part], part).toEqual(saved[part])

    strict.admit(there.url)
    const beyond = await twin.phone(strict)
    await beyond.page.goto('/login')
    await expect(beyond.page.getByRole('button', { name: 'Karibu', exact: true })).toBeVisible()
    await beyond.page.context().close()
  } finally {
    await there.stop()
  }
})

/** The college's colour and logo on a learner's phone. */
async function lookOf({ page: phone }: Learner): Promise<{ primary: string; logo: string | null }> {
  const logo = phone.getByRole('banner').locator('img').first()
  await expect(logo).toBeVisible()
  return {
    primary: await phone.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--primary-8').trim(),
    ),
    logo: await logo.getAttribute('src'),
  }
}

/** Who the page of job 6 is for. */
async function forKenyansUnder16(): Promise<void> {
  const countries = page.getByRole('combobox', {
    name: words('add', { label: words('optional', { label: words('field.any.countries') }) }),
  })
  await countries.click()
  await countries.fill('Kenya')
  await page.getByRole('option', { name: 'Kenya' }).click()
  await page
    .getByLabel(words('optional', { label: words('field.any.youngerThan') }), { exact: true })
    .fill('16')
}

async function partsOf(report: string): Promise<string[]> {
  const { effective } = await owner.send<{ effective: { children: { id: string }[] } }>(
    'GET',
    `admin/documents/report/${report}`,
  )
  return effective.children.map(({ id }) => id)
}
