/**
 * The explorers on a small phone: searched, filtered, opened, saved, back at the same position, and
 * all of it again offline.
 */

import type { Page } from '@playwright/test'
import type { Learner } from './support/journey.ts'
import { keptPaths } from './support/keptpaths.ts'
import { Publisher } from './support/publisher.ts'
import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

const PHONE = { width: 360, height: 640 }

type Found = { readonly typed: string; readonly found: string }
type Explorer = {
  readonly path: string
  /** What a plan must have for it, and its entry of the menu. */
  readonly feature: string
  readonly entry: string
  /** Call of its list. */
  readonly call: string
  readonly mistake: Found
  /** Another name of the same thing, in either language. */
  readonly synonym: Found
  /** A chip, a stone, or a choice in the sheet of filters; null if there is nothing to filter. */
  readonly filter:
    | ({ readonly key: string; readonly value: string } & (
        | { readonly chip: string }
        | { readonly stone: string }
        | { readonly label: string }
      ))
    | null
  /** Text of its heart; null if nothing can be saved. */
  readonly heart: string | null
  readonly saved?: string
  /** Closes the sheet of filters. */
  readonly show?: string
}

const EXPLORERS: Readonly<Record<string, Explorer>> = {
  careers: {
    path: '/navigators/careers/all',
    feature: 'CareerExplorer',
    entry: 'menu.careers',
    call: 'careers',
    mistake: { typed: 'registred nurse', found: 'Registered nurse' },
    synonym: { typed: 'footballer', found: 'Professional sportsperson' },
    filter: { key: 'years', value: '1', stone: 'career.upTo.1' },
    heart: 'career.save',
    saved: '/navigators/careers/favourites',
    show: 'careers.show',
  },
  institutions: {
    path: '/navigators/tertiary-institutions',
    feature: 'TertiaryInstitutionExplorer',
    entry: 'menu.tertiary',
    call: 'catalogue/institutions',
    mistake: { typed: 'stelenbosh', found: 'Stellenbosch University' },
    synonym: { typed: 'UCT', found: 'University of Cape Town' },
    filter: { key: 'provinces', value: 'ZA-WC', label: 'catalogue.label.province' },
    heart: 'catalogue.save',
  },
  'fields of study': {
    path: '/navigators/tertiary-institutions/explore',
    feature: 'TertiaryInstitutionExplorer',
    entry: 'menu.tertiary',
    call: 'catalogue/study-fields',
    mistake: { typed: 'enginering', found: 'Engineering' },
    synonym: { typed: 'farming', found: 'Agriculture' },
    filter: null,
    heart: null,
  },
  courses: {
    path: '/navigators/skillsets/courses',
    feature: 'SkillsExplorer',
    entry: 'menu.skills',
    call: 'catalogue/courses',
    mistake: { typed: 'cybersecurty', found: 'Google Cybersecurity' },
    synonym: { typed: 'kok', found: 'NC(V) Hospitality' },
    filter: { key: 'cost', value: 'freemium', label: 'catalogue.label.cost' },
    heart: 'catalogue.save',
  },
  'skill providers': {
    path: '/navigators/skillsets/skill-providers',
    feature: 'SkillsExplorer',
    entry: 'menu.skills',
    call: 'catalogue/skill-providers',
    mistake: { typed: 'courserra', found: 'Coursera' },
    synonym: { typed: 'taal', found: 'Goethe-Institut' },
    filter: { key: 'cost', value: 'free', chip: 'list.cost.free' },
    heart: 'catalogue.save',
  },
  bursaries: {
    path: '/navigators/funding/bursaries',
    feature: 'BursariesExplorer',
    entry: 'menu.bursaries',
    call: 'catalogue/bursaries',
    mistake: { typed: 'chevning', found: 'Chevening Scholarship' },
    synonym: { typed: 'student financial aid scheme', found: 'NSFAS Bursary' },
    filter: { key: 'levels', value: 'tvet', label: 'catalogue.label.levels' },
    heart: 'catalogue.save',
  },
  funding: {
    path: '/navigators/funding',
    feature: 'FundingExplorer',
    entry: 'menu.funding',
    call: 'catalogue/bursaries',
    mistake: { typed: 'chevning', found: 'Chevening Scholarship' },
    synonym: { typed: 'student financial aid scheme', found: 'NSFAS Bursary' },
    filter: { key: 'type', value: 'bursary', chip: 'list.funding.bursary' },
    heart: 'catalogue.save',
  },
  resources: {
    path: '/navigators/resources-navigator',
    feature: 'ResourcesExplorer',
    entry: 'menu.resources',
    call: 'catalogue/resources',
    mistake: { typed: 'umaluzi', found: 'Umalusi' },
    synonym: { typed: 'NCAP', found: 'National Career Advice Portal' },
    filter: { key: 'category', value: 'qualifications', label: 'catalogue.label.category' },
    heart: 'catalogue.save',
  },
  'upliftment providers': {
    path: '/navigators/upliftment-providers',
    feature: 'UpliftmentProviderExplorer',
    entry: 'menu.uplift',
    call: 'catalogue/upliftment-providers',
    mistake: { typed: 'harambe', found: 'Harambee' },
    synonym: { typed: 'sokker', found: 'Grassroot Soccer' },
    filter: { key: 'category', value: 'employment', label: 'catalogue.label.category' },
    heart: 'catalogue.save',
  },
  jobs: {
    path: '/navigators/jobs',
    feature: 'jobs_explorer',
    entry: 'menu.jobs',
    call: 'catalogue/opportunities',
    mistake: { typed: 'electrican', found: 'Apprenticeship: electrician' },
    synonym: { typed: 'wiskunde', found: 'Tutor: mathematics' },
    filter: { key: 'noMatric', value: 'true', chip: 'jobs.matric.true' },
    heart: 'catalogue.save',
  },
  lessons: {
    path: '/navigators/subject-choices/lessons',
    feature: 'SubjectChoiceExplorer',
    entry: 'menu.subjectChoices',
    call: 'catalogue/lessons',
    mistake: { typed: 'bursry', found: 'bursary' },
    synonym: { typed: 'beurs', found: 'bursary' },
    filter: { key: 'topic', value: 'work', chip: 'list.lesson.work' },
    heart: 'catalogue.save',
  },
  subjects: {
    path: '/navigators/subject-choices/subjects',
    feature: 'SubjectChoiceExplorer',
    entry: 'menu.subjectChoices',
    call: 'catalogue/subjects',
    mistake: { typed: 'life scienses', found: 'Life Sciences' },
    synonym: { typed: 'wiskunde', found: 'Mathematics' },
    filter: { key: 'group', value: 'nsc-official-languages', label: 'subjects.group' },
    heart: 'catalogue.save',
  },
  'careers that a set of subjects opens': {
    path: '/navigators/subject-choices/careers',
    feature: 'SubjectChoiceExplorer',
    entry: 'menu.subjectChoices',
    call: 'subject-choices/careers',
    mistake: { typed: 'registred nurse', found: 'Registered nurse' },
    synonym: { typed: 'footballer', found: 'Professional sportsperson' },
    filter: { key: 'opens', value: 'open', chip: 'subjects.careers.opens.open' },
    heart: 'career.save',
    saved: '/navigators/careers/favourites',
  },
}

/** Cards of records, in the order of the list; below a heading where the list has parts. */
const cardsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2, h3') })

/** What was opened in an explorer: its filtered list, and a record. */
type Opened = { readonly list: string; readonly record: string; readonly title: string }

/** Searches, narrows, opens, saves, and comes back to where the list was left. */
async function explore(learner: Learner, explorer: Explorer): Promise<Opened> {
  const { page, t } = learner
  const { path, mistake, synonym, filter, heart } = explorer
  const cards = cardsOf(page)
  const search = page.getByRole('searchbox')
  await page.goto(path)
  await expect(cards.first()).toBeVisible()
  for (const { typed, found } of [mistake, synonym]) {
    await search.fill(typed)
    await expect(cards.filter({ hasText: found }).first()).toBeVisible()
    await expect(page).toHaveURL(/search=/)
  }
  await search.fill('')
  await expect(page).not.toHaveURL(/search=/)
  if (filter !== null) {
    if ('chip' in filter) {
      await page.getByRole('button', { name: t(filter.chip), exact: true }).click()
    } else if ('stone' in filter) {
      await page.locator('fieldset label', { hasText: t(filter.stone) }).click()
      await expect(page.getByRole('radio', { name: t(filter.stone) })).toBeChecked()
    } else {
      const sheet = page.getByRole('dialog')
      await page.locator('[aria-haspopup="dialog"]', { hasText: t('catalogue.filters') }).click()
      await sheet.getByLabel(t(filter.label)).selectOption(filter.value)
      await sheet.getByRole('button', { name: t(explorer.show ?? 'catalogue.show') }).click()
      await expect(sheet).toBeHidden()
    }
    await expect(page).toHaveURL(new RegExp(`${filter.key}=${filter.value}`))
  }
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  const list = page.url()
  const link = cards.last().getByRole('link').first()
  // The list may be redrawn just then, with the fresh response instead of the stored one.
  let before = 0
  await expect(async () => {
    await link.scrollIntoViewIfNeeded()
    before = await page.evaluate(() => scrollY)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await expect(link).toBeInViewport({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  const title = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  // Its tab can be told from that of another record.
  await expect.poll(() => page.title()).toContain(title.replaceAll('\u00ad', ''))
  const record = page.url()
  if (heart !== null) {
    const button = page.getByRole('button', { name: t(heart, { title }) })
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  }
  await page.goBack()
  await expect(page).toHaveURL(list)
  await expect(link).toBeVisible()
  await expect.poll(() => page.evaluate((at) => Math.abs(scrollY - at), before)).toBeLessThan(80)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  if (heart !== null) {
    await page.goto(explorer.saved ?? `${path}?saved=true`)
    await expect(
      page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first(),
      'the heart has not been lost by leaving its page',
    ).toBeVisible()
  }
  return { list, record, title }
}

test('every explorer can be searched, filtered, opened and saved, leads back to the same place, and opens again offline', async ({
  learner,
  page,
  context,
  strict,
}) => {
  test.setTimeout(300_000)
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await learner.call('PUT', 'users/subjects', {
    subjectSet: [{ subject: 'nsc-mathematics' }, { subject: 'nsc-physical-sciences' }],
  })
  const opened: Record<string, Opened> = {}
  for (const [name, explorer] of Object.entries(EXPLORERS))
    await test.step(name, async () => {
      opened[name] = await explore(learner, explorer)
    })

  await page.goto('/profile/home')
  const saved = page.getByRole('region', { name: t('profileHome.saved') })
  const bursary = saved.getByRole('link', { name: opened['bursaries']!.title })
  // The first few are shown, the others with a tap.
  await saved.getByRole('button', { expanded: false }).click()
  // Under the name of its kind.
  await expect(saved.getByText(t('content.bursaries.one'), { exact: true })).toBeVisible()
  await expect(saved.getByRole('link', { name: opened['lessons']!.title })).toBeVisible()
  await bursary.click()
  await expect(page).toHaveURL(opened['bursaries']!.record)

  strict.allow(REFUSED(404))
  await page.goto('/navigators/funding/bursaries/x/no-such-bursary')
  const missing = page.getByRole('heading', { level: 1, name: t('state.missing.title') })
  await expect(missing).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('state.missing.list', { list: t('menu.bursaries') }) })
    .click()
  await expect(cardsOf(page).first()).toBeVisible()

  await learner.readyForOffline()
  const kept = await page.evaluate(keptPaths)
  for (const { call, filter } of Object.values(EXPLORERS)) {
    const query = filter === null ? '' : `${filter.key}=${filter.value}`
    expect(
      kept.some((path) => path.split('?')[0] === call && path.includes(query)),
      `${call} ${query}`,
    ).toBe(true)
  }
  strict.allow(NO_NET)
  await context.setOffline(true)
  for (const [name, { list, record, title }] of Object.entries(opened))
    await test.step(`${name}, offline`, async () => {
      await page.goto(list)
      await expect(cardsOf(page).filter({ hasText: title }).first()).toBeVisible()
      await page.goto(record)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByText(openedToday(t('state.openedOn')))).toBeVisible()
    })

  await page.goto('/navigators/funding/bursaries/x/chevening-scholarship')
  await expect(page.getByText(t('state.notKept.title'))).toBeVisible()
  const { record, title } = opened['bursaries']!
  await page.goto(record)
  const heart = page.getByRole('button', { name: t('catalogue.save', { title }) })
  const wasOn = (await heart.getAttribute('aria-pressed')) === 'true'
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', String(!wasOn))
  await context.setOffline(false)
  await page.goto('/navigators/funding/bursaries?saved=true')
  await expect(cardsOf(page).first(), 'what was saved of all funding').toBeVisible()
  await expect(cardsOf(page).filter({ hasText: title }), 'and was sent').toHaveCount(wasOn ? 0 : 1)
})

/** "Opened on 3 May.", of today. */
function openedToday(text: string): string {
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format()
  return text.replace('{{date}}', date)
}

test('an account type without explorers is refused all of them, and each page says which plan has it', async ({
  learner,
  page,
  strict,
}) => {
  test.setTimeout(180_000)
  strict.allow(REFUSED(403))
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('behaviour@demo.test')
  for (const [name, { path, feature, call }] of Object.entries(EXPLORERS))
    await test.step(name, async () => {
      expect((await learner.refused('GET', call)).status, call).toBe(403)
      await page.goto(path)
      await learner.expectAt(`/locked/${feature}`)
      await expect(page.getByText(t('upgrade.payingOnly'))).toBeVisible()
      await expect(
        page.getByRole('main').getByRole('link', { name: t('upgrade.toAccess') }),
      ).toBeVisible()
    })
})

test('an account type that could not even buy them gets the 403 of each', async ({
  learner,
  page,
  product,
  strict,
}) => {
  test.setTimeout(240_000)
  strict.allow(REFUSED(403))
  await page.setViewportSize(PHONE)
  const features = new Set(Object.values(EXPLORERS).map(({ feature }) => feature))
  const publisher = await Publisher.of(product)
  const before = await publisher.live()
  try {
    await publisher.publish('Explorers for one plan alone', {
      kind: 'access',
      id: 'features',
      edit: (document) => ({
        ...document,
        features: (document['features'] as { id: string }[]).map((each) =>
          features.has(each.id)
            ? { ...each, allow: [{ id: 'powerPlus', countries: ['*'] }] }
            : each,
        ),
      }),
    })
    await learner.logInByCall('done@demo.test')
    for (const { call } of Object.values(EXPLORERS)) await learner.call('GET', call)
    await learner.logInByCall('commit@demo.test')
    for (const [name, { path, call }] of Object.entries(EXPLORERS))
      await test.step(name, async () => {
        const { status, body } = await learner.refused('GET', call)
        expect([status, body], call).toMatchObject([403, { code: 'access/plan' }])
        await page.goto(path)
        await learner.expectAt('/error/not-allowed')
        await expect(page.getByText(learner.t('error.notAllowed'))).toBeVisible()
      })
  } finally {
    await publisher.leave(before)
  }
})

test('explorers that the plan lacks are shown locked, with the plan that opens them, and their addresses are refused', async ({
  learner,
  page,
  strict,
}) => {
  test.setTimeout(180_000)
  strict.allow(REFUSED(403))
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.onboardByCalls('DEMO-LITE')
  await learner.takeWorkerTypeByCalls()
  await page.goto('/navigators/careers/careers/registered-nurse/29-1141.00')
  await expect(page.getByText(t('upgrade.payingOnly')).first()).toBeVisible()
  const open = ['CareerExplorer', 'ResourcesExplorer']
  const lacked = Object.values(EXPLORERS).filter(({ feature }) => !open.includes(feature))
  for (const { path, feature, call } of lacked) {
    expect((await learner.refused('GET', call)).status, call).toBe(403)
    await page.goto(path)
    await learner.expectAt(`/locked/${feature}`)
  }

  await page.goto('/explore')
  for (const entry of new Set(lacked.map((each) => each.entry)))
    await test.step(t(entry), async () => {
      const stop = page.getByRole('main').getByRole('button', { name: new RegExp(`^${t(entry)}`) })
      await expect(stop).toContainText(t('upgrade.toAccess'))
      await stop.click()
      const overlay = page.getByRole('dialog', { name: t(entry), exact: true })
      await expect(overlay).toContainText('Your current package does not include this feature.')
      await expect(overlay.getByRole('link', { name: t('upgrade.toAccess') })).toBeVisible()
      await expect(overlay.getByRole('link', { name: t('upgrade.redeem') })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(overlay).toBeHidden()
    })
})

test('careers that fit are locked for a plan without them, which says who they are for and offers the plan', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('only@demo.test')
  await learner.takeWorkerTypeByCalls()
  await page.goto('/reports/worker-type')
  const main = page.getByRole('main')
  await expect(main.getByText(t('upgrade.payingOnly'))).toBeVisible()
  await expect(main.locator('a[href^="/navigators/careers/matches"]')).toHaveCount(0)
  await main.getByRole('link', { name: t('upgrade.toAccess') }).click()
  await expect(page).toHaveURL(/plan=\w+/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname, 'no refusal').not.toMatch(/^\/(error|locked)\//)
})

test('bursaries that close soon are a tap away, and those with unknown dates can be found too', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/funding/bursaries')
  await expect(page.getByText(t('catalogue.neverPay.text'))).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(20)
  const open = page.getByRole('button', { name: t('catalogue.closing.now') })
  const box = await open.boundingBox()
  expect(box!.x + box!.width, 'it can be seen without moving the chips').toBeLessThanOrEqual(360)
  await open.click()
  await expect(page).toHaveURL(/closes=now/)
  await expect(open).toHaveAttribute('aria-pressed', 'true')
  await open.click()
  // What has no known date is below a heading of its own, and says to ask.
  await expect(page.getByRole('heading', { name: t('catalogue.split.undated') })).toBeVisible()
  await expect(cardsOf(page).last()).toContainText(t('catalogue.tile.ask'))

  await page.getByRole('button', { name: /November/ }).click()
  await expect(page).toHaveURL(/closes=11/)
  await expect(cardsOf(page).first()).toContainText('November')
  await expect(page.locator('body')).not.toHaveCSS('overflow-x', 'scroll')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a list says what it found instead of a typing mistake, and offers words if it found nothing', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/tertiary-institutions')
  const search = page.getByRole('searchbox')
  const said = (text: string, values: Readonly<Record<string, string>>) =>
    page.getByText(t(text, values), { exact: true })
  await search.fill('stelenbosh')
  await expect(
    said('catalogue.instead.found', { search: 'stelenbosh', instead: 'stellenbosch' }),
  ).toBeVisible()
  await search.fill('stellenbosch')
  await expect(page).toHaveURL(/search=stellenbosch/)
  await expect(page.getByText(t('catalogue.instead.found').split('{{')[0]!)).toHaveCount(0)

  await page.goto('/navigators/careers/all?search=farmasists')
  await expect(page.getByText(t('catalogue.instead.near'))).toBeVisible()
  await page.getByRole('button', { name: 'pharmacist', exact: true }).click()
  await expect(search).toHaveValue('pharmacist')
  await expect(cardsOf(page).first()).toContainText('Pharmacist')
})

test('a course leads to who teaches it: a provider and its website, or colleges and bursaries', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  const main = page.getByRole('main')
  await page.goto('/navigators/skillsets/courses/x/google-it-support-professional-certificate')
  await expect(
    main.getByRole('link', { name: t('course.site', { site: 'grow.google' }) }),
  ).toHaveAttribute('href', /^https:\/\/grow\.google/)
  await main.getByRole('link', { name: 'Grow with Google (Career Certificates)' }).click()
  await expect(page).toHaveURL(/\/skill-providers\/.*grow-with-google-career-certificates$/)

  await page.goto('/navigators/skillsets/courses/x/ncv-electrical-infrastructure-construction')
  const region = (name: string) => main.getByRole('region', { name: t(name), exact: true })
  await expect(region('career.joined.bursaries').getByRole('link').first()).toBeVisible()
  await main.getByRole('link', { name: 'Engineering', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Engineering' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Civil engineer/ })).toBeVisible()
  await page.goBack()
  await region('career.joined.places').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tertiary-institutions\/institution\//)
})

test('funding shows every kind of funding, and says where stipends come from', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/funding')
  await expect(page.getByRole('heading', { level: 1, name: t('funding.title') })).toBeVisible()
  await expect(
    page
      .getByRole('article', { name: t('lessons.invite.nsfas.title') })
      .getByRole('link', { name: t('lessons.invite.button') }),
  ).toHaveAttribute('href', '/navigators/subject-choices/lessons/how-nsfas-works')
  await page.getByRole('button', { name: t('list.funding.loan'), exact: true }).click()
  await expect(cardsOf(page).first()).toContainText(t('bursary.payBack'))
  await page.getByRole('button', { name: t('list.funding.stipend'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('funding.stipends.title') })).toBeVisible()
  await page.getByRole('link', { name: t('funding.stipends.button') }).click()
  await learner.expectAt('/navigators/jobs')
})

test('jobs in the demo say that they are samples, and a wrong one can be reported to an editor', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/jobs')
  await expect(page.getByText(t('jobs.samples.title'))).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(5)
  await page.getByRole('button', { name: t('jobs.matric.true'), exact: true }).click()
  await expect(cardsOf(page)).toHaveCount(2)
  await cardsOf(page).first().getByRole('link').click()
  await expect(page.getByText(t('jobs.neverPay'))).toBeVisible()
  await page.getByRole('button', { name: t('catalogue.report.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('catalogue.report.send') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('catalogue.report.choose'))
  await dialog.getByLabel(t('catalogue.report.reasons.money')).check()
  await dialog.getByRole('button', { name: t('catalogue.report.send') }).click()
  await expect(page.getByText(t('catalogue.report.done'))).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).innerText()

  // An editor has it in the console, on a phone too, until it's handled.
  await learner.logInByCall('editor@demo.test')
  await page.goto('/admin/records')
  await page.getByRole('tab', { name: t('console.reports.title') }).click()
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText(t('catalogue.report.reasons.money'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  await row.getByRole('button', { name: t('console.reports.handle') }).click()
  await expect(page.getByText(t('console.reports.done', { title }))).toBeVisible()
  await expect(row).toBeHidden()
})

test('places to study come nearest first once a town is chosen', async ({ learner, page }) => {
  const { t } = learner
  await page.setViewportSize({ width: 1280, height: 800 })
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/tertiary-institutions?type=university')
  const before = page.getByRole('searchbox')
  await page.getByLabel(t('catalogue.near'), { exact: true }).selectOption('polokwane')
  await expect(page).toHaveURL(/place=polokwane/)
  await expect(cardsOf(page).first()).toContainText(/km|In your town/)
  // The town is beside the search; the other lists of choices aren't squeezed in next to them.
  const [search, near, province] = await Promise.all([
    before.boundingBox(),
    page.getByLabel(t('catalogue.near'), { exact: true }).boundingBox(),
    page.getByLabel(t('catalogue.label.province'), { exact: true }).boundingBox(),
  ])
  expect(Math.abs(near!.y + near!.height - search!.y - search!.height)).toBeLessThan(2)
  expect(province!.y).toBeGreaterThan(search!.y + search!.height - 1)
  await expect(page.getByLabel(t('catalogue.label.field'), { exact: true })).toHaveCount(0)
  await cardsOf(page).first().getByRole('link').click()
  await expect(page.getByText(t('list.basis.public'))).toBeVisible()
})
