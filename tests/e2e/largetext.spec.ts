/**
 * Text at 200 % on a small phone: nothing of the profile and the CV is cut, covered or out of reach,
 * and no page scrolls sideways (WCAG 1.4.4, 1.4.10).
 */

import type { Page } from '@playwright/test'
import { Learner, type Language } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

const PAGES = [
  '/profile/home',
  '/cv',
  '/cv?section=about',
  '/cv?section=basicInfo',
  '/cv?section=experiences',
  '/cv?section=experiences&item=new',
  '/cv?section=skills',
  '/cv?section=jobTasks',
  '/cv?section=references',
  '/cv?view=files',
  '/cv?view=import',
]

for (const language of ['en', 'af'] as const satisfies readonly Language[])
  test(`in ${language}, twice as large as usual`, async ({ page, product }) => {
    test.setTimeout(180_000)
    const learner = new Learner(page, product, language)
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.context().addCookies([{ name: 'language', value: language, url: product.url }])
    await learner.onboardByCalls()
    await learner.takeWorkerTypeByCalls()
    await learner.call('PUT', 'users/about', { about: 'I like to help people. I am never late.' })
    await learner.call('POST', 'users/experiences', {
      jobTitle: 'Administrative assistant',
      employer: 'Thabo’s Spaza',
      startDate: '2024-03',
      current: true,
    })
    await learner.call('POST', 'users/skills', {
      skills: [{ text: 'Troubleshooting electrical equipment', level: 'expert' }],
    })
    await learner.call('POST', 'users/cv/shares', { days: 30 })
    const found: string[] = []
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      for (const what of await wrongIn(page)) found.push(`${path}: ${what}`)
      await page.screenshot({
        path: test.info().outputPath(`${path.replace(/\W+/g, '-')}.png`),
        fullPage: true,
      })
    }
    expect(found).toEqual([])
  })

/** What a learner opens besides the profile and the CV. */
const OTHERS = [
  '/explore',
  '/reports/worker-type',
  '/navigators/careers/matches',
  '/navigators/careers/all',
  '/navigators/careers/careers/electrician/47-2111.00',
  '/navigators/careers/compare?compare=47-2111.00,39-9031.00',
  '/navigators/tertiary-institutions',
  '/navigators/funding',
  '/navigators/funding/bursaries',
  '/navigators/funding/bursaries/x/nsfas-bursary',
  '/navigators/subject-choices/home',
  '/navigators/subject-choices/subjects',
  '/navigators/jobs',
  '/navigators/skillsets/courses',
  '/navigators/resources-navigator',
  '/settings/account',
  '/settings/account/upgrade',
  '/settings/security',
]

for (const language of ['en', 'af'] as const satisfies readonly Language[])
  test(`in ${language}, no other page scrolls sideways or breaks its words at that size`, async ({
    page,
    product,
  }) => {
    test.setTimeout(240_000)
    const learner = new Learner(page, product, language)
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.context().addCookies([{ name: 'language', value: language, url: product.url }])
    await learner.onboardByCalls()
    await learner.takeWorkerTypeByCalls()
    await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
    const found: string[] = []
    for (const path of OTHERS) {
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeVisible()
      await learner.expectAt(path)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      for (const what of [...(await tooWide(page)), ...(await brokenIn(page))])
        found.push(`${path}: ${what}`)
      await page.screenshot({
        path: test.info().outputPath(`${path.replace(/\W+/g, '-')}.png`),
        fullPage: true,
      })
    }
    expect(found).toEqual([])
  })

/** Letters of a word that fits on a line of such a page. */
const FITS = 11

/** Words of titles and rows that are on two lines although they would fit on one. */
function brokenIn(page: Page): Promise<string[]> {
  return page.evaluate((fits) => {
    const broken = new Set<string>()
    const parts = document.querySelectorAll('main :is(h1, h2, h3, li p)')
    for (const part of parts) {
      if (!part.checkVisibility({ visibilityProperty: true })) continue
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode as Text
        for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
          if (word.length > fits) continue
          const range = document.createRange()
          // What follows a soft hyphen is measured from its second letter: the hyphen is above it.
          const first = node.data[index - 1] === '\u00AD' ? index + 1 : index
          range.setStart(node, first)
          range.setEnd(node, index + word.length)
          const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
          const lines = new Set(rects.map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.add(`${part.tagName} breaks "${word}"`)
        }
      }
    }
    return [...broken].slice(0, 12)
  }, FITS)
}

/** How far the page scrolls sideways, and because of what. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const scrolls = (each: Element): boolean =>
      each.parentElement !== null &&
      (getComputedStyle(each.parentElement).overflowX !== 'visible' || scrolls(each.parentElement))
    const out = [...document.querySelectorAll('body *')].filter((each) => {
      if (scrolls(each)) return false
      const { left, right } = each.getBoundingClientRect()
      return right > clientWidth + 1 && left < clientWidth + 1
    })
    const outermost = out.filter(
      (each) => !out.some((other) => other.contains(each) && other !== each),
    )
    const innermost = out.filter(
      (each) => !out.some((other) => each.contains(other) && other !== each),
    )
    return [
      `scrolls sideways by ${scrollWidth - clientWidth}`,
      ...[...outermost, ...innermost]
        .slice(0, 6)
        .map((each) => `${each.tagName}.${each.getAttribute('class') ?? ''}`),
    ]
  })
}

/**
 * Words that are cut, and how far the page scrolls sideways. What says by dots that there is more,
 * and opens, isn't cut.
 */
function wrongIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide =
      scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth}`] : []
    const isCut = (node: Text): boolean => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
      let [left, right, top, bottom] = [0, clientWidth, -Infinity, Infinity]
      for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(up)
        // Said to screen readers alone.
        if (clipPath.startsWith('inset')) return false
        // What scrolls can be reached.
        if (/auto|scroll/.test(overflowX)) return false
        const box = up.getBoundingClientRect()
        if (overflowX !== 'visible')
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        if (overflowY !== 'visible')
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return rects.some(
        (rect) =>
          rect.left < left - 1.5 ||
          rect.right > right + 1.5 ||
          // A line is higher than its letters.
          rect.top < top - 8 ||
          rect.bottom > bottom + 8,
      )
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      const words = node.data.trim()
      const parent = node.parentElement!
      const isSeen = parent.checkVisibility({ visibilityProperty: true })
      if (words === '' || !isSeen || parent.closest('select, script, style, [aria-expanded]'))
        continue
      if (isCut(node)) cut.push(`"${words.slice(0, 40)}" is cut`)
    }
    return [...wide, ...cut]
  })
}
