/**
 * The sixty lines with interruptions: a session that ends, a second tab, a phone without storage,
 * no connection at the end.
 */

import { readFileSync } from 'node:fs'
import { PACE_BELOW_MS } from '#engine/scoring/quiz.ts'
import { codeAt } from '../support/authenticator.ts'
import { ITEMS, Learner, TOTAL, variedAnswers } from './support/journey.ts'
import { expect, NO_NET, REFUSED, test, type Page } from './support/strict.ts'

const answers = variedAnswers()

/** A new user, at the first line. */
async function atFirstLine(learner: Learner): Promise<void> {
  await learner.onboardByCalls()
  await learner.page.goto('/reports/worker-type')
  await learner.startQuiz()
}

/** The stored answers that count: item -> value, the last one received for each. */
async function counted(learner: Learner): Promise<Record<string, number>> {
  return Object.fromEntries((await learner.storedAnswers()).map(({ item, value }) => [item, value]))
}

const firstOf = (count: number) =>
  Object.fromEntries(ITEMS.slice(0, count).map((item) => [item, answers[item]!]))

/** Not every phone says that it is back. */
async function silentPhone(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true }),
  )
}

test('when the session ends, the page stays, the sign-in opens above it, and nothing is lost', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(401))
  await atFirstLine(learner)
  await learner.answerUpTo(5, answers)
  await expect(learner.saved('sent')).toBeVisible()
  await learner.endSessionsElsewhere('Pula2026')

  await learner.answerUpTo(6, answers)
  const dialog = page.getByRole('dialog', { name: learner.t('signInAgain.title') })
  await expect(dialog).toBeVisible()
  await learner.expectAt('/reports/worker-type/quiz')
  await expect(dialog).toContainText(learner.email)
  await dialog.getByRole('textbox', { name: learner.t('login.password') }).fill('Wrong1234')
  await dialog.getByRole('button', { name: learner.t('login.button') }).click()
  await expect(dialog.getByRole('alert')).toContainText(learner.t('problem.login.failed'))

  // It can be done later too: the lines continue, and the phone stores the answers.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await learner.expectPlace(7)
  await learner.answer(answers)
  await expect(dialog).toBeVisible()
  expect(await learner.storedAnswers()).toHaveLength(5)

  await dialog.getByRole('textbox', { name: learner.t('login.password') }).fill('Pula2026')
  await dialog.getByRole('button', { name: learner.t('login.button') }).click()
  await expect(dialog).toBeHidden()
  await learner.expectPlace(8)
  await expect(learner.saved('sent')).toBeVisible()
  await learner.answerUpTo(10, answers)
  await expect(learner.saved('sent')).toBeVisible()
  expect(await counted(learner)).toEqual(firstOf(10))
})

test('signing in again with a second lock asks for its code on the same page, and nothing is lost', async ({
  learner,
  page,
  strict,
}) => {
  // 403: the anti-forgery token of the session that is gone; the page fetches another, and is told 401.
  strict.allow(REFUSED(401), REFUSED(403), REFUSED(422))
  await atFirstLine(learner)
  const { password } = learner
  const { secret } = await learner.call<{ secret: string }>('POST', 'auth/second-factor', {
    password,
  })
  await learner.call('POST', 'auth/second-factor/confirm', { code: codeAt(secret, new Date()) })
  await learner.answerUpTo(5, answers)
  await expect(learner.saved('sent')).toBeVisible()
  await page.context().clearCookies({ name: 'sid' })

  await learner.answerUpTo(6, answers)
  const dialog = page.getByRole('dialog', { name: learner.t('signInAgain.title') })
  await dialog.getByRole('textbox', { name: learner.t('login.password') }).fill(password)
  await dialog.getByRole('button', { name: learner.t('login.button') }).click()
  const code = dialog.getByRole('textbox', { name: learner.t('signInAgain.codeLabel') })
  await code.fill('000000')
  await dialog.getByRole('button', { name: learner.t('login.button') }).click()
  await expect(dialog.getByRole('alert')).toContainText(learner.t('problem.code.wrong'))
  await code.fill(codeAt(secret, new Date(Date.now() + 30_000)))
  await dialog.getByRole('button', { name: learner.t('login.button') }).click()
  await expect(dialog).toBeHidden()
  await learner.expectAt('/reports/worker-type/quiz')
  await learner.expectPlace(7)
  await learner.answerUpTo(10, answers)
  await expect(learner.saved('sent')).toBeVisible()
  expect(await counted(learner)).toEqual(firstOf(10))
})

test.describe('two tabs of one person', () => {
  test('share the lines: the second continues where the first stopped, and each answer counts once', async ({
    learner,
    page,
    context,
    product,
  }) => {
    await atFirstLine(learner)
    await learner.answerUpTo(3, answers)
    await expect(learner.saved('sent')).toBeVisible()
    const second = new Learner(await context.newPage(), product)
    second.email = learner.email
    await second.page.goto('/reports/worker-type/quiz')
    await second.expectPlace(4)
    await second.answerUpTo(6, answers)
    await expect(second.saved('sent')).toBeVisible()
    // The first tab doesn't know about them, and answers the same lines again.
    await page.bringToFront()
    await learner.answerUpTo(8, answers)
    await expect(learner.saved('sent')).toBeVisible()
    expect(await counted(learner)).toEqual(firstOf(8))
    await page.reload()
    await learner.expectPlace(9)
  })

  test('agree that the last choice counts, whichever tab it was made in', async ({
    learner,
    page,
    context,
    product,
  }) => {
    await atFirstLine(learner)
    const [item] = ITEMS
    const second = new Learner(await context.newPage(), product)
    second.email = learner.email
    await second.page.goto('/reports/worker-type/quiz')
    await second.answerUpTo(4, { ...answers, [item!]: 1 })
    for (const place of [4, 3, 2, 1]) {
      await second.button('common.back').click()
      await second.expectPlace(place)
    }
    await second.answer({ ...answers, [item!]: 2 })
    await expect(second.saved('sent')).toBeVisible()

    await page.bringToFront()
    await learner.answer({ ...answers, [item!]: 5 })
    await expect(learner.saved('sent')).toBeVisible()
    const open = await learner.call<{ answers: Record<string, number> }>(
      'POST',
      'assessments/holland_code/attempts',
    )
    expect(open.answers[item!]).toBe(5)
  })

  test('don’t forget, while offline, what the other one has answered', async ({
    learner,
    page,
    context,
    product,
    strict,
  }) => {
    strict.allow(NO_NET)
    await atFirstLine(learner)
    await learner.readyForOffline()
    const second = new Learner(await context.newPage(), product)
    second.email = learner.email
    await second.page.goto('/reports/worker-type/quiz')
    await second.expectPlace(1)
    await context.setOffline(true)
    await second.answerUpTo(3, answers)
    await page.bringToFront()
    await learner.answerUpTo(1, answers)
    await page.reload()
    await learner.expectPlace(4)
  })
})

test('a second phone carries on with an open attempt, and leads to the report of a finished one', async ({
  browser,
  contextOptions,
  learner,
  product,
  strict,
}) => {
  strict.allow(REFUSED(409))
  await atFirstLine(learner)
  await learner.answerUpTo(4, answers)
  await expect(learner.saved('sent')).toBeVisible()
  const context = await browser.newContext({ ...contextOptions, baseURL: product.url })
  await strict.watch(context)
  const second = new Learner(await context.newPage(), product)
  await second.logInByCall(learner.email, learner.password)
  await second.page.goto('/reports/worker-type')
  const begun = second.link('intro.goOn', { at: 5, total: TOTAL })
  await expect(begun).toBeVisible()

  await learner.takeWorkerTypeByCalls(answers)
  await begun.click()
  await expect(second.heading('quiz.taken')).toBeVisible()
  expect((await learner.attempts()).map(({ state }) => state)).toEqual(['complete'])
  await second.link('quiz.readReport').click()
  await second.expectAt('/reports/worker-type')
  const bars = second.page.getByRole('region', { name: second.t('worker.bars.title') })
  await expect(bars).toBeVisible()
  await context.close()
})

test('the browser’s back button leads from the lines to the introduction, and forward to the same line again', async ({
  learner,
  page,
}) => {
  await atFirstLine(learner)
  await learner.answerUpTo(4, answers)
  await page.goBack()
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await learner.expectAt('/reports/worker-type')
  await learner.link('intro.goOn', { at: 5, total: TOTAL }).click()
  await learner.expectPlace(5)
  await page.goBack()
  await page.goForward()
  await learner.expectPlace(5)
})

test('a hint is shown once, after ten answers that came too fast to be read', async ({
  learner,
  page,
}) => {
  await atFirstLine(learner)
  const hint = page.getByText(learner.t('quiz.hint'), { exact: true })
  await learner.answerUpTo(9, answers)
  await expect(hint).toBeHidden()
  await learner.answer(answers)
  await learner.expectPlace(11)
  await expect(hint).toBeVisible()
  await learner.answer(answers)
  await learner.expectPlace(12)
  await expect(hint).toBeHidden()
})

test('another hint is shown once, after ten answers in a pattern that were slow enough to be read', async ({
  learner,
  page,
}) => {
  await atFirstLine(learner)
  const hint = page.getByText(learner.t('quiz.hintPattern'), { exact: true })
  for (let at = 1; at <= 10; at++) {
    await learner.expectPlace(at)
    await expect(hint).toBeHidden()
    // Real time: the median is what counts.
    if (at <= 7) await page.waitForTimeout(PACE_BELOW_MS + 100)
    await learner.answer(Object.fromEntries(ITEMS.map((item) => [item, at % 2 === 0 ? 5 : 1])))
  }
  await learner.expectPlace(11)
  await expect(hint).toBeVisible()
  await learner.answer(answers)
  await learner.expectPlace(12)
  await expect(hint).toBeHidden()
})

test('an answer that was changed after going back counts as changed', async ({ learner }) => {
  await atFirstLine(learner)
  const wrong = { ...answers, [ITEMS[1]!]: answers[ITEMS[1]!] === 1 ? 5 : 1 }
  await learner.answerUpTo(3, wrong)
  await learner.button('common.back').click()
  await learner.expectPlace(3)
  await learner.button('common.back').click()
  await learner.expectPlace(2)
  await expect(learner.option(wrong[ITEMS[1]!]!)).toBeChecked()
  await learner.answer(answers)
  await learner.expectPlace(3)
  await expect(learner.saved('sent')).toBeVisible()
  const open = await learner.call<{ answers: Record<string, number> }>(
    'POST',
    'assessments/holland_code/attempts',
  )
  expect(open.answers).toEqual(firstOf(3))
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a double tap answers one line', async ({ learner, page }) => {
    await atFirstLine(learner)
    for (let at = 1; at <= 4; at++) {
      await learner.expectPlace(at)
      const option = learner.option(4)
      await expect(option).toBeEnabled()
      const box = (await option.boundingBox())!
      await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay: 20 })
      await learner.expectPlace(at + 1)
    }
    await expect(learner.saved('sent')).toBeVisible()
    expect(await counted(learner)).toEqual(
      Object.fromEntries(ITEMS.slice(0, 4).map((item) => [item, 4])),
    )
  })
})

test('unsent answers bring up a question before logging out, wait for their owner, and are never anyone else’s', async ({
  learner,
  page,
  context,
  strict,
}) => {
  strict.allow(/net::ERR_FAILED/)
  await atFirstLine(learner)
  await context.route('**/api/attempts/*/answers', (route) => route.abort())
  await learner.answerUpTo(3, answers)
  await expect(learner.saved('phone')).toBeVisible()
  await page.goto('/settings/account')

  await learner.logOut()
  const dialog = page.getByRole('dialog', { name: learner.t('leave.title', { count: 3 }) })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: learner.t('leave.stay') }).click()
  await expect(dialog).toBeHidden()
  await learner.expectAt('/settings/account')

  await learner.logOut()
  await dialog.getByRole('button', { name: learner.t('leave.go') }).click()
  await learner.expectAt('/home')
  await context.unroute('**/api/attempts/*/answers')

  // Another user of the same phone neither sees nor sends them.
  await page.goto('/login')
  await learner.logIn({ email: 'lite@demo.test', password: 'Demo1234' })
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await expect(learner.link('intro.start')).toBeVisible()
  await page.goto('/reports/worker-type/quiz')
  await learner.expectPlace(1)
  expect(await learner.storedAnswers()).toHaveLength(0)

  await page.goto('/settings/account')
  await learner.logOut()
  await learner.expectAt('/home')
  await page.goto('/login')
  await learner.logIn(learner)
  await expect(learner.link('intro.goOn', { at: 4, total: TOTAL })).toBeVisible()
  await expect.poll(() => counted(learner)).toEqual(firstOf(3))
})

test('a phone that stores nothing sends each answer at once, says so, and offers the answers as a file', async ({
  learner,
  page,
  context,
  strict,
}) => {
  strict.allow(/net::ERR_FAILED/)
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError')
    }
  })
  await atFirstLine(learner)
  await learner.answerUpTo(2, answers)
  await expect.poll(() => counted(learner)).toEqual(firstOf(2))
  await context.route('**/api/attempts/*/answers', (route) => route.abort())
  await learner.answerUpTo(3, answers)
  await expect(page.getByText(learner.t('quiz.memory'))).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    learner.button('quiz.saveFile').click(),
  ])
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    answers: Record<string, number>
  }
  expect(file.answers).toEqual(firstOf(3))
})

test('after the last line is answered offline, the report opens by itself once there is a connection', async ({
  learner,
  page,
  context,
  strict,
}) => {
  strict.allow(NO_NET)
  await learner.onboardByCalls()
  const { id, items } = await learner.call<{ id: string; items: string[] }>(
    'POST',
    'assessments/holland_code/attempts',
  )
  const done = items.slice(0, 58)
  await learner.call('PUT', `attempts/${id}/answers`, {
    answers: done.map((item, index) => ({
      item,
      value: answers[item],
      ms: 4000,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      seq: index + 1,
    })),
  })
  await page.goto('/reports/worker-type/quiz')
  await learner.expectPlace(59)
  await learner.readyForOffline()
  await context.setOffline(true)
  await learner.answerUpTo(TOTAL, answers)
  await expect(page.getByText(learner.t('quiz.finish.waiting'))).toBeVisible()
  // Closed and reopened offline, it still waits.
  await page.reload()
  await expect(page.getByText(learner.t('quiz.finish.waiting'))).toBeVisible()
  await context.setOffline(false)
  await learner.link('quiz.readReport').click()
  await expect(page.getByRole('region', { name: learner.t('worker.bars.title') })).toBeVisible()
  expect(await counted(learner)).toEqual(answers)
})

test('a visitor who answers the last line offline is told that the report waits, and reads it once there is a connection', async ({
  learner,
  page,
  context,
  strict,
}) => {
  await silentPhone(page)
  strict.allow(NO_NET)
  await page.goto('/start/quiz')
  await learner.answerUpTo(TOTAL - 1, answers)
  await learner.readyForOffline()
  await context.setOffline(true)
  await learner.answerUpTo(TOTAL, answers)
  await expect(page.getByText(learner.t('quiz.finish.waiting'))).toBeVisible()
  await expect(learner.link('quiz.readReport')).toBeHidden()
  await context.setOffline(false)
  await learner.link('quiz.readReport').click()
  const result = page.getByRole('heading', { level: 1 })
  await expect(result).toContainText(learner.t('type.builder.name'))

  // Read once, it can be read again without a connection.
  await learner.readyForOffline()
  await context.setOffline(true)
  await page.goto('/start/quiz')
  await learner.link('quiz.readReport').click()
  await expect(result).toContainText(learner.t('type.builder.name'))
  // Where it isn't on the phone, it comes by itself with the connection.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.endsWith('visitor-result')) localStorage.removeItem(key)
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: learner.t('state.offline.title') })).toBeVisible()
  await context.setOffline(false)
  await expect(result).toContainText(learner.t('type.builder.name'))
})

test('arrow keys show where they are, and Tab comes back to there', async ({ learner, page }) => {
  await atFirstLine(learner)
  const rows = page.getByRole('radio')
  await rows.first().focus()
  for (const row of [1, 2]) {
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(row)).toBeFocused()
    await expect(rows.nth(row)).toHaveCSS('outline-style', 'solid')
  }
  await page.keyboard.press('Shift+Tab')
  await expect(rows.nth(2)).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows.nth(2)).toBeFocused()
})

test('another phone continues where this one stopped', async ({
  learner,
  browser,
  product,
  contextOptions,
}) => {
  await atFirstLine(learner)
  await learner.answerUpTo(7, answers)
  await expect(learner.saved('sent')).toBeVisible()
  const other = await browser.newContext({ ...contextOptions, baseURL: product.url })
  const second = new Learner(await other.newPage(), product)
  await second.page.goto('/login')
  await second.logIn(learner)
  // It learns from the server that the assessment was begun elsewhere, a moment after it opens.
  const goOn = second.link('intro.goOn', { at: 8, total: 60 })
  await goOn.or(second.link('intro.start')).click()
  await second.expectPlace(8)
  await other.close()
})

test('a quiz that was never opened says that it needs a connection the first time', async ({
  learner,
  page,
  context,
  strict,
}) => {
  strict.allow(NO_NET)
  await learner.onboardByCalls()
  await silentPhone(page)
  await page.goto('/reports/worker-type')
  await expect(learner.link('intro.start')).toBeVisible()
  await learner.readyForOffline()
  await context.setOffline(true)
  await learner.link('intro.start').click()
  await expect(
    page.getByRole('heading', { level: 1, name: learner.t('state.offline.title') }),
  ).toBeVisible()
  await expect(learner.button('common.tryAgain')).toBeVisible()
  await context.setOffline(false)
  await learner.expectPlace(1)
})

test('practice stores nothing and leads to the real lines, and back from those leads to where they can be continued', async ({
  learner,
  page,
}) => {
  await learner.onboardByCalls()
  await page.goto('/reports/worker-type')
  await learner.link('intro.practiceTwo').click()
  await expect(page.getByText(learner.t('practice.notKept'))).toBeVisible()
  for (const line of ['holland_code.practice.1', 'holland_code.practice.2']) {
    await expect(page.getByRole('heading', { name: learner.t(line) })).toBeVisible()
    await learner.option(4).click()
  }
  await expect(page.getByRole('heading', { name: learner.t('practice.done') })).toBeVisible()
  await learner.link('intro.start').click()
  await learner.expectPlace(1)
  expect(await learner.storedAnswers()).toHaveLength(0)
  await learner.answerUpTo(2, answers)
  await page.goBack()
  await learner.expectAt('/reports/worker-type')
  await learner.link('intro.goOn', { at: 3, total: TOTAL }).click()
  await learner.expectPlace(3)
})
