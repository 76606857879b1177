// @vitest-environment happy-dom
/** A rule tried beside it, at every kind of place, with what it reads of people and pages supposed. */

import { act, useMemo, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { RuleField } from '#admin/form/RuleField.tsx'
import { outlineOf, scopesOf } from '#admin/form/scopes.ts'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { tryRules, type TryRulesInput } from '#server/workspace/tryrules.ts'
import { catalog, config } from '#tests/support/documents.ts'
import { consoleDom } from './inconsole.tsx'
import { typeInto } from './typeinto.ts'

const draw = consoleDom()
const TODAY = '2026-11-21'
const named = (ids: readonly string[]) => ids.map((id) => ({ id, title: id }))
const names: Names = {
  page: [
    { id: 'profileHomePage', title: 'Home' },
    { id: 'cv', title: 'My CV' },
  ],
  route: [...catalog.routes.values()].map(({ id, path }) => ({ id, title: path })),
  feature: catalog.features.map(({ id }) => ({ id })),
  plan: catalog.plans.map(({ id }) => ({ id })),
  rule: named(catalog.all('rule').map(({ id }) => id)),
  profileKey: [
    {
      id: 'educationLevel',
      title: 'Highest education',
      type: 'choice',
      choices: [
        { id: 'grade_11', title: 'Grade 11' },
        { id: 'grade_12', title: 'Grade 12' },
      ],
    },
    { id: 'birthDate', title: 'Date of birth', type: 'date' },
  ],
  section: catalog.all('profile-section').map(({ id, title }) => ({ id, title })),
}

let asked: TryRulesInput[] = []
let rule: Json = null
/** Why the server refuses. */
let refused: string | null = null
beforeEach(() => {
  asked = []
  refused = null
})

/** The server's own answer, and the cohorts that there are. */
async function respond({ path, body }: ConsoleCall): Promise<ConsoleResponse> {
  const etag = null
  await Promise.resolve()
  if (path === 'admin/cohorts')
    return { status: 200, etag, value: { items: [{ name: '2027 A' }, { name: '2027 B' }] } }
  if (path !== 'admin/rules/try') return { status: 404, etag, value: {} }
  if (refused !== null) return { status: 422, etag, value: { code: refused } }
  const input = { ...(body as TryRulesInput), config: config.id, today: TODAY }
  asked.push(input)
  return { status: 200, etag, value: tryRules(catalog, input) }
}

function Rule({ kind, id, at, first }: { kind: Kind; id: string; at: string; first: Json }) {
  const [value, setValue] = useState(first)
  rule = value
  const form = useMemo(
    () => ({
      ...readingContext(names, kind),
      ...scopesOf(names, outlineOf(catalog.get(kind, id)), []),
    }),
    [kind, id],
  )
  const field = {
    schema: {},
    definitions: {},
    value,
    base: undefined,
    compared: false,
    at,
    label: 'Condition',
    hint: undefined,
    optional: false,
    readOnly: false,
    lock: undefined,
    bindable: false,
  }
  return (
    <FormContext value={form}>
      <RuleField field={field} rule={value} onRule={setValue} />
    </FormContext>
  )
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)))

/** Opens the rule, and the trial below it. */
async function open(kind: Kind, id: string, at: string, first: Json, role = 'owner') {
  await draw(<Rule kind={kind} id={id} at={at} first={first} />, { role, respond })
  act(() => document.querySelector<HTMLElement>('button[aria-expanded]')!.click())
  const fold = document.querySelector('details')!
  await act(async () => {
    fold.open = true
    fold.dispatchEvent(new Event('toggle'))
    await Promise.resolve()
  })
  await settle()
}

const verdicts = () =>
  [...document.querySelectorAll('details li')].map(({ textContent }) => textContent)
const yesOrNo = () => verdicts().map((each) => /^(?:Yes|No|…)/.exec(each)?.[0])
const labels = () =>
  [...document.querySelectorAll('details fieldset label')].map(({ textContent }) => textContent)
function field(label: string, within = 'details fieldset'): HTMLInputElement {
  const found = [...document.querySelectorAll<HTMLLabelElement>(`${within} label`)].find(
    ({ textContent }) => textContent === label,
  )
  return document.getElementById(found!.htmlFor) as HTMLInputElement
}
async function write(control: HTMLInputElement | HTMLSelectElement, value: string) {
  act(() => {
    if (control instanceof HTMLSelectElement) {
      control.value = value
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else typeInto(control, value)
  })
  await settle()
}
async function choose(combo: HTMLInputElement, typed: string) {
  act(() => typeInto(combo, typed))
  await act(async () => {
    combo.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )
    await Promise.resolve()
  })
  await settle()
}

describe('at a row of the guard', () => {
  const GUARD = ['flow', 'navigation-guard', '/rows/research-others/when'] as const

  it('is about the page that it names, or one that is chosen', async () => {
    await open(...GUARD, { '==': [{ var: 'route.name' }, 'cv'] })
    expect(labels()).toEqual(['On this page'])
    expect(field('On this page').value).toBe('My CV')
    expect(yesOrNo()).toEqual(['Yes', 'Yes', 'Yes', 'Yes'])
    await choose(field('On this page'), 'Home')
    expect(asked.at(-1)!.supposed).toEqual({ page: 'profileHomePage' })
    expect(yesOrNo()).toEqual(['No', 'No', 'No', 'No'])
  })

  it('is about a page of the kind that it names', async () => {
    const groups = [...catalog.routes.values()].map(({ group }) => group)
    const group = catalog.route('cv')!.group
    expect(groups.indexOf(group)).not.toBe(0)
    await open(...GUARD, {
      and: [{ '==': [{ var: 'route.group' }, group] }, { in: [{ var: 'route.feature' }, ['Cv']] }],
    })
    expect(field('On this page').value).toBe('My CV')
    expect(yesOrNo()).toEqual(['Yes', 'Yes', 'Yes', 'Yes'])
  })

  it('follows a cohort, an answer and a date, and says which condition decides', async () => {
    await open(...GUARD, {
      and: [
        { '==': [{ var: 'user.app.cohort.name' }, '2027 B'] },
        { '==': [{ var: 'user.profile.educationLevel' }, 'grade_12'] },
        { '<': [{ var: 'user.createdAt' }, '2025-01-01'] },
      ],
    })
    expect(labels()).toEqual(['Name of the cohort', 'Answer: Highest education', 'Signed up on'])
    expect(yesOrNo()).toEqual(['No', 'No', 'No', 'No'])
    await choose(field('Name of the cohort'), '2027 B')
    await write(field('Answer: Highest education'), 'grade_12')
    expect(verdicts()[3]).toMatch(/Not true: .*January 1, 2025/)
    expect(verdicts()[3]).not.toContain('2027 B')
    await write(field('Signed up on'), '2024-06-01')
    expect(yesOrNo(), 'a visitor has none of these').toEqual(['No', 'Yes', 'Yes', 'Yes'])
    await write(field('Answer: Highest education'), '')
    expect(verdicts()[3]).toContain('Not true: they answered Grade 12 to “Highest education”')
  })

  it('about an age depends on the day', async () => {
    await open(...GUARD, { and: [{ '<': [{ or: [{ var: 'facts.age' }, 999] }, 18] }] })
    expect(labels()).toEqual(['On this day'])
    expect(yesOrNo()).toEqual(['No', 'Yes', 'No', 'Yes'])
    await write(field('On this day'), '2040-01-01')
    expect(yesOrNo()).toEqual(['No', 'No', 'No', 'No'])
  })

  it('asks what a named rule reads', async () => {
    await open(...GUARD, { ref: 'planChosen' })
    const [label] = labels()
    const plan = field(label!) as unknown as HTMLSelectElement
    expect([...plan.options].map(({ value }) => value)).toEqual([
      '',
      ...catalog.plans.map(({ id }) => id),
    ])
    expect(yesOrNo()).toEqual(['No', 'No', 'No', 'No'])
    await write(plan, 'power')
    expect(yesOrNo()).toEqual(['Yes', 'Yes', 'Yes', 'Yes'])
  })

  it('asks nothing that the rule doesn’t read', async () => {
    await open(...GUARD, { var: 'session.signedIn' })
    expect(labels()).toEqual([])
    expect(asked.at(-1)!.supposed).toBeUndefined()
    expect(yesOrNo()).toEqual(['No', 'Yes', 'Yes', 'Yes'])
  })
})

describe('in a form', () => {
  it('begins with an example of each answer that it reads', async () => {
    await open('profile-section', 'experiences', '/checks/end-after-start/rule', {
      '>=': [{ var: 'value.endDate' }, { var: 'value.startDate' }],
    })
    expect(asked.at(-1)!.place).toEqual({
      document: 'profile-section/experiences',
      at: '/checks/end-after-start/rule',
    })
    expect(yesOrNo()).toEqual(['Yes', 'Yes', 'Yes'])
    await write(field('Answer in this form: End date'), '2020-01')
    expect(yesOrNo()).toEqual(['No', 'No', 'No'])
    await write(field('Answer in this form: End date'), '')
    expect(yesOrNo()).toEqual(['…', '…', '…'])
    expect(document.body.textContent).toContain('This check waits until everything')
  })

  it.each([
    ['request/invalid', 'One of these values doesn’t fit'],
    ['release/problems', 'a draft that it depends on has an error'],
  ])('says what %s means', async (code, words) => {
    refused = code
    await open('profile-section', 'experiences', '/fields/endDate/when', {
      '!': { var: 'value.current' },
    })
    expect(document.querySelector('details')!.textContent).toContain(words)
    expect(yesOrNo()).toEqual(['…', '…', '…'])
  })

  it('of a field is about the fields above it', async () => {
    await open('profile-section', 'experiences', '/fields/endDate/when', {
      '!': { var: 'value.current' },
    })
    expect(yesOrNo()).toEqual(['No', 'No', 'No'])
    await write(field('Answer in this form: Current'), 'false')
    expect(yesOrNo()).toEqual(['Yes', 'Yes', 'Yes'])
  })

  it('of a hint is about what is written', async () => {
    await open('guide', 'about', '/hints/id-number-about/when', { var: 'measure.idNumber' })
    expect(verdicts()).toEqual(['NoSomeone who writes this'])
    await write(field('Answer in this form: About'), 'I am 0001010000081')
    expect(yesOrNo()).toEqual(['Yes'])
  })

  it('of a consent is about who is asked', async () => {
    await open('consent-list', 'main', '/items/parent/asked', {
      '<': [{ or: [{ var: 'age' }, 999] }, 18],
    })
    expect(yesOrNo()).toEqual(['Yes', 'No', 'Yes'])
  })

  it('about the settings alone is the same for everyone', async () => {
    await open('profile-section', 'experiences', '/fields/place/show', { var: 'config.signup' })
    expect(verdicts()).toEqual(['YesEveryone on this site'])
  })
})

describe('a cohort in a rule', () => {
  const cohort = (comparison: Json) =>
    ['flow', 'navigation-guard', '/rows/research-others/when', comparison] as const
  const compare = () => document.querySelector<HTMLInputElement>('[aria-label="Compare with"]')!

  it('is chosen from those that there are, or typed with a warning', async () => {
    await open(...cohort({ '==': [{ var: 'user.app.cohort.name' }, '2027 A'] }))
    expect(compare().value).toBe('2027 A')
    expect(document.body.textContent).not.toContain('No such cohort yet')
    await choose(compare(), '2027 B')
    expect(rule).toEqual({ '==': [{ var: 'user.app.cohort.name' }, '2027 B'] })
    await choose(compare(), '2028')
    expect(rule).toEqual({ '==': [{ var: 'user.app.cohort.name' }, '2028'] })
    expect(document.body.textContent).toContain('No such cohort yet')
  })

  it('may be one of several', async () => {
    await open(...cohort({ in: [{ var: 'user.app.cohort.name' }, ['2027 A']] }))
    await choose(compare(), '2027 B')
    expect(rule).toEqual({ in: [{ var: 'user.app.cohort.name' }, ['2027 A', '2027 B']] })
    act(() => document.querySelector<HTMLElement>('input[type=checkbox]')!.click())
    expect(rule).toEqual({ in: [{ var: 'user.app.cohort.name' }, ['2027 B']] })
  })

  it('is a name to type for people who may not see them', async () => {
    await open(...cohort({ '==': [{ var: 'user.app.cohort.name' }, '2028'] }), 'editor')
    expect(compare().getAttribute('role')).toBeNull()
    expect(document.body.textContent).not.toContain('No such cohort yet')
    expect(field('Name of the cohort').type).toBe('text')
  })
})
