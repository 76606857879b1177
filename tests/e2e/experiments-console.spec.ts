/**
 * An experiment from the question to the answer: made in the form view, started, met by learners in
 * browsers, paused by itself because of harm, resumed, and its winner shipped to everybody.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { filledIn, seen, Visitor } from '../../bench/support/visitor.ts'
import { Editor } from './support/editor.ts'
import { Learner, textsIn } from './support/journey.ts'
import { Publisher } from './support/publisher.ts'
import type { Product } from './support/product.ts'
import { expect, REFUSED, test } from './support/strict.ts'

test.use({ apart: 'experiments', viewport: { width: 1280, height: 900 } })

const t = textsIn('en')
const ID = 'words-on-the-plan-step'
const WORDS = { control: t('onboarding.plan.button'), new: t('onboarding.profile.button') } as const
type Arm = keyof typeof WORDS
const DAY_MS = 86_400_000
const BROWSERS = 20
const AT_ONCE = 2
const PATIENCE = { timeout: 60_000 }
/** All of them in one of two arms by chance: once in 256 runs. */
const AFTERWARDS = 8
/** Enough for figures, which need 200 people and 20 events in each arm. */
const PEOPLE = 640

/** What decides, and what must not get worse. A day's window: such people count after four days. */
const metric = (id: string, title: string) => ({
  kind: 'metric',
  id,
  edit: () => ({
    kind: 'metric',
    id,
    v: 1,
    title,
    name: 'metric.onboarded',
    source: 'example',
    goal: 'more',
    windowDays: 1,
    measure: { as: 'proportion', of: { event: 'formComplete', name: id } },
  }),
})

/** By calls: an account that only lacks a plan and a profile. */
async function readyForAPlan(learner: Learner): Promise<void> {
  const { email, password } = learner
  await learner.call('POST', 'auth/signup', { email, password })
  const consents = { terms: true, marketing: false, researchContact: false }
  await learner.call('PUT', 'users/consents', consents)
  const code = /\d{6}/.exec((await learner.lastMessage()).text)![0]
  await learner.call('POST', 'auth/verify', { code })
}

/** What a learner in a browser sees of the plan step. */
type Met = {
  readonly arm: Arm
  /** Every text that the form has had since its button was first drawn. */
  readonly drawn: readonly string[]
  /** Is the experiment named in anything that the browser has sent? */
  readonly isCounted: boolean
}

/** A learner before the plan step, in a browser of their own. */
async function meet(browser: Browser, product: Product): Promise<Met> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    await readyForAPlan(new Learner(page, product, 'en'))
    await page.addInitScript(() => {
      const drawn: string[] = []
      Object.assign(window, { drawn })
      const look = () => {
        const form = document.querySelector('main form')
        const isDrawn = form?.querySelector('button[type=submit]')?.textContent?.trim()
        if (isDrawn && drawn.at(-1) !== form!.textContent) drawn.push(form!.textContent)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/events')) sent.push(request.postData() ?? '')
    })
    await page.goto(`${product.url}/onboarding/redeem-license`)
    const button = page.getByRole('button', {
      name: new RegExp(`^(${WORDS.control}|${WORDS.new})$`),
    })
    await expect(button).toBeVisible()
    await page.waitForLoadState('networkidle')
    const drawn = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
    // Leaving the page sends what waits, and at last that it was left.
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    await expect.poll(() => sent.join()).toContain('"pageExit"')
    const isCounted = sent.join().includes(`"${ID}"`)
    const words = (await button.innerText()).trim()
    return { arm: words === WORDS.new ? 'new' : 'control', drawn, isCounted }
  } finally {
    await context.close()
  }
}

/** Some at a time, because each is a browser. */
async function meetAll(browser: Browser, product: Product, many: number): Promise<Met[]> {
  const met: Met[] = []
  while (met.length < many) {
    const some = Array.from({ length: Math.min(AT_ONCE, many - met.length) }, () =>
      meet(browser, product),
    )
    met.push(...(await Promise.all(some)))
  }
  return met
}

/**
 * People of twelve days ago whose phones say it now, as after days without a signal.
 *
 * @returns how many were counted: a server that counts meanwhile may find the harm, and then takes no more
 */
async function crowd(url: string): Promise<number> {
  const begin = Date.now() - 12 * DAY_MS
  const send = async (visitor: Visitor, arm: Arm, index: number): Promise<boolean> => {
    const at = new Date(begin + index * 60_000)
    const later = new Date(at.getTime() + 3_600_000)
    const isLucky = (share: number) => index % 100 < share * 100
    const { refused } = await visitor.send(
      seen(ID, arm, 'redeem-license', at),
      // Better at what decides, and worse at what must not get worse.
      ...(isLucky(arm === 'new' ? 0.7 : 0.3) ? [filledIn('went-on', later)] : []),
      ...(isLucky(arm === 'new' ? 0.2 : 0.6) ? [filledIn('understood', later)] : []),
    )
    const isPaused = refused.some(({ code }) => code === 'event/unknown-experiment')
    if (!isPaused) expect(refused).toEqual([])
    return !isPaused
  }
  const people = await inTurns([...Array(PEOPLE).keys()], async (index) => {
    const visitor = new Visitor(url)
    return { visitor, arm: (await visitor.open())[ID] as Arm, index }
  })
  const sent = await inTurns(people, ({ visitor, arm, index }) => send(visitor, arm, index))
  return sent.filter(Boolean).length
}

/** Eight at a time. */
async function inTurns<From, To>(
  all: readonly From[],
  each: (one: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = []
  for (let from = 0; from < all.length; from += 8)
    done.push(...(await Promise.all(all.slice(from, from + 8).map(each))))
  return done
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({
      path: `${folder}/${name}-${width}.png`,
      fullPage: !name.startsWith('ask'),
    })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Presses a step, and confirms it in the dialog. */
async function step(page: Page, name: 'start' | 'resume' | 'pause' | 'ship'): Promise<void> {
  const words = t(`console.experiments.step.${name}`)
  await page.getByRole('button', { name: words, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await shot(page, `ask-${name}`)
  await dialog.getByRole('button', { name: words, exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
}

/** An editor is changing the same words: whose count is decided first, and nothing is lost till then. */
async function shipOverDraft(page: Page, owner: Publisher): Promise<void> {
  await owner.draft({
    kind: 'screen',
    id: 'redeem-license',
    edit: (document) =>
      JSON.parse(
        JSON.stringify(document).replace('"onboarding.plan.button"', '"onboarding.consent.button"'),
      ),
  })
  const words = t('console.experiments.step.ship')
  await page.getByRole('button', { name: words, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const ship = dialog.getByRole('button', { name: words, exact: true })
  await ship.click()
  await expect(dialog.getByText(t('console.experiments.ask.shipConflicts'))).toBeVisible(PATIENCE)
  // Sent again without a decision, it says what is missing.
  await ship.click()
  await expect(dialog.getByText(t('console.merge.open', { count: 1 }))).toBeVisible()
  const place = dialog.getByRole('group', { name: /Redeem license step › .* › Button/ })
  await expect(place).toContainText('onboarding.consent.button')
  await shot(page, 'ask-ship-conflict')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await place.getByRole('radio', { name: t('console.experiments.ask.shipMine') }).check()
  await ship.click()
  await expect(dialog).toBeHidden(PATIENCE)
}

/** Before the start everything can still be changed, in the same form. */
async function replan(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: t('console.experiments.step.change'), exact: true })
    .click()
  await page.getByLabel(t('console.experiments.make.days'), { exact: true }).fill('21')
  await page.getByLabel(t('console.experiments.ask.why')).fill('Three weeks are enough.')
  await page.getByRole('button', { name: t('console.experiments.make.saveChange') }).click()
  await expect(page.getByText('Three weeks are enough.')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('dl > div').filter({ hasText: '21' })).toContainText(
    t('console.experiments.facts.daysPlanned'),
  )
}

/** Both versions beside each other, before anybody else sees one. */
async function seeBoth(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('console.experiments.beside.show') }).click()
  for (const [arm, words] of [
    [t('console.experiments.asNow'), WORDS.control],
    ['new', WORDS.new],
  ] as const) {
    const frame = page.frameLocator(
      `iframe[title="${t('console.experiments.beside.frame', { arm })}"]`,
    )
    await expect(frame.getByRole('button', { name: words, exact: true })).toBeVisible({
      timeout: 60_000,
    })
  }
  await shot(page, 'beside')
}

/** Every panel of a page with figures, for everybody: on a desktop, and on a phone in the dark. */
async function seeFigures(page: Page): Promise<void> {
  const panel = (name: string) =>
    page.getByRole('region', { name: t(`console.experiments.${name}.title`), exact: true })
  await expect(
    panel('sequence').getByRole('img', {
      name: new RegExp(t('console.experiments.sequence.label').split('{{days}}')[0]!),
    }),
  ).toBeVisible()
  await panel('sequence').getByText(t('console.experiments.sequence.table')).click()
  const points = panel('sequence').getByRole('table').getByRole('row')
  await expect(points.nth(1).getByRole('cell').nth(1)).toHaveText(/^\+\d/)
  await expect(panel('funnel').getByRole('row')).toHaveCount(1 + 6)
  await expect(
    panel('days').getByRole('img', {
      name: new RegExp(`${t('console.experiments.days.title')}.*: \\d+;`),
    }),
  ).toBeVisible()
  // The language that a browser without one gets, and no plan before signing up.
  for (const group of ['English', t('console.experiments.groups.none.plan')])
    await expect(panel('groups').getByRole('rowheader', { name: group })).toBeVisible()
  await expect(panel('guardrail').getByRole('row', { name: /Understood it/ })).toBeVisible()
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A note is in the history at once, and both files come by a click. */
async function takeAlong(page: Page, people: number): Promise<void> {
  const note = page.getByLabel(t('console.experiments.history.write'), { exact: true })
  await note.fill('The holidays began on this day.')
  await page.getByRole('button', { name: t('console.experiments.history.save') }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'The holidays began on this day.' }),
  ).toBeVisible()
  await expect(note).toHaveValue('')
  for (const [of, begin] of [
    ['sums', 'metric,role,arm,people'],
    ['people', 'person,arm,probability,day'],
  ] as const) {
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: t(`console.experiments.files.${of}`) }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${ID}-${of}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(lines[0]).toMatch(new RegExp(`^${begin}`))
    expect(lines.length).toBeGreaterThan(of === 'people' ? people : 4)
  }
}

/** The report says on paper what the page says, with its folds open and nothing to press. */
async function seePaper(page: Page): Promise<void> {
  await page.getByRole('link', { name: t('console.experiments.report'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/experiments/${ID}/report$`))
  await expect(
    page.getByRole('button', { name: t('console.experiments.print'), exact: true }),
  ).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations).toEqual([])
  await page.emulateMedia({ media: 'print' })
  const pdf = await page.pdf({ format: 'A4' })
  const words = execFileSync('pdftotext', ['-', '-'], { encoding: 'utf8', input: pdf }).replace(
    /\s+/g,
    ' ',
  )
  const chance = t('console.experiments.chance.text').split('. ').at(-1)!
  for (const said of [
    'Words on the plan step',
    t('console.experiments.verdict.betterHarm'),
    t('console.experiments.sequence.title'),
    t('console.experiments.column.day'),
    t('console.experiments.funnel.title'),
    t('console.experiments.days.title'),
    t('console.experiments.groups.title'),
    'The holidays began on this day.',
    chance,
  ])
    expect(words).toContain(said)
  for (const name of ['print', 'step.resume', 'files.sums', 'history.save'])
    expect(words).not.toContain(t(`console.experiments.${name}`))
  const closed = page.locator('main details:not([open])')
  await expect(closed).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.goBack()
}

test('goes from a question to the version that everybody sees', async ({
  browser,
  page,
  product,
  strict,
}) => {
  test.setTimeout(900_000)
  // Shipping over a draft is refused until it's decided what counts.
  strict.allow(REFUSED(409))
  const owner = await Publisher.of(product)
  await owner.publish(
    'What experiments count',
    metric('went-on', 'Went on'),
    metric('understood', 'Understood it'),
  )

  const editor = new Editor(page)
  await editor.signIn('experimenter')
  await page.goto('/admin/experiments')
  await page.getByRole('button', { name: t('console.experiments.make.button') }).click()
  const ask = (name: string) =>
    page.getByLabel(t(`console.experiments.make.${name}`), { exact: true })
  await ask('title').fill('Words on the plan step')
  await ask('hypothesis').fill('A button that says what happens next makes more people go on.')
  await ask('metric').selectOption('went-on')
  await page
    .getByRole('combobox', { name: t('console.experiments.make.changes'), exact: true })
    .fill('screen/redeem-license')
  await page.getByRole('option', { name: 'screen/redeem-license' }).click()
  await page
    .getByRole('group', { name: t('console.experiments.make.guardrails') })
    .getByRole('checkbox', { name: 'Understood it' })
    .check()
  const version = page.getByRole('region', {
    name: t('console.experiments.make.versionOf', { name: 'new' }),
  })
  await editor.openEntry('Short form', version)
  await editor.pick('button', 'onboarding.profile.button', version)
  await shot(page, 'make')
  await page.getByRole('button', { name: t('console.experiments.make.save') }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/experiments/${ID}$`), { timeout: 60_000 })
  await shot(page, 'planned')
  await replan(page)
  await seeBoth(page)
  await step(page, 'start')
  await expect(page.getByText(t('console.experiments.state.running'))).toBeVisible()

  const met = await meetAll(browser, product, BROWSERS)
  for (const { arm, drawn, isCounted } of met) {
    expect(drawn, 'nothing has changed since the first paint').toHaveLength(1)
    expect(drawn[0]).toContain(WORDS[arm])
    expect(isCounted).toBe(true)
  }
  // All in one arm happens once in half a million runs.
  expect(new Set(met.map(({ arm }) => arm)).size).toBe(2)
  await page.reload()
  const facts = page.getByRole('region', { name: t('console.experiments.verdict.label') })
  for (const [arm, name] of [
    ['control', t('console.experiments.asNow')],
    ['new', 'new'],
  ] as const) {
    const people = met.filter((each) => each.arm === arm).length
    await expect(
      facts.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) }),
    ).toContainText(t('console.experiments.facts.people', { people }))
  }
  await shot(page, 'counts')

  const people = await crowd(product.url)
  // Once a minute a server counts.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(t('console.experiments.state.harmed')).first()).toBeVisible()
  }).toPass({ timeout: 240_000 })
  await shot(page, 'harmed')
  await expect(
    page.getByText(t('console.experiments.known.harmOf', { metric: 'Understood it' })),
  ).toBeVisible()
  await expect(page.getByText(t('console.experiments.verdict.betterHarm'))).toBeVisible()
  await seeFigures(page)
  await takeAlong(page, people)
  await seePaper(page)
  for (const { arm, isCounted } of await meetAll(browser, product, AFTERWARDS))
    expect([arm, isCounted]).toEqual(['control', false])

  await step(page, 'resume')
  await shipOverDraft(page, owner)
  await expect(page).toHaveURL(/\/admin\/publish/)
  await shot(page, 'publish')
  // Who runs experiments doesn't publish pages.
  await owner.publish('The words that work')
  await page.goto(`/admin/experiments/${ID}`)
  await expect(page.getByText(t('console.experiments.state.shipped')).first()).toBeVisible()
  await shot(page, 'shipped')
  for (const { arm, isCounted } of await meetAll(browser, product, AFTERWARDS))
    expect([arm, isCounted]).toEqual(['new', false])
  await owner.close()
})
