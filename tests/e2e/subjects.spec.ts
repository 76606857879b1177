/**
 * Lessons and subjects on a small phone: found, read, done, chosen, saved and opened again offline.
 */

import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

const PHONE = { width: 360, height: 640 }
const BASE = '/navigators/subject-choices'

test('a lesson is found despite a typing mistake, read, marked as done, and still done afterwards', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await learner.call('PUT', 'users/lessons', { lessonsDone: [] })
  await page.goto(`${BASE}/lessons`)
  const main = page.getByRole('main')
  const cards = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(cards).toHaveCount(16)

  await page.getByRole('button', { name: t('list.lesson.money'), exact: true }).click()
  await expect(cards).toHaveCount(2)
  await page.getByRole('searchbox').fill('bursry')
  const card = cards.filter({ hasText: 'bursary' })
  await expect(card.first()).toBeVisible()
  await expect(page).toHaveURL(/bursry/)
  const address = page.url()
  await card.first().getByRole('link').click()

  await expect(page.getByRole('heading', { level: 1, name: /bursary/ })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.getByRole('button', { name: t('lessons.mark') }).click()
  await expect(main.getByText(t('lessons.done'), { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(card.first().getByText(t('lessons.done'), { exact: true })).toBeVisible()

  await page.goto(`${BASE}/lessons/what-a-bursary-expects`)
  await page.getByRole('button', { name: t('lessons.undo') }).click()
  await expect(page.getByRole('button', { name: t('lessons.mark') })).toBeVisible()
})

test('a lesson that was opened once can be opened and marked as done offline', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  strict.allow(NO_NET)
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await learner.call('PUT', 'users/lessons', { lessonsDone: [] })
  await page.goto(`${BASE}/lessons`)
  await page.getByRole('link', { name: 'How to spot a job scam' }).click()
  const mark = page.getByRole('button', { name: t('lessons.mark') })
  await expect(mark).toBeVisible()
  await context.setOffline(true)
  await mark.click()
  await expect(page.getByText(t('lessons.kept'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('lessons.undo') })).toBeVisible()

  await learner.openUserMenu()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('menu.logout') })
    .click()
  const warning = page.getByRole('dialog', { name: t('leave.changes') })
  await warning.getByRole('button', { name: t('leave.stay') }).click()
  await expect(warning).toBeHidden()
  // Another phone, at the same time.
  await learner.call('PUT', 'users/lessons', { lessonsDone: [{ lesson: 'theirs' }] })
  await context.setOffline(false)
  await expect
    .poll(
      async () =>
        (await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')).profile[
          'lessonsDone'
        ],
      { timeout: 20_000 },
    )
    .toEqual([{ lesson: 'theirs' }, { lesson: 'spot-a-job-scam' }])
})

test('a learner chooses a curriculum, and lands on its subjects', async ({ learner, page }) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto(`${BASE}/home`)
  await learner.expectAt(`${BASE}/select-curriculum`)
  const go = page.getByRole('button', { name: t('curriculum.button') })
  await go.click()
  await expect(page.getByText(t('curriculum.choose'))).toBeVisible()
  const choices = page.getByRole('radio')
  await expect(choices).toHaveCount(7)
  await page.getByRole('radio', { name: /Kenyan Certificate/ }).check()
  await go.click()
  await learner.expectAt(`${BASE}/home`)
  await page.goto(`${BASE}/subjects?search=kiswahili`)
  await expect(page.getByRole('link', { name: 'Kiswahili', exact: true })).toBeVisible()
  // It's what the page offers first from now on.
  await page.goto(`${BASE}/select-curriculum`)
  await expect(page.getByRole('radio', { name: /Kenyan Certificate/ })).toBeChecked()
})

test('a subject is found, added to the set and taken out again', async ({ learner, page }) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await learner.call('PUT', 'users/subjects', { subjectSet: [] })
  // The guard of every subject-choice route asks for the curricula (spec 4).
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/school-curricula') asked++
  })
  await page.goto(`${BASE}/subjects`)
  await page.getByRole('searchbox').fill('Life Sciences')
  const subject = page.getByRole('link', { name: 'Life Sciences', exact: true })
  await expect(subject).toBeVisible()
  await expect(page).toHaveURL(/Life/)
  expect(asked, 'once, however much is typed').toBe(1)
  await subject.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Life Sciences' })).toBeVisible()
  expect(asked).toBe(2)
  await page.getByRole('button', { name: t('subjects.mark') }).click()
  await expect(page.getByText(t('subjects.marked'), { exact: true })).toBeVisible()
  const undo = page.getByRole('button', { name: t('subjects.undo') })
  await expect(undo).not.toHaveAttribute('aria-busy', 'true')
  await page.reload()
  await undo.click()
  await expect(page.getByRole('button', { name: t('subjects.mark') })).toBeVisible()
})

test('a set can be tried, says what it closes, can be kept, and decides which careers are open', async ({
  learner,
  page,
  strict,
}) => {
  const { t } = learner
  strict.allow(REFUSED(409))
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await learner.call('PUT', 'users/subjects', { subjectSet: [] })
  await page.goto(`${BASE}/home`)
  const main = page.getByRole('main')
  const pick = (name: string) => main.getByLabel(name, { exact: true })
  await pick('Physical Sciences').check()
  await pick('Mathematics').check()
  await expect(main.getByText('Engineering opens.')).toBeVisible()
  await pick('Mathematical Literacy').check()
  await expect(pick('Mathematics')).not.toBeChecked()
  await expect(main.getByText('Engineering closes.')).toBeVisible()
  await expect(main.getByText('Choose 2 more subjects of your own.')).toBeVisible()
  await page.getByRole('button', { name: t('subjects.set.keep') }).click()
  await expect(main.getByText(t('subjects.set.saved'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(pick('Mathematical Literacy')).toBeChecked()

  // Another phone saves another set, twice: this one asks before it replaces anything.
  const keep = page.getByRole('button', { name: t('subjects.set.keep') })
  const changed = main.getByText(t('subjects.set.changed'))
  await learner.call('PUT', 'users/subjects', { subjectSet: [] })
  await pick('Mathematics').check()
  await keep.click()
  await expect(changed).toBeVisible()
  await expect(pick('Mathematics')).toBeChecked()
  await page.getByRole('button', { name: t('subjects.set.drop') }).click()
  await expect(changed).toHaveCount(0)
  await expect(pick('Mathematics')).not.toBeChecked()
  await expect(pick('Physical Sciences')).not.toBeChecked()
  await learner.call('PUT', 'users/subjects', { subjectSet: [{ subject: 'nsc-history' }] })
  await pick('Mathematical Literacy').check()
  await keep.click()
  await expect(changed).toBeVisible()
  await keep.click()
  await expect(changed).toHaveCount(0)
  await expect(main.getByText(t('subjects.set.saved'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(pick('Mathematical Literacy')).toBeChecked()

  await page.getByRole('link', { name: t('subjects.home.careers') }).click()
  await page.getByRole('button', { name: t('subjects.careers.opens.closed'), exact: true }).click()
  await page.getByRole('searchbox').fill('civil engineer')
  await expect(page.getByRole('link', { name: 'Civil engineer', exact: true })).toBeVisible()
  await expect(main.getByText(t('subjects.careers.card.closed')).first()).toBeVisible()
})

test('IB asks for a level, and every curriculum has its subjects', async ({ learner, page }) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/subjects', { subjectSet: [] })
  for (const schoolCurriculum of [
    'kcse',
    'cambridge',
    'cambridge-igcse',
    'cambridge-as-a',
    'pre-ib',
    'ib',
  ]) {
    await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum })
    await page.goto(`${BASE}/home`)
    await expect(page.getByRole('checkbox').first()).toBeAttached()
  }
  const main = page.getByRole('main')
  await main.getByLabel('Physics', { exact: true }).check()
  await expect(
    main.getByText(t('subjects.set.problem.level-missing', { subject: 'Physics' })),
  ).toBeVisible()
  await main
    .getByRole('radiogroup', { name: t('subjects.set.level', { subject: 'Physics' }) })
    .getByLabel('HL')
    .check()
  await expect(
    main.getByText(t('subjects.set.problem.level-missing', { subject: 'Physics' })),
  ).toHaveCount(0)
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
})

test('a home language is chosen among few boxes, and the others are out of the way afterwards', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await page.goto(`${BASE}/home`)
  const home = page.getByRole('group', { name: t('subjects.part.home'), exact: true })
  const boxes = page.getByRole('main').getByRole('checkbox')
  const languages = boxes.and(page.getByLabel(/Home Language|Additional Language/))
  await expect(home).toBeVisible()
  await expect(languages.filter({ visible: true })).toHaveCount(0)
  await home.getByText(t('subjects.set.all', { count: 12 })).click()
  await expect(languages.filter({ visible: true })).toHaveCount(12)
  await home.getByLabel('isiZulu Home Language').check()
  await expect(languages.filter({ visible: true })).toHaveCount(1)
  // One subject decides little yet.
  const soFar = t('subjects.set.soFar', { open: 99, count: 20 }).replace('99', String.raw`\d+`)
  await expect(page.getByText(new RegExp(soFar))).toBeVisible()
  await home.getByRole('button', { name: t('subjects.set.others', { count: 11 }) }).click()
  await expect(languages.filter({ visible: true })).toHaveCount(12)

  // The first additional ones are by themselves; a second one is rare, and folded.
  const more = page.getByRole('group', { name: t('subjects.part.additional'), exact: true })
  await more.getByText(/to choose from/).click()
  await expect(more.getByRole('checkbox').first()).toBeVisible()
  await expect(more.getByLabel(/Second Additional/)).toHaveCount(0)
})
