/**
 * The library of pictures: a photo as a phone takes it is uploaded once, described, used on a page
 * and in a document, and can't be lost while something shows it. What a learner loads is small, and
 * says nothing of where the photo was taken.
 */

import type { Page } from '@playwright/test'
import { exif, PLACE, PNG } from '#tests/support/images.ts'
import { Editor } from './support/editor.ts'
import { Guided, guidedWords as words } from './support/guided.ts'
import { entry, ONE_PIXEL, publish, signIn } from './support/jobs.ts'
import { textsIn } from './support/journey.ts'
import { phoneOf, tidyOwner } from './support/office.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'library' })

const t = textsIn('en')
tidyOwner()
const WORDS = { en: 'Learners under a tree', af: 'Leerders onder ’n boom' }

/** Twelve million bytes of pixels, lying on its side, with the place where it was taken. */
async function photoOf(page: Page): Promise<Buffer> {
  const data = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1600)
    const context = canvas.getContext('2d')
    if (context === null) return ''
    for (let at = 0; at < 4000; at++) {
      context.fillStyle = `hsl(${(at * 47) % 360} 60% ${30 + (at % 40)}%)`
      context.fillRect((at * 131) % 2400, (at * 89) % 1600, 60, 40)
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  const jpeg = Buffer.from(data, 'base64')
  const inside = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(6)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(inside.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, inside, jpeg.subarray(2)])
}

const tile = (page: Page, name: string, verb: 'open' | 'take' = 'open') =>
  page.getByRole('button', { name: t(`console.pictures.${verb}`, { name }), exact: true })
/** A language's field, in the dialog of a picture. */
const saying = (page: Page, language: string) =>
  page.getByRole('dialog').getByRole('textbox', { name: new RegExp(`^${language}( |$)`) })

async function toLibrary(page: Page): Promise<void> {
  await signIn(page)
  await page.goto('/admin')
  await (await entry(new Guided(page, 'pictures'), 'pictures')).click()
  await expect(page.getByRole('heading', { name: t('console.pictures.title') })).toBeVisible()
}

async function describe(page: Page, button: 'save' | 'saveAndUse'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t(`console.pictures.${button}`), exact: true }).click()
  await expect(saying(page, 'English'), 'what is missing is focused').toBeFocused()
  await expect(dialog).toContainText(t('console.pictures.needed'))
  await saying(page, 'English').fill(WORDS.en)
  await saying(page, 'Afrikaans').fill(WORDS.af)
  await dialog.getByRole('button', { name: t(`console.pictures.${button}`), exact: true }).click()
  await expect(dialog, 'it was saved').toBeHidden()
}

test.describe('1280 pixels wide', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('a photo is uploaded, described, used, found again and kept', async ({
    page,
    browser,
    product,
    strict,
  }) => {
    test.setTimeout(240_000)
    await toLibrary(page)
    const photo = await photoOf(page)
    expect([photo.length > 300_000, photo.includes(PLACE)], 'as from a phone').toEqual([true, true])
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/admin/images'))
    await page.getByLabel(t('console.pictures.add')).setInputFiles([
      { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'dot.png', mimeType: 'image/png', buffer: ONE_PIXEL },
      { name: 'long.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) },
    ])
    expect((await sent).postData()?.length, 'smaller than the photo').toBeLessThan(photo.length)
    for (const [name, state, said] of [
      ['IMG_0001.jpg', 'done', ''],
      ['dot.png', 'done', ''],
      ['long.png', 'wrong', t('console.pictures.unreadable')],
    ] as const)
      await expect(
        page.getByText(t(`console.pictures.sent.${state}`, { name, said })),
      ).toBeVisible()
    await expect(tile(page, 'IMG_0001.jpg')).toContainText(t('console.pictures.wordless'))
    await tile(page, 'IMG_0001.jpg').click()
    await describe(page, 'save')
    await expect(tile(page, 'IMG_0001.jpg')).toContainText(
      t('console.pictures.places', { count: 0 }),
    )

    const guided = new Guided(page, 'page')
    await test.step('on a new page, whose words come from the library', async () => {
      await guided.open()
      await guided.say('page.title', 'Under the tree', 'Onder die boom')
      await page
        .getByRole('button', { name: t('console.pictures.fromLibrary'), exact: true })
        .click()
      await tile(page, 'IMG_0001.jpg', 'take').click()
      const group = page.getByRole('group', {
        name: new RegExp(`^${words('field.page.pictureText')}`),
      })
      await expect(group.getByLabel('English', { exact: true })).toHaveValue(WORDS.en)
      await expect(group.getByLabel('Afrikaans', { exact: true })).toHaveValue(WORDS.af)
      await guided.next('place')
      await guided.next('people')
      await guided.next('check')
      await expect(page.getByText(words('check.sound'))).toBeVisible({ timeout: 60_000 })
      await page.getByRole('button', { name: words('check.write') }).click()
      await expect(page).toHaveURL(/\/admin\/publish/, { timeout: 60_000 })
      await publish(guided, 'The page under the tree')
    })

    await test.step('a learner loads a narrow one, the right way up and without its place', async () => {
      const learner = await phoneOf({ browser, product, strict })
      await learner.logInByCall('commit@demo.test')
      await learner.page.goto('/under-the-tree')
      const image = learner.page.getByRole('img', { name: WORDS.en })
      await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
        .toBeGreaterThan(0)
      const [src, wide, high] = await image.evaluate((each: HTMLImageElement) => [
        each.currentSrc,
        each.naturalWidth,
        each.naturalHeight,
      ])
      expect(String(src)).toMatch(/\?w=\d+$/)
      expect(Number(high), 'upright').toBeGreaterThan(Number(wide))
      const load = async (url: string) => (await learner.page.request.get(url)).body()
      const [narrow, whole] = [await load(String(src)), await load(String(src).split('?')[0] ?? '')]
      expect(narrow.length, 'bytes of the narrow one').toBeLessThan(whole.length)
      expect([narrow.includes(PLACE), whole.includes(PLACE)]).toEqual([false, false])
      await learner.page.context().close()
    })

    const editor = new Editor(page)
    await test.step('another one in the form of the page, which is asked first what it shows', async () => {
      await editor.openDocument('screen', 'under-the-tree')
      await editor.openEntry('Lesson')
      await editor.group('sections').locator('button[aria-expanded=false]').first().click()
      await editor.form
        .getByRole('button', { name: t('console.pictures.other'), exact: true })
        .click()
      await tile(page, 'dot.png', 'take').click()
      await describe(page, 'saveAndUse')
      await expect(page.getByRole('dialog')).toBeHidden()
      await editor.saved()
    })

    await test.step('it stays while learners see it, and comes back after it was removed', async () => {
      await page.goto('/admin/pictures')
      const dialog = page.getByRole('dialog')
      const remove = dialog.getByRole('button', { name: t('console.pictures.remove'), exact: true })
      await tile(page, 'dot.png').click()
      await expect(dialog).toContainText(t('console.pictures.use.draft'))
      await expect(remove).toBeHidden()
      await page.keyboard.press('Escape')
      await tile(page, 'IMG_0001.jpg').click()
      await expect(dialog).toContainText(t('console.pictures.use.live'))
      await expect(dialog.getByRole('link', { name: 'Under the tree' })).toBeVisible()
      await expect(remove).toBeHidden()
      await page.keyboard.press('Escape')

      await page.goto('/admin/publish')
      await publish(guided, 'Only a dot')
      await page.goto('/admin/pictures')
      await tile(page, 'IMG_0001.jpg').click()
      await expect(dialog).toContainText(t('console.pictures.unused'))
      await remove.click()
      await expect(tile(page, 'IMG_0001.jpg')).toBeHidden()
      const gone = page
        .getByRole('status')
        .filter({ hasText: t('console.pictures.removed', { name: 'IMG_0001.jpg' }) })
      await gone.getByRole('button').click()
      await expect(tile(page, 'IMG_0001.jpg')).toBeVisible()
    })
  })
})

test.describe('390 pixels wide', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a logo is uploaded on a phone, and taken from the library', async ({ page }) => {
    test.setTimeout(120_000)
    await toLibrary(page)
    await page
      .getByLabel(t('console.pictures.add'))
      .setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer: PNG })
    await tile(page, 'sign.png').click()
    await describe(page, 'save')
    await page.goto('/admin/brand')
    await page
      .getByRole('button', {
        name: `${t('console.pictures.fromLibrary')} ${t('console.brand.logo')}`,
        exact: true,
      })
      .click()
    await tile(page, 'sign.png', 'take').click()
    await expect(page.getByRole('img', { name: t('console.brand.logo') })).toBeVisible()
    await new Editor(page).saved()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, 'nothing is wider than the phone').toBeLessThanOrEqual(390)
  })

  test('what is typed while a logo is on its way stays', async ({ page }) => {
    await signIn(page)
    await page.goto('/admin/brand')
    let arrive = () => {}
    const arrived = new Promise<void>((done) => {
      arrive = done
    })
    await page.route('**/api/admin/images', async (route) => {
      await arrived
      await route.continue()
    })
    await page
      .getByLabel(t('console.brand.logo'), { exact: true })
      .setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer: PNG })
    const name = page.getByRole('textbox', { name: t('console.brand.name') })
    await name.fill('Karoo Careers')
    arrive()
    await expect(page.getByRole('img', { name: t('console.brand.logo') })).toBeVisible()
    await expect(name).toHaveValue('Karoo Careers')
    await new Editor(page).saved()
    await page.reload()
    await expect(name).toHaveValue('Karoo Careers')
    await expect(page.getByRole('img', { name: t('console.brand.logo') })).toBeVisible()
  })
})
