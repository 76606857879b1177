/** The tenant's own words: written in a form, then seen below each translation, and in its file. */

import { readFile } from 'node:fs/promises'
import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'glossary' })

const t = textsIn('en')

// Two texts, because each is written over.
for (const [width, text] of [
  [1280, 'My school'],
  [390, 'Add your school'],
] as const)
  test(`at ${width}: a word is agreed on, and a translation is held against it`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await new Editor(page).signIn('editor')
    await page.goto('/admin/languages?language=af')
    await page.getByRole('link', { name: t('console.languages.glossary.open') }).click()

    await page
      .getByRole('button', {
        name: t('console.form.addTo', { label: t('console.form.member.terms') }),
      })
      .click()
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith('/admin/drafts/glossary/main') &&
        (response.request().postData() ?? '').includes('"skool"'),
    )
    const words = t('console.form.member.words')
    for (const [language, code, preferred] of [
      ['English', 'en', 'school'],
      ['Afrikaans', 'af', 'skool'],
    ] as const) {
      await page
        .getByRole('combobox', { name: t('console.form.newName', { label: words }) })
        .fill(language)
      await page.getByRole('option', { name: language }).first().click()
      await page.getByRole('button', { name: t('console.form.addOne'), exact: true }).click()
      // The row of the language before is folded by then.
      await expect(
        page.getByRole('textbox', { name: t('console.form.name'), exact: true }).last(),
      ).toHaveValue(code)
      await page
        .getByRole('textbox', { name: t('console.form.member.preferred') })
        .last()
        .fill(preferred)
    }
    await kept

    await page.goto('/admin/languages?language=af')
    const box = page.getByRole('searchbox', { name: t('console.languages.search') })
    await box.fill(text)
    const agreed = t('console.languages.glossary.agreed', { term: 'school', preferred: 'skool' })
    await expect(page.getByText(agreed).first()).toBeVisible()
    const field = page.getByRole('textbox', { name: /^Afrikaans: / }).first()
    await field.fill(`Akademie ${width}`)
    const lacking = t('console.languages.glossary.lacking', { term: 'school', preferred: 'skool' })
    await expect(page.getByText(lacking).first()).toBeVisible()
    await field.blur()
    await box.fill(`Akademie ${width}`)
    await page.getByRole('checkbox', { name: t('console.languages.glossary.only') }).check()
    await expect(page.getByText(lacking).first()).toBeVisible()

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: t('console.languages.xliff') }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file).toContain('<note from="glossary">school: skool')
  })
