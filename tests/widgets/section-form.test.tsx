// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DraftCall } from '#engine/forms/draft.ts'
import { PROBLEM_KEYS } from '#engine/forms/formerrors.ts'
import { openValidators, type ValidatorModule } from '#engine/forms/formruntime.ts'
import { ScopeProvider, type Action } from '#engine/react/context.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'
import { buildScope, NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { sectionSchema } from '#engine/forms/section.ts'
import { compileValidator } from '#server/release/validators.ts'
import {
  compiledForm,
  englishTexts,
  formCatalog as shipped,
} from '#tests/support/compiled-forms.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { WORK } from '#tests/support/conditional.ts'
import { EXPERIENCE } from '#tests/support/experience.ts'
import { SectionForm } from '#widgets/forms/SectionForm.tsx'

const month = (id: string, more: object) => ({ id, type: 'month', label: 'field.when', ...more })
const SINCE = {
  ...WORK,
  id: 'since',
  checks: [],
  fields: [
    month('both', { years: { past: 3, future: 1 } }),
    month('none', { years: { past: 1, future: 0 } }),
    month('within', { years: { past: 50, future: 50 }, minimum: 2025, maximum: 2027 }),
    month('past', { format: 'past-month', years: { past: 1 } }),
    month('unsaid', {}),
  ],
} as unknown as Section & AnyDocument
const formCatalog = shipped.with([WORK, EXPERIENCE, SINCE])
const config = formCatalog.get('config', 'default')!
let root: Root | undefined

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const validator = async (section?: string) =>
  openValidators(
    (await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(compiledForm(section!, config)).toString('base64')}`
    )) as ValidatorModule,
  )

function page(
  section: string,
  actions: Record<string, Action>,
  profile: Record<string, unknown>,
  fields?: string | null,
) {
  const user = {
    profile,
    consents: {},
    assessments: {},
    app: { accountType: 'lite', researchAssessments: [], role: null },
    auth: {},
  } as unknown as User
  const scope = buildScope(formCatalog, {
    user: null,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: 'en',
    today: '2026-11-21',
    curricula: null,
  })
  const surroundings = {
    catalog: formCatalog,
    scope: { ...scope, user },
    registry: {},
    actions,
    mode: 'live' as const,
    report: () => {},
  }
  return (
    <ScopeProvider value={surroundings}>
      <SectionForm.component
        id="form"
        level={2}
        data={undefined}
        section={section}
        {...(fields !== undefined && { first: { fields, rest: 'cv.rest' } })}
      >
        {null}
      </SectionForm.component>
    </ScopeProvider>
  )
}

async function draw(
  section: string,
  {
    save = () => {},
    load = validator,
    profile = {},
    pending = () => null,
    discard = () => {},
    draft = () => null,
    first,
  }: {
    save?: Action
    load?: Action
    profile?: Record<string, unknown>
    pending?: Action
    discard?: Action
    draft?: Action
    /** The fields that it is opened for. */
    first?: string | null
  } = {},
) {
  const place = document.body.appendChild(document.createElement('div'))
  const loading = Promise.resolve(load(section as never))
  await loading.catch(() => {})
  await act(async () => {
    root = createRoot(place)
    root.render(
      page(
        section,
        {
          'section.save': save,
          'validator.load': () => loading,
          'section.pending': pending,
          'section.discard': discard,
          'section.draft': draft,
        },
        profile,
        first,
      ),
    )
    await tick()
  })
  return place
}

/** Until the effects of this moment have run. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 10))
const field = (place: Element, key: string) =>
  place.querySelector<HTMLInputElement>(`[name="${key}"]`)!
async function type(place: Element, key: string, text: string) {
  await act(async () => {
    const input = field(place, key)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value')!.set!.call(
      input,
      text,
    )
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
async function submit(place: Element) {
  await act(async () => {
    place
      .querySelector('form')!
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await tick()
  })
}
const errorOf = (place: Element, key: string) => place.querySelector(`#${key}-error`)?.textContent

describe('the form of a section', () => {
  it('labels its fields, and gives them the keys of the profile', async () => {
    const place = await draw('names', { profile: { firstName: 'Naledi' } })
    const label = [...place.querySelectorAll('label')].find((each) =>
      each.textContent?.startsWith('First name'),
    )!
    expect(label.htmlFor).toBe('firstName')
    expect(document.getElementById('firstName')).toBe(field(place, 'firstName'))
    expect(field(place, 'firstName').value).toBe('Naledi')
    expect(field(place, 'firstName').autocomplete).toBe('given-name')
    expect(field(place, 'firstName').required).toBe(true)
    expect(place.querySelector('h2')!.textContent).toBe('Your names')
  })

  it('says what is required in the specification’s words, and moves the focus to the summary', async () => {
    const save = vi.fn()
    const place = await draw('names', { save: save as Action })
    await submit(place)
    expect(errorOf(place, 'firstName')).toBe('First Name is required')
    expect(errorOf(place, 'lastName')).toBe('Last Name is required')
    expect(field(place, 'firstName').getAttribute('aria-invalid')).toBe('true')
    expect(field(place, 'firstName').getAttribute('aria-describedby')).toContain('firstName-error')
    const summary = place.querySelector('[role="alert"]')!
    expect(document.activeElement).toBe(summary)
    expect(summary.textContent).toContain('2 things to fix')
    summary.querySelector('button')!.click()
    expect(document.activeElement).toBe(field(place, 'firstName'))
    expect(save).not.toHaveBeenCalled()
  })

  it('keeps what is typed before an earlier draft was found, and the rest of that draft', async () => {
    let found: (draft: unknown) => void = () => {}
    const draft = new Promise((resolve) => (found = resolve))
    let stored: unknown = { values: { firstName: 'Old', lastName: 'Mokoena' }, from: {} }
    const kept = vi.fn()
    const ask = async (call: DraftCall) => {
      await draft
      if (call.keep === undefined) return stored
      stored = call.keep
      kept(call.keep)
      return null
    }
    const place = await draw('names', { draft: ask as unknown as Action })
    await type(place, 'firstName', 'Naledi')
    await act(async () => {
      found(null)
      await tick()
    })
    expect(field(place, 'firstName').value).toBe('Naledi')
    expect(field(place, 'lastName').value).toBe('Mokoena')
    await act(tick)
    expect(kept.mock.lastCall![0]).toMatchObject({
      values: { firstName: 'Naledi', lastName: 'Mokoena' },
    })
  })

  it('removes an error as soon as its field is changed', async () => {
    const place = await draw('names')
    await submit(place)
    await type(place, 'firstName', 'N')
    expect(errorOf(place, 'firstName')).toBeUndefined()
    expect(errorOf(place, 'lastName')).toBe('Last Name is required')
  })

  it('says once everything that was wrong is put right, and takes it back if it isn’t', async () => {
    const place = await draw('names')
    const said = () => place.querySelector('[role="status"]')!.textContent
    await type(place, 'firstName', 'Naledi')
    expect(said()).toBe('')
    await submit(place)
    await type(place, 'firstName', 'Lerato')
    expect(said()).toBe('')
    await type(place, 'lastName', 'Mokoena')
    expect(said()).toBe('You can save it now.')
    await type(place, 'lastName', ' ')
    expect(said()).toBe('')
  })

  it('sends every field: trimmed, and null for what is empty', async () => {
    const save = vi.fn()
    const place = await draw('names', {
      save: save as Action,
      profile: { firstName: 'Naledi', lastName: 'Mokoena', nickname: 'Ledi' },
    })
    await type(place, 'nickname', '')
    await type(place, 'lastName', ' Khumalo ')
    await submit(place)
    expect(save).toHaveBeenCalledExactlyOnceWith({
      section: 'names',
      values: { firstName: 'Naledi', lastName: 'Khumalo', nickname: null },
      from: { firstName: 'Naledi', lastName: 'Mokoena', nickname: 'Ledi' },
    })
    expect(place.querySelector('[role="status"]')!.textContent).toBe('Saved')
  })

  it('keeps what is typed until it is saved, with what it was typed over, and drops it when asked', async () => {
    const kept: { draft: unknown } = { draft: null }
    const draft = (({ keep }: DraftCall) => {
      if (keep !== undefined) kept.draft = keep
      return kept.draft
    }) as unknown as Action
    const was = { firstName: 'Naledi', lastName: 'Mokoena', nickname: null }
    const first = await draw('names', { draft, profile: { ...was, about: 'x' } })
    await type(first, 'firstName', 'Nale')
    expect(kept.draft).toEqual({
      values: { ...was, firstName: 'Nale', nickname: undefined },
      from: was,
    })
    act(() => root?.unmount())
    const save = vi.fn().mockResolvedValue({})
    const profile = { ...was, lastName: 'Theirs' }
    const again = await draw('names', { draft, profile, save: save as Action })
    expect(again.textContent).toContain('This is only on this phone so far')
    expect(field(again, 'firstName').value).toBe('Nale')
    await submit(again)
    expect(save.mock.calls[0]![0]).toMatchObject({
      values: { firstName: 'Nale', lastName: 'Mokoena' },
      from: was,
    })
    expect(again.textContent).not.toContain('This is only on this phone so far')
    expect(kept.draft).toBeNull()
    act(() => root?.unmount())
    kept.draft = { values: { firstName: 'Typed' }, from: was }
    const dropped = await draw('names', { draft, profile })
    await act(async () => {
      dropped.querySelector<HTMLElement>('button[type="button"]')!.click()
      await tick()
    })
    expect(kept.draft).toBeNull()
    expect(field(dropped, 'firstName').value).toBe('Naledi')
    // One tap took it away, and one brings it back.
    expect(dropped.textContent).toContain('What you typed is gone.')
    await act(async () => {
      dropped.querySelector<HTMLElement>('button[type="button"]')!.click()
      await tick()
    })
    expect(kept.draft).toMatchObject({ values: { firstName: 'Typed' } })
    expect(field(dropped, 'firstName').value).toBe('Typed')
    expect(dropped.textContent).toContain('This is only on this phone so far')
  })

  it('isn’t what is typed before it is known, on a slow phone', async () => {
    let stored: unknown = null
    let look = () => {}
    const looking = new Promise<void>((resolve) => (look = resolve))
    const draft = (async ({ keep }: DraftCall) => {
      if (keep !== undefined) stored = keep
      else await looking
      return stored
    }) as unknown as Action
    const place = await draw('names', { draft })
    await type(place, 'firstName', 'Nal')
    await act(async () => {
      look()
      await tick()
    })
    expect(place.textContent).not.toContain('what you typed last time')
    await type(place, 'firstName', 'Naledi')
    await act(tick)
    expect(field(place, 'firstName').value).toBe('Naledi')
    expect(stored).toMatchObject({ values: { firstName: 'Naledi' } })
  })

  it('leaves no draft of what was saved before it was known whether there was one', async () => {
    let stored: unknown = null
    let look = () => {}
    const looking = new Promise<void>((resolve) => (look = resolve))
    const draft = (async ({ keep }: DraftCall) => {
      if (keep === undefined) await looking.then(tick)
      else stored = keep
      return stored
    }) as unknown as Action
    const save = vi.fn().mockResolvedValue({})
    const place = await draw('names', { draft, save: save as Action, profile: { lastName: 'M' } })
    await type(place, 'firstName', 'Naledi')
    await submit(place)
    await act(async () => {
      look()
      await tick()
      await tick()
      await tick()
    })
    expect(save).toHaveBeenCalledOnce()
    expect(stored).toBeNull()
  })

  it('asks where another device has saved it since, and then replaces that or drops its own', async () => {
    const refusal = { code: 'profile/changed', message: 'Changed since.' }
    const save = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue({ nickname: 'L' })
    const place = await draw('names', {
      save,
      profile: { firstName: 'Naledi', lastName: 'Mokoena' },
    })
    const drop = () =>
      [...place.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Keep the other',
      )
    await type(place, 'nickname', 'L')
    await submit(place)
    expect(place.querySelector('[role="status"]')!.textContent).toBe('Changed since.')
    expect(drop()).toBeDefined()
    await submit(place)
    expect(place.querySelector('[role="status"]')!.textContent).toBe('Saved')

    save.mockRejectedValueOnce(refusal)
    await type(place, 'nickname', 'M')
    await submit(place)
    expect(save.mock.calls.at(-1), 'from what it saved itself').toMatchObject([
      { from: { nickname: 'L' } },
    ])
    await act(async () => {
      drop()!.click()
      await tick()
    })
    expect(field(place, 'nickname').value).toBe('')
  })

  describe('opened for one of its fields', () => {
    const profile = { firstName: 'Naledi', lastName: 'Mokoena', birthDate: '2008-04-17' }
    const shown = (place: Element) =>
      [...place.querySelectorAll<HTMLInputElement>('form [name]')]
        .filter((each) => each.closest('details:not([open])') === null)
        .map(({ name }) => name)

    it('shows it alone, under its name and with the focus; the others open with a tap', async () => {
      const place = await draw('basicInfo', { profile, first: 'phone' })
      expect(place.querySelector('h2')!.textContent).toBe('Phone number')
      expect(shown(place)).toEqual(['phone'])
      expect(document.activeElement).toBe(field(place, 'phone'))
      expect(place.querySelector('summary')!.textContent).toBe('More about you')
      place.querySelector('details')!.open = true
      // All thirteen of the specification; languages are boxes without a name of their own.
      expect(place.querySelectorAll('[id="languages"]')).toHaveLength(1)
      expect(new Set(shown(place)).size).toBeGreaterThanOrEqual(12)
    })

    it('saves all of it, and says what is wrong in the fold, which opens for it', async () => {
      const save = vi.fn()
      const place = await draw('basicInfo', { profile, save: save as Action, first: 'phone' })
      await type(place, 'phone', '071 555 0148')
      await type(place, 'email', 'no address')
      await submit(place)
      const [problem] = place.querySelectorAll<HTMLElement>('[role="alert"] button')
      expect(problem!.textContent).toContain('Email')
      act(() => problem!.click())
      expect(place.querySelector('details')!.open).toBe(true)
      expect(document.activeElement).toBe(field(place, 'email'))
      await type(place, 'email', 'naledi@example.com')
      await submit(place)
      expect(save.mock.calls[0]![0]).toMatchObject({
        values: { ...profile, phone: '071 555 0148', email: 'naledi@example.com' },
      })
    })

    it('shows beside it what has to be filled in before it can be saved', async () => {
      const place = await draw('basicInfo', { profile: { firstName: 'Naledi' }, first: 'phone' })
      expect(shown(place)).toEqual(['lastName', 'phone', 'birthDate'])
      expect(place.textContent).toContain('An asterisk (*)')
    })

    it('opens the fold for what was typed there and isn’t saved yet', async () => {
      const draft = { values: { ...profile, nickname: 'Ledi' }, from: profile }
      const place = await draw('basicInfo', {
        profile,
        first: 'phone',
        draft: (() => draft) as unknown as Action,
      })
      expect(place.querySelector('details')!.open).toBe(true)
      expect(field(place, 'nickname').value).toBe('Ledi')
    })

    it.each([
      ['no field', null],
      ['an unknown one', 'toString,no-such,__proto__'],
    ])('shows all of them alike if the address names %s', async (_what, first) => {
      const place = await draw('basicInfo', { profile, first })
      expect(place.querySelector('h2')!.textContent).toBe('Basic information')
      expect(place.querySelector('details')).toBeNull()
    })

    it('folds nothing away where there is nothing else', async () => {
      const place = await draw('about', { first: 'about' })
      expect(place.querySelector('h2')!.textContent).toBe('About me')
      expect(place.querySelector('details')).toBeNull()
    })
  })

  it('says that it is waiting on the phone while offline, and opens with it the next time', async () => {
    const save = () => Promise.reject(Object.assign(new Error('kept'), { code: 'kept' }))
    let waiting: unknown = null
    const first = await draw('names', {
      save,
      profile: { firstName: 'Naledi', lastName: 'Mokoena', nickname: 'Ledi' },
      pending: () => waiting,
    })
    waiting = { values: { firstName: 'Palesa', lastName: 'Mokoena', nickname: null } }
    await submit(first)
    expect(first.querySelector('[role="status"]')!.textContent).toBe(
      'Saved on this phone. We’ll send it when you have signal.',
    )

    act(() => root?.unmount())
    const again = await draw('names', {
      profile: { firstName: 'Naledi', lastName: 'Mokoena', nickname: 'Ledi' },
      pending: () => waiting,
    })
    expect(field(again, 'firstName').value).toBe('Palesa')
    expect(field(again, 'nickname').value, 'and what was emptied is empty').toBe('')
    expect(again.querySelector('[role="status"]')!.textContent).toContain('Saved on this phone.')
  })

  it('opens with what the server refused, and says so', async () => {
    const place = await draw('names', {
      profile: { firstName: 'Naledi' },
      pending: () => ({ values: { firstName: 'Palesa' }, refused: 'Your plan has ended.' }),
    })
    expect(field(place, 'firstName').value).toBe('Palesa')
    expect(place.querySelector('[role="status"]')!.textContent).toBe('Your plan has ended.')
  })

  it('offers to drop what the server refused, and then shows what the server has', async () => {
    let waiting: unknown = { values: { firstName: 'Palesa' }, refused: 'Changed since.' }
    const discard = vi.fn(() => void (waiting = null))
    const place = await draw('names', {
      profile: { firstName: 'Naledi' },
      pending: () => waiting,
      discard,
    })
    const button = [...place.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Drop these changes',
    )!
    await act(async () => {
      button.click()
      await tick()
    })
    expect(discard).toHaveBeenCalledExactlyOnceWith('names')
    expect(field(place, 'firstName').value).toBe('Naledi')
    expect(place.textContent).not.toContain('Changed since.')
    expect(place.textContent).not.toContain('Drop these changes')
  })

  it('saves once, however often a user presses', async () => {
    const save = vi.fn(() => new Promise(() => {}))
    const place = await draw('names', {
      save: save,
      profile: { firstName: 'N', lastName: 'M' },
    })
    await submit(place)
    await submit(place)
    expect(save).toHaveBeenCalledOnce()
    expect(place.querySelector('button[aria-busy="true"]')).not.toBeNull()
  })

  it('validates with the compiled validator', async () => {
    const place = await draw('basicInfo', {
      profile: {
        firstName: 'N',
        lastName: 'M',
        birthDate: '2008-03-14',
        email: 'naledi',
        phone: null,
      },
    })
    await submit(place)
    expect(errorOf(place, 'email')).toBe('Enter it like name@example.com')
    expect(place.querySelector('[role="alert"]')!.textContent).toContain('Email: Enter it like')
  })

  it('works without it: the server’s error is shown under its field', async () => {
    const refusal = {
      code: 'profile/invalid',
      message: '',
      fields: [
        { pointer: '/nickname', key: 'form.tooLong', message: '' },
        { pointer: '/lastName', key: 'other.rule', message: 'Not this one' },
      ],
    }
    const place = await draw('names', {
      load: () => Promise.reject(new Error('404')),
      save: () => Promise.reject(refusal),
      profile: { firstName: 'N', lastName: 'M' },
    })
    await type(place, 'nickname', 'x'.repeat(61))
    await submit(place)
    expect(errorOf(place, 'nickname')).toBe('Use at most 60 characters')
    expect(errorOf(place, 'lastName')).toBe('Not this one')
    await type(place, 'nickname', 'x')
    expect(errorOf(place, 'nickname')).toBeUndefined()
    expect(errorOf(place, 'lastName')).toBe('Not this one')
    expect(field(place, 'nickname').value).toBe('x')
    // Nothing here says that it's right now: only the server can.
    expect(place.querySelector('[role="status"]')!.textContent).toBe('')
    await type(place, 'lastName', 'Mokoena')
    expect(place.querySelector('[role="status"]')!.textContent).toContain('You can save it now.')
  })

  const loadOf = (section: Section) => async () =>
    openValidators(
      (await import(
        /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(compileValidator(sectionSchema(section, formCatalog, config as never)).code).toString('base64')}`
      )) as ValidatorModule,
    )

  it('asks follow-up questions, and removes them again with what was typed there', async () => {
    const save = vi.fn()
    const place = await draw('work', {
      save,
      load: loadOf(WORK),
      profile: { birthDate: '1999-01-01' },
    })
    const shown = () => [...place.querySelectorAll('input')].map(({ name }) => name)
    const click = (key: string) => act(async () => field(place, key).click())
    expect(shown()).toEqual(['hasWorked'])
    await click('hasWorked')
    expect(shown()).toEqual(['hasWorked', 'employer'])
    expect(field(place, 'employer').required).toBe(true)
    await submit(place)
    expect(errorOf(place, 'employer')).toBe('Job title is required')
    await type(place, 'employer', 'Spaza')
    await type(place, 'workStart', '2024-02-01')
    await type(place, 'workEnd', '2024-01-01')
    await submit(place)
    expect(errorOf(place, 'workEnd'), 'the rule across two fields').toBe(
      'Choose a date in the past',
    )
    expect(save).not.toHaveBeenCalled()
    await click('hasWorked')
    expect(shown()).toEqual(['hasWorked'])
    await submit(place)
    expect(save).toHaveBeenCalledExactlyOnceWith({
      section: 'work',
      values: {
        hasWorked: false,
        employer: null,
        workStart: null,
        workEnd: null,
        guardian: null,
        mentor: null,
      },
      from: { birthDate: '1999-01-01' },
    })
  })

  const press = (place: Element, text: string, at = 0) =>
    act(async () => {
      const buttons = [...place.querySelectorAll<HTMLElement>('button')].filter((each) =>
        each.textContent.startsWith(text),
      )
      buttons[at]!.click()
      await tick()
    })
  const choose = (place: Element, key: string, value: string) =>
    act(async () => {
      const select = place.querySelector<HTMLSelectElement>(`select[name="${key}"]`)!
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(
        select,
        value,
      )
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })

  it('offers the years that a field says, the last one first', async () => {
    const place = await draw('since', { load: loadOf(SINCE) })
    const years = (key: string) =>
      [...place.querySelectorAll(`select[name="${key}-year"] option`)]
        .slice(1)
        .map(({ textContent }) => Number(textContent))
    const now = new Date().getFullYear()
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => from - at)
    expect(years('both')).toEqual(down(now + 1, now - 3))
    expect(years('none')).toEqual(down(now, now - 1))
    expect(years('within')).toEqual([2027, 2026, 2025])
    expect(years('past')).toEqual(down(now, now - 1))
    expect(years('unsaid')).toEqual(down(now + 6, 1950))
    // What ships: a start is never ahead, an end may be.
    for (const list of ['experiences', 'educations']) {
      const ahead = (id: string) =>
        shipped.get('profile-section', list)!.fields.find((each) => each.id === id)!.years?.future
      expect(ahead('startDate')).toBe(0)
      expect(ahead('endDate')).toBeGreaterThan(0)
    }
  })

  it('manages a list of entries: adds, fills in, moves, removes and undoes', async () => {
    const save = vi.fn()
    const place = await draw('experience', {
      save,
      load: loadOf(EXPERIENCE),
      profile: { jobs: [{ employer: 'Spaza', began: '2024-02' }] },
    })
    const employers = () =>
      [...place.querySelectorAll<HTMLInputElement>('[name$=".employer"]')].map(({ value }) => value)
    const folds = () => [...place.querySelectorAll('details')]
    expect(
      folds().map(({ open }) => open),
      'what is there is one line',
    ).toEqual([false])
    expect(folds()[0]!.querySelector('summary')!.textContent).toBe('Job title 1 Spaza')

    // As it was written: the name of an entry may be a proper name.
    await press(place, 'Add Job title')
    expect(folds().map(({ open }) => open)).toEqual([false, true])
    await submit(place)
    expect(save).not.toHaveBeenCalled()
    expect(document.getElementById('jobs.1.employer-error')?.textContent).toContain('is required')
    const alert = place.querySelector('[role="alert"]')!.textContent
    expect(alert).toContain('Job title 2: Nickname')
    await type(place, 'jobs.1.employer', 'Clinic')
    expect(document.getElementById('jobs.1.employer-error')).toBeNull()
    await choose(place, 'jobs.1.began', '03')
    await submit(place)
    expect(document.getElementById('jobs.1.began-error')?.textContent, 'half a month').toBe(
      'Choose a month and a year',
    )
    await choose(place, 'jobs.1.began-year', '2025')
    await choose(place, 'jobs.1.ended', '01')
    await choose(place, 'jobs.1.ended-year', '2025')
    await submit(place)
    expect(
      document.getElementById('jobs.1.ended-error')?.textContent,
      'the rule across two fields of one entry',
    ).toBe('Choose a date in the past')

    await press(place, 'Move up', 1)
    expect(employers()).toEqual(['Clinic', 'Spaza'])
    await choose(place, 'jobs.0.ended', '')
    await choose(place, 'jobs.0.ended-year', '')
    await press(place, 'Remove', 1)
    expect(employers()).toEqual(['Clinic'])
    await press(place, 'Undo')
    expect(employers()).toEqual(['Clinic', 'Spaza'])
    await submit(place)
    expect(save).toHaveBeenCalledExactlyOnceWith({
      section: 'experience',
      values: {
        jobs: [
          { employer: 'Clinic', began: '2025-03' },
          { employer: 'Spaza', began: '2024-02' },
        ],
        spoken: null,
        left: null,
      },
      from: { jobs: [{ employer: 'Spaza', began: '2024-02' }] },
    })
  })

  it('shows the server’s error at the entry’s field, and opens the entry for it', async () => {
    const refusal = {
      code: 'profile/invalid',
      message: '',
      fields: [{ pointer: '/jobs/0/employer', key: 'other.rule', message: 'Not this one' }],
    }
    const place = await draw('experience', {
      load: loadOf(EXPERIENCE),
      save: () => Promise.reject(refusal),
      profile: { jobs: [{ employer: 'Spaza', began: '2024-02' }] },
    })
    await submit(place)
    expect(document.getElementById('jobs.0.employer-error')?.textContent).toBe('Not this one')
    await press(place.querySelector('[role="alert"]')!, 'Job title 1, Nickname')
    expect(place.querySelector('details')!.open).toBe(true)
    expect(document.activeElement).toBe(field(place, 'jobs.0.employer'))
  })

  it('lets users search a long list, and choose as many as are asked for', async () => {
    const save = vi.fn()
    const place = await draw('experience', {
      save,
      load: loadOf(EXPERIENCE),
      profile: { jobs: [{ employer: 'Spaza', began: '2024-02' }] },
    })
    const group = [...place.querySelectorAll('fieldset')].find((each) => each.id === 'spoken')!
    const boxes = () => [...group.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
    const box = (value: string) => boxes().find((each) => each.value === value)!
    const search = (text: string) =>
      act(async () => {
        const input = group.querySelector<HTMLInputElement>('input[type="search"]')!
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    expect(group.textContent).toContain('Choose 2 to 3. 0 chosen')
    expect(boxes().length).toBeLessThanOrEqual(24)
    await search('zul')
    expect(boxes().map(({ value }) => value)).toEqual(['zu'])
    await act(async () => box('zu').click())
    await search('')
    await submit(place)
    expect(document.getElementById('spoken-error')?.textContent).toBe('You need at least 2')
    for (const value of ['en', 'af']) await act(async () => box(value).click())
    expect(group.textContent).toContain('3 chosen')
    expect(
      boxes()
        .filter(({ checked }) => !checked)
        .every(({ disabled }) => disabled),
    ).toBe(true)
    await submit(place)
    expect(save.mock.calls[0]![0]).toMatchObject({ values: { spoken: ['zu', 'en', 'af'] } })
  })

  it('requests nothing again if nothing depends on anything', async () => {
    const place = await draw('names')
    expect([...place.querySelectorAll('input')].map(({ name }) => name)).toEqual([
      'firstName',
      'lastName',
      'nickname',
    ])
  })

  it('doesn’t use a validator of another form', async () => {
    const place = await draw('names', { load: () => validator('about') })
    await submit(place)
    expect(errorOf(place, 'firstName')).toBe('First Name is required')
  })

  it.each([
    [new TypeError('fetch failed'), 'No signal. What you typed is still here'],
    [new Error('?'), 'We couldn’t save this'],
  ])('keeps what was typed when saving fails with %s', async (error, text) => {
    const place = await draw('names', {
      save: () => Promise.reject(error),
      profile: { firstName: 'N', lastName: 'M' },
    })
    await type(place, 'firstName', 'Naledi')
    await submit(place)
    expect(place.querySelector('[role="status"]')!.textContent).toContain(text)
    expect(field(place, 'firstName').value).toBe('Naledi')
  })

  it('leaves the page’s root alone, and injects no style', async () => {
    await draw('basicInfo')
    expect([...document.documentElement.attributes].map(({ name }) => name)).not.toContain(
      'data-mantine-color-scheme',
    )
    expect(document.querySelector('style')).toBeNull()
  })

  it('names and sorts countries in the language of the page', async () => {
    const place = await draw('basicInfo')
    const options = [...place.querySelectorAll('#nationality option')].map(
      (option) => option.textContent,
    )
    expect(options.slice(0, 3)).toEqual(['Choose one', 'South Africa', 'Afghanistan'])
    expect(options.length).toBeGreaterThan(240)
  })

  it('has nothing to fill in if a section has no fields', async () => {
    const place = await draw('workerType')
    expect(place.querySelector('form')).toBeNull()
    expect(place.textContent).toContain('Worker type')
  })

  it('has a text for every problem that a field may have', () => {
    const texts = englishTexts()
    for (const key of PROBLEM_KEYS)
      expect(texts[key] ?? texts[`${key}_other`], key).toBeTypeOf('string')
  })

  it('can be drawn without a browser', () => {
    expect(renderToString(page('names', {}, { firstName: 'Naledi' }))).toContain('value="Naledi"')
  })
})
