/**
 * Signing in and out, a forgotten password, and where an address leads that needed a session first.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type {
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
} from '@playwright/test'
import { codeAt } from '../support/authenticator.ts'
import { CLIENT_ID, CLIENT_SECRET, Place, realProvider, type People } from '../support/realoidc.ts'
import { Editor } from './support/editor.ts'
import {
  DEMO_PASSWORD,
  Learner,
  newAddress,
  PASSWORD,
  textsIn,
  TOTAL,
  variedAnswers,
} from './support/journey.ts'
import type { Product } from './support/product.ts'
import { Publisher } from './support/publisher.ts'
import { expect, NO_NET, REFUSED, Strict, test } from './support/strict.ts'

/** Where another service is logged out of; answered here. */
const ELSEWHERE = 'https://login.bank.example'
const COMMIT = { email: 'commit@demo.test', password: DEMO_PASSWORD }

/** Addresses that aren't ours, or only look like ours. */
const HOSTILE = [
  'https://evil.example/',
  '//evil.example/profile/home',
  '/\\evil.example',
  '/%5cevil.example',
  '/%2f%2fevil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  '/profile/home/../../evil',
  '/no/such/page',
  '/logout',
]

test.describe('logging in', () => {
  test('leads to the profile home, and logging out ends the session in every tab', async ({
    learner,
    page,
  }) => {
    await page.goto('/login')
    await learner.logIn(COMMIT)
    await learner.expectAt('/profile/home')
    await expect(learner.heading('profileHome.hello', { name: 'Naledi' })).toBeVisible()
    await learner.logOut()
    await learner.expectAt('/home')
    await expect(learner.heading('home.title')).toBeVisible()
    await page.goto('/profile/home')
    await learner.expectAt('/login?redirect=%2Fprofile%2Fhome')
    expect(
      await page.evaluate(() => localStorage.getItem('last-user')),
      'nothing of the person stays on a shared phone',
    ).toBeNull()
  })

  test('says the same for a wrong password as for an unknown name', async ({
    learner,
    page,
    strict,
  }) => {
    strict.allow(REFUSED(401))
    const words = page.getByRole('alert').getByText(learner.t('problem.login.failed'))
    await page.goto('/login')
    await learner.logIn({ ...COMMIT, password: 'Wrong1234' })
    await expect(words).toBeVisible()
    await learner.expectAt('/login')
    await expect(learner.field('login.email'), 'the address need not be typed again').toHaveValue(
      COMMIT.email,
    )
    await learner.logIn({ email: 'nobody@demo.test', password: DEMO_PASSWORD })
    await expect(words).toBeVisible()
    await learner.logIn(COMMIT)
    await learner.expectAt('/profile/home')
  })

  test('continues to the requested page, with its query', async ({ learner, page }) => {
    await page.goto('/navigators/careers/all?workerType=builder')
    await learner.expectAt('/login?redirect=%2Fnavigators%2Fcareers%2Fall%3FworkerType%3Dbuilder')
    await learner.logIn(COMMIT)
    await learner.expectAt('/navigators/careers/all?workerType=builder')
    await expect(learner.heading('careers.allTitle')).toBeVisible()
  })

  test('drops a redirect to anything but our own pages', async ({ learner, page }) => {
    for (const redirect of HOSTILE) {
      await test.step(redirect, async () => {
        // What the last page still asks for would be refused.
        await page.goto('about:blank')
        await page.context().clearCookies()
        await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
        await learner.logIn(COMMIT)
        await expect(learner.heading('profileHome.hello', { name: 'Naledi' })).toBeVisible()
        await learner.expectAt('/profile/home')
      })
    }
  })

  test('doesn’t show again when a signed-in user goes back', async ({ learner, page }) => {
    await page.goto('/terms')
    await page.goto('/login')
    await learner.logIn(COMMIT)
    await expect(learner.heading('profileHome.hello', { name: 'Naledi' })).toBeVisible()
    await page.goBack()
    await expect(learner.field('login.password')).toHaveCount(0)
    await expect(page).not.toHaveURL(/login/)
  })

  test('each known error of another provider is explained, and an unknown one is never shown', async ({
    learner,
    page,
  }) => {
    for (const error of [
      'access_denied',
      'account_exists',
      'expired',
      'login_required',
      'not_set_up',
      'server_error',
      'signup_off',
      'temporarily_unavailable',
    ])
      await test.step(error, async () => {
        await page.goto(`/auth-callback?error=${error}`)
        await learner.expectAt(`/home?loginError=${error}`)
        await expect(
          page.getByRole('alert').getByText(learner.t(`signIn.errors.${error}`)),
        ).toBeVisible()
      })
    await page.goto('/auth-callback?error=%3Cb%3Eowned%3C%2Fb%3E')
    await expect(page.getByRole('alert').getByText(learner.t('signIn.errors.other'))).toBeVisible()
    await expect(page.getByText('owned')).toHaveCount(0)
  })
})

type Fixtures = Pick<
  PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightWorkerArgs,
  'browser' | 'contextOptions'
> & { readonly product: Product; readonly integrations?: object }

/** Whose address for logging out there too is under which name; a service of another kind has none. */
const LOGOUTS = { stdbank: 'sbOpenid', 'azure-ad': 'azureAdb2c', oAuth: null } as const

/** Opens a browser where people can sign in with a school account, whose service is a real one. */
async function withSchoolAccount(
  { browser, product, contextOptions, integrations = {} }: Fixtures,
  id: 'stdbank' | 'azure-ad' | 'oAuth',
  people: People,
  work: (learner: Learner, base: string, strict: Strict) => Promise<void>,
): Promise<void> {
  const place = new Place()
  const issuer = await place.open()
  // The demo tenant has no host of its own.
  const base = product.url.replace('localhost', '127.0.0.1')
  place.answer(await realProvider(issuer, people, [`${base}/api/auth/providers/${id}/callback`]))
  const owner = await Publisher.of(product)
  const before = await owner.live()
  await owner.publish('A school account', {
    kind: 'config',
    id: 'default',
    edit: (config) => ({
      ...config,
      integrations,
      authProviders: {
        ...(config['authProviders'] as object),
        [id]: { label: 'school account', issuer, clientId: CLIENT_ID },
      },
      authSettings:
        LOGOUTS[id] === null ? {} : { [LOGOUTS[id]]: { singleLogoutUrl: `${ELSEWHERE}/logout` } },
    }),
  })
  await owner.send('PUT', `admin/providers/${id}/secret`, { secret: CLIENT_SECRET })
  const strict = new Strict(product.url, base, issuer, ELSEWHERE)
  // The pages of the service ask for a font; both addresses are opened by the browser itself.
  strict.allow(
    /fonts\.googleapis|favicon\.ico/,
    /no anti-forgery value: GET \S+\/auth\/providers\//,
  )
  const context = await browser.newContext(contextOptions)
  await strict.watch(context)
  strict.allow(/request to another origin: https:\/\/www\.googletagmanager\.com\//)
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await context.route(`${ELSEWHERE}/**`, (route) => route.fulfill({ body: 'Logged out here too' }))
  try {
    await work(new Learner(await context.newPage(), product), base, strict)
    expect(strict.complaints()).toEqual([])
  } finally {
    await context.close()
    await owner.leave(before)
    await place.close()
  }
}

/** Fills in the pages of the service itself. */
async function agreeThere(page: Page, name: string): Promise<void> {
  await logInThere(page, name)
  await page.getByRole('button', { name: /continue/i }).click()
}

async function logInThere(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox').first().fill(name)
  await page.locator('[name=password]').fill('x')
  await page.getByRole('button').click()
}

async function userAt(page: Page, base: string) {
  const get = () => page.request.get(`${base}/api/auth/get-user`)
  let answer = await get()
  // While a session is being replaced, the browser still has the one before.
  const isKnown = async () => answer.status() === 200 || ((answer = await get()), false)
  await expect.poll(isKnown).toBe(true)
  return (await answer.json()) as {
    _id: string
    email: string
    auth: { currentSessionAuthMethod: string; currentSessionAuthVerified: boolean }
  }
}

/** Calls with the session of a page that isn't at the address of the product. */
function sender(page: Page, base: string) {
  return async (method: string, path: string, data?: object) => {
    const cookies = await page.context().cookies(base)
    const token = cookies.find(({ name }) => name === 'csrf-token')!.value
    const headers = { 'X-CSRF-Token': token }
    const answer = await page.request.fetch(`${base}/api/${path}`, { method, data, headers })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    return answer.status() === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
  }
}

/** The sixty lines of the worker type, for a page that isn't at the address of the product. */
async function answerByCalls(page: Page, base: string): Promise<void> {
  const send = sender(page, base)
  const { id, items } = await send('POST', 'assessments/holland_code/attempts')
  const answers = (items as string[]).map((item, index) => ({
    item,
    value: variedAnswers()[item],
    ms: 4000,
    at: new Date(Date.UTC(2026, 0, 1, 8, 0, index)).toISOString(),
    seq: index + 1,
  }))
  await send('PUT', `attempts/${String(id)}/answers`, { answers })
  await send('POST', `attempts/${String(id)}/complete`)
}

test('another service can be signed in with, says so if the person stops halfway, and is logged out of too', async ({
  browser,
  product,
  contextOptions,
}) => {
  const people = { naledi: { email: 'naledi@uni.test', email_verified: true } }
  await withSchoolAccount(
    { browser, product, contextOptions },
    'stdbank',
    people,
    async (learner, base) => {
      const { page } = learner
      const button = learner.link('signIn.with', { name: 'school account' })
      await page.goto(`${base}/login`)
      await button.click()
      await page.getByRole('link', { name: /cancel/i }).click()
      await learner.expectAt('/home?loginError=access_denied', base)
      await expect(page.getByText(learner.t('signIn.errors.access_denied'))).toBeVisible()
      await button.click()
      await agreeThere(page, 'naledi')
      await expect(page).toHaveURL(new RegExp(`^${base}/onboarding/`))
      expect(await userAt(page, base)).toMatchObject({
        email: 'naledi@uni.test',
        auth: { currentSessionAuthMethod: 'stdbank' },
      })
      await learner.button('frame.logout').click()
      await expect(page).toHaveURL(`${ELSEWHERE}/logout`)
      expect((await page.request.get(`${base}/api/auth/get-user`)).status()).toBe(204)
    },
  )
})

test('a service of any other kind can be signed in with too, and logging out ends here', async ({
  browser,
  product,
  contextOptions,
}) => {
  await withSchoolAccount(
    { browser, product, contextOptions },
    'oAuth',
    { sipho: { email: 'sipho@uni.test', email_verified: true } },
    async (learner, base) => {
      const { page } = learner
      await page.goto(`${base}/login`)
      await learner.link('signIn.with', { name: 'school account' }).click()
      await agreeThere(page, 'sipho')
      await expect(page).toHaveURL(new RegExp(`^${base}/onboarding/`))
      expect(await userAt(page, base)).toMatchObject({
        email: 'sipho@uni.test',
        auth: { currentSessionAuthMethod: 'oAuth', currentSessionAuthVerified: true },
      })
      await learner.button('frame.logout').click()
      await learner.expectAt('/home', base)
      expect((await page.request.get(`${base}/api/auth/get-user`)).status()).toBe(204)
    },
  )
})

test('services that a person agreed to are told once that they signed in elsewhere, by a hash', async ({
  browser,
  product,
  contextOptions,
}) => {
  const email = newAddress()
  const analytics = { googleTagManagerCode: 'GTM-ABC123' }
  await withSchoolAccount(
    { browser, product, contextOptions, integrations: analytics },
    'stdbank',
    { lindiwe: { email, email_verified: true } },
    async (learner, base) => {
      const { page } = learner
      type Told = { readonly event?: string; readonly emailSHA256?: string }
      const told = () =>
        page.evaluate(() =>
          ((window as unknown as { dataLayer?: Told[] }).dataLayer ?? []).filter(
            ({ event }) => event === 'authenticationComplete',
          ),
        )
      const send = sender(page, base)
      const hash = createHash('sha256').update(email).digest('hex')
      const signIn = async () => {
        await page.goto(`${base}/login`)
        await learner.link('signIn.with', { name: 'school account' }).click()
      }
      await signIn()
      await agreeThere(page, 'lindiwe')
      await expect(learner.heading('onboarding.consent.title')).toBeVisible()
      expect(await told(), 'before anything is agreed to').toEqual([])
      const person = { firstName: 'Lindiwe', lastName: 'Dube', birthDate: '2000-02-03' }
      await send('PATCH', 'users/profile', person)
      await send('PUT', 'users/consents', { terms: true, marketing: true, researchContact: false })
      await page.goto(`${base}/settings/account`)
      await expect(learner.heading('settings.account')).toBeVisible()
      await page.waitForFunction(() => 'dataLayer' in window)
      expect(await told(), 'a page that was opened later').toEqual([])

      await send('GET', 'auth/logout')
      await signIn()
      await expect.poll(told).toMatchObject([{ emailSHA256: hash }])
      const all = await page.evaluate(() =>
        JSON.stringify((window as unknown as { dataLayer: unknown[] }).dataLayer),
      )
      expect(all).not.toContain(email)
      await learner.link('intro.start').click()
      await learner.expectPlace(1)
      expect(await told(), 'once').toHaveLength(1)
    },
  )
})

test('an address that has an account is linked to another service by logging in to it, and not before', async ({
  browser,
  product,
  contextOptions,
  learner: atHome,
}) => {
  await atHome.onboardByCalls()
  const { email } = atHome
  await withSchoolAccount(
    { browser, product, contextOptions },
    'azure-ad',
    { thandi: { email, email_verified: true } },
    async (learner, base) => {
      const { page, t } = learner
      const button = learner.link('signIn.with', { name: 'school account' })
      await page.goto(`${base}/login`)
      await button.click()
      await agreeThere(page, 'thandi')
      await learner.expectAt('/home?loginError=account_exists', base)
      await expect(page.getByText(t('signIn.errors.account_exists'))).toBeVisible()
      expect((await page.request.get(`${base}/api/auth/get-user`)).status()).toBe(204)

      await learner.link('home.haveAccount').click()
      await learner.logIn({ email, password: PASSWORD })
      await expect(learner.heading('holland_code.title')).toBeVisible()
      expect((await learner.lastMessage(email)).subject).toContain('school account')
      // They logged in with a password, so nothing else is logged out of.
      await learner.logOut()
      await learner.expectAt('/home', base)

      await page.goto(`${base}/login`)
      await button.click()
      await expect(learner.heading('holland_code.title')).toBeVisible()
      expect(await userAt(page, base)).toMatchObject({
        email,
        auth: { currentSessionAuthMethod: 'azure-ad', currentSessionAuthVerified: true },
      })
      await learner.logOut()
      await expect(page).toHaveURL(`${ELSEWHERE}/logout`)
      expect((await page.request.get(`${base}/api/auth/get-user`)).status()).toBe(204)
    },
  )
})

test('after another service and the steps of a new account, the page that was asked for opens', async ({
  browser,
  product,
  contextOptions,
}) => {
  await withSchoolAccount(
    { browser, product, contextOptions },
    'stdbank',
    { sipho: {} },
    async (learner, base) => {
      const { page } = learner
      await page.goto(`${base}/cv`)
      await learner.link('signIn.with', { name: 'school account' }).click()
      await agreeThere(page, 'sipho')
      await learner.consent()
      await learner.expectAt('/reports/worker-type', base)
      await answerByCalls(page, base)
      await page.goto(`${base}/onboarding/redeem-license`)
      await learner.redeem('DEMO-COMMIT')
      await learner.fillProfile()
      await learner.expectAt('/cv', base)
    },
  )
})

test('an account without a password adds an email address, once it has signed in again', async ({
  browser,
  product,
  contextOptions,
}) => {
  await withSchoolAccount(
    { browser, product, contextOptions },
    'stdbank',
    { lerato: {} },
    async (learner, base, strict) => {
      const { page, t } = learner
      await page.goto(`${base}/login`)
      await learner.link('signIn.with', { name: 'school account' }).click()
      await agreeThere(page, 'lerato')
      await expect(page).toHaveURL(new RegExp(`^${base}/onboarding/`))

      const send = sender(page, base)
      const person = { firstName: 'Lerato', lastName: 'Dube', birthDate: '2000-02-03' }
      await send('PATCH', 'users/profile', person)
      await send('PUT', 'users/consents', { terms: true, marketing: false, researchContact: false })
      await send('POST', 'plans/redeem', { code: 'DEMO-COMMIT' })
      await answerByCalls(page, base)

      // The service let them in and didn't say when it had asked for the password.
      const logInAgain = async () => {
        await expect(learner.heading('address.again.title')).toBeVisible()
        await expect(page.getByRole('textbox')).toHaveCount(0)
        await learner.button('address.again.button').click()
        // The session there is still open: its owner is asked for the password all the same.
        await logInThere(page, 'lerato')
        await learner.expectAt('/settings/account/address?change=email', base)
        await expect(learner.heading('address.email')).toBeVisible()
      }
      await page.goto(`${base}/settings/account/address?change=email`)
      await logInAgain()
      await expect(page.getByLabel(t('settings.current'))).toHaveCount(0)

      // Ten minutes go by while the page is open.
      await product.rows(
        `UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1`,
        [(await userAt(page, base))._id],
      )
      strict.allow(REFUSED(403))
      await learner.field('address.newEmail').fill(newAddress())
      await learner.button('address.button').click()
      await logInAgain()
      const email = newAddress()
      await learner.field('address.newEmail').fill(email)
      await learner.button('address.button').click()
      await expect(page.getByText(t('address.sent', { address: email }))).toBeVisible()
      const [code] = /\d{6}/.exec((await learner.lastMessage(email)).text)!
      await learner.field('onboarding.confirm.code').fill(code)
      await expect.poll(async () => (await userAt(page, base)).email).toBe(email)
    },
  )
})

test('a session that has ended leads home, and logging in leads back to where it ended', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(401))
  await learner.onboardByCalls()
  await page.goto('/settings/account')
  await expect(learner.heading('settings.account')).toBeVisible()
  await learner.endSessionsElsewhere('Pula2026')
  await learner.link('settings.openSecurity').click()
  // Its list of devices is the first call since.
  await learner.expectAt('/home?redirect=%2Fsettings%2Fsecurity')
  await learner.link('home.haveAccount').click()
  await learner.expectAt('/login?redirect=%2Fsettings%2Fsecurity')
  await learner.logIn({ email: learner.email, password: 'Pula2026' })
  await learner.expectAt('/settings/security')
})

test.describe('a forgotten password', () => {
  test('can be changed once with the emailed link, and the old one stops working', async ({
    learner,
    page,
    strict,
  }) => {
    strict.allow(REFUSED(401), REFUSED(410), REFUSED(422), REFUSED(400))
    // Of the second tenant, so that the link must lead there too.
    const home = learner.product.pluggedin
    learner.email = 'plus@pluggedin.test'
    // Its default is Afrikaans; a user who has chosen English keeps it.
    await page.addInitScript(() => localStorage.setItem('language', 'en'))
    await page.goto(`${home}/login`)
    await learner.link('login.forgot').click()
    await learner.expectAt('/recover', home)
    await expect(learner.heading('recover.title')).toBeVisible()
    await learner.field('login.email').fill(learner.email)
    await learner.button('recover.button').click()
    await expect(page.getByText(learner.t('recover.sent'))).toBeVisible()
    const link = new URL(/https?:\/\/\S+/.exec((await learner.lastMessage()).text)![0])
    expect(link.origin).toBe(home)

    await page.goto(link.href)
    await expect(learner.heading('recover.newTitle')).toBeVisible()
    await learner.field('recover.password').fill('Metsi2027')
    await learner.button('recover.confirm').click()
    await learner.expectAt('/login', home)
    await expect(page.getByText(learner.t('recover.done'))).toBeVisible()
    await learner.logIn({ email: learner.email, password: DEMO_PASSWORD })
    await expect(page.getByRole('alert').getByText(learner.t('problem.login.failed'))).toBeVisible()
    await learner.logIn({ email: learner.email, password: 'Metsi2027' })
    await learner.expectAt('/reports/worker-type', home)

    await page.context().clearCookies()
    await page.goto(link.href)
    await learner.field('recover.password').fill('Another2028')
    await learner.button('recover.confirm').click()
    await expect(
      page.getByRole('alert').getByText(learner.t('problem.recover.expired')),
    ).toBeVisible()
  })

  test('gets the same response for an unknown address', async ({ learner, page }) => {
    await page.goto('/recover')
    await learner.field('login.email').fill('nobody-at-all@school.test')
    await learner.button('recover.button').click()
    await expect(page.getByText(learner.t('recover.sent'))).toBeVisible()
  })
})

test('with a phone number alone: sign-up, a mistyped number, login, and a forgotten password', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(422), REFUSED(401))
  const digits = () => String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
  const [mistyped, own] = [`082${digits()}`, `083${digits()}`]
  const textTo = (number: string) => learner.lastMessage(`+27${number.slice(1)}`)
  const codeTo = async (number: string) => /\d{6}/.exec((await textTo(number)).text)![0]
  await learner.openHome()
  await learner.link('phone.use').click()
  await expect(learner.heading('form.phonePrompt')).toBeVisible()
  await expect(page.getByRole('combobox', { name: learner.t('phone.country') })).toHaveValue('ZA')
  await learner.field('phone.number').fill('082 123')
  await learner.field('signup.password').fill(PASSWORD)
  await learner.button('phone.button').click()
  await expect(page.getByText(learner.t('form.mobile'))).toBeVisible()
  await learner.field('phone.number').fill(mistyped)
  await learner.button('phone.button').click()
  await learner.consent()

  await expect(page.getByText(`+27${mistyped.slice(1)}`)).toBeVisible()
  await learner.link('address.change').click()
  await learner.field('phone.number').fill(own)
  await learner.field('settings.current').fill(PASSWORD)
  await learner.button('address.button').click()
  await expect(
    page.getByText(learner.t('address.sent', { address: `+27${own.slice(1)}` })),
  ).toBeVisible()
  await page
    .getByRole('textbox', { name: learner.t('onboarding.confirm.code') })
    .fill(await codeTo(own))
  await learner.expectAt('/reports/worker-type')
  await page.goto('/settings/account')
  await expect(page.getByText(`+27${own.slice(1)}`)).toBeVisible()
  await expect(page.getByText(learner.t('settings.confirmed'))).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/phone?for=recover')
  await learner.field('phone.number').fill(own)
  await learner.button('recover.button').click()
  await expect(page.getByText(learner.t('phone.recoverSent'))).toBeVisible()
  await expect.poll(async () => (await textTo(own)).text).toContain('/recover?token=')
  await page.goto(/\/recover\S+/.exec((await textTo(own)).text)![0])
  await learner.field('recover.password').fill('Metsi2027')
  await learner.button('recover.confirm').click()
  await learner.expectAt('/login')
  await learner.link('phone.use').click()
  await learner.field('phone.number').fill(own)
  await learner.field('login.password').fill('Metsi2027')
  await page
    .locator('form')
    .getByRole('button', { name: learner.t('login.button') })
    .click()
  await learner.expectAt('/reports/worker-type')

  await page.goto('/settings/security')
  await expect(page.getByText(learner.t('devices.this'), { exact: true })).toBeVisible()
  await expect(page.getByText(learner.t('devices.in'), { exact: true })).toBeVisible()
})

test('where phone numbers or passwords are off, their page says so before anything is typed', async ({
  learner,
  page,
  context,
}) => {
  const { t } = learner
  let settings: object = {}
  await context.route('**/api/app-configuration', async (route) => {
    const answer = await route.fetch()
    const json = { ...((await answer.json()) as object), ...settings }
    await route.fulfill({ response: answer, json })
  })
  for (const authProviders of [
    { basic: true, phone: false },
    { basic: false, phone: true },
  ])
    for (const query of ['?for=signup', '?for=recover', '']) {
      settings = { authProviders }
      await page.goto(`/phone${query}`)
      await expect(learner.heading('phone.off')).toBeVisible()
      await expect(learner.field('phone.number')).toHaveCount(0)
    }
  settings = { signup: false }
  await page.goto('/phone?for=signup')
  await expect(learner.heading('phone.closed')).toBeVisible()
  await expect(learner.field('phone.number')).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('header.login') })
    .click()
  await expect(learner.field('phone.number')).toBeVisible()
  await learner.expectAt('/phone')
})

test('a browser without passkeys is offered none, to log in with or to add', async ({
  learner,
  page,
}) => {
  await learner.onboardByCalls()
  await page.goto('/settings/security')
  const card = learner.link('secondLock.passkeysChange')
  await expect(card, 'where there are passkeys').toBeVisible()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.reload()
  await expect(learner.field('settings.current')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.goto('/settings/security/passkeys')
  await expect(page.getByText(learner.t('secondLock.passkeysNone'))).toBeVisible()
  await expect(learner.button('secondLock.passkeysButton')).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto('/login')
  await expect(learner.link('login.forgot')).toBeVisible()
  await expect(learner.button('login.passkey')).toHaveCount(0)
})

test('a second lock asks for a code at the next login, and a passkey opens both', async ({
  learner,
  page,
  product,
  strict,
}) => {
  strict.allow(REFUSED(422), REFUSED(410))
  await learner.openHome()
  await learner.signUp()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await page.goto('/settings/security')
  await learner.link('secondLock.open').click()
  await learner.field('secondLock.password').fill(PASSWORD)
  await learner.button('secondLock.beginButton').click()
  await expect(page.getByRole('img', { name: learner.t('sheet.qr') })).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  const soon = () => new Date(Date.now() + 30_000)
  await learner.field('login.step.code').fill(codeAt(secret, new Date()))
  await expect(learner.heading('secondLock.codes')).toBeVisible()
  const codes = page.getByText(/^\w{4}-\w{4}-\w{4}$/)
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent())!
  await learner.link('secondLock.codesDone').click()
  await expect(page.getByRole('heading', { name: learner.t('secondLock.on') })).toBeVisible()
  // What was shown once isn't shown again.
  await page.goto('/settings/security/codes')
  await expect(page.getByText(learner.t('secondLock.codesNone'))).toBeVisible()

  await learner.logOut()
  await learner.expectAt('/home')
  await page.goto('/login?redirect=%2Fsettings%2Fsecurity')
  await learner.logIn({ email: learner.email, password: PASSWORD })
  await learner.expectAt('/auth-callback?step=code&redirect=%2Fsettings%2Fsecurity')
  await expect(learner.heading('login.step.title')).toBeVisible()
  await learner.field('login.step.code').fill('000000')
  await expect(page.getByText(learner.t('problem.code.wrong')).first()).toBeVisible()
  await test.step('the right code comes too late, and logging in again helps', async () => {
    await product.rows(
      `UPDATE challenges SET expires_at = now() WHERE purpose = 'sign-in' AND user_id = (SELECT id FROM users WHERE email = $1) RETURNING 1`,
      [learner.email],
    )
    await learner.field('login.step.code').fill(codeAt(secret, soon()))
    await learner.button('login.button').click()
    await expect(page.getByText(learner.t('problem.login.expired')).first()).toBeVisible()
    expect((await page.request.get(`${learner.product.url}/api/auth/get-user`)).status()).toBe(204)
    await page.goto('/login?redirect=%2Fsettings%2Fsecurity')
    await learner.logIn({ email: learner.email, password: PASSWORD })
    await expect(learner.heading('login.step.title')).toBeVisible()
  })
  // Six digits send themselves, once on each page.
  await learner.field('login.step.code').fill(codeAt(secret, soon()))
  await learner.expectAt('/settings/security')
  await expect(page.getByText(learner.t('devices.how.code')).first()).toBeVisible()

  await learner.logOut()
  await learner.expectAt('/home')
  await page.goto('/login')
  await learner.logIn({ email: learner.email, password: PASSWORD })
  await learner.button('login.step.lost').click()
  await learner.field('login.step.recovery').fill(recovery)
  await page
    .locator('form')
    .getByRole('button', { name: learner.t('login.button') })
    .click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/settings/security/passkeys')
  await learner.field('secondLock.passkeysName').fill('My phone')
  await learner.field('secondLock.password').fill(PASSWORD)
  await learner.button('secondLock.passkeysButton').click()
  await expect(page.getByText(learner.t('secondLock.passkeysAdded'))).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'My phone' })).toBeVisible()
  await learner.logOut()
  await learner.expectAt('/home')
  await page.goto('/login?redirect=%2Fsettings%2Fsecurity')
  await learner.button('login.passkey').click()
  await learner.expectAt('/settings/security')
  await expect(page.getByText(learner.t('devices.how.passkey')).first()).toBeVisible()

  await test.step('a passkey that is removed opens nothing any more', async () => {
    await page.goto('/settings/security/passkeys')
    const own = page.getByRole('listitem').filter({ hasText: 'My phone' })
    await own.getByRole('button').click()
    await expect(page.getByText(learner.t('secondLock.passkeysRemoved')).first()).toBeVisible()
    await expect(own).toHaveCount(0)
    await page.reload()
    await expect(page.getByText(learner.t('secondLock.passkeysNone'))).toBeVisible()
    // The device still has it, and offers it.
    expect(
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    ).toHaveLength(1)
    await learner.logOut()
    await learner.expectAt('/home')
    await page.goto('/login')
    await learner.button('login.passkey').click()
    await expect(page.getByText(learner.t('problem.passkey.refused'))).toBeVisible()
    await learner.expectAt('/login')
    expect((await page.request.get(`${learner.product.url}/api/auth/get-user`)).status()).toBe(204)
  })
})

test('signing up with a taken address says so, and what to do', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(409))
  await learner.openHome()
  await learner.signUp(COMMIT.email)
  await expect(page.getByText(learner.t('problem.signup.taken'))).toBeVisible()
  await learner.expectAt('/home')
})

test('a double tap on the sign-up button makes one account', async ({ learner, page }) => {
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/api/auth/signup') && calls.push(request.method()),
  )
  await learner.openHome()
  await learner.field('signup.email').fill(learner.email)
  await learner.field('signup.password').fill(PASSWORD)
  await learner.button('signup.button').dblclick()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  expect(calls).toEqual(['POST'])
})

test('two people on one phone see nothing of each other’s data', async ({ page, product }) => {
  const first = new Learner(page, product)
  await page.goto('/login')
  await first.logIn(COMMIT)
  await expect(first.heading('profileHome.hello', { name: 'Naledi' })).toBeVisible()
  await first.logOut()
  await expect(first.heading('home.title')).toBeVisible()
  await first.link('home.haveAccount').click()
  await first.logIn({ email: 'done@demo.test', password: DEMO_PASSWORD })
  await expect(first.heading('profileHome.hello', { name: 'Zanele' })).toBeVisible()
  await expect(page.getByText('Naledi')).toHaveCount(0)
})

test.describe('a user’s own data', () => {
  /** How many answers of any user this device has stored. */
  const kept = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('tsela')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const tx = opening.result.transaction(['attempts', 'outbox'])
            const counts = ['attempts', 'outbox'].map((name) => tx.objectStore(name).count())
            tx.oncomplete = () => resolve(counts.reduce((sum, { result }) => sum + result, 0))
          }
        }),
    )

  /** Sections and hearts that wait for a connection. */
  const pending = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          indexedDB.open('tsela-pending').onsuccess = ({ target }) => {
            const count = (target as IDBOpenDBRequest).result
              .transaction('writes')
              .objectStore('writes')
              .count()
            count.onsuccess = () => resolve(count.result)
          }
        }),
    )

  test('everything that is stored can be downloaded as a file', async ({ learner, page }) => {
    await learner.onboardByCalls()
    await learner.takeWorkerTypeByCalls()
    await page.goto('/settings/account')
    const coming = page.waitForEvent('download')
    await learner.button('ownData.export').click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^demo-my-data-\d{4}-\d\d-\d\d\.json$/)
    const told = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      account: { email: string; profile: object }
      answers: unknown[]
      results: { assessment: string }[]
    }
    expect(told.account).toMatchObject({
      email: learner.email,
      profile: { firstName: 'Naledi', birthDate: '2008-04-17' },
    })
    expect(told.answers).toHaveLength(TOTAL)
    expect(told.results.map(({ assessment }) => assessment)).toEqual(['holland_code'])

    await test.step('the CV as PDF and Word, in a chosen layout; printed, it is only the paper', async () => {
      await page.goto('/cv')
      const paper = page.getByRole('article')
      await expect(paper.getByRole('heading', { level: 2 })).toContainText('Naledi')
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
      await expect(paper.getByRole('heading', { level: 2 })).toBeVisible()
      await page.emulateMedia({ media: 'screen' })
      await learner.link('cv.send').click()
      // The radio itself is for the keyboard and for screen readers; a finger taps its drawing.
      await page.getByText(learner.t('cv.paper.warm'), { exact: true }).click()
      await expect(page).toHaveURL(/layout=warm/)
      await expect(page.getByRole('radio', { name: learner.t('cv.paper.warm') })).toBeChecked()
      for (const [key, begins] of [
        ['cv.files.pdf', '%PDF'],
        ['cv.files.word', 'PK'],
      ] as const) {
        const file = page.waitForEvent('download')
        await learner.button(key).click()
        const bytes = readFileSync(await (await file).path())
        expect(bytes.toString('latin1', 0, begins.length), key).toBe(begins)
      }
    })
  })

  test('an account is deleted after a confirmation, along with what is on this phone', async ({
    learner,
    page,
    strict,
  }) => {
    strict.allow(REFUSED(401), REFUSED(503))
    await learner.onboardByCalls()
    await page.goto('/reports/worker-type')
    // Some answers are still waiting for the server when the account goes.
    await page.route('**/api/attempts/*/answers', (route) =>
      route.fulfill({ status: 503, body: '{}' }),
    )
    await learner.startQuiz()
    await learner.answerUpTo(3, variedAnswers())
    await page.goto('/settings/account')
    expect(await kept(page)).toBe(4)

    await learner.button('ownData.erase').click()
    const dialog = page.getByRole('dialog', { name: learner.t('ownData.sure') })
    const sure = dialog.getByRole('button', { name: learner.t('ownData.go') })
    await expect(sure).toBeDisabled()
    await dialog.getByRole('button', { name: learner.t('ownData.stay') }).click()
    await expect(dialog).toBeHidden()

    // Offline nothing can be deleted, and the page says so.
    await learner.button('ownData.erase').click()
    await dialog.getByRole('checkbox', { name: learner.t('ownData.known') }).check()
    await page.route('**/api/users/me', (route) => route.abort('internetdisconnected'))
    strict.allow(NO_NET)
    await sure.click()
    await expect(dialog.getByRole('alert')).toHaveText(learner.t('simpleForm.offline'))
    await page.unroute('**/api/users/me')

    await sure.click()
    await learner.expectAt('/home')
    await expect(page.getByText(learner.t('ownData.erased'))).toBeVisible()
    expect(await kept(page)).toBe(0)
    expect(
      await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort()),
    ).toEqual(['tsela', 'tsela-pending'])
    expect(await pending(page)).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('last-user'))).toBeNull()
    await learner.link('home.haveAccount').click()
    await learner.logIn(learner)
    await expect(page.getByRole('alert').getByText(learner.t('problem.login.failed'))).toBeVisible()
  })
})

test.describe('security settings', () => {
  test('show who tried to get in, end another device at once, and a new password ends all others', async ({
    learner,
    page,
    browser,
    product,
    contextOptions,
  }) => {
    await learner.onboardByCalls()
    const { t } = learner
    const phones = await Promise.all(
      [0, 1].map(async () => {
        const context = await browser.newContext(contextOptions)
        const other = new Learner(await context.newPage(), product)
        await other.logInByCall(learner.email, PASSWORD)
        return other
      }),
    )
    const isIn = async (other: Learner) =>
      (await other.page.request.get(`${product.url}/api/auth/get-user`)).status() === 200
    expect(await Promise.all(phones.map(isIn))).toEqual([true, true])

    const wrong = await phones[1]!.refused('POST', 'auth/login', {
      email: learner.email,
      password: 'Wrong1234',
    })
    expect(wrong.status).toBe(401)

    await page.goto('/settings/security')
    const recent = page.getByRole('region', { name: t('settings.recent') }).getByRole('listitem')
    await expect(recent.filter({ hasText: t('devices.in') })).toHaveCount(2)
    await expect(recent.filter({ hasText: t('devices.wrong', { count: 1 }) })).toHaveCount(1)
    await expect(page.getByText(t('settings.notYou'))).toBeVisible()
    const ends = page.getByRole('button', {
      name: new RegExp(`^${t('devices.end')} (?!everywhere)`),
    })
    await expect(ends).toHaveCount(2)
    await ends.first().click()
    await expect(page.getByText(t('devices.ended'), { exact: true })).toBeVisible()
    await expect(ends).toHaveCount(1)
    expect((await Promise.all(phones.map(isIn))).filter(Boolean)).toHaveLength(1)

    await learner.field('settings.current').fill(PASSWORD)
    await learner.field('settings.next').fill('Pula2026')
    await learner.button('settings.change').click()
    await expect(page.getByText(t('settings.changed'))).toBeVisible()
    expect(await Promise.all(phones.map(isIn))).toEqual([false, false])
    expect(await isIn(learner), 'this one stays').toBe(true)
    await page.goto('/settings/security')
    await expect(ends).toHaveCount(0)

    await learner.logOut()
    await learner.expectAt('/home')
    await page.goto('/login')
    await learner.logIn({ email: learner.email, password: 'Pula2026' })
    await expect(learner.heading('holland_code.title')).toBeVisible()
    for (const other of phones) await other.page.context().close()
  })
})

test('whoever guesses at a password learns nothing and gets slower, and its owner still gets in', async ({
  learner,
  page,
  browser,
  product,
  contextOptions,
  strict,
}) => {
  strict.allow(REFUSED(401))
  const { t } = learner
  await learner.onboardByCalls()
  const context = await browser.newContext({ ...contextOptions, baseURL: product.url })
  await strict.watch(context)
  const guesser = new Learner(await context.newPage(), product)
  await guesser.page.goto('/login')
  const waited: number[] = []
  for (let guess = 1; guess <= 8; guess++) {
    const answer = guesser.page.waitForResponse(/\/api\/auth\/login$/)
    const sent = Date.now()
    await guesser.logIn({ email: learner.email, password: `Wrong${1000 + guess}` })
    expect((await answer).status()).toBe(401)
    waited.push(Date.now() - sent)
    await expect(guesser.page.getByRole('alert').getByText(t('problem.login.failed'))).toBeVisible()
  }
  // A quarter of a second after five, and twice as long each time.
  expect(waited.at(-1)).toBeGreaterThanOrEqual(1000)
  await context.close()

  await learner.call('GET', 'auth/logout')
  await page.goto('/login')
  await learner.logIn({ email: learner.email, password: PASSWORD })
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await page.goto('/settings/security')
  await expect(page.getByText(t('devices.wrong', { count: 8 }))).toBeVisible()
  await expect(page.getByText(t('settings.notYou'))).toBeVisible()
})

test('an email address is changed and a phone number added, each once it is proven', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(401), REFUSED(403), REFUSED(422))
  const { t } = learner
  await learner.onboardByCalls()
  const [old, next] = [learner.email, newAddress()]
  const number = `082${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  const codeTo = async (address: string) =>
    /\d{6}/.exec((await learner.lastMessage(address)).text)![0]
  const code = learner.field('onboarding.confirm.code')

  await page.goto('/settings/account')
  await learner.link('settings.changeEmail').click()
  await expect(learner.heading('address.email')).toBeVisible()
  await learner.field('address.newEmail').fill(next)
  await learner.field('settings.current').fill('Wrong1234')
  await learner.button('address.button').click()
  await expect(page.getByText(t('problem.password.wrong')).first()).toBeVisible()
  await expect(learner.field('address.newEmail'), 'what was typed stays').toHaveValue(next)
  await learner.field('settings.current').fill(PASSWORD)
  await learner.button('address.button').click()
  await expect(page.getByText(t('address.sent', { address: next }))).toBeVisible()
  await code.fill('000000')
  await expect(page.getByText(t('problem.code.wrong')).first()).toBeVisible()
  const email = async () => (await learner.call<{ email: string }>('GET', 'auth/get-user')).email
  expect(await email(), 'the old one stays until then').toBe(old)
  // The first six digits are sent by themselves; corrected ones are not.
  await code.fill(await codeTo(next))
  await learner.button('onboarding.confirm.button').click()
  await learner.expectAt('/settings/account')
  await expect(page.getByText(t('address.done'))).toBeVisible()
  expect(await email()).toBe(next)
  expect((await learner.lastMessage(old)).text, 'its owner is told').toMatch(/chang/i)

  await learner.link('settings.addPhone').click()
  await expect(learner.heading('address.phone')).toBeVisible()
  await learner.field('phone.number').fill(number)
  await learner.field('settings.current').fill(PASSWORD)
  await learner.button('address.button').click()
  await expect(
    page.getByText(t('address.sent', { address: `+27${number.slice(1)}` })),
  ).toBeVisible()
  await code.fill(await codeTo(`+27${number.slice(1)}`))
  await learner.expectAt('/settings/account')
  await expect(page.getByText(`+27${number.slice(1)}`)).toBeVisible()

  await learner.logOut()
  await learner.expectAt('/home')
  await page.goto('/login')
  await learner.logIn({ email: old, password: PASSWORD })
  await expect(page.getByRole('alert').getByText(t('problem.login.failed'))).toBeVisible()
  await learner.link('phone.use').click()
  await learner.field('phone.number').fill(number)
  await learner.field('login.password').fill(PASSWORD)
  await page
    .locator('form')
    .getByRole('button', { name: t('login.button') })
    .click()
  await expect(learner.heading('holland_code.title')).toBeVisible()
})

test('where sign-up is switched off, nobody is offered an account, and people still log in', async ({
  learner,
  page,
  product,
}) => {
  const owner = await Publisher.of(product)
  const before = await owner.live()
  await owner.publish('Invited people only', {
    kind: 'config',
    id: 'default',
    edit: (config) => ({ ...config, signup: false }),
  })
  try {
    await page.goto('/home')
    await expect(learner.heading('home.title')).toBeVisible()
    await expect(learner.field('signup.email')).toHaveCount(0)
    await expect(learner.button('signup.button')).toHaveCount(0)
    const { status } = await learner.refused('POST', 'auth/signup', {
      email: learner.email,
      password: PASSWORD,
    })
    expect(status).toBe(403)
    await page.goto('/terms')
    await expect(
      page.getByRole('banner').getByRole('link', { name: learner.t('header.login'), exact: true }),
    ).toBeVisible()
    await page.goto('/login')
    await learner.logIn(COMMIT)
    await learner.expectAt('/profile/home')
  } finally {
    await owner.leave(before)
  }
})

/** What each account type opens in a browser, once the worker type is taken. */
const TYPES = [
  { plan: 'mini', home: true, careers: true, open: [] },
  { plan: 'starter', home: true, careers: true, open: [] },
  { plan: 'assessmentOnly', home: true, careers: false, open: ['entrepreneurship'] },
  { plan: 'AssessmentOnly', home: false, careers: false, open: ['entrepreneurship'] },
  {
    plan: 'AssessmentOnlyBehaviour',
    home: false,
    careers: false,
    open: ['entrepreneurship', 'personality-guide'],
  },
  {
    plan: 'AssessmentOnlyBehaviourPlus',
    home: false,
    careers: false,
    open: ['entrepreneurship', 'personality-guide', 'cognitive-ability'],
  },
  {
    plan: 'power',
    home: true,
    careers: true,
    open: ['entrepreneurship', 'personality-guide', 'cognitive-ability'],
  },
  {
    plan: 'powerPlus',
    home: true,
    careers: true,
    open: ['entrepreneurship', 'personality-guide', 'cognitive-ability'],
  },
] as const

for (const { plan, home, careers, open } of TYPES) {
  test(`the account type ${plan} opens what it has, and nothing more`, async ({
    learner,
    page,
    product,
  }) => {
    const owner = await Publisher.of(product)
    const { codes } = await owner.send<{ codes: { code: string }[] }>('POST', 'admin/vouchers', {
      plan,
      count: 1,
      uses: 1,
    })
    await owner.close()
    await learner.onboardByCalls(codes[0]!.code)
    await learner.takeWorkerTypeByCalls()
    await page.goto('/reports/worker-type')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 900 })
    const menu = page.getByRole('navigation', { name: learner.t('frame.mainNav') })
    await expect(menu.getByText(learner.t('menu.reports'), { exact: true })).toBeVisible()
    await expect(menu.getByText(learner.t('menu.home'), { exact: true })).toHaveCount(home ? 1 : 0)
    for (const report of ['entrepreneurship', 'personality-guide', 'cognitive-ability']) {
      await page.goto(`/reports/${report}`)
      await learner.expectAt(
        (open as readonly string[]).includes(report)
          ? `/reports/${report}`
          : '/reports/worker-type',
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto('/navigators/careers/all')
    await learner.expectAt(careers ? '/navigators/careers/all' : '/locked/CareerExplorer')
    await expect(page.getByText(learner.t('upgrade.notIncluded'))).toHaveCount(careers ? 0 : 1)
    await page.goto('/navigators/funding/bursaries')
    await learner.expectAt(
      plan.startsWith('power') ? '/navigators/funding/bursaries' : '/locked/BursariesExplorer',
    )
  })
}

test('what the plan lacks says who it is for, on the home page and in the profile', async ({
  learner,
  page,
}) => {
  const words = learner.t('upgrade.payingOnly')
  await learner.onboardByCalls('DEMO-LITE')
  await learner.takeWorkerTypeByCalls()
  await page.goto('/profile/home')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: learner.t('assessment.big_5.title') })
  await expect(card).toContainText(words)
  await expect(card).toContainText(learner.t('upgrade.toAccess'))
  await page.goto('/cv?section=personalityGuide')
  await expect(page.getByText(new RegExp(`^${words} · `)).first()).toBeVisible()
  await expect(learner.link('upgrade.toAccess').first()).toBeVisible()
})

test('career recommendations say who they are for wherever they would be', async ({
  learner,
  page,
  product,
}) => {
  const owner = await Publisher.of(product)
  const { codes } = await owner.send<{ codes: { code: string }[] }>('POST', 'admin/vouchers', {
    plan: 'assessmentOnly',
    count: 1,
    uses: 1,
  })
  await owner.close()
  await learner.onboardByCalls(codes[0]!.code)
  await learner.takeWorkerTypeByCalls()
  for (const path of ['/reports/worker-type', '/profile/home', '/navigators/careers/matches']) {
    await page.goto(path)
    const overlay = page.getByRole('main').getByText(learner.t('upgrade.payingOnly')).first()
    await expect(overlay, path).toBeVisible()
    await expect(learner.link('upgrade.redeem').first(), path).toBeVisible()
    await expect(page.getByText(learner.t('upgrade.notIncluded')).first(), path).toBeVisible()
  }
  expect((await learner.refused('GET', 'careers/matches')).status).toBe(403)
})

test('an owner gives a sign-in service its secret in the console, tries it, and takes it away', async ({
  browser,
  product,
  contextOptions,
  page,
}) => {
  const t = textsIn('en')
  await withSchoolAccount(
    { browser, product, contextOptions },
    'stdbank',
    {},
    async (visitor, base) => {
      await new Editor(page).signIn('owner')
      await page.goto('/admin/sign-in')
      const service = page.getByRole('region', { name: 'school account' })
      const press = async (key: string) =>
        service.getByRole('button', { name: t(`console.signIn.${key}`), exact: true }).click()
      const dialog = page.getByRole('dialog')
      const button = visitor.link('signIn.with', { name: 'school account' })
      await expect(service).toContainText('/api/auth/providers/stdbank/callback')
      await press('remove')
      await dialog.getByRole('button', { name: t('console.signIn.removeButton') }).click()
      await expect(service).toContainText(t('console.signIn.noSecret'))
      await visitor.page.goto(`${base}/login`)
      await expect(visitor.field('login.password')).toBeVisible()
      await expect(button, 'nobody could sign in with it').toHaveCount(0)
      // A page that was opened before still has it.
      await visitor.page.goto(`${base}/api/auth/providers/stdbank`)
      await visitor.expectAt('/home?loginError=not_set_up', base)
      await expect(visitor.page.getByText(t('signIn.errors.not_set_up'))).toBeVisible()

      await press('set')
      await dialog.getByLabel(t('console.signIn.secret')).fill('two words')
      await dialog.getByRole('button', { name: t('console.signIn.save') }).click()
      await expect(dialog.getByText(t('console.signIn.badSecret'))).toBeVisible()
      await dialog.getByLabel(t('console.signIn.secret')).fill(CLIENT_SECRET)
      await dialog.getByRole('button', { name: t('console.signIn.save') }).click()
      await expect(service).toContainText(t('console.signIn.ready'))
      await press('try')
      await expect(service.getByRole('status')).toContainText('answers as http://127.0.0.1')
      await press('replace')
      await expect(dialog.getByLabel(t('console.signIn.secret')), 'it is never shown').toHaveValue(
        '',
      )
      await page.keyboard.press('Escape')
      await visitor.page.goto(`${base}/login`)
      await button.click()
      await expect(visitor.page.locator('[name=password]'), 'the service asks').toBeVisible()
    },
  )
})

test('an owner sets the site’s own keys in the console, where nobody sees them again', async ({
  strict,
  page,
}) => {
  strict.allow(REFUSED(422))
  const t = textsIn('en')
  await new Editor(page).signIn('owner')
  await page.goto('/admin/sign-in')
  const stripe = page.getByRole('region', { name: 'Stripe', exact: true })
  const press = async (key: string) =>
    stripe.getByRole('button', { name: t(`console.ownKeys.${key}`), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = (part: string) => dialog.getByLabel(t(`console.ownKeys.part.stripe.${part}`))
  const save = () => dialog.getByRole('button', { name: t('console.ownKeys.save') }).click()
  await expect(stripe).toContainText(t('console.ownKeys.used.pay.demo'))
  await press('set')
  await field('secret').fill('pk_live_of_somebody')
  await save()
  await expect(dialog.getByText(t('console.ownKeys.fault.stripe.secret'))).toBeVisible()
  await expect(dialog.getByText(t('console.ownKeys.fault.stripe.webhook'))).toBeVisible()
  await field('secret').fill('rk_test_kanarie0123456789')
  await field('webhook').fill('whsec_kanarie555555')
  await save()
  await expect(stripe.getByRole('status')).toContainText(
    t('console.ownKeys.saved', { name: 'Stripe' }),
  )
  await expect(stripe).toContainText('/api/payments/stripe/webhook')
  await page.reload()
  await press('replace')
  await expect(field('secret'), 'it is never shown').toHaveValue('')
  await page.keyboard.press('Escape')
  await press('remove')
  await dialog.getByRole('button', { name: t('console.ownKeys.remove') }).click()
  await expect(stripe.getByRole('button', { name: t('console.ownKeys.set') })).toBeVisible()
})
