/** Somebody without a mouse: the focus is moved by Tab, is seen at every step, and is never lost. */

import { expect, type Locator, type Page } from '@playwright/test'

/** No page of the console needs more steps from one of its ends to the other. */
const MOST = 250

export class Keyboard {
  constructor(readonly page: Page) {}

  /** Tab, or back with Shift, until the focus is there. */
  async to(target: Locator, way: 'on' | 'back' = 'on'): Promise<void> {
    await expect(target).toBeAttached()
    const key = way === 'on' ? 'Tab' : 'Shift+Tab'
    let isRound = false
    for (let step = 0; step < MOST; step++) {
      if (await has(target)) return
      await this.page.keyboard.press(key)
      // Behind the last element comes the browser's own bar, once.
      if (!isRound && (await this.fault()) === 'lost') {
        isRound = true
        await this.page.keyboard.press(key)
      }
      await this.expectSeen()
    }
    throw new Error(`Tab does not reach ${target.toString()}`)
  }

  /** One of several radio buttons: Tab reaches the chosen one, and arrows choose another. */
  async choose(radio: Locator): Promise<void> {
    const name = await radio.getAttribute('name')
    await this.to(this.page.locator(`input[type="radio"][name="${name}"]:checked`))
    for (let step = 0; step < MOST && !(await radio.isChecked()); step++) {
      await this.page.keyboard.press('ArrowDown')
      await this.expectSeen()
    }
    await expect(radio).toBeChecked()
  }

  /** Instead of what is in the field that has the focus. */
  async type(words: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(words)
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  /** After something was done that changed the page. */
  async expectKept(): Promise<void> {
    await expect.poll(() => this.fault(), { message: 'the focus after it' }).not.toBe('lost')
  }

  async expectSeen(): Promise<void> {
    await expect.poll(() => this.fault(), { message: 'the focus' }).toBe(null)
  }

  /** What is wrong with the focus now. */
  private fault(): Promise<string | null> {
    return this.page.evaluate(() => {
      const at = document.activeElement
      if (at === null || at === document.body || at === document.documentElement) return 'lost'
      // Another document draws its own.
      if (at instanceof HTMLIFrameElement) return null
      const called = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 60) ?? ''}`
      if (!at.matches(':focus-visible')) return `not shown: ${called}`
      // What is drawn for hidden inputs is beside them.
      const drawn = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement]
      const hasRing = drawn.some((each) => {
        if (!each) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(each)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
      })
      if (!hasRing) return `without a ring: ${called}`
      const { top, bottom, left, right } = at.getBoundingClientRect()
      const isInView = bottom >= 0 && top <= innerHeight && right >= 0 && left <= innerWidth
      return isInView ? null : `out of view: ${called}`
    })
  }
}

function has(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
