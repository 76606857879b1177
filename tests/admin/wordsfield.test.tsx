// @vitest-environment happy-dom
/** The words of one place: their shape while they are read, and what a machine wrote. */

import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { FormContext, type FormContextValue } from '#admin/form/context.ts'
import type { FieldProps } from '#admin/form/field.ts'
import type { Locale } from '#admin/form/languages.ts'
import { ReferenceField } from '#admin/form/ReferenceField.tsx'
import type { BookLanguage, WordsBook } from '#admin/form/wordsbook.ts'
import { consoleDom } from '#tests/admin/inconsole.tsx'

const draw = consoleDom()
const field = {
  schema: { type: 'string', 'x-ref': 'text' },
  definitions: {},
  value: 'menu.home',
  at: '/title',
  label: 'Title',
  hint: undefined,
  optional: false,
  readOnly: false,
  compared: false,
} as unknown as FieldProps
const language = (id: string, words: string, more: Partial<Locale> = {}): BookLanguage => ({
  id,
  name: id,
  tag: id,
  direction: 'ltr',
  texts: { 'menu.home': words },
  live: {},
  locale: { id, name: id, texts: { menu: { home: words } }, ...more } as unknown as Locale,
})
const form = (book: Partial<WordsBook>) =>
  ({
    Field: () => null,
    names: { text: [{ id: 'menu.home', title: 'Home', uses: 1 }] },
    widgets: {},
    problems: [],
    open: new Map(),
    added: null,
    edit: () => undefined,
    book: { document: 'menu/main', languages: null, need: () => undefined, ...book },
  }) as unknown as FormContextValue

it('has its final shape while its languages are read, and shows no key', async () => {
  await draw(
    <FormContext value={form({ coming: 3 })}>
      <ReferenceField field={field} />
    </FormContext>,
    {},
  )
  expect(document.querySelectorAll('[role="status"]')).toHaveLength(3)
  expect(document.querySelector('[role="combobox"]')).toBeNull()
  expect(document.body.textContent).not.toContain('menu.home')
})

it('marks what a machine wrote until somebody has read it', async () => {
  const write = vi.fn<WordsBook['write']>()
  const machine = language('sw', 'Nyumbani', { unread: { 'menu.home': 'Nyumbani' } })
  await draw(
    <FormContext value={form({ languages: [language('en', 'Home'), machine], write })}>
      <ReferenceField field={field} />
    </FormContext>,
    {},
  )
  expect(document.body.textContent).toContain('Machine-written, not read yet')
  const read = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.startsWith('I’ve read it'),
  )
  act(() => read?.click())
  expect(write.mock.calls[0]?.[0](machine.locale).unread).toBeUndefined()
})
