// @vitest-environment happy-dom
/**
 * The form of every document of the product, used as people use it: by the labels of its fields and
 * buttons.
 */

import { act, useLayoutEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Names } from '#engine/contract/admincontract.ts'
import { atomicPointers, diff } from '#engine/overlay/diff.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'
import type { Op } from '#engine/overlay/ops.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider } from '#engine/react/context.ts'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { SchemaForm, type SchemaFormProps } from '#admin/form/SchemaForm.tsx'
import { removeAt, setAt, valueAt } from '#admin/parts/edit.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, code, config, sources } from '#tests/support/documents.ts'

const named = (documents: readonly { id: string; title: string }[]) =>
  documents.map(({ id, title }) => ({ id, title }))
const texts = flattenTexts(catalog.get('locale', 'en')!.texts)
const names: Names = {
  text: Object.entries(texts).map(([id, title]) => ({ id, title })),
  route: [...catalog.routes.values()].map(({ id, path }) => ({ id, title: path })),
  feature: catalog.features.map(({ id }) => ({ id })),
  plan: catalog.plans.map(({ id }) => ({ id })),
  icon: code.icons.map((id) => ({ id })),
  section: named(catalog.all('profile-section')),
  profileKey: [{ id: 'firstName' }],
  ...Object.fromEntries(
    (
      [
        'rule',
        'screen',
        'flow',
        'list',
        'assessment',
        'report',
        'help',
        'config',
        'menu',
        'locale',
        'route-group',
      ] as const
    ).map((kind) => [kind, named(catalog.all(kind))]),
  ),
}
const widgets = Object.fromEntries(
  Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
)
const schemaOf = (kind: string) => KINDS[kind as Kind] as unknown as Schema
const documentOf = (kind: Kind, id: string) => catalog.get(kind, id) as unknown as Json

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish(texts)
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const scope = buildScope(catalog, {
  user: null,
  initialised: true,
  onboarding: NO_ONBOARDING,
  config,
  language: 'en',
  today: '2026-11-21',
  curricula: null,
})
/** What the server is asked, and answers. */
const server = vi.fn<(call: unknown) => Promise<{ status: number; value: unknown }>>()
const surroundings = {
  catalog,
  scope,
  registry: {},
  actions: { console: server },
  mode: 'live' as const,
  report: () => {},
}

type Page = {
  readonly value: () => Json
  readonly put: (value: Json) => void
  readonly show: (props: Partial<SchemaFormProps>) => void
  readonly place: HTMLElement
}

type Kept = {
  value: Json
  setValue: (value: Json) => void
  setProps: (props: Partial<SchemaFormProps>) => void
}

/** A page around the form that stores what is edited, and exposes it. */
function Around({
  value,
  props,
  keep,
}: {
  value: Json
  props: Partial<SchemaFormProps>
  keep: (kept: Kept) => void
}) {
  const [edited, setValue] = useState(value)
  const [given, setProps] = useState(props)
  useLayoutEffect(() => keep({ value: edited, setValue, setProps }), [edited, keep])
  return (
    <SchemaForm
      schema={schemaOf((edited as { kind: string }).kind)}
      value={edited}
      onChange={(next) => setValue(next as Json)}
      problems={[]}
      names={names}
      widgets={widgets}
      focus={null}
      onFocus={() => {}}
      {...given}
    />
  )
}

/** The form of a document, as it is first seen. */
function draw(value: Json, props: Partial<SchemaFormProps> = {}): Page {
  const place = document.body.appendChild(document.createElement('div'))
  let kept: Kept | undefined
  act(() => {
    root = createRoot(place)
    root.render(
      <MemoryRouter>
        <ConsoleTheme>
          <ScopeProvider value={surroundings}>
            <Around value={value} props={props} keep={(each) => void (kept = each)} />
          </ScopeProvider>
        </ConsoleTheme>
      </MemoryRouter>,
    )
  })
  return {
    value: () => kept!.value,
    put: (next) => act(() => kept!.setValue(next)),
    show: (next) => act(() => kept!.setProps(next)),
    place,
  }
}

/** What differs, as an overlay would say it. */
function opsOf(kind: string, before: Json, after: Json): Op[] {
  const atomic = atomicPointers(schemaOf(kind), before, after)
  return diff(before, after, (at) => atomic.has(at))
}

// ---- finding things by what they are called --------------------------------------------------------------------------

const ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  combobox: '[role=combobox]',
  option: '[role=option]',
  checkbox: 'input[type=checkbox]',
  select: 'select',
  textbox: 'input:not([role]):not([type=checkbox]):not([type=color]), textarea',
  group: '[role=group], fieldset',
}

/** As screen readers announce text that is in separate elements. */
function textOf(element: Node): string {
  return element.nodeType === 3
    ? (element.textContent ?? '')
    : [...element.childNodes].map(textOf).join(' ')
}

function nameOf(element: Element): string {
  const labelled = element.getAttribute('aria-labelledby')
  const words =
    element.getAttribute('aria-label') ??
    (labelled ? document.getElementById(labelled)?.textContent : undefined) ??
    ('labels' in element
      ? [...document.querySelectorAll('label')].find(
          (each) => each.contains(element) || (element.id !== '' && each.htmlFor === element.id),
        )?.textContent
      : undefined) ??
    textOf(element)
  return words.replace(/\s+/g, ' ').trim()
}

function all(
  role: keyof typeof ROLES,
  name: string | RegExp,
  within: ParentNode = document.body,
): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(ROLES[role]!)].filter(
    (each) =>
      (typeof name === 'string' ? nameOf(each) === name : name.test(nameOf(each))) &&
      each.closest('[hidden]') === null,
  )
}

function get(role: keyof typeof ROLES, name: string | RegExp, within?: ParentNode): HTMLElement {
  const found = all(role, name, within)
  if (found.length !== 1)
    throw new Error(
      `${found.length} times ${role} ${String(name)}: ${[...(within ?? document.body).querySelectorAll(ROLES[role]!)].map(nameOf).join(' | ').slice(0, 1500)}`,
    )
  return found[0]!
}

const click = (element: HTMLElement) => act(() => element.click())
function write(element: Element, text: string) {
  act(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')!.set!.call(
      element,
      text,
    )
    element.dispatchEvent(
      new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
    )
  })
}
const press = (element: Element, key: string, more: KeyboardEventInit = {}) =>
  act(
    () =>
      void element.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      ),
  )
const leave = (element: HTMLElement) =>
  act(() => {
    element.focus()
    element.blur()
  })
const open = (title: string | RegExp, within?: ParentNode) => click(get('button', title, within))
/** Finds something in a list by typing. */
function pick(label: string, query: string, option: string | RegExp, within?: ParentNode) {
  const field = get('combobox', label, within)
  write(field, query)
  click(get('option', option))
}

// ---- every document -----------------------------------------------------------------------------------------------------

/** Lists of hundreds of entries are slow in a simulated browser. */
const SLOW = 60_000
/** Roughly this many fields of each document. */
const MAX_PLACES = 12

/** Opens the first entry of every list, and of the lists in it. */
function openAll(place: HTMLElement) {
  for (let depth = 0; depth < 6; depth++) {
    const folded = [...place.querySelectorAll<HTMLElement>('ol, ul')].flatMap((list) => {
      const first = list.querySelector<HTMLElement>(':scope > li > div > button[aria-expanded]')
      return first?.getAttribute('aria-expanded') === 'false' ? [first] : []
    })
    if (folded.length === 0) return
    // Each is of another list, so all at once: one drawing for each depth, not for each list.
    act(() => folded.forEach((button) => button.click()))
  }
}

/** The structure of a document, whatever the names and number of its entries. */
function shapesIn(value: Json, at: string, shapes = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const entry of value as Json[]) shapesIn(entry, `${at}/*`, shapes)
  else if (typeof value === 'object' && value !== null) {
    const { type } = value as { type?: Json }
    const here = typeof type === 'string' ? `${at}:${type}` : at
    for (const [key, member] of Object.entries(value)) shapesIn(member, `${here}/${key}`, shapes)
  } else shapes.add(`${at} ${typeof value}`)
  return shapes
}

/**
 * As few documents as possible with every structure that occurs, small ones first: a hundred
 * documents of the same kind have the same form.
 */
function different(documents: readonly { kind: Kind; id: string }[]): { kind: Kind; id: string }[] {
  const seen = new Set<string>()
  const sizeOf = (document: object) => JSON.stringify(document).length
  // Of each language all texts would be shapes of their own.
  const shapesOf = (document: { kind: Kind }) =>
    document.kind === 'locale' ? new Set(['locale']) : shapesIn(document, document.kind)
  return documents
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
    .filter((document) => {
      const shapes = shapesOf(document)
      const isNew = [...shapes].some((shape) => !seen.has(shape))
      for (const shape of shapes) seen.add(shape)
      return isNew
    })
}

/** What kind of place this is: its pointer, whatever the names of entries on the way. */
function shapeAt(document: Json, at: string): string {
  let shape = ''
  let value: unknown = document
  for (const segment of at.split('/').slice(1)) {
    const isEntry = Array.isArray(value)
    value = valueAt(value, `/${segment}`)
    const { type } = (value ?? {}) as { type?: Json }
    shape += `/${isEntry ? '*' : segment}${typeof type === 'string' ? `:${type}` : ''}`
  }
  return shape
}
/** Kinds of places that were edited in an earlier document, which has the same field there. */
const edited = new Set<string>()

describe.each(
  different(sources.map(({ value }) => value as { kind: Kind; id: string })).map(
    (document): [string, Json] => [`${document.kind}/${document.id}`, document as unknown as Json],
  ),
)('%s', (_name, original) => {
  const { kind } = original as { kind: string }

  it(
    'can be edited field by field, and each field changes its own value and nothing else',
    { timeout: SLOW },
    () => {
      const page = draw(original)
      openAll(page.place)
      const fields = () => [
        ...page.place.querySelectorAll<HTMLInputElement>(
          '[data-at] input:not([role]):not([type=search]):not([type=color]), [data-at] select, [data-at] textarea',
        ),
      ]
      let controls = fields()
      const places = controls.map((control) =>
        control.closest('[data-at]')!.getAttribute('data-at')!,
      )
      expect(places).toContain('/title')
      // The first field, and of those that no earlier document has, some here and there.
      const isNew = places.map((at) => !edited.has(`${kind} ${shapeAt(original, at)}`))
      const stride = Math.max(1, Math.floor(isNew.filter(Boolean).length / MAX_PLACES))
      let passed = 0
      for (const [index, at] of places.entries()) {
        const control = controls[index]!
        const label = control.getAttribute('aria-label') ?? ''
        // Names change with their owner (tested below); a new name is not there yet; a union's kind
        // may bring other fields.
        if (
          (index > 0 && (!isNew[index] || passed++ % stride !== 0)) ||
          at.endsWith('/id') ||
          at.endsWith('/') ||
          label.startsWith('New name') ||
          label.includes('which kind') ||
          control.className.includes('json')
        )
          continue
        edited.add(`${kind} ${shapeAt(original, at)}`)
        const before = page.value()
        if (control.type === 'checkbox') click(control)
        else if (control.tagName === 'SELECT') {
          const other = [...(control as unknown as HTMLSelectElement).options].find(
            ({ value }) => value !== control.value,
          )
          if (other === undefined) continue
          write(control, other.value)
        } else
          write(
            control,
            ['numeric', 'decimal'].includes(control.inputMode)
              ? `${Number(control.value) + 1}`
              : `${control.value}x`,
          )
        controls = fields()
        const changed = opsOf(kind, before, page.value()).map((op) => op.at)
        // A list without ids is changed as a whole.
        expect([
          at,
          changed.length > 0,
          changed.filter((each) => each !== at && !at.startsWith(`${each}/`)),
        ]).toEqual([at, true, []])
      }
    },
  )

  it('can be viewed without being changed', { timeout: SLOW }, () => {
    const change = vi.fn()
    const page = draw(original, { readOnly: true, onChange: change, base: original })
    openAll(page.place)
    expect(
      page.place.querySelectorAll(
        'input:not([readonly]):not([disabled]):not([type=search]), textarea:not([readonly]), select:not([disabled])',
      ),
    ).toHaveLength(0)
    expect(
      all('button', /^(Add|Remove|Move|Leave out)/).filter(
        (each) => !each.hasAttribute('aria-expanded'),
      ),
    ).toEqual([])
    expect(page.place.textContent).not.toContain('Changed')
    expect(change).not.toHaveBeenCalled()
  })
})

// ---- lists --------------------------------------------------------------------------------------------------------------

const menu = documentOf('menu', 'main')
const idsIn = (value: Json, at: string) =>
  (valueAt(value, at) as { id: string }[]).map(({ id }) => id)

describe('a list', () => {
  it('says what its entries are, and opens one at a time', () => {
    draw(menu)
    open(/^Home home/)
    expect(get('textbox', 'Id')).toHaveProperty('value', 'home')
    open(/^Log out logout/)
    expect(get('textbox', 'Id')).toHaveProperty('value', 'logout')
  })

  it('moves an entry with its buttons, and with Alt and the arrow keys', () => {
    const page = draw(menu)
    click(get('button', 'Move down: Home'))
    expect(idsIn(page.value(), '/items').slice(0, 2)).toEqual(['reports', 'home'])
    expect(opsOf('menu', menu, page.value())).toEqual([
      { op: 'move', at: '/items/reports', first: true },
    ])
    press(get('button', /^Home home/), 'ArrowUp', { altKey: true })
    expect(page.value()).toEqual(menu)
    press(get('button', /^Home home/), 'ArrowUp', { altKey: true })
    expect(page.value()).toEqual(menu)
  })

  it('announces where an entry has moved to', () => {
    draw(menu)
    click(get('button', 'Move down: Home'))
    expect(document.querySelector('[role=status]')!.textContent).toContain('Moved to position 2')
  })

  it('removes an entry, adds one with a name of its own, and renames it', () => {
    const page = draw(menu)
    open(/^Actions actions/)
    click(get('button', 'Remove: Actions'))
    expect(opsOf('menu', menu, page.value())).toEqual([{ op: 'remove', at: '/items/actions' }])
    page.put(menu)
    click(all('button', 'Add to “Entries”').at(-1)!)
    const id = get('textbox', 'Id')
    expect(id).toHaveProperty('value', 'new')
    // What people read comes first.
    expect(document.activeElement).toBe(get('combobox', 'Label'))
    write(id, 'events')
    leave(id)
    expect(idsIn(page.value(), '/items').at(-1)).toBe('events')
    // It is still open under its new name.
    expect(get('textbox', 'Id')).toHaveProperty('value', 'events')
    pick('Label', 'menu.events', /^Use “menu.events”/)
    expect(opsOf('menu', menu, page.value())).toEqual([
      { op: 'insert', at: '/items', value: { id: 'events', label: 'menu.events' } },
    ])
  })

  it('adds one right below another', () => {
    const page = draw(menu)
    open(/^Home home/)
    click(get('button', 'Add one below'))
    expect(idsIn(page.value(), '/items').slice(0, 3)).toEqual(['home', 'new', 'reports'])
  })

  it.each([
    ['reports', 'taken'],
    ['two words', 'letters, digits'],
    ['', 'letters, digits'],
    ['__proto__', 'letters, digits'],
  ])('does not rename to %j', (name, why) => {
    const page = draw(menu)
    open(/^Home home/)
    write(get('textbox', 'Id'), name)
    leave(get('textbox', 'Id'))
    expect(page.value()).toBe(menu)
    expect(get('textbox', 'Id').getAttribute('aria-invalid')).toBe('true')
    expect(document.body.textContent).toContain(why)
  })

  it('can be searched when it has many entries', () => {
    const page = draw(documentOf('list', 'languages'))
    const before = page.place.querySelectorAll('li').length
    write(get('textbox', 'Find in: Entries'), 'af')
    expect(page.place.querySelectorAll('li').length).toBeLessThan(before / 4)
    expect(all('button', /^Move/)).toEqual([])
  })

  it('of references shows titles', () => {
    const report = documentOf('report', 'cognitive-ability')
    const page = draw(report)
    pick('Assessments 1', 'maze', /maze/i)
    expect((valueAt(page.value(), '/assessments') as string[])[0]).toBe('maze')
    const length = (valueAt(page.value(), '/assessments') as string[]).length
    click(get('button', 'Add to “Assessments”'))
    expect((valueAt(page.value(), '/assessments') as string[]).length).toBe(length + 1)
    click(get('button', `Remove: Assessments ${length + 1}`))
    expect((valueAt(page.value(), '/assessments') as string[]).length).toBe(length)
  })

  it('of a few choices has checkboxes, in the schema’s order', () => {
    const routes = documentOf('route-group', 'settings')
    const id = idsIn(routes, '/routes')[0]!
    const page = draw(
      setAt(routes, `/routes/${id}`, {
        ...(valueAt(routes, `/routes/${id}`) as object),
        stages: ['fullAccess'],
      }) as Json,
      { focus: `/routes/${id}` },
    )
    click(get('checkbox', 'Research'))
    expect(valueAt(page.value(), `/routes/${id}/stages`)).toEqual(['research', 'fullAccess'])
  })
})

// ---- members --------------------------------------------------------------------------------------------------------

describe('a member', () => {
  it('is chosen by its label', () => {
    const page = draw(menu, { focus: '/items/home' })
    pick('Leads to', 'settings', /account.*accountSettingsPage/)
    expect(opsOf('menu', menu, page.value())).toEqual([
      { op: 'set', at: '/items/home/to', value: 'accountSettingsPage' },
    ])
  })

  it('starts its search at the current choice, which comes first and stays unless another is chosen', () => {
    const page = draw(menu, { focus: '/items/home' })
    const field = get('combobox', 'Leads to')
    click(field)
    expect(nameOf(all('option', /./)[0]!)).toContain('profileHomePage')
    press(field, 'Enter')
    expect(page.value()).toBe(menu)
    write(field, 'settings')
    leave(field)
    expect(page.value()).toBe(menu)
    expect(field).toHaveProperty('value', '/profile/home')
  })

  it('can be found with the keyboard alone', () => {
    const page = draw(menu, { focus: '/items/home' })
    const field = get('combobox', 'Icon')
    write(field, 'clo')
    press(field, 'ArrowDown')
    press(field, 'ArrowUp')
    press(field, 'Enter')
    expect(valueAt(page.value(), '/items/home/icon')).toBe('clock')
    write(field, 'heart')
    press(field, 'Escape')
    expect(valueAt(page.value(), '/items/home/icon')).toBe('clock')
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })

  it('can be added and removed', () => {
    const page = draw(menu, { focus: '/items/home' })
    click(all('button', 'Hint')[0]!)
    expect(valueAt(page.value(), '/items/home/hint')).toBe('')
    expect(Object.keys(valueAt(page.value(), '/items/home') as object).slice(0, 3)).toEqual([
      'id',
      'label',
      'hint',
    ])
    expect(document.activeElement).toBe(get('combobox', 'Hint'))
    click(get('button', 'Leave out: Hint'))
    expect(page.value()).toEqual(menu)
  })

  it('that is a number accepts numbers only, and keeps the document valid while a user types', () => {
    const original = documentOf('assessment', 'holland_code')
    const page = draw(original)
    const field = get('textbox', 'Minutes')
    write(field, '')
    expect(page.value()).toBe(original)
    expect(document.body.textContent).toContain('Enter a whole number.')
    write(field, '12,5')
    expect(page.value()).toBe(original)
    write(field, '12')
    expect(opsOf('assessment', original, page.value())).toEqual([
      { op: 'set', at: '/minutes', value: 12 },
    ])
  })

  it('that may be of several types changes type, and can change back to what it was', () => {
    const original = documentOf('flow', 'onboarding')
    const page = draw(original, { focus: '/rows/profile/then' })
    const kind = get('select', 'Then: which kind')
    const options = [...(kind as HTMLSelectElement).options].map(({ text }) => text)
    expect(options).toEqual([
      'Let through',
      'Send to a page',
      'Let a flow decide',
      'Set a stage',
      'Choose an assessment',
    ])
    write(kind, '2')
    expect(valueAt(page.value(), '/rows/profile/then')).toEqual({ go: 'flow', flow: '' })
    pick('Flow', 'onb', /Onboarding/)
    expect(valueAt(page.value(), '/rows/profile/then')).toEqual({ go: 'flow', flow: 'onboarding' })
    write(get('select', 'Then: which kind'), '1')
    expect(page.value()).toEqual(original)
  })

  it('of an open map can be added under a known name', () => {
    const original = documentOf('config', 'default')
    const page = draw(original)
    const record = page.place.querySelector<HTMLElement>('[data-at="/features"]')!
    const field = get('combobox', 'New name in: Features', record)
    write(field, 'Cv')
    press(field, 'Enter')
    click(get('button', 'Add', record))
    expect(opsOf('config', original, page.value())).toEqual([
      { op: 'set', at: '/features/Cv', value: true },
    ])
  })

  it('that the schema doesn’t know is shown, and can be removed', () => {
    const strange = {
      ...(documentOf('menu', 'footer') as object),
      extra: { a: 1 },
    } as unknown as Json
    const page = draw(strange)
    expect(document.body.textContent).toContain('Nothing here has this name')
    click(get('button', 'Leave out: extra'))
    expect(page.value()).toEqual(documentOf('menu', 'footer'))
  })

  it('of the wrong type is shown as it is, and can be reset', () => {
    const page = draw({
      ...(documentOf('menu', 'footer') as object),
      items: 'none',
    })
    expect(get('textbox', 'Entries')).toHaveProperty('value', '"none"')
    click(get('button', 'Start over'))
    expect(valueAt(page.value(), '/items')).toEqual([])
  })
})

describe('a part of a page', () => {
  const home = documentOf('screen', 'home')

  it('has its widget’s props, and other props when its type changes', () => {
    const page = draw(home, { focus: '/children/how/children/steps' })
    const contents = page.place.querySelector<HTMLElement>(
      '[data-at="/children/how/children/steps/props"]',
    )!
    expect(get('combobox', 'Title', contents)).toHaveProperty('value', texts['home.how.title'])
    const node = page.place.querySelector<HTMLElement>(
      '[data-at="/children/how/children/steps/type"]',
    )!
    pick('Kind', 'text-block', /text-block/, node)
    expect(opsOf('screen', home, page.value())).toEqual([
      { op: 'set', at: '/children/how/children/steps/type', value: 'text-block' },
    ])
    expect(document.body.textContent).toContain('Nothing here has this name')
  })

  it('can take a value from a rule, and a fixed value again', () => {
    const page = draw(home, { focus: '/children/how/props/ground' })
    const field = () =>
      page.place.querySelector<HTMLElement>('[data-at="/children/how/props/ground"]')!
    click(get('button', 'Let a rule decide: Background', field()))
    expect(valueAt(page.value(), '/children/how/props/ground')).toEqual({ bind: true })
    click(get('button', 'Give it a fixed value', field()))
    expect(valueAt(page.value(), '/children/how/props/ground')).toBe('paper')
  })
})

// ---- rules ------------------------------------------------------------------------------------------------------------

describe('a rule', () => {
  const guard = documentOf('flow', 'navigation-guard')
  const at = '/rows/research-others/when'
  const change = (page: Page) =>
    click(get('button', /^Change/, page.place.querySelector<HTMLElement>(`[data-at="${at}"]`)!))

  it('is described in plain words', () => {
    const page = draw(guard, { focus: at })
    const words = page.place.querySelector(`[data-at="${at}"]`)!.textContent
    expect(words).toContain('Group of pages is Research and they don’t take part in research')
  })

  it('can be changed condition by condition', () => {
    const page = draw(guard, { focus: at })
    change(page)
    const field = page.place.querySelector<HTMLElement>(`[data-at="${at}"]`)!
    write(all('select', 'How to compare', field)[1]!, 'yes')
    expect(valueAt(page.value(), at)).toEqual({
      and: [{ '==': [{ var: 'route.group' }, 'research'] }, { var: 'facts.isResearchUser' }],
    })
    write(all('combobox', 'What to look at', field)[1]!, 'stage')
    press(all('combobox', 'What to look at', field)[1]!, 'Enter')
    // A condition without a value is none yet.
    expect(valueAt(page.value(), at)).toEqual({ '==': [{ var: 'route.group' }, 'research'] })
    expect(field.textContent).toContain('Finish this condition.')
    write(all('select', 'Compare with', field)[1]!, 'fullAccess')
    expect((valueAt(page.value(), at) as { and: Json[] }).and[1]).toEqual({
      '==': [{ var: 'stage' }, 'fullAccess'],
    })
    write(get('select', 'How these combine', field), 'any')
    expect(Object.keys(valueAt(page.value(), at) as object)).toEqual(['or'])
    click(all('button', 'Remove this condition', field)[0]!)
    expect(valueAt(page.value(), at)).toEqual({ '==': [{ var: 'stage' }, 'fullAccess'] })
    expect(opsOf('flow', guard, page.value()).map((op) => op.at)).toEqual([at])
  })

  it('can be given conditions, named rules and groups', () => {
    const original = setAt(guard, at, true) as Json
    const page = draw(original, { focus: at })
    change(page)
    const field = page.place.querySelector<HTMLElement>(`[data-at="${at}"]`)!
    click(get('button', 'Add a condition', field))
    expect(valueAt(page.value(), at)).toBe(true)
    const about = get('combobox', 'What to look at', field)
    expect(about).toHaveProperty('placeholder', 'Choose what to look at')
    write(about, 'Signed in')
    press(about, 'Enter')
    expect(valueAt(page.value(), at)).toEqual({ var: 'session.signedIn' })
    click(get('button', 'Add a named rule', field))
    expect(valueAt(page.value(), at)).toEqual({ var: 'session.signedIn' })
    pick('Which rule', 'plan', /no plan yet/, field)
    expect(valueAt(page.value(), at)).toEqual({
      and: [{ var: 'session.signedIn' }, { ref: 'isFree' }],
    })
    click(get('button', 'Add a group', field))
    expect(valueAt(page.value(), at)).toEqual({
      and: [{ var: 'session.signedIn' }, { ref: 'isFree' }],
    })
    const inner = all('combobox', 'What to look at', field).at(-1)!
    write(inner, 'Account is confirmed')
    press(inner, 'Enter')
    expect(valueAt(page.value(), at)).toEqual({
      and: [{ var: 'session.signedIn' }, { ref: 'isFree' }, { var: 'facts.verified' }],
    })
  })

  it('asks about answers, days and groups by their names', () => {
    const answers: Names = {
      ...names,
      profileKey: [
        {
          id: 'educationLevel',
          title: 'Highest education',
          type: 'choice',
          choices: [
            { id: 'grade-11', title: 'Grade 11' },
            { id: 'grade-12', title: 'Grade 12' },
          ],
        },
        { id: 'birthDate', title: 'Date of birth', type: 'date' },
        { id: 'workEnd', title: 'Until', type: 'month' },
      ],
    }
    const page = draw(setAt(guard, at, true) as Json, { focus: at, names: answers })
    change(page)
    const field = page.place.querySelector<HTMLElement>(`[data-at="${at}"]`)!
    const condition = (number: number, variable: string) => {
      click(get('button', 'Add a condition', field))
      const about = all('combobox', 'What to look at', field)[number]!
      write(about, variable)
      press(about, 'Enter')
    }
    const parts = () => (valueAt(page.value(), at) as { and: Json[] }).and
    const comparison = (number: number) => all('select', 'How to compare', field)[number]!

    condition(0, 'Highest education')
    const choice = get('select', 'Compare with', field)
    expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Choose',
      'Grade 11',
      'Grade 12',
    ])
    write(choice, 'grade-12')
    condition(1, 'Signed up on')
    const comparisons = [...comparison(1).querySelectorAll('option')]
    expect(comparisons.map(({ textContent }) => textContent)).toEqual([
      'from',
      'before',
      'is set',
      'is not set',
    ])
    write(comparison(1), '<')
    const day = field.querySelector<HTMLInputElement>('input[type="date"]')!
    expect(day.getAttribute('aria-label')).toBe('Compare with')
    write(day, '2027-02-28')
    condition(2, 'Until')
    write(field.querySelector('input[type="month"]')!, '2026-11')
    condition(3, 'Name of the cohort')
    const group = all('textbox', 'Compare with', field).at(-1)!
    write(group, 'Class of 2027')
    leave(group)
    expect(parts()).toEqual([
      { '==': [{ var: 'user.profile.educationLevel' }, 'grade-12'] },
      { '<': [{ var: 'user.createdAt' }, '2027-02-28'] },
      { '>=': [{ var: 'user.profile.workEnd' }, '2026-11'] },
      { '==': [{ var: 'user.app.cohort.name' }, 'Class of 2027'] },
    ])
    page.show({ focus: null })
    act(() => root?.unmount())
    const words = draw(page.value(), { focus: at, names: answers })
    const said = words.place.querySelector(`[data-at="${at}"]`)!.textContent
    expect(said).toContain('They answered Grade 12 to “Highest education”')
    expect(said).toContain('Signed up on is before February 28, 2027')
    expect(said).toContain('The answer to “Until” is November 2026 or later')
    expect(said).toContain('They’re in the group Class of 2027')
  })

  it('says for which people it holds, and which condition decided', async () => {
    const rule = { and: [{ ref: 'isFree' }, { '<': [{ or: [{ var: 'facts.age' }, 999] }, 16] }] }
    server.mockImplementation(async (call) => {
      const { path, body } = call as { path: string; body?: { rules: Json[]; personas: unknown[] } }
      if (path !== 'admin/rules/try') return { status: 404, value: {} }
      expect(body!.rules).toEqual([rule, ...rule.and])
      return {
        status: 200,
        value: {
          holds: [
            [false, true, false],
            [true, true, true],
            [false, false, true],
            [null, null, true],
          ],
          reads: ['facts.age'],
        },
      }
    })
    const page = draw(setAt(guard, at, rule) as Json, { focus: at })
    change(page)
    const field = page.place.querySelector<HTMLElement>(`[data-at="${at}"]`)!
    const fold = field.querySelector('details')!
    expect(fold.querySelector('summary')!.textContent).toBe('For whom it holds')
    await act(async () => {
      fold.open = true
      fold.dispatchEvent(new Event('toggle'))
    })
    await act(() => new Promise((resolve) => setTimeout(resolve, 700)))
    const people = [...fold.querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(people).toHaveLength(4)
    expect(people[0]).toMatch(/^NoNot signed in.*Not true: they’re younger than 16$/)
    expect(people[1]).toMatch(/^Yes.*15 years.*English$/)
    expect(people[2]).toMatch(/^No.*25 years.*Not true: they have no plan yet$/)
    expect(people[3]).toMatch(/^….*English$/)
  })

  it('can be written as JSON Logic, which is accepted once it parses', () => {
    const page = draw(guard, { focus: at })
    change(page)
    click(get('button', 'Write it as JSON Logic'))
    const field = get('textbox', 'The rule as JSON Logic')
    write(field, '{"==":[')
    leave(field)
    expect(page.value()).toBe(guard)
    expect(document.body.textContent).toContain('can’t read this yet')
    write(field, '{"==":[1,{"var":"stage"}]}')
    leave(field)
    expect(valueAt(page.value(), at)).toEqual({ '==': [1, { var: 'stage' }] })
  })

  it('that can’t be put into words is shown as JSON at once, and is never lost', () => {
    const strange = { some: [{ var: 'user.interactions' }, { '==': [{ var: 'kind' }, 'x'] }] }
    const original = setAt(guard, at, strange) as Json
    const page = draw(original, { focus: at })
    expect(page.place.querySelector(`[data-at="${at}"]`)!.textContent).toContain(
      'A rule applies that we can’t put into words',
    )
    change(page)
    expect(
      JSON.parse((get('textbox', 'The rule as JSON Logic') as HTMLTextAreaElement).value),
    ).toEqual(strange)
    leave(get('textbox', 'The rule as JSON Logic'))
    expect(page.value()).toBe(original)
  })

  it('that gives a value says where the value comes from', () => {
    const onboarding = documentOf('flow', 'onboarding')
    const country = '/rows/checkout/then/params/country'
    const page = draw(onboarding, { focus: country })
    const field = page.place.querySelector<HTMLElement>(`[data-at="${country}"]`)!
    expect(field.textContent).toContain('Country given in the address; if missing: Country')
    click(get('button', /^Change/, field))
    click(all('button', 'Remove this source', field)[0]!)
    expect(opsOf('flow', onboarding, page.value())).toEqual([
      { op: 'set', at: `${country}/bind`, value: { var: 'facts.country' } },
    ])
  })
})

// ---- what differs, what is locked, what is wrong -----------------------------------------------------------------------

describe('compared with the product', () => {
  it('marks what was changed, added, removed and reordered, and can undo each', () => {
    const mine = setAt(
      removeAt(setAt(menu, '/items/home/icon', 'clock'), '/items/actions'),
      '/title',
      'Mine',
    ) as Json
    const page = draw(mine, { base: menu, focus: '/items/home/icon' })
    expect(get('button', /^Home home/).textContent).toContain('Changed')
    expect(get('button', /^Log out/).textContent).not.toContain('Changed')
    click(get('button', 'Icon: undo this change'))
    expect(valueAt(page.value(), '/items/home/icon')).toBe('home')
    click(get('button', /^Bring it back : Actions/))
    expect(idsIn(page.value(), '/items')).toEqual(idsIn(menu, '/items'))
    click(get('button', 'Document name: undo this change'))
    expect(page.value()).toEqual(menu)
    expect(page.place.textContent).not.toContain('Changed')
  })

  it('offers to restore what was removed', () => {
    const page = draw(removeAt(menu, '/items/home/icon') as Json, {
      base: menu,
      focus: '/items/home',
    })
    expect(page.place.textContent).toContain('Icon is left out')
    click(get('button', 'Bring it back : Icon'))
    expect(page.value()).toEqual(menu)
  })
})

describe('what the product locks', () => {
  const guard = documentOf('flow', 'navigation-guard')

  it('stays as it is, and says why', () => {
    const page = draw(guard, { base: guard, focus: '/rows/signed-out' })
    const row = page.place.querySelector<HTMLElement>('[data-at="/rows/signed-out"]')!
    expect(row.textContent).toContain(
      'Locked by the product: it protects people, so you can’t change it.',
    )
    expect(
      row.querySelectorAll(
        'input:not([readonly]):not([disabled]), select:not([disabled]), textarea:not([readonly])',
      ),
    ).toHaveLength(0)
    expect(all('button', /^Remove/, row)).toEqual([])
  })

  it('can be tightened, but keeps its name and its place in the document', () => {
    const page = draw(guard, { base: guard, focus: '/rows/report-locked' })
    const row = page.place.querySelector<HTMLElement>('[data-at="/rows/report-locked"]')!
    expect(row.textContent).toContain('stricter, never looser')
    expect(get('textbox', 'Id', row)).toHaveProperty('readOnly', true)
    expect(all('button', /^Change/, row)).toHaveLength(1)
    expect(all('button', /^Remove: report-locked/, row)).toEqual([])
  })

  it('can’t be switched off where it may only be switched on', () => {
    const config = documentOf('config', 'default')
    const page = draw(config, { base: config })
    expect(get('checkbox', 'Privacy')).toHaveProperty('disabled', true)
    // Off in the product: a tenant may be stricter.
    click(get('checkbox', 'Parent’s consent'))
    expect(valueAt(page.value(), '/consent/parental')).toBe(true)
  })
})

describe('problems', () => {
  const problem = (pointer: string, more: Partial<Problem> = {}): Problem => ({
    code: 'x',
    document: 'menu/main',
    pointer,
    message: `wrong at ${pointer}`,
    severity: 'error',
    ...more,
  })

  it('are shown at their field and on every collapsed group above it', () => {
    const page = draw(menu, {
      problems: [
        problem('/items/reports/items/value_scales/to', { suggestion: 'valueScalesReportPage' }),
      ],
    })
    expect(get('button', /^Reports reports/).textContent).toContain('1 problem')
    open(/^Reports reports/)
    open(/^Value scales/)
    const field = page.place.querySelector<HTMLElement>(
      '[data-at="/items/reports/items/value_scales/to"]',
    )!
    expect(field.textContent).toContain('wrong at /items/reports/items/value_scales/to')
    const input = get('combobox', 'Leads to', field)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(
      document.getElementById(input.getAttribute('aria-describedby')!.split(' ').at(-1)!)!
        .textContent,
    ).toContain('wrong at')
  })

  it('can be fixed with one press', () => {
    const wrong = setAt(menu, '/items/home/to', 'profleHomePage') as Json
    const page = draw(wrong, {
      problems: [problem('/items/home/to', { suggestion: 'profileHomePage' })],
      focus: '/items/home/to',
    })
    click(get('button', 'Use profileHomePage'))
    expect(page.value()).toEqual(menu)
  })

  it('inside a rule are shown at the rule', () => {
    const page = draw(documentOf('flow', 'onboarding'), {
      problems: [problem('/rows/verify/when/and/1/!/var')],
      focus: '/rows/verify/when/and/1/!/var',
    })
    expect(page.place.querySelector('[data-at="/rows/verify/when"]')!.textContent).toContain(
      'wrong at',
    )
    expect(
      page.place.querySelector('[data-at="/rows/verify/when"]')!.contains(document.activeElement),
    ).toBe(true)
  })
})

describe('the focus', () => {
  it('opens every collapsed group above the field and moves to it, each time it is sent there', () => {
    const seen = vi.fn()
    const page = draw(documentOf('screen', 'home'), { onFocus: seen })
    page.show({ onFocus: seen, focus: '/children/how/children/steps/props/steps/like/title' })
    expect(document.activeElement?.closest('[data-at]')?.getAttribute('data-at')).toBe(
      '/children/how/children/steps/props/steps/like/title',
    )
    expect(seen).toHaveBeenLastCalledWith('/children/how/children/steps/props/steps/like/title')
    page.show({ onFocus: seen, focus: '/children/hero/props/title' })
    expect(document.activeElement?.closest('[data-at]')?.getAttribute('data-at')).toBe(
      '/children/hero/props/title',
    )
  })

  it('stays where somebody has moved it, whatever is drawn anew', () => {
    const page = draw(menu, { focus: '/items/home/icon' })
    const elsewhere = [...page.place.querySelectorAll('input')].find(
      (each) => each !== document.activeElement && each.closest('[data-at$="/icon"]') === null,
    )!
    act(() => elsewhere.focus())
    page.put({ ...(menu as Record<string, Json>), title: 'Another title' })
    expect(document.activeElement).toBe(elsewhere)
  })

  it('moves to the nearest place if the field doesn’t exist', () => {
    const page = draw(menu)
    page.show({ focus: '/items/home/nothing' })
    expect(document.activeElement?.closest('[data-at]')?.getAttribute('data-at')).toBe(
      '/items/home',
    )
  })
})

describe('words that a widget says of its own accord', () => {
  it('are a field like any other, and come into the document only with a change', () => {
    const home = documentOf('screen', 'profile-home')
    const at = '/children/parts/children/main/children/next'
    const page = draw(home, { focus: at })
    const field = get('combobox', 'Button text') as HTMLInputElement
    expect(field.value).toBe("Let's Go")
    expect(page.value()).toEqual(home)
    pick('Button text', 'menu.home', /^Home/)
    expect(valueAt(page.value(), `${at}/props/buttonText`)).toBe('menu.home')
    click(get('button', 'Leave out: Button text'))
    expect(page.value()).toEqual(home)
  })
})
