/**
 * Questions that depend on answers: a tenant publishes a section with conditions, a learner fills
 * it in on a phone.
 */

import { WORK } from '#tests/support/conditional.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

const WORDS = {
  title: 'Work you have done',
  hasWorked: 'I have worked before',
  employer: 'Who did you work for?',
  workStart: 'First day',
  workEnd: 'Last day',
  guardian: 'Who looks after you?',
  mentor: 'Your mentor',
  endFirst: 'The last day is before the first day',
}
const section = {
  ...WORK,
  label: 'section.work.title',
  order: 5,
  fields: WORK.fields.map((field) => ({ ...field, label: `section.work.${field.id}` })),
  checks: WORK.checks!.map((check) => ({ ...check, message: 'section.work.endFirst' })),
}

test('asks follow-up questions, and says where two answers contradict each other', async ({
  learner,
  page,
  product,
}) => {
  const publisher = await Publisher.of(product)
  const before = await publisher.live()
  try {
    await publisher.publish(
      'A section about work',
      { kind: 'profile-section', id: 'work', edit: () => section },
      ...['en', 'af'].map((id) => ({
        kind: 'locale',
        id,
        edit: (document: Readonly<Record<string, unknown>>) => {
          const texts = document['texts'] as Record<string, Record<string, unknown>>
          return { ...document, texts: { ...texts, section: { ...texts['section'], work: WORDS } } }
        },
      })),
    )
    await learner.logInByCall('done@demo.test')
    await page.goto('/cv?section=work')
    const worked = page.getByRole('checkbox', { name: WORDS.hasWorked })
    const box = (name: string) => page.getByLabel(name)
    const save = learner.button('form.save')
    await expect(worked).toBeVisible()
    await expect(box(WORDS.mentor), 'of a plan that has one').toBeVisible()
    await expect(box(WORDS.employer)).toHaveCount(0)
    await worked.check()
    await expect(box(WORDS.employer)).toBeVisible()
    await expect(box(WORDS.workStart)).toHaveCount(0)
    await save.click()
    await expect(box(WORDS.employer)).toHaveAccessibleDescription(
      new RegExp(learner.t('form.isRequired', { label: WORDS.employer }).replace(/[?]/g, '\\?')),
    )
    await box(WORDS.employer).fill('Thembi’s Spaza')
    await box(WORDS.workStart).fill('2025-03-01')
    await box(WORDS.workEnd).fill('2025-02-01')
    await save.click()
    await expect(box(WORDS.workEnd)).toHaveAccessibleDescription(new RegExp(WORDS.endFirst))
    // The same by a direct call: the server decides, and stores none of it.
    const { status, body } = await learner.refused('PATCH', 'users/work', {
      hasWorked: true,
      employer: 'X',
      workStart: '2025-03-01',
      workEnd: '2025-02-01',
    })
    expect([status, body]).toMatchObject([
      422,
      { code: 'profile/invalid', fields: [{ pointer: '/workEnd', message: WORDS.endFirst }] },
    ])
    await box(WORDS.workEnd).fill('2025-06-01')
    await save.click()
    await expect(page.getByText(learner.t('form.saved'), { exact: true })).toBeVisible()
    const profile = async () =>
      (await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')).profile
    expect(await profile()).toMatchObject({
      hasWorked: true,
      employer: 'Thembi’s Spaza',
      workStart: '2025-03-01',
      workEnd: '2025-06-01',
    })

    await page.goto('/cv?section=work')
    await expect(box(WORDS.workEnd)).toHaveValue('2025-06-01')
    await worked.uncheck()
    await expect(box(WORDS.employer)).toHaveCount(0)
    await save.click()
    await expect(page.getByText(learner.t('form.saved'), { exact: true })).toBeVisible()
    expect(await profile()).toMatchObject({
      hasWorked: false,
      employer: null,
      workStart: null,
      workEnd: null,
    })
  } finally {
    await publisher.leave(before)
  }
})
