/** Who is behind the tests of the console: an owner by calls, and learners with phones of their own. */

import type { Browser } from '@playwright/test'
import { Learner, type Language } from './journey.ts'
import type { Product } from './product.ts'
import { Publisher } from './publisher.ts'
import { test, type Strict } from './strict.ts'

export type Around = {
  readonly browser: Browser
  readonly product: Product
  readonly strict: Strict
}

/**
 * The owner of the demo tenant in the tests of one file. After each of them the tenant is as it was
 * before the first: no draft is left, and what was published is taken back.
 */
export function tidyOwner(): () => Publisher {
  let owner: Publisher
  let before: string
  test.beforeAll(async ({ product }) => {
    owner = await Publisher.of(product)
    before = await owner.live()
  })
  test.afterEach(async () => {
    await owner.discardAll()
    if ((await owner.live()) !== before) await owner.takeBack(before)
  })
  test.afterAll(() => owner.close())
  return () => owner
}

/** A learner with a separate phone, watched like all others. */
export async function phoneOf(
  { browser, product, strict }: Around,
  language: Language = 'en',
): Promise<Learner> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 640 },
    reducedMotion: 'reduce',
    ...(language !== 'en' && { locale: language }),
  })
  await strict.watch(context)
  return new Learner(await context.newPage(), product, language)
}
