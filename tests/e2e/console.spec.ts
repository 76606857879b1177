/**
 * Tenants change the product without a deployment: an admin changes documents by hand in the form, a learner in a second
 * browser has it at the next navigation, and one click takes it back.
 */

import type { Browser } from '@playwright/test'
import { Editor } from './support/editor.ts'
import { Learner } from './support/journey.ts'
import type { Product } from './support/product.ts'
import { Publisher, textChange, type Change } from './support/publisher.ts'
import { expect, NO_NET, REFUSED, test, type Strict } from './support/strict.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.describe.configure({ mode: 'serial' })

/** What a tenant has that has published nothing. */
const SHIPPED = 'As the product ships'

/** Somebody with a phone of their own, watched like everybody else. */
async function phone(browser: Browser, product: Product, strict: Strict): Promise<Learner> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' })
  await strict.watch(context)
  return new Learner(await context.newPage(), product, 'en')
}

/** What a test leaves behind is taken away, whatever came of it. */
async function tidyUp(product: Product, published: boolean): Promise<void> {
  const owner = await Publisher.of(product)
  await owner.discardAll()
  if (published) await owner.takeBack(await owner.first())
  await owner.close()
}

test.describe('an admin, by hand in the form', () => {
  test.setTimeout(180_000)
  test.afterEach(async ({ product }) => tidyUp(product, true))

  test('puts onboarding into another order', async ({ page, browser, product, strict }) => {
    const learner = await phone(browser, product, strict)
    await learner.openHome()
    await learner.signUp()
    await learner.consent()
    await expect(learner.heading('onboarding.confirm.title')).toBeVisible()

    const editor = new Editor(page)
    await editor.signIn('publisher')
    await editor.openDocument('flow', 'onboarding')
    await editor.form.getByRole('button', { name: editor.t('console.form.up', { label: 'redeem' }), exact: true }).click()
    await editor.saved()
    await editor.publish('The voucher comes first')

    await learner.page.goto('/profile/home')
    await expect(learner.heading('onboarding.plan.title')).toBeVisible()
    await editor.goBackTo(SHIPPED)
    await learner.page.goto('/profile/home')
    await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
    await learner.page.context().close()
  })

  test('adds a question to the first profile', async ({ page, browser, product, strict }) => {
    const learner = await phone(browser, product, strict)
    await learner.openHome()
    await learner.signUp()
    await learner.consent()
    await learner.confirm()
    await learner.redeem('DEMO-COMMIT')
    await expect(learner.heading('onboarding.profile.title')).toBeVisible()
    await expect(learner.field('field.jobTitle')).toHaveCount(0)

    const editor = new Editor(page)
    await editor.signIn('publisher')
    await editor.openDocument('profile-section', 'initialProfile')
    await editor.add('fields')
    await editor.rename('dreamJob')
    const fields = editor.group('fields')
    await editor.pick('label', 'field.jobTitle', fields)
    await editor.saved()
    await editor.publish('We ask for the job that you dream of')

    await learner.page.reload()
    await learner.page.getByRole('textbox', { name: learner.t('field.birthDate') }).fill('2008-04-17')
    await learner.page.getByRole('textbox', { name: learner.t('field.firstName') }).fill('Naledi')
    await learner.page.getByRole('textbox', { name: learner.t('field.lastName') }).fill('Mokoena')
    await learner.field('field.jobTitle').fill('Beekeeper')
    await learner.button('onboarding.profile.button').click()
    await expect(learner.heading('holland_code.title')).toBeVisible()
    const user = await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')
    expect(user.profile['dreamJob']).toBe('Beekeeper')
    await learner.page.context().close()
  })

  test('adds a profile section that learners fill in', async ({ page, browser, product, strict }) => {
    const learner = await phone(browser, product, strict)
    await learner.logInByCall('done@demo.test')
    await learner.page.goto('/cv')
    await expect(learner.link('field.languages')).toHaveCount(0)

    const editor = new Editor(page)
    await editor.signIn('publisher')
    await page.goto('/admin/documents/profile-section')
    await page.getByRole('button', { name: editor.t('console.documents.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: editor.t('console.new.id') }).fill('hobbies')
    await dialog.getByRole('textbox', { name: editor.t('console.new.name') }).fill('Hobbies')
    await dialog.getByRole('combobox', { name: editor.t('console.new.from') }).selectOption('about')
    await dialog.getByRole('button', { name: editor.t('console.new.button') }).click()
    await expect(page).toHaveURL(/\/admin\/document\/profile-section\/hobbies$/)
    await editor.openDocument('profile-section', 'hobbies')
    await editor.pick('label', 'field.languages')
    await editor.openEntry('about', editor.group('fields'))
    await editor.rename('hobbies', editor.group('fields'))
    await editor.field('route').fill('hobbies')
    const complete = editor.group('completeness').getByRole('textbox').last()
    if ((await complete.count()) > 0) await complete.fill('hobbies')
    await editor.saved()
    await editor.publish('A section for hobbies')

    await learner.page.goto('/cv')
    await learner.page.getByRole('link', { name: learner.t('field.languages') }).click()
    await learner.page.getByRole('textbox').fill('Beekeeping')
    await learner.page.getByRole('main').getByRole('button').last().click()
    await expect.poll(async () => (await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')).profile['hobbies']).toBe('Beekeeping')
    await learner.page.context().close()
  })

  test('adds a page with a menu entry for one plan in one country', async ({ page, browser, product, strict }) => {
    const editor = new Editor(page)
    await editor.signIn('publisher')
    await page.goto('/admin/documents/screen')
    await page.getByRole('button', { name: editor.t('console.documents.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: editor.t('console.new.id') }).fill('events')
    await dialog.getByRole('textbox', { name: editor.t('console.new.name') }).fill('Events')
    await dialog.getByRole('button', { name: editor.t('console.new.button') }).click()
    await expect(page).toHaveURL(/\/admin\/document\/screen\/events$/)
    await editor.openDocument('screen', 'events')
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
    await onlyFor(editor, { plan: 'powerPlus', country: 'ZA' })
    await editor.saved()
    await editor.publish('Events, for Commit+ in South Africa')

    const one = await phone(browser, product, strict)
    await one.logInByCall('done@demo.test')
    await one.page.goto('/profile/home')
    await expect(one.page.getByRole('heading', { level: 1 })).toBeVisible()
    await openMore(one)
    await one.page.getByRole('link', { name: one.t('page.explore'), exact: true }).click()
    await one.expectAt('/events')
    await expect(one.heading('page.explore')).toBeVisible()
    await one.page.context().close()

    const other = await phone(browser, product, strict)
    await other.logInByCall('commit@demo.test')
    await other.page.goto('/profile/home')
    await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
    await openMore(other)
    await expect(other.page.getByRole('link', { name: other.t('page.explore'), exact: true })).toHaveCount(0)
    await other.page.context().close()
  })

  test('changes the layout of a report', async ({ page, browser, product, strict }) => {
    const learner = await phone(browser, product, strict)
    await learner.logInByCall('commit@demo.test')
    await learner.page.goto('/reports/worker-type')
    const advice = learner.page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(advice.first()).toBeVisible()
    await expect(learner.page.getByRole('heading', { name: learner.t('lesson.cardTitle') })).toBeVisible()
    const before = await advice.allInnerTexts()

    const editor = new Editor(page)
    await editor.signIn('publisher')
    await editor.openDocument('report', 'worker-type')
    const up = editor.form.getByRole('button', { name: editor.t('console.form.up', { label: editor.t('console.form.widget.type-advice') }), exact: true })
    await up.click()
    await up.click()
    await editor.saved()
    await editor.publish('Advice before the numbers')

    await learner.page.goto('/reports/worker-type')
    // The same parts, in another order.
    await expect.poll(async () => (await advice.allInnerTexts()).sort()).toEqual([...before].sort())
    expect(await advice.allInnerTexts()).not.toEqual(before)
    await learner.page.context().close()
  })

  test('renames a button in two languages, and one click takes it back', async ({ page, browser, product, strict }) => {
    const learner = await phone(browser, product, strict)
    await learner.page.goto('/login')
    await expect(learner.button('login.button')).toBeVisible()

    const editor = new Editor(page)
    await editor.signIn('publisher')
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

    await learner.page.goto('/login')
    await expect(learner.page.getByRole('button', { name: 'Come in', exact: true })).toBeVisible()
    await learner.choose('af')
    await expect(learner.page.getByRole('button', { name: 'Kom binne', exact: true })).toBeVisible()
    await editor.goBackTo(SHIPPED)
    await learner.page.goto('/login')
    await expect(learner.page.getByRole('button', { name: 'Kom binne', exact: true })).toHaveCount(0)
    await learner.page.context().close()
  })
})

type Item = { readonly id: string } & Readonly<Record<string, unknown>>
type Bad = Change & { readonly name: string; readonly document: string; readonly at: string; readonly says: string; readonly suggests?: string }

/** The entries of a list of a document, each as it shall be; null takes it away. */
function eachOf(list: string, id: string, change: (item: Item) => Item | null): Change['edit'] {
  return (document) => ({ ...document, [list]: (document[list] as Item[]).map((item) => (item.id === id ? change(item) : item)).filter((item) => item !== null) })
}

/** Every one of these would do harm, or nothing that its author meant. */
const BAD: readonly Bad[] = [
  {
    name: 'a redirect loop',
    kind: 'flow',
    id: 'onboarding',
    edit: eachOf('rows', 'profile', (row) => ({ ...row, then: { go: 'redirect', to: 'profileHomePage' } })),
    document: 'route-group/auth',
    at: '/routes/home',
    says: 'is sent round in circles',
  },
  {
    name: 'a misspelt variable',
    kind: 'menu',
    id: 'main',
    edit: eachOf('items', 'home', (item) => ({ ...item, show: { '==': [{ var: 'user.app.accountTyp' }, 'power'] } })),
    document: 'menu/main',
    at: '/items/home/show/==/0/var',
    says: 'no variable is called "user.app.accountTyp"',
    suggests: 'user.app.accountType',
  },
  {
    name: 'an unknown widget',
    kind: 'screen',
    id: 'cv',
    edit: eachOf('children', 'title', (node) => ({ ...node, type: 'page-titel' })),
    document: 'screen/cv',
    at: '/children/title/type',
    says: 'unknown widget "page-titel"',
    suggests: 'page-title',
  },
  { name: 'a missing translation', ...textChange('en', 'menu.events', 'Events'), document: 'locale/af', at: '/texts/menu/events', says: 'no Afrikaans text for "menu.events"' },
  {
    name: 'a consent step that is gone',
    kind: 'flow',
    id: 'onboarding',
    edit: eachOf('rows', 'consent-first', () => null),
    document: 'flow/onboarding',
    at: '/rows/consent-first',
    says: '"consent-first" is locked',
  },
  {
    name: 'a pattern of somebody’s own',
    kind: 'profile-section',
    id: 'about',
    edit: eachOf('fields', 'about', (field) => ({ ...field, pattern: '^(a+)+$' })),
    document: 'profile-section/about',
    at: '/fields/about/pattern',
    says: 'nothing here is called "pattern"',
  },
  { name: 'a script in a text', ...textChange('en', 'menu.home', '<script>alert(1)</script>'), document: 'locale/en', at: '/texts/menu/home', says: 'only b, p, strong' },
  {
    name: 'a way to the prototype',
    kind: 'menu',
    id: 'main',
    edit: eachOf('items', 'home', (item) => ({ ...item, show: { var: '__proto__.polluted' } })),
    document: 'menu/main',
    at: '/items/home/show/var',
    says: 'no variable is called "__proto__.polluted"',
  },
]

test.describe('publishing', () => {
  test.setTimeout(120_000)
  test.afterEach(async ({ product }) => tidyUp(product, false))

  for (const bad of BAD) {
    test(`is refused for ${bad.name}, which is named with its place, and nothing of it is live`, async ({ page, product, strict }) => {
      const owner = await Publisher.of(product)
      const before = await owner.live()
      await owner.draft(bad)

      const editor = new Editor(page)
      await editor.signIn('publisher')
      await page.goto('/admin/publish')
      const problem = page.getByRole('listitem').filter({ hasText: bad.says }).first()
      await expect(problem).toBeVisible({ timeout: 60_000 })
      await expect(problem).toContainText([bad.document, ...bad.at.split('/').slice(1)].join(' › '))
      if (bad.suggests !== undefined) await expect(problem).toContainText(editor.t('console.problems.meant', { suggestion: bad.suggests }))
      await page.getByRole('textbox', { name: editor.t('console.publish.message') }).fill('Let it through')
      await expect(page.getByRole('button', { name: editor.t('console.publish.button'), exact: true })).toBeDisabled()

      // Nor does the server take it from whoever does not ask the page.
      strict.allow(REFUSED(422))
      const refused = await owner.refused('POST', 'admin/releases', { message: 'Let it through' })
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: 'release/problems',
          problems: expect.arrayContaining([expect.objectContaining({ document: bad.document, pointer: bad.at, ...(bad.suggests !== undefined && { suggestion: bad.suggests }) })]),
        },
      })
      expect(await owner.live()).toBe(before)
      await problem.getByRole('button', { name: editor.t('console.problems.jump') }).click()
      await expect(page).toHaveURL(new RegExp(`/admin/document/${bad.document.replace('/', '/')}$`))
      await owner.close()
    })
  }
})

test.describe('two admins at one document', () => {
  test.setTimeout(120_000)
  test.afterEach(async ({ product }) => tidyUp(product, false))

  test('lose nothing: the second is shown both edits, decides where they meet, and both are in it', async ({ page, browser, product, strict }) => {
    strict.allow(REFUSED(412))
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    await strict.watch(context)
    const [first, second] = [new Editor(page), new Editor(await context.newPage())]
    await first.signIn('publisher')
    await second.signIn('editor')
    for (const editor of [first, second]) await editor.openDocument('menu', 'footer')

    await first.field('documentTitle').fill('Foot of the first')
    await first.openEntry('Terms', first.group('items'))
    await first.addMember('hint', first.group('items'))
    await first.pick('hint', 'menu.reportsHint', first.group('items'))
    await first.saved()

    await second.field('documentTitle').fill('Foot of the second')
    await second.openEntry('Privacy', second.group('items'))
    await second.addMember('hint', second.group('items'))
    await second.pick('hint', 'menu.navigatorsHint', second.group('items'))
    const dialog = second.page.getByRole('dialog', { name: second.t('console.merge.title') })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('region', { name: second.t('console.merge.theirs') })).toContainText('Foot of the first')
    await expect(dialog.getByRole('region', { name: second.t('console.merge.mine') })).toContainText('Foot of the second')
    const together = dialog.getByRole('button', { name: second.t('console.merge.open', { count: 1 }) })
    await expect(together).toBeDisabled()
    await dialog.getByRole('radio', { name: second.t('console.merge.keepMine') }).check()
    await dialog.getByRole('button', { name: second.t('console.merge.button') }).click()
    await expect(dialog).toBeHidden()
    await second.saved()

    const owner = await Publisher.of(product)
    const { effective } = await owner.send<{ effective: { title: string; items: Item[] } }>('GET', 'admin/documents/menu/footer')
    expect(effective.title).toBe('Foot of the second')
    expect(effective.items.map(({ id, hint }) => [id, hint])).toEqual([
      ['terms', 'menu.reportsHint'],
      ['privacy', 'menu.navigatorsHint'],
    ])
    await owner.close()
    await context.close()
  })

  test('keep what they typed without a signal, and over a reload', async ({ page, context, strict }) => {
    strict.allow(NO_NET)
    const editor = new Editor(page)
    await editor.signIn('publisher')
    await editor.openDocument('menu', 'footer')
    await context.setOffline(true)
    await editor.field('documentTitle').fill('Typed in a tunnel')
    await expect(page.getByRole('status').filter({ hasText: editor.t('console.saving.offline') })).toBeVisible()
    await context.setOffline(false)
    await editor.saved()
    await editor.openDocument('menu', 'footer')
    await expect(editor.field('documentTitle')).toHaveValue('Typed in a tunnel')
    await page.keyboard.press('Control+z')
    await expect(editor.field('documentTitle')).toHaveValue('Typed in a tunnel')
    await editor.field('documentTitle').fill('Once more')
    await page.keyboard.press('Control+z')
    await expect(editor.field('documentTitle')).toHaveValue('Typed in a tunnel')
    await page.keyboard.press('Control+Shift+z')
    await expect(editor.field('documentTitle')).toHaveValue('Once more')
    await editor.saved()
  })
})

/** The rest of the menu of a phone. */
async function openMore({ page, t }: Learner): Promise<void> {
  const more = page.getByRole('button', { name: t('frame.more'), exact: true })
  if (await more.isVisible()) await more.click()
}

/** A rule by hand: both conditions hold. */
async function onlyFor(editor: Editor, { plan, country }: { plan: string; country: string }): Promise<void> {
  const { t } = editor
  const form = editor.group('show')
  await form.getByRole('button', { name: new RegExp(`^${t('console.form.change')}`) }).click()
  const add = form.getByRole('button', { name: t('console.rule.addCondition'), exact: true })
  for (const [variable, value, index] of [
    ['user.app.accountType', plan, 0],
    ['facts.country', country, 1],
  ] as const) {
    await add.click()
    const subject = form.getByRole('combobox', { name: t('console.rule.variable'), exact: true }).nth(index)
    await subject.click()
    await subject.fill(variable)
    await subject.press('Enter')
    const said = form.getByRole(index === 0 ? 'combobox' : 'textbox', { name: t('console.rule.value'), exact: true }).last()
    if (index === 0) await said.selectOption(value)
    else {
      await said.fill(value)
      await said.press('Enter')
    }
  }
}
