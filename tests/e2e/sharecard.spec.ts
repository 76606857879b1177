/** The card to send to a friend: drawn on the phone, small, and with no name unless it is ticked. */

import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/strict.ts'

const MAX_BYTES = 10_000

/** Decoded by the browser itself: its size, and how many colours are in it. */
function decoded(page: Page, base64: string) {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')!
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, picture.width, picture.height)
    const colors = new Set<number>()
    for (let at = 0; at < data.length; at += 4)
      colors.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
    return { width: picture.width, height: picture.height, colors: colors.size }
  }, base64)
}

test('a result is sent as a picture of less than 10 kB, in three shapes', async ({
  page,
  learner,
}) => {
  const { t } = learner
  // What the phone's share sheet is given.
  await page.addInitScript(() => {
    const shared: { name: string; type: string; text: string; bytes: number[] }[] = []
    Object.assign(globalThis, { shared })
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true })
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async ({ files: [file], text }: { files: File[]; text: string }) => {
        const bytes = [...new Uint8Array(await file!.arrayBuffer())]
        shared.push({ name: file!.name, type: file!.type, text, bytes })
      },
    })
  })
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto('/reports/worker-type')
  const card = page.getByRole('region', { name: t('shareCard.title') })
  const send = card.getByRole('button', { name: t('shareCard.send') })
  await card.scrollIntoViewIfNeeded()
  const saves = card.getByRole('button', { name: /\d+ kB$/ })
  const texts: string[] = []
  for (const [index, shape] of (['status', 'chat', 'link'] as const).entries()) {
    await card.getByRole('radio', { name: t(`shareCard.${shape}`) }).check({ force: true })
    await expect(send).toBeEnabled()
    await send.click()
    await expect
      .poll(() =>
        page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared.length),
      )
      .toBe(index + 1)
    const { name, type, text, bytes } = await page.evaluate(() =>
      (
        globalThis as unknown as {
          shared: { name: string; type: string; text: string; bytes: number[] }[]
        }
      ).shared.at(-1)!,
    )
    expect([name, type]).toEqual(['my worker type.png', 'image/png'])
    expect(bytes.length, shape).toBeLessThanOrEqual(MAX_BYTES)
    const { width, height, colors } = await decoded(page, Buffer.from(bytes).toString('base64'))
    expect(width).toBeGreaterThanOrEqual(360)
    expect(Math.round((height / width) * 100), shape).toBe([178, 100, 52][index])
    // Ground, path, sun, three tiles, ink and white at least.
    expect(colors).toBeGreaterThan(7)
    texts.push(text)
  }
  const [first, second] = ['builder', 'thinker'].map((type) => t(`type.${type}.name`))
  const said = `${t('shareCard.over')} ${first} and ${second}`
  // The wide one is sent with where to find out.
  expect(texts).toEqual([said, said, `${said}\n${new URL(page.url()).origin}`])
  await expect(card.getByRole('img', { name: texts[0]! })).toHaveCount(3)

  await test.step('the name is on it only once it is ticked', async () => {
    const name = card.getByRole('checkbox')
    await expect(name).not.toBeChecked()
    await name.check()
    await expect(card.getByRole('img', { name: / is a / })).toHaveCount(3)
  })

  await test.step('without a share sheet it is saved', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'canShare', { value: () => false, configurable: true }),
    )
    await expect(send).toBeEnabled()
    const download = page.waitForEvent('download')
    await send.click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('my worker type.png')
    const file = readFileSync(await saved.path())
    expect(file.length).toBeLessThanOrEqual(MAX_BYTES)
    await expect(saves).toHaveText(new RegExp(`${Math.ceil(file.length / 1000)} kB`))
  })
  await page.screenshot({ path: test.info().outputPath('card.png'), fullPage: true })
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations).toEqual([])
})
