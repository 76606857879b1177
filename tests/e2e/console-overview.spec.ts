/** What the console opens with, everything by what one looks for, and a flow as a path. */

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { signIn } from './support/jobs.ts'
import { textsIn } from './support/journey.ts'
import { Publisher, textChange } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'console-overview' })

const t = textsIn('en')

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include('main')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

for (const width of [1280, 360]) {
  test(`at ${width}: what is live and what waits, then to a flow and its path`, async ({
    page,
    product,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 850 })
    const calls = await Publisher.of(product)
    await calls.publish(`Before ${width}`, textChange('en', 'menu.cv', `CV ${width}`))
    await calls.draft({
      kind: 'flow',
      id: 'onboarding',
      edit: ({ rows, ...rest }) => {
        const before = [...(rows as readonly { id: string }[])]
        const at = before.findIndex(({ id }) => id === 'redeem')
        const [redeem] = before.splice(at, 1)
        before.splice(at - 1, 0, redeem!)
        return { ...rest, rows: before }
      },
    })
    await signIn(page)
    await page.goto('/admin')
    const region = (name: string) => page.getByRole('region', { name: t(name), exact: true })
    const live = region('console.overview.live').locator('[aria-current="step"]')
    await expect(live).toContainText(`Before ${width}`)
    await expect(region('console.overview.live')).toContainText('1 draft')
    await expect(region('console.overview.people')).toContainText(
      t('console.overview.step.signed-up'),
    )
    const draft = region('console.overview.drafts').getByRole('listitem')
    await expect(draft).toContainText('owner@demo.test')
    await expectNoViolations(page)

    // Everything, by what one looks for: what has a draft comes first.
    await page.goto('/admin/documents')
    const journey = region('console.things.group.journey')
    await expect(journey.getByRole('listitem').first()).toContainText(t('console.documents.draft'))
    await expectNoViolations(page)
    await region('console.things.group.look').getByRole('link', { name: /^All/ }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([t('console.kind.paper')])
    await page.goBack()
    await journey.getByRole('link').first().click()

    // The path: what isn't live is marked, people land elsewhere, and a line leads to its row.
    if (width < 900)
      await page.getByRole('tab', { name: t('console.editor.panes.path'), exact: true }).click()
    const path = region('console.journey.title')
    await expect(path.getByText(t('console.journey.changed'))).not.toHaveCount(0)
    const people = region('console.journey.people')
    await expect(people.getByRole('status')).toContainText(
      /Of 5 example people, \d lands? elsewhere/,
    )
    await expectNoViolations(page)
    await path.getByRole('listitem').nth(1).getByRole('button').first().click()
    await expect(
      page
        .locator('#pane-form button[aria-expanded="true"]')
        .filter({ hasText: t('onboarding.birthDate.title') })
        .first(),
    ).toBeVisible()

    await calls.discardAll()
    await calls.close()
  })
}
