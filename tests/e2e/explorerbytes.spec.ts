/** What a page of the explorers costs somebody who pays for each megabyte. */

import { AIM_KB, costsOfExplorers, MUST_KB } from './support/explorerbytes.ts'
import { expect, Strict, test } from './support/strict.ts'

test('every list and every page of a record stays within its budget after the first screen', async ({
  browser,
  learner,
  product,
  contextOptions,
}) => {
  test.setTimeout(300_000)
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  const watched: Strict[] = []
  const costs = await costsOfExplorers(
    browser,
    learner,
    Number(new URL(product.url).port),
    contextOptions,
    (context, door) => {
      const strict = new Strict(door)
      watched.push(strict)
      return strict.watch(context)
    },
  )
  for (const { path, kB } of costs) {
    process.stdout.write(
      `    ${path.padEnd(72)} ${kB.toFixed(1).padStart(6)} kB   must ${MUST_KB}   aim ${AIM_KB}\n`,
    )
    expect(kB, `${path}, in kB`).toBeGreaterThan(0)
    // Soft assertions, so that one run reports every page.
    expect.soft(kB, `${path}, in kB`).toBeLessThanOrEqual(MUST_KB)
  }
  expect(watched.flatMap((strict) => strict.complaints())).toEqual([])
})
