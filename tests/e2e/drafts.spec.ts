/**
 * Harmful drafts block publishing, each with its position; two admins editing one document lose
 * nothing; nor does one who is offline.
 */

import { placeInWords } from '#admin/parts/place.ts'
import { readOut } from '#admin/parts/readout.ts'
import { Editor } from './support/editor.ts'
import { Publisher, textChange, type Change } from './support/publisher.ts'
import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 15_000 })
test.describe.configure({ timeout: 120_000 })

test.afterEach(async ({ product }) => {
  const owner = await Publisher.of(product)
  await owner.discardAll()
  await owner.close()
})

type Item = { readonly id: string } & Readonly<Record<string, unknown>>
type Bad = Change & {
  readonly name: string
  readonly document: string
  readonly at: string
  readonly says: string
  readonly suggests?: string
}

/** The wanted entries of a list in a document; null removes one. */
function eachOf(list: string, id: string, change: (item: Item) => Item | null): Change['edit'] {
  return (document) => ({
    ...document,
    [list]: (document[list] as Item[])
      .map((item) => (item.id === id ? change(item) : item))
      .filter((item) => item !== null),
  })
}

/** Every one of these would do harm, or not what its author intended. */
const BAD: readonly Bad[] = [
  {
    name: 'a redirect loop',
    kind: 'flow',
    id: 'onboarding',
    edit: eachOf('rows', 'profile', (row) => ({
      ...row,
      then: { go: 'redirect', to: 'profileHomePage' },
    })),
    document: 'route-group/auth',
    at: '/routes/loginPage',
    says: 'is sent round in circles',
  },
  {
    name: 'a misspelt variable',
    kind: 'menu',
    id: 'main',
    edit: eachOf('items', 'home', (item) => ({
      ...item,
      show: { '==': [{ var: 'user.app.accountTyp' }, 'power'] },
    })),
    document: 'menu/main',
    at: '/items/home/show/==/0/var',
    says: 'there is no variable called "user.app.accountTyp"',
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
  {
    name: 'a missing translation',
    ...textChange('en', 'menu.events', 'Events'),
    document: 'locale/af',
    at: '/texts/menu/events',
    says: 'no Afrikaans text for "menu.events"',
  },
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
  {
    name: 'a script in a text',
    ...textChange('en', 'menu.home', '<script>alert(1)</script>'),
    document: 'locale/en',
    at: '/texts/menu/home',
    says: 'only b, p, strong',
  },
  {
    name: 'a way to the prototype',
    kind: 'menu',
    id: 'main',
    edit: eachOf('items', 'home', (item) => ({ ...item, show: { var: '__proto__.polluted' } })),
    document: 'menu/main',
    at: '/items/home/show/var',
    says: 'there is no variable called "__proto__.polluted"',
  },
]

test.describe('publishing', () => {
  for (const bad of BAD) {
    test(`is refused for ${bad.name}, which is named with its position, and none of it goes live`, async ({
      page,
      product,
      strict,
    }) => {
      // What can't be published may not be seen beforehand either.
      strict.allow(REFUSED(422))
      const owner = await Publisher.of(product)
      const before = await owner.live()
      await owner.draft(bad)

      const editor = new Editor(page)
      await editor.signIn('publisher')
      await page.goto('/admin/publish')
      const problem = page.getByRole('listitem').filter({ hasText: bad.says }).first()
      await expect(problem).toBeVisible({ timeout: 60_000 })
      await expect(problem).toContainText(
        placeInWords(bad.at, (step) => {
          // Entries have ids, and no label.
          try {
            return editor.t(`console.form.member.${step}`)
          } catch {
            return readOut(step)
          }
        }),
      )
      if (bad.suggests !== undefined)
        await expect(problem).toContainText(
          editor.t('console.problems.meant', { suggestion: bad.suggests }),
        )
      await page
        .getByRole('textbox', { name: editor.t('console.publish.message') })
        .fill('Let it through')
      await expect(
        page.getByRole('button', { name: editor.t('console.publish.button'), exact: true }),
      ).toBeDisabled()

      // Nor does the server accept it from a client that bypasses the page.
      const refused = await owner.refused('POST', 'admin/releases', { message: 'Let it through' })
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: 'release/problems',
          problems: expect.arrayContaining([
            expect.objectContaining({
              document: bad.document,
              pointer: bad.at,
              ...(bad.suggests !== undefined && { suggestion: bad.suggests }),
            }),
          ]),
        },
      })
      expect(await owner.live()).toBe(before)
      await problem.getByRole('button', { name: editor.t('console.problems.jump') }).click()
      await expect(page).toHaveURL(
        (url) =>
          url.pathname === `/admin/document/${bad.document}` &&
          url.searchParams.get('at') === bad.at,
      )
      await owner.close()
    })
  }
})

test.describe('two admins editing one document', () => {
  test('lose nothing: the second sees both edits, decides where they overlap, and both are saved', async ({
    page,
    browser,
    product,
    strict,
  }) => {
    strict.allow(REFUSED(412))
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    await strict.watch(context)
    const [first, second] = [new Editor(page), new Editor(await context.newPage())]
    await first.signIn('publisher')
    await second.signIn('editor')
    for (const editor of [first, second]) await editor.openDocument('menu', 'footer')

    await first.field('documentTitle').fill('Foot of the first')
    await first.openEntry('Terms', first.group('items'))
    await first.addMember('hint', first.group('items'))
    await first.pick('hint', 'menu.reportsHint', first.group('items'))
    const owner = await Publisher.of(product)
    const stored = () =>
      owner.send<{ effective: { title: string; items: Item[] } }>(
        'GET',
        'admin/documents/menu/footer',
      )
    // "Saved" may stand there from the first of these edits already.
    await expect
      .poll(async () => (await stored()).effective.items.map(({ hint }) => hint))
      .toContain('menu.reportsHint')

    // The second's edits are saved as one: a slow machine would save the first of them before the
    // next is made, and ask then.
    let release = (): void => undefined
    const made = new Promise<void>((resolve) => {
      release = resolve
    })
    await second.page.route(
      (url) => url.pathname.startsWith('/api/admin/'),
      async (route) => {
        if (route.request().method() !== 'GET') await made
        await route.continue()
      },
    )
    await second.field('documentTitle').fill('Foot of the second')
    await second.openEntry('Privacy', second.group('items'))
    await second.addMember('hint', second.group('items'))
    await second.pick('hint', 'menu.navigatorsHint', second.group('items'))
    release()
    const dialog = second.page.getByRole('dialog', { name: second.t('console.merge.title') })
    await expect(dialog).toBeVisible()
    await expect(
      dialog.getByRole('region', { name: second.t('console.merge.theirs') }),
    ).toContainText('Foot of the first')
    await expect(
      dialog.getByRole('region', { name: second.t('console.merge.mine') }),
    ).toContainText('Foot of the second')
    const together = dialog.getByRole('button', {
      name: second.t('console.merge.open', { count: 1 }),
    })
    await expect(together).toBeDisabled()
    await dialog.getByRole('radio', { name: second.t('console.merge.keepMine') }).check()
    await dialog.getByRole('button', { name: second.t('console.merge.button') }).click()
    await expect(dialog).toBeHidden()
    await second.saved()

    const { effective } = await stored()
    expect(effective.title).toBe('Foot of the second')
    expect(effective.items.map(({ id, hint }) => [id, hint])).toEqual([
      ['terms', 'menu.reportsHint'],
      ['privacy', 'menu.navigatorsHint'],
    ])
    await owner.close()
    await context.close()
  })

  test('keep what they typed offline, even after a reload', async ({
    page,
    context,
    product,
    strict,
  }) => {
    strict.allow(NO_NET)
    const editor = new Editor(page)
    await editor.signIn('publisher')
    await editor.openDocument('menu', 'footer')
    const title = editor.field('documentTitle')
    const offline = page.getByRole('status').filter({ hasText: editor.t('console.saving.offline') })
    await context.setOffline(true)
    await title.fill('Typed in a tunnel')
    await expect(offline).toBeVisible()
    await context.setOffline(false)
    await editor.saved()

    // The page can be loaded but not saved: it then shows what this device has stored.
    await context.route('**/api/admin/drafts/**', (route) => route.abort('connectionreset'))
    await title.fill('Typed in a longer tunnel')
    await page.reload()
    await expect(title).toHaveValue('Typed in a longer tunnel')
    await expect(offline).toBeVisible()
    await title.focus()
    await page.keyboard.press('Control+z')
    await expect(title, 'the server has the first').toHaveValue('Typed in a tunnel')
    await page.keyboard.press('Control+Shift+z')
    await expect(title).toHaveValue('Typed in a longer tunnel')
    await context.unroute('**/api/admin/drafts/**')
    // The page says when the connection is back.
    await context.setOffline(true)
    await context.setOffline(false)
    await editor.saved()

    const owner = await Publisher.of(product)
    const { effective } = await owner.send<{ effective: { title: string } }>(
      'GET',
      'admin/documents/menu/footer',
    )
    expect(effective.title).toBe('Typed in a longer tunnel')
    await owner.close()
  })
})
