/**
 * The frame around every page: its errors, its theme, its help, its brand, and what it does when a
 * part of it fails to load.
 */

import type { Page } from '@playwright/test'
import { Learner, textsIn } from './support/journey.ts'
import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

const COMMIT = 'commit@demo.test'

test.describe('error pages', () => {
  test('an unknown path is not found, in the words of the specification, and leads home', async ({
    learner,
    page,
  }) => {
    await page.goto('/no/such/page')
    await learner.expectAt('/error/404')
    await expect(page.getByRole('heading', { level: 1, name: 'oops', exact: true })).toBeVisible()
    await expect(
      page.getByText("The page you are looking for doesn't exist or an error occurred."),
    ).toBeVisible()
    await learner.link('error.home').click()
    await learner.expectAt('/home')
  })

  test('and leads back to where the user came from', async ({ learner, page }) => {
    await page.goto('/terms')
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1, name: 'oops' })).toBeVisible()
    await learner.button('error.back').click()
    await learner.expectAt('/terms')
  })

  test('a page that isn’t in the plan is offered, one for others isn’t allowed', async ({
    learner,
    page,
  }) => {
    await learner.logInByCall('behaviour@demo.test')
    await page.goto('/navigators/careers/all')
    await learner.expectAt('/locked/CareerExplorer')
    await expect(learner.link('upgrade.toAccess'), 'an upgrade opens it').toBeVisible()
    await page.goto('/admin')
    await learner.expectAt('/error/not-allowed')
    await expect(page.getByRole('heading', { level: 1, name: 'oops', exact: true })).toBeVisible()
    await expect(page.getByText('You are not allowed to access this page.')).toBeVisible()
    await learner.link('error.home').click()
    await learner.expectAt('/profile/home')
  })

  test('whoops leads to the previous page and home', async ({ learner, page }) => {
    await page.goto('/privacy')
    await page.goto('/error/whoops')
    await expect(page.getByRole('heading', { level: 1, name: 'whoops', exact: true })).toBeVisible()
    await expect(
      page.getByText('Something went wrong and we cannot load this page right now.'),
    ).toBeVisible()
    await learner.button('error.previous').click()
    await learner.expectAt('/privacy')
    await page.goto('/error/whoops')
    await learner.link('error.home').click()
    await learner.expectAt('/home')
  })

  for (const path of ['/error/404', '/error/not-allowed', '/error/whoops']) {
    test(`${path} asks again who is signed in`, async ({ learner, page }) => {
      await learner.logInByCall(COMMIT)
      await page.goto('/terms')
      await expect(learner.heading('page.terms')).toBeVisible()
      await learner.call('GET', 'auth/logout')
      await page.goto(path)
      await expect(learner.link('header.signup')).toBeVisible()
    })
  }

  test('data that fails to load shows an error in its place and can be retried', async ({
    learner,
    page,
    context,
    strict,
  }) => {
    strict.allow(REFUSED(500))
    await learner.logInByCall(COMMIT)
    await context.route('**/api/careers/matches*', (route) =>
      route.fulfill({ status: 500, json: { code: 'server/error', message: 'x' } }),
    )
    await page.goto('/navigators/careers/matches')
    await expect(page.getByText(learner.t('state.error.title'))).toBeVisible()
    await context.unroute('**/api/careers/matches*')
    await learner.button('common.tryAgain').click()
    await expect(page.getByText(learner.t('match.strong')).first()).toBeVisible()
  })
})

test.describe('start-up', () => {
  test('shows the fatal card in the exact words without a configuration, and starts when it arrives', async ({
    learner,
    page,
    context,
    strict,
  }) => {
    strict.allow(REFUSED(500), /Failed to load app configuration|start-up|server\/error/)
    await context.route('**/api/app-configuration', (route) =>
      route.fulfill({ status: 500, json: { code: 'server/error', message: 'It broke.' } }),
    )
    await page.goto('/home')
    const card = page.getByRole('alert')
    await expect(card).toContainText('Error Loading App')
    await expect(card).toContainText('Please check your connection and try again.')
    await expect(card).toContainText('Failed to load app configuration. Please try again.')
    await expect(card).toContainText('If the issue persists, please contact support.')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading App')
    await expect(page.getByRole('banner'), 'only the card shows').toHaveCount(0)
    await context.unroute('**/api/app-configuration')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(learner.heading('home.title')).toBeVisible()
  })

  test('uses the last configuration, page and user while offline', async ({
    learner,
    page,
    context,
    strict,
  }) => {
    strict.allow(NO_NET)
    await learner.logInByCall(COMMIT)
    await page.goto('/settings/account')
    await expect(learner.heading('settings.account')).toBeVisible()
    await learner.readyForOffline()
    await context.setOffline(true)
    await page.reload()
    await expect(learner.heading('settings.account')).toBeVisible()
    await expect(page.getByText(learner.t('state.offlineStrip'))).toBeVisible()
    await expect(page.getByText(COMMIT)).toBeVisible()
    // A page that was never opened says what is missing, and loads once there is a connection.
    await page.goto('/navigators/careers/matches')
    await expect(
      page.getByRole('heading', { level: 1, name: learner.t('failure.offline.title') }),
    ).toBeVisible()
    await context.setOffline(false)
    await learner.button('common.tryAgain').click()
    await expect(learner.heading('careers.matchesTitle')).toBeVisible()
  })
})

test('careers and a report that were opened once open offline, and are removed when their user leaves', async ({
  learner,
  page,
  context,
  strict,
}) => {
  strict.allow(NO_NET)
  const names = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto('/profile/home')
  await learner.readyForOffline()
  await page.goto('/reports/worker-type')
  await expect(page.getByRole('region', { name: learner.t('worker.bars.title') })).toBeVisible()
  await learner.readyForOffline()
  await page.goto('/navigators/careers/matches')
  const career = page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link')
  const title = await career.innerText()
  const heart = page.getByRole('button', { name: learner.t('card.save', { title }) })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await learner.readyForOffline()
  await career.click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await learner.readyForOffline()
  const path = new URL(page.url()).pathname

  await context.setOffline(true)
  await page.goto('/navigators/careers/matches')
  await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible()
  await expect(page.getByText(learner.t('state.offlineStrip'))).toBeVisible()
  await expect(heart, 'as it was saved last').toHaveAttribute('aria-pressed', 'true')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await page.goto('/reports/worker-type')
  await expect(page.getByRole('region', { name: learner.t('worker.bars.title') })).toBeVisible()
  await page.goto('/navigators/careers/favourites')
  await expect(
    page.getByRole('heading', { level: 1, name: learner.t('failure.offline.title') }),
    'what was never opened says so',
  ).toBeVisible()
  const cached = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      )
    ).flat(),
  )
  expect(
    cached.filter(
      (url) =>
        url.startsWith('/api/') && !/^\/api\/(bundles|documents|validators|themes)\//.test(url),
    ),
    'none of it is in the cache of the service worker',
  ).toEqual([])

  await context.setOffline(false)
  await page.goto('/settings/account')
  expect(await names()).toContain('tsela-pages')
  await learner.logOut()
  await learner.expectAt('/home')
  expect(await names()).not.toContain('tsela-pages')
})

test.describe('a chunk of the app that fails to load', () => {
  test.use({ serviceWorkers: 'block' })

  for (const kind of ['js', 'css']) {
    test(`(${kind}) reloads the page once, and then says so`, async ({
      learner,
      page,
      context,
      strict,
    }) => {
      strict.allow(/net::ERR_FAILED/, /dynamically imported module|preload CSS/)
      const part = new RegExp(`/assets/careers-[^/]+\\.${kind}$`)
      await learner.logInByCall(COMMIT)
      await page.goto('/profile/home')
      await expect(learner.heading('profileHome.hello', { name: 'Naledi' })).toBeVisible()
      let loads = 0
      page.on('load', () => loads++)
      await context.route(part, (route) => route.abort())
      await learner.link('profileHome.careersAll', { count: 12 }).click()
      await expect(
        page.getByRole('heading', { level: 1, name: learner.t('failure.error.title') }),
      ).toBeVisible()
      expect(loads, 'one reload, not a circle of them').toBe(1)
      await context.unroute(part)
      await learner.button('common.tryAgain').click()
      await expect(page.getByRole('searchbox')).toBeVisible()
    })
  }

  test('loads after the reload if a new release has replaced it', async ({
    learner,
    page,
    context,
    strict,
  }) => {
    strict.allow(/net::ERR_FAILED/)
    await learner.logInByCall(COMMIT)
    await page.goto('/profile/home')
    let refused = 0
    await context.route(/\/assets\/careers-[^/]+\.js$/, (route) =>
      refused++ === 0 ? route.abort() : route.continue(),
    )
    await learner.link('profileHome.careersAll', { count: 12 }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    expect(refused).toBe(2)
  })
})

test.describe('the theme showcase', () => {
  const SECTIONS = [
    'colors',
    'nav',
    'buttons',
    'cta',
    'pageCovers',
    'cards',
    'bars',
    'chips',
    'accordion',
    'text',
    'fields',
    'records',
    'assessments',
    'reports',
    'account',
  ]
  const LABELS = [
    'All',
    'Colors',
    'Navigation',
    'Buttons',
    'CTAS',
    'Page Cover',
    'Cards',
    'Progress Bars',
    'Chips',
    'Expansion panels',
    'Text and Typography',
    'Form fields',
    'Records',
    'Assessments',
    'Reports',
    'Account',
  ]

  test('lists its sections, starts with all of them, and gives each its own address', async ({
    learner,
    page,
  }) => {
    await learner.logInByCall(COMMIT)
    await page.goto('/theme')
    const list = page.getByRole('navigation', { name: learner.t('showcase.list') })
    await expect(list.getByRole('link')).toHaveText(LABELS)
    await expect(list.getByRole('link', { name: 'All', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(sections).toHaveText(LABELS.slice(1))
    for (const section of SECTIONS) {
      await list
        .getByRole('link', { name: learner.t(`showcase.labels.${section}`), exact: true })
        .click()
      await learner.expectAt(`/theme/${section}`)
      await expect(sections).toHaveText([learner.t(`showcase.labels.${section}`)])
    }
  })

  test('hides its pictures when asked to, and its bar is at 50', async ({ learner, page }) => {
    await learner.logInByCall(COMMIT)
    await page.goto('/theme/cta')
    const samples = page.getByRole('region', { name: learner.t('showcase.labels.cta') })
    await expect(samples).toBeVisible()
    // An icon is small; without its picture a card shows one in its place.
    const pictures = () =>
      samples
        .locator('svg')
        .evaluateAll(
          (drawn) => drawn.filter((svg) => svg.getBoundingClientRect().width > 80).length,
        )
    expect(await pictures()).toBe(1)
    await page.getByRole('switch', { name: learner.t('showcase.showImage') }).click()
    await expect.poll(pictures).toBe(0)
    await page.goto('/theme/bars')
    await expect(page.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', '50')
  })
})

test.describe('help', () => {
  test('is offered only where a chat is, if the configuration says so', async ({
    learner,
    page,
    context,
  }) => {
    await context.route('**/api/app-configuration', async (route) => {
      const answer = await route.fetch()
      const json = { ...((await answer.json()) as object), help: 'chat' }
      await route.fulfill({ response: answer, json })
    })
    await page.goto('/login')
    await expect(learner.heading('login.title')).toBeVisible()
    await expect(learner.button('frame.help')).toHaveCount(0)
  })

  test('opens a dialog with questions and answers, in the chosen language', async ({
    learner,
    page,
  }) => {
    await page.goto('/terms')
    await learner.button('frame.help').click()
    const dialog = page.getByRole('dialog', { name: learner.t('frame.help') })
    await dialog.getByText(learner.t('help.account.voucher.q')).click()
    await expect(dialog.getByText(/From your school/)).toBeVisible()
    await dialog.getByRole('searchbox').fill('bursary pay')
    await expect(dialog.getByText(/Never pay to apply/)).toBeVisible()
    await expect(dialog.getByText(learner.t('help.account.voucher.q'))).toBeHidden()
    const width = (await dialog.boundingBox())!.width
    expect(width).toBeLessThanOrEqual(550)
    // The first clears the search, as in any search field.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(learner.button('frame.help'), 'the focus is where it was').toBeFocused()
    await learner.choose('af')
    const af = textsIn('af')
    await page.getByRole('button', { name: af('frame.help') }).click()
    await expect(page.getByRole('dialog').getByText(af('help.account.voucher.q'))).toBeVisible()
  })

  test('was read once, and opens without a signal for somebody who isn’t signed in', async ({
    learner,
    page,
    context,
    strict,
  }) => {
    strict.allow(NO_NET)
    await page.goto('/login')
    await learner.button('frame.help').click()
    const dialog = page.getByRole('dialog', { name: learner.t('frame.help') })
    await expect(dialog.getByText(learner.t('help.account.voucher.q'))).toBeVisible()
    await learner.readyForOffline()
    await context.setOffline(true)
    await page.reload()
    await learner.button('frame.help').click()
    await dialog.getByText(learner.t('help.account.voucher.q')).click()
    await expect(dialog.getByText(/From your school/)).toBeVisible()
    await context.setOffline(false)
  })
})

test.describe('light and dark', () => {
  const ground = 'rgb(14, 17, 40)'

  test('follows the phone’s setting', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/home')
    await expect(page.locator('body')).toHaveCSS('background-color', ground)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('body')).not.toHaveCSS('background-color', ground)
  })

  test('is chosen in the user dropdown, and applied before anything is drawn next time', async ({
    learner,
    page,
  }) => {
    await learner.logInByCall(COMMIT)
    await page.goto('/profile/home')
    await learner.openUserMenu()
    await page.getByRole('radio', { name: learner.t('frame.schemes.dark') }).check()
    await page.keyboard.press('Escape')
    await expect(page.locator('body')).toHaveCSS('background-color', ground)
    await page.goto('/settings/account', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', ground)
  })
})

test.describe('the menu', () => {
  test('says, before the worker type is known, what opens each entry, and links to it', async ({
    learner,
    page,
  }) => {
    await learner.logInByCall('plus@demo.test')
    await page.goto('/settings/account')
    const menu = page.getByRole('navigation', { name: learner.t('frame.mainNav') })
    await menu.getByRole('button', { name: learner.t('menu.navigators') }).click()
    const careers = page
      .getByRole('dialog')
      .getByRole('button', { name: learner.t('menu.careers') })
    await expect(careers).toContainText(learner.t('menu.afterWorkerType'))
    await careers.click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: learner.t('frame.toWorkerType') })
      .click()
    await expect(learner.heading('holland_code.title')).toBeVisible()
  })

  test('offers the upgrade if the plan lacks something', async ({ learner, page }) => {
    await learner.onboardByCalls('DEMO-LITE')
    await learner.takeWorkerTypeByCalls()
    await page.goto('/profile/home')
    await page
      .getByRole('navigation', { name: learner.t('frame.mainNav') })
      .getByRole('button', { name: learner.t('menu.reports') })
      .click()
    const locked = page
      .getByRole('dialog')
      .getByRole('button', { name: learner.t('assessment.big_5.title') })
    await expect(locked).toContainText('Upgrade to Access')
    await locked.click()
    await expect(page.getByRole('dialog')).toContainText(
      'Your current package does not include this feature.',
    )
    await page
      .getByRole('dialog')
      .getByRole('link', { name: learner.t('upgrade.redeem') })
      .click()
    await learner.expectAt('/settings/account/upgrade#voucher')
  })

  test('on a desktop collapses and stays collapsed', async ({ learner, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await learner.logInByCall(COMMIT)
    await page.goto('/profile/home')
    await learner.button('frame.fold').click()
    await page.reload()
    await expect(learner.button('frame.unfold')).toBeVisible()
  })

  test('shows no home, guides or actions to an assessment-only account', async ({
    learner,
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await learner.logInByCall('behaviour@demo.test')
    await page.goto('/settings/account')
    const menu = page.getByRole('navigation', { name: learner.t('frame.mainNav') })
    await expect(menu.getByText(learner.t('menu.reports'))).toBeVisible()
    for (const entry of ['menu.home', 'menu.navigators', 'menu.actions', 'menu.cv'])
      await expect(menu.getByText(learner.t(entry), { exact: true })).toHaveCount(0)
  })
})

test.describe('demo mode', () => {
  /** How far visible elements have shifted, by Chromium's own measure. */
  function moved(page: Page): Promise<number> {
    return page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => done(sum), 300)
        }),
    )
  }

  test('is shown on every page from the first view on, without a layout shift', async ({
    learner,
    page,
    product,
    request,
  }) => {
    const sentence = learner.t('frame.demo')
    const strip = page.getByRole('note').filter({ hasText: sentence })
    // Before any script runs, on pages that the server renders and on those that it doesn't.
    for (const path of ['/home', '/profile/home', '/shell'])
      expect(await (await request.get(product.url + path)).text()).toContain(sentence)
    for (const path of ['/home', '/login', '/no/such/page']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(strip).toBeVisible()
      expect(await moved(page), path).toBeLessThan(0.02)
    }
    await page.goto('/terms')
    await learner.choose('af')
    await expect(
      page.getByRole('note').filter({ hasText: textsIn('af')('frame.demo') }),
    ).toBeVisible()
    await learner.choose('en')
    await learner.logInByCall('owner@demo.test')
    for (const path of ['/profile/home', '/reports/value-scales', '/admin', '/settings/account']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(strip).toBeVisible()
    }
  })
})

test.describe('the second tenant', () => {
  test('has its own brand, home page, colours and people', async ({
    learner,
    page,
    product,
    strict,
  }) => {
    strict.allow(REFUSED(401))
    // Its default is Afrikaans; a user who has chosen English keeps it.
    await page.addInitScript(() => localStorage.setItem('language', 'en'))
    await page.goto('/home')
    const own = await page
      .locator('html')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--primary-8').trim())
    await page.goto(`${product.pluggedin}/`)
    await learner.expectAt('/home', product.pluggedin)
    await expect(learner.heading('home.titlePluggedin')).toBeVisible()
    await expect(page).toHaveTitle(/PluggedIn$/)
    await expect(page.getByRole('banner').getByRole('link', { name: /pluggedin/ })).toBeVisible()
    expect(
      await page
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--primary-8').trim()),
    ).not.toBe(own)
    await page.goto(`${product.pluggedin}/login`)
    await learner.logIn({ email: COMMIT, password: 'Demo1234' })
    await expect(page.getByRole('alert').getByText(learner.t('problem.login.failed'))).toBeVisible()
    await learner.logIn({ email: 'commit@pluggedin.test', password: 'Demo1234' })
    await learner.expectAt('/profile/home', product.pluggedin)
    // A user who is signed in there is signed out here.
    await page.goto(`${product.url}/profile/home`)
    await learner.expectAt('/login?redirect=%2Fprofile%2Fhome')
  })
})

test('the footer shows what the specification asks for', async ({ page }) => {
  await page.goto('/home')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(String(new Date().getFullYear()))
  await expect(footer).toContainText('Tsela')
  await expect(footer).toContainText('1.52.2')
  await expect(footer.getByRole('link')).toHaveText(['Terms of use', 'Privacy'])
})

test('a career is saved once by a double tap, and is among the saved ones on the next visit', async ({
  page,
  product,
}) => {
  const learner = new Learner(page, product)
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto('/navigators/careers/matches')
  const heart = page.getByRole('button', { name: /^Save / }).first()
  await heart.dblclick()
  await expect(heart).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Save / }).first()).toHaveAttribute(
    'aria-pressed',
    /true|false/,
  )
  const pressed = await page
    .getByRole('button', { name: /^Save / })
    .first()
    .getAttribute('aria-pressed')
  const user = await learner.call<{ profile: { favourites: { careers?: string[] } } }>(
    'GET',
    'auth/get-user',
  )
  expect(user.profile.favourites.careers ?? []).toHaveLength(pressed === 'true' ? 1 : 0)
})

test('a language that is chosen before the app has started is the one it starts in', async ({
  learner,
  page,
}) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('combobox').selectOption({ label: 'Afrikaans' })
  go()
  await expect(page.locator('html')).toHaveAttribute('lang', 'af')
  await expect(page.getByRole('combobox')).toHaveValue('af')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'af')
  await learner.expectAt('/home')
})
