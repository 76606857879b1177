/**
 * Whoever runs the installation makes a site in the console, closes it, opens it again, and brings
 * another one's work into it. Nothing is restarted.
 */

import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

const t = textsIn('en')
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 15_000 })

test('a site is made, closed, opened, and given another one’s work', async ({
  page,
  product,
  strict,
}) => {
  test.setTimeout(240_000)
  const slug = `kilimo-${test.info().retry}`
  strict.allow(/admin\/tenants/, /422/)
  await new Editor(page).signIn('operator')
  await page.goto('/admin/tenants')
  await page.getByRole('button', { name: t('console.tenants.make') }).click()
  const make = page.getByRole('button', { name: t('console.tenants.makeButton') })
  await make.click()
  const name = page.getByRole('textbox', { name: t('console.tenants.name') })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(new RegExp(t('console.tenants.slugInvalid')))
  await name.fill(slug)
  await page
    .getByRole('textbox', { name: t('console.tenants.host'), exact: true })
    .fill(`${slug}.localhost`)
  await page.getByRole('textbox', { name: t('console.tenants.owner') }).fill('head@kilimo.test')
  await make.click()
  await expect(page.getByText(t('console.tenants.made', { slug }))).toBeVisible({
    timeout: 60_000,
  })

  const { port } = new URL(product.url)
  const host = `${slug}.localhost:${port}`
  const state = async () =>
    (await page.request.get(`${product.url}/api/app-configuration`, { headers: { host } })).status()
  expect(await state()).toBe(200)
  await page
    .getByRole('searchbox', { name: t('console.tenants.search') })
    .or(page.getByRole('textbox', { name: t('console.tenants.search') }))
    .fill('KILI')
  await expect(page.getByRole('link', { name: 'pluggedin' })).toBeHidden()
  await page.getByRole('link', { name: slug, exact: true }).click()

  for (const [to, status] of [
    ['closed', 503],
    ['open', 200],
  ] as const) {
    const button = t(`console.tenants.to.${to}`)
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.getByText(t(`console.tenants.state.${to}`), { exact: true })).toBeVisible()
    expect(await state()).toBe(status)
  }

  await page.getByRole('link', { name: t('console.tenants.back') }).click()
  await page.getByRole('link', { name: 'demo', exact: true }).click()
  const downloads = page.waitForEvent('download')
  await page.getByRole('link', { name: t('console.tenants.fileSave') }).click()
  const file = await (await downloads).path()
  await page.goto(`/admin/tenants/${slug}`)
  await page.getByLabel(t('console.tenants.fileIn')).setInputFiles(file)
  const bring = page.getByRole('button', { name: t('console.tenants.bring') })
  await expect(page.getByText(/^Saved from “demo”/)).toBeVisible({ timeout: 60_000 })
  await expect(bring).toBeEnabled()
  await bring.click()
  await expect(page.getByText(/is published here\.$/)).toBeVisible({ timeout: 60_000 })

  // Nobody who runs the installation reads people or documents.
  await page.goto('/admin/people')
  await expect(page).toHaveURL(/\/error\/not-allowed/)
})
