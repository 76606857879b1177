/**
 * Onboarding that doesn't go smoothly: wrong input, reloads, the back button, another language, the
 * keyboard alone.
 */

import { expect, REFUSED, test } from './support/strict.ts'
import type { User } from '#engine/rules/scope.ts'
import { pdftotext } from '../support/pdf.ts'
import { Learner, PASSWORD, textsIn, TOTAL, variedAnswers } from './support/journey.ts'
import { Publisher } from './support/publisher.ts'

const TOO_MANY = {
  status: 429,
  json: { code: 'request/rate-limited', message: 'Too many attempts. Please try again later.' },
}

test('every step survives a reload, and its address leads back to it', async ({
  learner,
  page,
}) => {
  await learner.openHome()
  await learner.signUp()
  const steps = [
    { path: '/onboarding/consent', title: 'onboarding.consent.title', go: () => learner.consent() },
    {
      path: '/onboarding/verification',
      title: 'onboarding.confirm.title',
      go: async () => {
        await learner.confirm()
        // Before the plan is asked for.
        await expect(learner.heading('holland_code.title')).toBeVisible()
        await learner.takeWorkerTypeByCalls()
        await page.goto('/profile/home')
      },
    },
    {
      path: '/onboarding/redeem-license',
      title: 'onboarding.plan.title',
      go: () => learner.redeem('DEMO-LITE'),
    },
    {
      path: '/onboarding/profile',
      title: 'onboarding.profile.title',
      go: () => learner.fillProfile(),
    },
  ]
  for (const [index, { path, title, go }] of steps.entries()) {
    await test.step(path, async () => {
      await learner.expectAt(path)
      await expect(learner.heading(title)).toBeVisible()
      await page.reload()
      await expect(learner.heading(title)).toBeVisible()
      await learner.expectAt(path)
      // The other steps, those before and those ahead, and the app itself lead here too.
      for (const other of [
        '/onboarding',
        steps[(index + 1) % steps.length]!.path,
        '/profile/home',
        '/navigators/careers/all',
      ]) {
        await page.goto(other)
        await expect(learner.heading(title)).toBeVisible()
        await learner.expectAt(path)
      }
      await go()
    })
  }
  // The page of the app that was asked for last.
  await learner.expectAt('/navigators/careers/all')
  await page.goto('/onboarding/consent')
  await learner.expectAt('/profile/home')
})

test('a stranger has a result first, in under nine minutes, and keeps it with an account', async ({
  learner,
  page,
  strict,
}) => {
  test.setTimeout(120_000)
  const { t } = learner
  await page.clock.install()
  const began = await page.evaluate(() => Date.now())
  await learner.openHome()
  await learner.link('home.start').click()
  await learner.expectAt('/start')
  await learner.link('intro.start').click()
  const answers = variedAnswers()
  for (let at = 1; at <= TOTAL; at++) {
    await learner.expectPlace(at)
    await page.clock.fastForward(7500)
    await learner.answer(answers)
    if (at === 31) await page.reload()
  }
  // From a school, too many may ask at once.
  await page.route('**/api/assessments/*/score', (route) => route.fulfill(TOO_MANY), { times: 1 })
  strict.allow(REFUSED(429))
  await learner.link('quiz.readReport').click()
  await learner.expectAt('/start/result')
  await expect(page.getByRole('heading', { level: 1, name: t('busy.title') })).toBeVisible()
  await learner.button('common.tryAgain').click()
  const result = page.getByRole('heading', { level: 1, name: t('type.builder.name') })
  const careers = page.getByRole('region', { name: t('visitor.careers.title') })
  await expect(result).toBeVisible()
  await expect(careers.getByRole('listitem')).toHaveCount(3)
  const titles = await careers.getByRole('heading', { level: 3 }).allInnerTexts()
  // A friend may see it before there's an account.
  const card = page.getByRole('region', { name: t('shareCard.title') })
  await expect(card.getByRole('img', { name: t('type.builder.name') })).toHaveCount(3)
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: /kB$/ }).click()
  expect((await saved).suggestedFilename()).toBe(`${t('shareCard.file')}.png`)

  await learner.button('visitor.keep.button').click()
  await expect(learner.field('signup.email')).toBeInViewport()
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  // The answers are sent, and the same result is the account's.
  await learner.expectAt('/reports/worker-type')
  await expect(result).toBeVisible()
  expect(await page.evaluate(() => Date.now())).toBeLessThan(began + 9 * 60_000)
  expect(await careers.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(titles)
  const stored = await learner.storedAnswers()
  expect(Object.fromEntries(stored.map(({ item, value }) => [item, value]))).toEqual(answers)
  expect(stored).toHaveLength(TOTAL)
  expect(await learner.attempts()).toMatchObject([{ state: 'complete' }])

  // The one next step.
  await learner.link('visitor.plan.button').click()
  await learner.redeem('DEMO-LITE')
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
})

test('a visitor erases the answers on a shared phone', async ({ learner, page }) => {
  await page.goto('/start/quiz')
  await learner.answerUpTo(2, variedAnswers())
  await page.goto('/start')
  await learner.button('visitor.erase.text').click()
  await learner.button('visitor.erase.yes').click()
  await expect(page.getByText(learner.t('visitor.erase.done'))).toBeVisible()
  await page.goto('/start')
  await expect(learner.link('intro.start')).toBeVisible()
  await expect(learner.button('visitor.erase.text')).toHaveCount(0)
})

test('the back button leads out of the steps, never to a finished one', async ({
  learner,
  page,
}) => {
  await page.goto('/terms')
  await learner.openHome()
  await learner.signUp()
  await learner.consent()
  await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
  await page.goBack()
  await learner.expectAt('/terms')
  await page.goForward()
  await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
  await learner.expectAt('/onboarding/verification')
})

test('a form that’s sent before the app has loaded is sent when it has', async ({
  learner,
  page,
}) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/main-[\w-]+\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await learner.signUp()
  await expect(learner.heading('home.title'), 'nothing is lost on another page').toBeVisible()
  await expect(learner.field('signup.email')).toHaveValue(learner.email)
  arrive()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
})

test('what is typed in the last moment before the app takes the page over is kept', async ({
  learner,
  page,
}) => {
  // The app's first drawing waits: React asks for it by a message to itself.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    const held: (() => void)[] = []
    let isHeld = true
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      if (isHeld) held.push(() => postMessage.apply(this, args))
      else postMessage.apply(this, args)
    }
    Object.assign(window, {
      isDrawing: () => held.length > 0,
      letGo: () => {
        isHeld = false
        for (const send of held) send()
      },
    })
  })
  await page.goto('/', { waitUntil: 'commit' })
  type Held = { readonly isDrawing: () => boolean; readonly letGo: () => void }
  const isDrawing = () => (window as unknown as Held).isDrawing()
  await expect.poll(() => page.evaluate(isDrawing)).toBe(true)
  await learner.field('signup.email').fill(learner.email)
  await page.evaluate(() => (window as unknown as Held).letGo())
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(learner.heading('home.title')).toBeVisible()
  await learner.field('signup.password').fill(PASSWORD)
  await learner.button('signup.button').click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
})

test('an error is shown at its field, and what was typed stays', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(422), REFUSED(400), REFUSED(404))
  const { t } = learner
  await learner.openHome()

  await learner.signUp('not-an-address', 'abc')
  await expect(page.getByText(t('simpleForm.email'))).toBeVisible()
  await expect(learner.field('signup.email')).toHaveAttribute('aria-invalid', 'true')
  await expect(learner.field('signup.email')).toHaveValue('not-an-address')
  await learner.signUp(learner.email, 'Password1')
  await expect(page.getByText(t('problem.password.common'))).toBeVisible()
  await learner.signUp()

  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  for (const box of await page.getByRole('checkbox').all())
    await expect(box, 'nothing is agreed to beforehand').not.toBeChecked()
  await learner.button('onboarding.consent.button').click()
  await expect(page.getByText(t('consent.needed'))).toBeVisible()
  await learner.consent()

  await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
  const right = /\d{6}/.exec((await learner.lastMessage()).text)![0]
  await learner.field('onboarding.confirm.code').fill(right === '000000' ? '000001' : '000000')
  await expect(page.getByText(t('problem.code.wrong'))).toBeVisible()
  await learner.field('onboarding.confirm.code').clear()
  await learner.confirm()

  await learner.redeem('NO-SUCH-CODE')
  await expect(page.getByText(t('problem.voucher.unknown'))).toBeVisible()
  await learner.redeem('DEMO-COMMIT')

  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
  await learner.button('onboarding.profile.button').click()
  await expect(page.getByText(t('required.firstName')).first()).toBeVisible()
  await page.getByRole('textbox', { name: t('field.birthDate') }).fill('2999-01-01')
  await page.getByRole('textbox', { name: t('field.firstName') }).fill('Naledi')
  await page.getByRole('textbox', { name: t('field.lastName') }).fill('Mokoena')
  await learner.button('onboarding.profile.button').click()
  await learner.expectAt('/onboarding/profile')
  await expect(page.getByRole('textbox', { name: t('field.firstName') })).toHaveValue('Naledi')
  await learner.fillProfile()
  await expect(learner.heading('holland_code.title')).toBeVisible()
})

test('offline, a form says so, keeps what was typed, and goes through when the connection is back', async ({
  learner,
  page,
  context,
  strict,
}) => {
  await learner.openHome()
  strict.allow(/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/)
  await context.setOffline(true)
  await learner.signUp()
  await expect(page.getByText(learner.t('simpleForm.offline'))).toBeVisible()
  await expect(learner.field('signup.email')).toHaveValue(learner.email)
  await context.setOffline(false)
  await learner.field('signup.password').fill(PASSWORD)
  await learner.button('signup.button').click()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
})

test('a code in the address is filled in but not redeemed automatically', async ({ learner }) => {
  await learner.openHome('/?code=DEMO-PLUS')
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await expect(learner.field('onboarding.plan.code')).toHaveValue('DEMO-PLUS')
  const user = await learner.call<{ app: { accountType: string } }>('GET', 'auth/get-user')
  expect(user.app.accountType).toBe('free')
  await learner.button('onboarding.plan.button').click()
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
})

test('a chosen plan leads to the checkout, where a voucher can be used instead', async ({
  learner,
  page,
}) => {
  await page.goto('/purchase/commit')
  await learner.expectAt('/home?selectedPlan=power')
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await expect(learner.heading('onboarding.checkout.title')).toBeVisible()
  await expect(page).toHaveURL(/\/onboarding\/checkout\/ZA\/power/)
  await learner.button('onboarding.checkout.voucher').click()
  await learner.redeem('DEMO-COMMIT')
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
})

test('a plan chosen by a signed-in user leads straight to its checkout, and can be cancelled', async ({
  learner,
  page,
}) => {
  await learner.openHome()
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await learner.expectAt('/reports/worker-type')
  await page.goto('/purchase/starter')
  await expect(learner.heading('onboarding.checkout.title')).toBeVisible()
  await learner.expectAt('/onboarding/checkout/ZA/starter')
  await learner.button('onboarding.checkout.voucher').click()
  await learner.expectAt('/onboarding/redeem-license')
  // Even if the address itself contains the plan.
  await page.goto('/profile/home?selectedPlan=power')
  await learner.expectAt('/onboarding/checkout/ZA/power?selectedPlan=power')
  await learner.button('onboarding.checkout.voucher').click()
  await learner.expectAt('/onboarding/redeem-license')
  await learner.redeem('DEMO-LITE')
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
})

/** A new user who needs nothing but a plan, and their profile after it. */
async function withoutPlan(learner: Learner): Promise<void> {
  await learner.call('POST', 'auth/signup', { email: learner.email, password: learner.password })
  await learner.call('PUT', 'users/consents', {
    terms: true,
    marketing: false,
    researchContact: true,
  })
  await learner.call('POST', 'auth/verify', {
    code: /\d{6}/.exec((await learner.lastMessage()).text)![0],
  })
}

const planOf = async (learner: Learner) =>
  (await learner.call<User>('GET', 'auth/get-user')).app.accountType

test('a plan is paid for: the bank says no, then nothing, then yes', async ({ learner, page }) => {
  const { t } = learner
  await withoutPlan(learner)
  await page.goto('/onboarding/redeem-license')
  await page.getByRole('radio', { name: /Commit / }).check()
  await page.getByRole('link', { name: /^Get Commit,/ }).click()
  await expect(page).toHaveURL(/\/onboarding\/checkout\/ZA\/power/)
  const pay = page.getByRole('button', { name: /^Pay R/ })
  await expect(page.getByText(t('order.elsewhere'))).toBeVisible()

  await pay.click()
  await expect(learner.heading('demoPay.title')).toBeVisible()
  await learner.button('demoPay.declined').click()
  await expect(learner.heading('payment.declined.title')).toBeVisible()
  await expect(page.getByText(/^No money was taken\./)).toBeVisible()
  expect(await planOf(learner)).toBe('free')

  await learner.link('payment.again').click()
  await pay.click()
  await expect(learner.heading('demoPay.title')).toBeVisible()
  const id = page.url().split('/').at(-1)!
  await learner.button('demoPay.lost').click()
  await expect(learner.heading('payment.waiting.title')).toBeVisible()
  await expect(page.getByText(t('payment.dont'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('payment.dont')), 'a reload changes nothing').toBeVisible()
  await page.goto('/settings/account/upgrade')
  await page
    .getByRole('link', { name: /Commit/ })
    .first()
    .click()
  await expect(page.getByText(t('payment.dont')), 'the page of plans leads back').toBeVisible()

  await learner.call('POST', `demo/payments/${id}`, { outcome: 'paid' })
  await expect(learner.heading('payment.paid.self.title', { plan: 'Commit' })).toBeVisible()
  await expect(page.getByText(/T-\d+/)).toBeVisible()
  const number = /T-\d+/.exec(await page.getByRole('main').innerText())![0]
  const paper = pdftotext(await page.pdf())
  for (const line of [number, 'Commit', learner.email, t('payment.receipt.total')])
    expect(paper, 'on paper').toContain(line)
  for (const line of ['payment.go', 'payment.print', 'frame.help', 'frame.logout'] as const)
    expect(paper, 'without what is for the screen').not.toContain(t(line))
  expect(await planOf(learner)).toBe('power')
  const receipt = page.getByRole('region', { name: t('payment.receipt.title') })
  await expect(receipt.getByText(learner.email)).toBeVisible()
  const letterhead = receipt.locator('p').filter({ hasText: /^Tsela$/ })
  await expect(letterhead).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(letterhead, 'the paper says whose it is').toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await learner.link('payment.go').click()
  await learner.expectAt('/onboarding/profile')
  await page.goto('/settings/account')
  await expect(page.getByRole('link', { name: /Commit.*Paid/ })).toBeVisible()
})

test('a coupon takes its part off the price, once, and money that is sent back takes the plan along', async ({
  learner,
  page,
  browser,
  product,
  strict,
}) => {
  const { t } = learner
  strict.allow(REFUSED(404), REFUSED(422), REFUSED(409))
  const office = await browser.newContext({ baseURL: product.url })
  const owner = new Learner(await office.newPage(), product)
  await owner.logInByCall('owner@demo.test')
  const code = 'BACK-TO-SCHOOL'
  const coupon = { percent: 25, plans: ['power'], uses: 1 }
  await owner.call('POST', 'admin/coupons', { ...coupon, code })
  await owner.call('POST', 'admin/coupons', { ...coupon, code: 'ONLY-ONCE' })
  await owner.call('POST', 'admin/coupons', { ...coupon, code: 'FOR-LITE', plans: ['starter'] })
  await office.close()
  const elsewhere = await browser.newContext({ baseURL: product.url })
  const faster = new Learner(await elsewhere.newPage(), product)
  await withoutPlan(faster)
  await faster.call('POST', 'plans/checkout', { plan: 'power', country: 'ZA', coupon: 'ONLY-ONCE' })
  await elsewhere.close()

  await withoutPlan(learner)
  await page.goto('/onboarding/redeem-license')
  await page.getByRole('radio', { name: /Commit / }).check()
  await page.getByRole('link', { name: /^Get Commit,/ }).click()
  await page.getByText(t('order.haveCoupon')).click()
  const field = page.getByRole('textbox', { name: t('order.couponCode') })
  for (const [typed, said] of [
    ['25% off!', 'malformed'],
    ['NO-SUCH-THING', 'unknown'],
    ['ONLY-ONCE', 'used'],
    ['FOR-LITE', 'other'],
  ] as const) {
    await field.fill(typed)
    await learner.button('order.couponUse').click()
    await expect(page.getByText(t(`problem.coupon.${said}`))).toBeVisible()
    await expect(field, 'what was typed stays').toHaveValue(typed)
  }
  const pay = page.getByRole('button', { name: /^Pay R/ })
  const dear = await pay.innerText()
  await field.fill(code.toLowerCase())
  await learner.button('order.couponUse').click()
  await expect(page.getByText(t('order.couponOk'))).toBeVisible()
  const randOf = (words: string) => Number(words.replace(/[^\d.]/g, ''))
  await expect.poll(async () => randOf(await pay.innerText())).toBe(randOf(dear) * 0.75)

  await pay.click()
  await expect(learner.heading('demoPay.title')).toBeVisible()
  const id = page.url().split('/').at(-1)!
  await page.getByRole('button', { name: t('demoPay.paid'), exact: true }).click()
  await expect(learner.heading('payment.paid.self.title', { plan: 'Commit' })).toBeVisible()
  expect(await planOf(learner)).toBe('power')

  await learner.call('POST', `demo/payments/${id}`, { outcome: 'refunded' })
  await page.reload()
  await expect(learner.heading('payment.refunded.title')).toBeVisible()
  expect(await planOf(learner)).toBe('free')
})

test('someone else pays by a link, which shows a first name and no more', async ({
  learner,
  page,
  browser,
  product,
  strict,
}) => {
  const { t } = learner
  await learner.onboardByCalls('DEMO-LITE')
  await page.goto('/settings/account/upgrade/ZA/power')
  await learner.button('ask.button').click()
  const link = await learner.field('ask.link').inputValue()
  expect(link.startsWith(`${product.url}/pay/`)).toBe(true)

  const parents = await browser.newContext({ viewport: { width: 360, height: 640 } })
  await strict.watch(parents)
  const parent = await parents.newPage()
  await parent.goto(link)
  await expect(
    parent.getByRole('heading', { level: 1, name: t('payFor.title', { name: 'Naledi' }) }),
  ).toBeVisible()
  await expect(parent.getByText('Mokoena')).toHaveCount(0)
  await parent.getByRole('button', { name: t('payFor.button') }).click()
  await parent.getByRole('button', { name: t('demoPay.paid'), exact: true }).click()
  await expect(
    parent.getByRole('heading', { name: t('payment.paid.other.title', { plan: 'Commit' }) }),
  ).toBeVisible()
  // What they print is a receipt, not a bill.
  const due = parent.getByText(t('payFor.total'), { exact: true })
  await expect(parent.getByText(t('payment.receipt.total'), { exact: true })).toBeVisible()
  await expect(parent.getByText(t('payment.receipt.date'), { exact: true })).toBeVisible()
  await expect(due).toHaveCount(0)
  const paper = pdftotext(await parent.pdf())
  for (const line of [/T-\d{5}/, /^Tsela$/m, /Commit/, /Naledi/, /R\s?499/])
    expect(paper, 'on paper').toMatch(line)
  for (const line of [t('payment.print'), t('frame.help'), t('header.login'), 'Mokoena'])
    expect(paper, 'without what is for the screen').not.toContain(line)
  await parents.close()
  expect(await planOf(learner)).toBe('power')
})

test('the language can be changed in the middle of a step, everywhere and for good', async ({
  learner,
  page,
}) => {
  const af = textsIn('af')
  await learner.openHome()
  await learner.signUp()
  await expect(learner.heading('onboarding.consent.title')).toBeVisible()
  await page.getByRole('checkbox', { name: learner.t('consent.terms.title') }).check()
  await learner.choose('af')
  await expect(
    page.getByRole('heading', { level: 1, name: af('onboarding.consent.title') }),
  ).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(af('onboarding.consent.title')))
  await expect(
    page.getByRole('checkbox', { name: af('consent.terms.title') }),
    'what was ticked stays ticked',
  ).toBeChecked()
  await page.reload()
  await expect(
    page.getByRole('heading', { level: 1, name: af('onboarding.consent.title') }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'af')
})

test.describe('by keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('a user signs up and answers ten lines', async ({ learner, page }) => {
    const { keyboard } = page
    /** Presses Tab until this has the focus; each stop on the way must show its focus. */
    const tabTo = async (target: ReturnType<typeof page.getByRole>) => {
      for (let presses = 0; presses < 40; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await keyboard.press('Tab')
        const ring = await page.evaluate(() => {
          const element = document.activeElement!
          // The calendar button inside a date has the browser's own focus ring, which can't be read
          // from styles.
          if (element === document.body || element.matches('[type="date"]:not(:focus-visible)'))
            return true
          const { outlineStyle, outlineWidth } = getComputedStyle(element)
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 3
        })
        expect(
          ring,
          `the focus is seen on ${await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 80))}`,
        ).toBe(true)
      }
      throw new Error('no number of Tabs leads there')
    }
    const box = (key: string) => page.getByRole('textbox', { name: learner.t(key) })

    await learner.openHome()
    await tabTo(box('signup.email'))
    await keyboard.type(learner.email)
    await tabTo(box('signup.password'))
    await keyboard.type(PASSWORD)
    await keyboard.press('Enter')

    await expect(learner.heading('onboarding.consent.title')).toBeFocused()
    await tabTo(page.getByRole('checkbox', { name: learner.t('consent.terms.title') }))
    await keyboard.press('Space')
    await tabTo(learner.button('onboarding.consent.button'))
    await keyboard.press('Enter')

    await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
    await tabTo(box('onboarding.confirm.code'))
    await keyboard.type(/\d{6}/.exec((await learner.lastMessage()).text)![0])

    await tabTo(learner.link('visitor.code'))
    await keyboard.press('Enter')
    await expect(learner.heading('onboarding.plan.title')).toBeVisible()
    await tabTo(box('onboarding.plan.code'))
    await keyboard.type('DEMO-COMMIT')
    await keyboard.press('Enter')

    await expect(learner.heading('onboarding.profile.title')).toBeVisible()
    await tabTo(box('field.birthDate'))
    await keyboard.type('04172008')
    await tabTo(box('field.firstName'))
    await keyboard.type('Naledi')
    await tabTo(box('field.lastName'))
    await keyboard.type('Mokoena')
    await keyboard.press('Enter')

    await expect(learner.heading('holland_code.title')).toBeVisible()
    await tabTo(learner.link('intro.start'))
    await keyboard.press('Enter')
    await learner.expectPlace(1)

    // Five with number keys, five with arrow keys and the space bar.
    const answers = variedAnswers()
    const chosen: Record<string, number> = {}
    for (let at = 1; at <= 10; at++) {
      await learner.expectPlace(at)
      const item = await learner.currentItem()
      const value = answers[item]!
      if (at <= 5) await keyboard.press(String(value))
      else {
        await tabTo(learner.option(1))
        for (let row = 1; row < value; row++) await keyboard.press('ArrowRight')
        await expect(learner.option(value)).toBeFocused()
        await keyboard.press('Space')
      }
      chosen[item] = value
    }
    await learner.expectPlace(11)
    await expect(learner.saved('sent')).toBeVisible()
    expect(
      Object.fromEntries((await learner.storedAnswers()).map(({ item, value }) => [item, value])),
    ).toEqual(chosen)
  })
})

test('a voucher that is unknown, used up or too old is refused in words, and what was typed stays', async ({
  learner,
  page,
  product,
  strict,
}) => {
  strict.allow(REFUSED(404), REFUSED(409), REFUSED(410))
  const owner = await Publisher.of(product)
  const { codes } = await owner.send<{ codes: { code: string }[] }>('POST', 'admin/vouchers', {
    plan: 'starter',
    count: 2,
    uses: 1,
  })
  await owner.close()
  const [used, expired] = codes.map(({ code }) => code) as [string, string]
  const first = new Learner(page, product)
  await first.onboardByCalls(used)
  await page.context().clearCookies()
  await product.rows(
    `UPDATE vouchers SET expires_at = now() - interval '1 day' WHERE replace(code, '-', '') = replace($1, '-', '')`,
    [expired],
  )
  await withoutPlan(learner)
  await page.goto('/onboarding/redeem-license')
  for (const [code, said] of [
    ['NO-SUCH-CODE', 'unknown'],
    [used, 'used'],
    [expired, 'expired'],
  ] as const) {
    await learner.field('onboarding.plan.code').fill(code)
    await learner.button('onboarding.plan.button').click()
    await expect(page.getByText(learner.t(`problem.voucher.${said}`))).toBeVisible()
    await expect(learner.field('onboarding.plan.code')).toHaveValue(code)
  }
  expect(await planOf(learner)).toBe('free')
  await learner.redeem('DEMO-LITE')
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
})

test('too many wrong voucher codes are refused in words, and a right one opens the plan an hour later', async ({
  learner,
  page,
  product,
  strict,
}) => {
  strict.allow(REFUSED(404), REFUSED(429))
  const { t } = learner
  await withoutPlan(learner)
  for (let at = 1; at < 10; at++)
    await learner.refused('POST', 'plans/redeem', { code: `GUESS-${at}` })
  await page.goto('/onboarding/redeem-license')
  const send = async (code: string) => {
    await learner.field('onboarding.plan.code').fill(code)
    await learner.button('onboarding.plan.button').click()
  }
  await send('GUESS-10')
  await expect(page.getByText(t('problem.voucher.unknown'))).toBeVisible()
  // Guessing on learns nothing, not even from a right code, which stays in the field.
  for (const code of ['GUESS-11', 'DEMO-LITE']) {
    await send(code)
    await expect(
      page.getByRole('alert').getByText(/That’s too many wrong codes\. Try again in \d+ minutes\./),
    ).toBeVisible()
    await expect(learner.field('onboarding.plan.code')).toHaveValue(code)
    await expect(page.getByText(t('problem.voucher.unknown'))).toHaveCount(0)
  }
  expect(await planOf(learner)).toBe('free')

  await product.rows(`UPDATE limits SET started_at = started_at - interval '61 minutes'`)
  await send('DEMO-LITE')
  await expect(learner.heading('onboarding.profile.title')).toBeVisible()
})

test('a voucher for less than what one has is refused, and isn’t used up', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(409))
  await learner.onboardByCalls('DEMO-COMMIT')
  await page.goto('/settings/account/upgrade')
  await learner.field('onboarding.plan.code').fill('DEMO-LITE')
  await learner.button('onboarding.plan.button').click()
  await expect(page.getByText(learner.t('problem.voucher.lower')).first()).toBeVisible()
  await expect(learner.field('onboarding.plan.code')).toHaveValue('DEMO-LITE')
  expect(await planOf(learner)).toBe('power')
})

test('a payment page that can’t be reached says so, and the button works again', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(503))
  await withoutPlan(learner)
  await page.goto('/purchase/starter')
  const pay = page.getByRole('button', { name: /^Pay R/ })
  await page.route('**/api/plans/checkout', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 503,
        code: 'payment/unavailable',
        message: learner.t('problem.payment.unavailable'),
      }),
    }),
  )
  await pay.click()
  await expect(
    page.getByRole('alert').getByText(learner.t('problem.payment.unavailable')),
  ).toBeVisible()
  await expect(pay).toBeEnabled()
  await page.unroute('**/api/plans/checkout')
  await pay.click()
  await expect(learner.heading('demoPay.title')).toBeVisible()
})

test('the time of a payment runs out, and it can be started again', async ({ learner, page }) => {
  await withoutPlan(learner)
  await page.goto('/purchase/starter')
  await page.getByRole('button', { name: /^Pay R/ }).click()
  await expect(learner.heading('demoPay.title')).toBeVisible()
  await learner.button('demoPay.expired').click()
  await expect(learner.heading('payment.expired.title')).toBeVisible()
  await expect(page.getByText(learner.t('payment.expired.text'))).toBeVisible()
  expect(await planOf(learner)).toBe('free')
  await learner.link('payment.again').click()
  await page.getByRole('button', { name: /^Pay R/ }).click()
  await page.getByRole('button', { name: learner.t('demoPay.paid'), exact: true }).click()
  await expect(learner.heading('payment.paid.self.title', { plan: 'Lite' })).toBeVisible()
  expect(await planOf(learner)).toBe('starter')
})

test('a coupon in the address takes its part off at the checkout, and one that can’t be a coupon says so', async ({
  learner,
  page,
  product,
  strict,
}) => {
  strict.allow(REFUSED(422))
  const owner = await Publisher.of(product)
  const code = `SPRING-${Date.now().toString(36).toUpperCase()}`
  await owner.send('POST', 'admin/coupons', { code, percent: 50, plans: ['power'], uses: 5 })
  await owner.close()
  const pay = page.getByRole('button', { name: /^Pay R/ })
  await page.goto(`/purchase/commit?coupon=${code}`)
  await expect(page).toHaveURL(new RegExp(`/home\\?.*coupon=${code}`))
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await expect(learner.heading('onboarding.checkout.title')).toBeVisible()
  await expect(
    page.getByText(learner.t('order.couponPercent', { code, percent: 50 })),
  ).toBeVisible()
  await expect(pay).toBeVisible()
  await page.goto('/purchase/commit?coupon=50%25%20off!')
  await expect(page.getByText(learner.t('problem.coupon.malformed'))).toBeVisible()
  await expect(page.getByText(learner.t('order.couponPercent', { code, percent: 50 }))).toHaveCount(
    0,
  )
})

test('a plan that doesn’t exist, or isn’t sold, is neither chosen nor charged', async ({
  learner,
  page,
}) => {
  await withoutPlan(learner)
  for (const plan of ['gold', 'assessmentOnly', 'free', '__proto__']) {
    await page.goto(`/profile/home?selectedPlan=${plan}`)
    await expect(learner.heading('holland_code.title'), plan).toBeVisible()
    await page.goto(`/onboarding/checkout/ZA/${plan}`)
    await expect(learner.heading('onboarding.plan.title'), plan).toBeVisible()
  }
  for (const plan of ['gold', 'assessmentOnly'])
    expect(
      (await learner.refused('POST', 'plans/checkout', { plan, country: 'ZA' })).status,
      plan,
    ).toBeGreaterThanOrEqual(400)
  await learner.redeem('DEMO-LITE')
  await learner.fillProfile()
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await page.goto('/settings/account/upgrade/ZA/gold')
  await expect(page.getByText(learner.t('order.unsold'))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay R/ })).toHaveCount(0)
  await expect(learner.button('ask.button')).toHaveCount(0)
})

test('by the letter of the specification a free account meets the plan before anything else', async ({
  learner,
  page,
  product,
}) => {
  // The second tenant; its own language is another, and its steps are in another order.
  const { pluggedin } = product
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto(`${pluggedin}/start`)
  await learner.expectAt('/home', pluggedin)
  await learner.signUp()
  await learner.consent()
  await learner.fillProfile()
  await learner.confirm()
  await expect(learner.heading('onboarding.plan.title')).toBeVisible()
  for (const path of [
    '/reports/worker-type',
    '/reports/worker-type/quiz',
    '/profile/home',
    '/cv',
  ]) {
    await page.goto(pluggedin + path)
    await learner.expectAt('/onboarding/redeem-license', pluggedin)
  }
  await expect(learner.link('visitor.code'), 'no worker type first').toHaveCount(0)
  await learner.button('frame.logout').click()
  await learner.expectAt('/home', pluggedin)
})

test('a code that was guessed at is spent, and the next one is sent after a minute', async ({
  learner,
  page,
  product,
  strict,
}) => {
  strict.allow(REFUSED(410), REFUSED(422), REFUSED(429))
  const { t } = learner
  await learner.openHome()
  await learner.signUp()
  await learner.consent()
  await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
  const code = async () => /\d{6}/.exec((await learner.lastMessage()).text)![0]
  const right = await code()
  const field = learner.field('onboarding.confirm.code')
  const tried = () => page.waitForResponse(/\/api\/auth\/verify$/)
  for (let time = 1; time <= 5; time++) {
    const answer = tried()
    await field.fill(String((Number(right) + time) % 1_000_000).padStart(6, '0'))
    // The first one is sent by itself.
    if (time > 1) await learner.button('onboarding.confirm.button').click()
    expect((await answer).status(), `try ${time}`).toBe(422)
    await expect(page.getByText(t('problem.code.wrong')).first()).toBeVisible()
  }
  await field.fill(right)
  await learner.button('onboarding.confirm.button').click()
  await expect(page.getByText(t('problem.code.expired')).first()).toBeVisible()
  await learner.button('onboarding.confirm.resend').click()
  await expect(page.getByText(/^You can ask again in \d+ seconds?\.$/).first()).toBeVisible()
  // A minute later.
  await product.rows(`DELETE FROM limits WHERE key LIKE 'send-verify%'`)
  await learner.button('onboarding.confirm.resend').click()
  await expect(page.getByText(t('onboarding.confirm.resent'))).toBeVisible()
  await expect.poll(code).not.toBe(right)
  await field.fill(await code())
  await learner.button('onboarding.confirm.button').click()
  await learner.expectAt('/reports/worker-type')
})

test('a link to pay that was ended, and one that never was, say so and name nobody', async ({
  learner,
  page,
  browser,
  strict,
}) => {
  strict.allow(REFUSED(410), REFUSED(404))
  await learner.onboardByCalls('DEMO-LITE')
  await page.goto('/settings/account/upgrade/ZA/power')
  await learner.button('ask.button').click()
  const link = await learner.field('ask.link').inputValue()
  await page.reload()
  await learner.button('ask.end').click()
  await expect(learner.button('ask.end')).toHaveCount(0)
  const parents = await browser.newContext({ viewport: { width: 360, height: 640 } })
  await strict.watch(parents)
  const parent = await parents.newPage()
  for (const address of [link, `${link.slice(0, -4)}AAAA`]) {
    await parent.goto(address)
    await expect(
      parent.getByRole('heading', { level: 1, name: learner.t('payFor.ended') }),
    ).toBeVisible()
    await expect(parent.getByText('Naledi')).toHaveCount(0)
    await expect(parent.getByRole('button', { name: learner.t('payFor.button') })).toHaveCount(0)
  }
  await parents.close()
})

test('where the configuration says so, the code is left for later, and typed in the settings', async ({
  learner,
  page,
  product,
}) => {
  const { t } = learner
  const owner = await Publisher.of(product)
  const before = await owner.live()
  const later = learner.button('onboarding.confirm.later')
  try {
    await learner.openHome()
    await learner.signUp()
    await learner.consent()
    await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
    await expect(later, 'nobody may without it').toHaveCount(0)
    await page.evaluate(() => (document.cookie = 'skip-verification=true; Path=/'))
    await page.reload()
    await expect(learner.heading('onboarding.confirm.title'), 'nor by a cookie').toBeVisible()
    await page.context().clearCookies({ name: 'skip-verification' })
    await owner.publish('Codes may wait', {
      kind: 'config',
      id: 'default',
      edit: (config) => ({ ...config, skipVerification: true }),
    })

    await page.goto('/onboarding/verification?selectedPlan=power')
    await expect(learner.heading('onboarding.confirm.title')).toBeVisible()
    await expect(learner.button('onboarding.confirm.resend')).toBeVisible()
    await expect(later, 'nobody pays before it').toHaveCount(0)
    await page.context().clearCookies({ name: 'selected-plan' })
    await page.goto('/onboarding/verification')
    await later.click()
    await learner.expectAt('/reports/worker-type')
    await learner.takeWorkerTypeByCalls()
    await page.goto('/profile/home')
    await learner.redeem('DEMO-LITE')
    await learner.fillProfile()
    await learner.expectAt('/profile/home')

    await page.goto('/settings/account')
    await expect(page.getByText(t('settings.notConfirmed'))).toBeVisible()
    await learner.link('settings.confirm').click()
    await expect(learner.heading('address.confirm')).toBeVisible()
    await expect(page.getByText(t('address.own', { address: learner.email }))).toBeVisible()
    const sent = (await learner.lastMessage()).text
    await product.rows(`DELETE FROM limits WHERE key LIKE 'send-verify%'`)
    await learner.button('onboarding.confirm.resend').click()
    await expect(page.getByText(t('onboarding.confirm.resent'))).toBeVisible()
    await expect.poll(async () => (await learner.lastMessage()).text).not.toBe(sent)
    await learner
      .field('onboarding.confirm.code')
      .fill(/\d{6}/.exec((await learner.lastMessage()).text)![0])
    await learner.expectAt('/settings/account')
    await expect(page.getByText(t('address.owned')).first()).toBeVisible()
    await expect(page.getByText(t('settings.confirmed'), { exact: true })).toBeVisible()
    await expect(learner.link('settings.confirm')).toHaveCount(0)
    await learner.logOut()
    await learner.expectAt('/home')
    const left = (await page.context().cookies()).map(({ name }) => name)
    expect(left).not.toContain('skip-verification')
  } finally {
    await owner.leave(before)
  }
})

test('the page that was asked for before signing up opens after the last step', async ({
  learner,
  page,
}) => {
  const wanted = '/navigators/careers/all?workerType=builder'
  const noted = () => page.evaluate(() => sessionStorage.getItem('tsela-intended'))
  await page.goto(wanted)
  await learner.expectAt(`/login?redirect=${encodeURIComponent(wanted)}`)
  await learner.link('header.signup').first().click()
  // The login page has fields of the same names.
  await expect(learner.heading('home.title')).toBeVisible()
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await learner.takeWorkerTypeByCalls()
  // As after a payment at another site.
  await page.goto('/onboarding/redeem-license')
  await learner.redeem('DEMO-COMMIT')
  await learner.fillProfile()
  await learner.expectAt(wanted)
  await expect(learner.heading('careers.allTitle')).toBeVisible()
  expect(await noted(), 'once').toBeNull()
  await page.goto('/onboarding')
  await learner.expectAt('/profile/home')

  const next = new Learner(page, learner.product)
  await learner.logOut()
  await learner.expectAt('/home')
  await page.goto(`/home?redirect=${encodeURIComponent(wanted)}`)
  await next.signUp()
  await expect(next.heading('onboarding.consent.title')).toBeVisible()
  expect(await noted()).toContain(wanted)
  await next.button('frame.logout').click()
  await next.expectAt('/home')
  await expect.poll(noted, 'nothing is left to whoever comes next').toBeNull()
})
