/**
 * Third-party services in a real browser under the real policy: no request before consent, exactly
 * the configured ones after it, and none for minors. Every third-party host is answered here;
 * nothing leaves the machine.
 */

import type { BrowserContext } from '@playwright/test'
import type { Product } from './support/product.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test, type Strict } from './support/strict.ts'

const MIXPANEL = '0123456789abcdef0123456789abcdef'
const INTEGRATIONS = { googleAnalyticsCode: 'G-ABC1234567', mixpanelId: MIXPANEL }
const GTAG = 'https://www.googletagmanager.com/gtag/js?id=G-ABC1234567'
const MIXPANEL_SCRIPT = 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js'
const COLLECT = 'https://region1.google-analytics.com/g/collect?v=2'

/**
 * What Google's script does as far as a policy can tell: reads its queue, loads no more, and sends.
 */
const GTAG_STUB = `fetch(${JSON.stringify(COLLECT)}, { method: 'POST', mode: 'no-cors' }); window.gtagCame = window.dataLayer.length`
const MIXPANEL_STUB = `const early = window.mixpanel; window.mixpanel = { came: early.slice(), told: [], track(name, properties) { this.told.push([name, properties]) } }`

/** Responds for every host but ours, and lets the strict checks record each request. */
async function answerForOthers(context: BrowserContext, strict: Strict): Promise<void> {
  strict.allow(
    /request to another origin: https:\/\/(www\.googletagmanager\.com|cdn\.mxpnl\.com|region1\.google-analytics\.com)\//,
  )
  await context.route(
    (url) => url.hostname !== 'localhost' && !url.hostname.endsWith('.localhost'),
    (route) => {
      const url = route.request().url()
      if (url === GTAG) return route.fulfill({ contentType: 'text/javascript', body: GTAG_STUB })
      if (url === MIXPANEL_SCRIPT)
        return route.fulfill({ contentType: 'text/javascript', body: MIXPANEL_STUB })
      return route.fulfill({ status: 204, body: '' })
    },
  )
}

/** Publishes the services of the tenant, as its owner. */
async function configure(product: Product, integrations: object): Promise<void> {
  const publisher = await Publisher.of(product)
  await publisher.publish('services', {
    kind: 'config',
    id: 'default',
    edit: (config) => ({ ...config, integrations }),
  })
  await publisher.close()
}

test.describe.configure({ mode: 'serial' })

test.describe('third-party services', () => {
  test.beforeAll(({ product }) => configure(product, INTEGRATIONS))
  test.afterAll(({ product }) => configure(product, {}))

  test('aren’t loaded for a signed-out visitor, and the policy names only them', async ({
    page,
    context,
    strict,
    learner,
  }) => {
    await answerForOthers(context, strict)
    const answer = await page.goto('/home')
    const policy = answer!.headers()['content-security-policy']!
    expect(/script-src ([^;]*)/.exec(policy)![1]).toBe(
      "'self' https://www.googletagmanager.com https://cdn.mxpnl.com",
    )
    await expect(learner.heading('home.title')).toBeVisible()
    await page.goto('/terms')
    await expect(learner.heading('page.terms')).toBeVisible()
    expect(strict.strangers).toEqual([])
  })

  test('aren’t loaded before consent, and exactly the configured ones are loaded after it', async ({
    page,
    context,
    strict,
    learner,
  }) => {
    await answerForOthers(context, strict)
    await learner.logInByCall('commit@demo.test')
    await page.goto('/profile/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/terms')
    await expect(learner.heading('page.terms')).toBeVisible()
    expect(strict.strangers, 'of age, and has not agreed').toEqual([])

    await learner.call('PUT', 'users/consents', {
      terms: true,
      marketing: true,
      researchContact: false,
    })
    await page.goto('/terms')
    await expect
      .poll(() => [...strict.strangers].sort(), { message: 'exactly the configured ones' })
      .toEqual([GTAG, MIXPANEL_SCRIPT, COLLECT].sort())
    const told = await page.evaluate(() => {
      const { mixpanel, dataLayer } = window as unknown as {
        mixpanel: { came: unknown[] }
        dataLayer: ArrayLike<unknown>[]
      }
      return { mixpanel: mixpanel.came, google: dataLayer.map((said) => Array.from(said)) }
    })
    expect(JSON.stringify(told), 'nobody by address').not.toContain('commit@demo.test')
    expect(told.google[1]!.slice(0, 2)).toEqual(['config', INTEGRATIONS.googleAnalyticsCode])
    expect(told.mixpanel[0]).toEqual(['identify', expect.any(String)])
  })

  test('are told about the pages that follow', async ({ page, context, strict, learner }) => {
    await answerForOthers(context, strict)
    await learner.logInByCall('commit@demo.test')
    await page.goto('/terms')
    await expect.poll(() => strict.strangers.includes(MIXPANEL_SCRIPT)).toBe(true)
    await page.waitForFunction(
      () => 'told' in ((window as unknown as { mixpanel?: object }).mixpanel ?? {}),
    )
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('header a[href="/profile/home"]')?.click(),
    )
    await learner.expectAt('/profile/home')
    const names = () =>
      page.evaluate(() =>
        (
          window as unknown as { mixpanel: { told: [string, { pageName?: string }][] } }
        ).mixpanel.told.map(([name, { pageName }]) => `${name} ${pageName ?? ''}`),
      )
    await expect.poll(names).toContain('globalVirtualPageView profileHomePage')
  })

  test('let in no other script and no markup from a string', async ({
    page,
    context,
    strict,
    learner,
  }) => {
    await answerForOthers(context, strict)
    await learner.logInByCall('commit@demo.test')
    await page.goto('/terms')
    await expect.poll(() => strict.strangers.includes(GTAG)).toBe(true)
    const refused = await page.evaluate(() => {
      const attempt = (work: () => void) => {
        try {
          work()
          return 'let in'
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        attempt(() => (document.createElement('script').src = 'https://evil.test/x.js')),
        attempt(() => (document.createElement('div').innerHTML = '<b>x</b>')),
      ]
    })
    expect(refused).toEqual([
      'this script is not one of ours',
      'markup from a string is not allowed',
    ])
  })

  test('are unloaded when their user leaves', async ({ page, context, strict, learner }) => {
    await answerForOthers(context, strict)
    await learner.logInByCall('commit@demo.test')
    await page.goto('/profile/home')
    await expect.poll(() => strict.strangers.includes(MIXPANEL_SCRIPT)).toBe(true)
    await learner.logOut()
    await learner.expectAt('/home')
    await page.waitForFunction(() => !('mixpanel' in window))
    expect(await page.locator('script[src^="https://"]').count()).toBe(0)
  })

  test('are never loaded for minors, whatever they have agreed to', async ({
    page,
    context,
    strict,
    learner,
  }) => {
    await answerForOthers(context, strict)
    await learner.logInByCall('commit@demo.test')
    try {
      await learner.call('PATCH', 'users/profile', {
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '2012-05-19',
      })
      await page.goto('/profile/home')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/terms')
      await expect(learner.heading('page.terms')).toBeVisible()
      expect(strict.strangers).toEqual([])
    } finally {
      await learner.call('PATCH', 'users/profile', {
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '2006-05-19',
      })
      await learner.call('PUT', 'users/consents', {
        terms: true,
        marketing: false,
        researchContact: false,
      })
    }
  })

  test('don’t receive our own events, which contain no personal data', async ({
    page,
    learner,
    product,
    context,
    strict,
  }) => {
    await answerForOthers(context, strict)
    await learner.logInByCall('done@demo.test')
    await page.goto('/profile/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Leaving the page sends waiting events.
    await page.goto('/terms')
    const events = () =>
      product.rows<{ name: string; props: { pageName?: string } }>('SELECT name, props FROM events')
    await expect
      .poll(async () =>
        (await events()).map(({ name, props }) => `${name} ${props.pageName ?? ''}`),
      )
      .toContain('pageExit profileHomePage')
    expect(JSON.stringify(await events())).not.toMatch(/@|zanele|ndlovu|naledi|mokoena/i)
    expect(strict.strangers).toEqual([])
  })

  test('aren’t loaded on a tenant that has none', async ({ page, context, strict, product }) => {
    await answerForOthers(context, strict)
    const answer = await page.goto(`${product.pluggedin}/home`)
    expect(answer!.headers()['content-security-policy']).not.toContain('https://')
    expect(strict.strangers).toEqual([])
  })
})

const ONETRUST = '01234567-89ab-cdef-0123-456789abcdef'
const ONETRUST_SCRIPT = 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'

/**
 * What OneTrust's script does as far as a page can tell: a banner of markup and styles from strings,
 * a second script of its own, two cookies, the groups that are on, and the callback.
 */
const ONETRUST_STUB = `
  const id = document.querySelector('script[data-domain-script]').dataset.domainScript
  const more = document.createElement('script')
  more.src = 'https://cdn.cookielaw.org/scripttemplates/202610.1.0/otBannerSdk.js?' + id
  document.head.append(more)`
const ONETRUST_BANNER = `
  const decided = /OptanonAlertBoxClosed=/.test(document.cookie)
  window.OnetrustActiveGroups = decided ? ',C0001,C0004,' : ',C0001,'
  window.OptanonWrapper()
  if (!decided) {
    const style = document.createElement('style')
    style.textContent = '#onetrust-banner-sdk { border-top: 7px solid rgb(1, 2, 3) }'
    document.head.append(style)
    const holder = document.createElement('div')
    holder.innerHTML = '<div id="onetrust-banner-sdk" style="position: fixed; bottom: 0"><button>Accept all cookies</button></div>'
    document.body.append(holder)
    holder.querySelector('button').addEventListener('click', () => {
      document.cookie = 'OptanonAlertBoxClosed=' + new Date().toISOString() + '; Path=/'
      window.OnetrustActiveGroups = ',C0001,C0004,'
      holder.remove()
      window.OptanonWrapper()
    })
  }`

test.describe('OneTrust', () => {
  test.beforeAll(({ product }) =>
    configure(product, {
      oneTrustScriptID: ONETRUST,
      googleAnalyticsCode: INTEGRATIONS.googleAnalyticsCode,
    }),
  )
  test.afterAll(({ product }) => configure(product, {}))

  async function answerAsOneTrust(context: BrowserContext, strict: Strict): Promise<void> {
    await answerForOthers(context, strict)
    strict.allow(/request to another origin: https:\/\/cdn\.cookielaw\.org\//)
    await context.route('https://cdn.cookielaw.org/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: route.request().url() === ONETRUST_SCRIPT ? ONETRUST_STUB : ONETRUST_BANNER,
      }),
    )
  }

  test('asks a visitor before anything else is loaded, and what they decide becomes their consent', async ({
    page,
    context,
    strict,
    learner,
    product,
  }) => {
    await answerAsOneTrust(context, strict)
    await page.goto('/home')
    const banner = page.locator('#onetrust-banner-sdk')
    await expect(banner).toHaveCSS('position', 'fixed')
    await expect(banner).toHaveCSS('border-top-color', 'rgb(1, 2, 3)')
    const sdk = `https://cdn.cookielaw.org/scripttemplates/202610.1.0/otBannerSdk.js?${ONETRUST}`
    expect(strict.strangers).toEqual([ONETRUST_SCRIPT, sdk])
    await page.getByRole('button', { name: 'Accept all cookies' }).click()
    await page.goto('/terms')
    await expect(learner.heading('page.terms')).toBeVisible()
    await expect.poll(() => strict.strangers.filter((each) => each === sdk)).toHaveLength(2)
    expect(new Set(strict.strangers)).toEqual(new Set([ONETRUST_SCRIPT, sdk]))

    await learner.logInByCall('commit@demo.test')
    await page.goto('/terms')
    await expect.poll(() => strict.strangers.includes(GTAG)).toBe(true)
    const [row] = await product.rows<{ granted: boolean }>(
      `SELECT (consents->'marketing'->>'granted')::boolean AS granted FROM users WHERE email = 'commit@demo.test'`,
    )
    expect(row!.granted).toBe(true)
  })

  test('is never asked for by a page of a minor, and the page for consents needs none of it', async ({
    page,
    context,
    strict,
    learner,
  }) => {
    await answerForOthers(context, strict)
    strict.allow(/cdn\.cookielaw\.org/, /Failed to load resource/)
    await context.route('https://cdn.cookielaw.org/**', (route) => route.abort())
    await learner.logInByCall('commit@demo.test')
    const profile = { firstName: 'Naledi', lastName: 'Mokoena' }
    try {
      await learner.call('PATCH', 'users/profile', { ...profile, birthDate: '2012-05-19' })
      await page.goto('/terms')
      await expect(learner.heading('page.terms')).toBeVisible()
      await page.goto('/profile/home')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(strict.strangers).toEqual([])
    } finally {
      await learner.call('PATCH', 'users/profile', { ...profile, birthDate: '2006-05-19' })
    }
    await learner.logInByCall('new@demo.test')
    await page.goto('/onboarding/consent')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expect.poll(() => strict.strangers).toContain(ONETRUST_SCRIPT)
  })
})
