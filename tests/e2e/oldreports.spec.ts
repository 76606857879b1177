/**
 * The report of an older result keeps its words on the page, and its instrument card says that the
 * questionnaire has a newer version (docs/decisions/0164).
 */

import { expect, NO_NET, test } from './support/strict.ts'
import { Learner } from './support/journey.ts'
import { Publisher, textChange, type Change } from './support/publisher.ts'

const NEW = 'Making things that somebody needs.'

let publisher: Publisher
let before: string
test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
})
test.afterAll(() => publisher.leave(before))

const newVersion: Change = {
  kind: 'assessment',
  id: 'holland_code',
  edit: (document) => ({
    ...document,
    instrument: { ...(document['instrument'] as object), version: '9.0' },
  }),
}
/** A layout without the hexagon, which old reports still have. */
const newLayout: Change = {
  kind: 'report',
  id: 'worker-type',
  edit: (document) => ({
    ...document,
    children: (document['children'] as Node[]).map((node) => ({
      ...node,
      ...(node.children && { children: node.children.filter(({ id }) => id !== 'hexagon') }),
    })),
  }),
}
type Node = { id: string; children?: Node[] }

test('an old result is read in its words, online and offline, and a new one in the new', async ({
  page,
  learner,
  context,
  strict,
  product,
  browser,
}) => {
  test.setTimeout(120_000)
  await learner.onboardByCalls('DEMO-PLUS')
  await learner.takeWorkerTypeByCalls()
  const { t } = learner
  const old = t('worker.energy.builder')
  await page.goto('/reports/worker-type')
  await expect(page.getByText(old)).toBeVisible()
  const { version } = (
    await learner.call<{ results: Record<string, { instrument: { version: string } }> }>(
      'GET',
      'reports/worker-type',
    )
  ).results['holland_code']!.instrument

  await publisher.publish(
    'new words',
    textChange('en', 'worker.energy.builder', NEW),
    textChange('en', 'worker.energy.title', 'New heading'),
    newVersion,
    newLayout,
  )
  await page.goto('/reports/worker-type')
  await expect(page.getByText(old)).toBeVisible()
  await expect(page.getByText(t('worker.energy.title'))).toBeVisible()
  await expect(page.getByText(NEW)).toHaveCount(0)
  await expect(page.getByText('New heading')).toHaveCount(0)
  await expect(page.getByText(t('worker.hexagon.title'))).toBeVisible()

  // What is new is said on the card of the instrument.
  await page.getByText(t('instrument.about'), { exact: true }).click()
  await expect(page.getByText(t('instrument.newer', { version, now: '9.0' }))).toBeVisible()

  // The copy on the phone has the old words too.
  await learner.readyForOffline()
  strict.allow(NO_NET)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(old)).toBeVisible()
  await expect(page.getByText(NEW)).toHaveCount(0)
  await context.setOffline(false)

  const other = await browser.newContext({ baseURL: product.url })
  const second = new Learner(await other.newPage(), product)
  await second.onboardByCalls('DEMO-PLUS')
  await second.takeWorkerTypeByCalls()
  await second.page.goto('/reports/worker-type')
  await expect(second.page.getByText(NEW)).toBeVisible()
  await expect(second.page.getByText('New heading')).toBeVisible()
  await expect(second.page.getByText(old)).toHaveCount(0)
  await expect(second.page.getByText(t('worker.hexagon.title'))).toHaveCount(0)
  await second.page.getByText(t('instrument.about'), { exact: true }).click()
  await expect(second.page.getByText('9.0', { exact: true })).toBeVisible()
  await other.close()
})
