/**
 * The console's searchable list where its position matters: at the edges of a screen, and in a
 * scrolling pane.
 */

import type { Page } from '@playwright/test'
import { Editor } from './support/editor.ts'
import { expect, test } from './support/strict.ts'

const leadsTo = (page: Page) =>
  page.getByRole('combobox', { name: 'Leads to', exact: true }).first()

async function openEntry(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  const editor = new Editor(page)
  await editor.signIn('owner')
  await page.goto(`/admin/document/menu/main?dir=${direction}`)
  await editor.showForm()
  await expect(editor.field('documentTitle')).toBeVisible()
  await editor.openEntry('Home')
  await expect(page.locator('html')).toHaveAttribute('dir', direction)
}

for (const direction of ['ltr', 'rtl'] as const) {
  for (const edge of ['start', 'end'] as const) {
    test(`a list fits on a phone with its field at the ${edge} of the screen, ${direction}`, async ({
      page,
    }) => {
      await openEntry(page, direction)
      const field = leadsTo(page)
      await field.evaluate((element, block) => element.scrollIntoView({ block }), edge)
      await field.click()
      const list = page.getByRole('listbox')
      await expect(list).toBeVisible()
      // What fits depends on the visible screen; the field itself stays uncovered.
      const {
        list: box,
        field: own,
        height,
      } = await page.evaluate(() => {
        const [listbox, input] = ['[role=listbox]', '[role=combobox][aria-expanded=true]'].map(
          (selector) => document.querySelector(selector)!,
        )
        return {
          list: listbox!.parentElement!.getBoundingClientRect().toJSON() as DOMRect,
          field: input!.getBoundingClientRect().toJSON() as DOMRect,
          height: innerHeight,
        }
      })
      expect(box.top).toBeGreaterThanOrEqual(0)
      expect(box.bottom).toBeLessThanOrEqual(height)
      expect(box.bottom <= own.top || box.top >= own.bottom).toBe(true)
      expect(Math.abs(box.left - own.left)).toBeLessThan(2)
      expect(Math.abs(box.width - own.width)).toBeLessThan(2)
      await field.press('Escape')
      await expect(list).toBeHidden()
      await expect(field).toBeFocused()
    })
  }
}

test('a tab is reached with the arrow key that matches the page’s direction', async ({ page }) => {
  await openEntry(page, 'rtl')
  const [form, json] = [
    page.getByRole('tab', { name: 'Form', exact: true }),
    page.getByRole('tab', { name: 'JSON', exact: true }),
  ]
  await form.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(json).toBeFocused()
  await expect(json).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(form).toHaveAttribute('aria-selected', 'true')
})
