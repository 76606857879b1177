// @vitest-environment happy-dom
/**
 * Choosing one of many by typing: what screen readers announce, what the keys do, and where they
 * work.
 */

import { act as reactAct } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Combo, type Option } from '#admin/form/Combo.tsx'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { speakEnglish } from '#tests/support/english.ts'

const FRUIT: readonly Option[] = [
  { id: 'apple', title: 'Apple' },
  { id: 'banana', title: 'Banana' },
  { id: 'cherry', title: 'Cherry' },
]

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(async () => {
  await act(() => root?.unmount())
  document.body.replaceChildren()
})

/** The list is positioned a moment after it is rendered. */
const act = (action: () => void) => reactAct(async () => action())

type Drawn = {
  readonly field: HTMLInputElement
  readonly picked: string[]
  /** Keys that the field let through. */
  readonly passed: string[]
}

async function draw(props: Partial<Parameters<typeof Combo>[0]> = {}): Promise<Drawn> {
  const picked: string[] = []
  const passed: string[] = []
  const host = document.body.appendChild(document.createElement('div'))
  document.body.onkeydown = ({ key }) => void passed.push(key)
  root = createRoot(host)
  await act(() =>
    root!.render(
      <ConsoleTheme>
        <Combo
          label="Fruit"
          describedBy="hint"
          options={FRUIT}
          value="banana"
          shown="Banana"
          onPick={(id) => void picked.push(id)}
          {...props}
        />
      </ConsoleTheme>,
    ),
  )
  return { field: host.querySelector('input')!, picked, passed }
}

const press = (field: HTMLInputElement, key: string) =>
  act(
    () =>
      void field.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      ),
  )
const write = (field: HTMLInputElement, text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
const rows = () => [...document.querySelectorAll('[role=option]')]
/** Enter selects what screen readers announce. */
const active = (field: HTMLInputElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

describe('a field with a list', () => {
  it('is named and described, and says whether its list is open', async () => {
    const { field } = await draw({ invalid: true })
    expect(field.getAttribute('role')).toBe('combobox')
    expect(field.getAttribute('aria-label')).toBe('Fruit')
    expect(field.getAttribute('aria-describedby')).toBe('hint')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(rows()).toEqual([])
    await act(() => field.click())
    expect(field.getAttribute('aria-expanded')).toBe('true')
    const list = document.getElementById(field.getAttribute('aria-controls')!)!
    expect([list.getAttribute('role'), list.getAttribute('aria-label')]).toEqual([
      'listbox',
      'Fruit',
    ])
    expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
      'false',
    ])
  })

  it('moves with the arrow keys from the first match, and stops at both ends', async () => {
    const { field, picked } = await draw()
    await press(field, 'ArrowDown')
    expect(active(field)).toContain('Banana')
    await press(field, 'ArrowUp')
    expect(active(field)).toContain('Banana')
    for (let times = 0; times < 5; times++) await press(field, 'ArrowDown')
    expect(active(field)).toContain('Cherry')
    await write(field, 'app')
    expect(active(field)).toContain('Apple')
    await press(field, 'Enter')
    expect(picked).toEqual(['apple'])
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })

  it('selects the first of the options that arrive while it is open', async () => {
    const { field, picked } = await draw({ options: [] })
    await write(field, 'cherry')
    expect(active(field)).toBeUndefined()
    await act(() =>
      root!.render(
        <ConsoleTheme>
          <Combo
            options={FRUIT}
            value=""
            shown=""
            onPick={(id) => void picked.push(`late ${id}`)}
          />
        </ConsoleTheme>,
      ),
    )
    await press(field, 'Enter')
    expect(picked).toEqual(['late cherry'])
  })

  it('handles Escape while the list is open, and lets it through when it is closed', async () => {
    const { field, picked, passed } = await draw()
    await write(field, 'app')
    await press(field, 'Escape')
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(field.value).toBe('Banana')
    expect(passed).toEqual([])
    await press(field, 'Escape')
    expect(passed).toEqual(['Escape'])
    expect(picked).toEqual([])
  })

  it('shows forty options and says how many more there are, on a line that can’t be selected', async () => {
    const { field, picked } = await draw({
      options: Array.from({ length: 43 }, (_, index) => ({ id: `option${index}` })),
    })
    await act(() => field.click())
    expect(rows()).toHaveLength(41)
    expect(rows().at(-1)!.textContent).toMatch(/\b3\b/)
    await act(() => (rows().at(-1) as HTMLElement).click())
    expect(picked).toEqual([])
  })

  it('accepts a new value only where one is allowed', async () => {
    const strict = await draw()
    await write(strict.field, 'durian')
    await press(strict.field, 'Enter')
    expect(strict.picked).toEqual([])
    expect(rows()).toHaveLength(1)
    await act(() => root!.unmount())
    const free = await draw({ isFree: (typed) => typed !== 'no' })
    await write(free.field, 'no')
    await press(free.field, 'Enter')
    expect(free.picked).toEqual([])
    await write(free.field, ' durian ')
    await press(free.field, 'Enter')
    expect(free.picked).toEqual(['durian'])
  })

  it('doesn’t open for a user with read-only access', async () => {
    const { field } = await draw({ readOnly: true })
    await act(() => field.click())
    await press(field, 'ArrowDown')
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })
})
