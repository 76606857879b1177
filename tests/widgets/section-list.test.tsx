// @vitest-environment happy-dom
/** Lists in a profile: records one at a time, choices with exactly as many as are asked for. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DraftCall } from '#engine/forms/draft.ts'
import type { ListCall } from '#engine/forms/listcalls.ts'
import type { ListWrite } from '#engine/forms/records.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { entryPart } from '#engine/cv/ownparts.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { FrameHeadContext, type FrameHead } from '#widgets/frame/framehead.ts'
import { SectionForm } from '#widgets/forms/SectionForm.tsx'
import { SectionList } from '#widgets/forms/SectionList.tsx'
import { catalog, makeUser, makeWorld } from '../support/documents.ts'
import { speakEnglish } from '../support/english.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish(flattenTexts(catalog.get('locale', 'en')!.texts))
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const NAMED = { firstName: 'Naledi', lastName: 'Mokoena', birthDate: '2006-05-19' }

type Given = {
  readonly profile?: Record<string, unknown>
  readonly item?: string
  readonly pending?: readonly ListWrite[]
  readonly drafts?: Record<string, unknown>
  readonly words?: boolean
  readonly fail?: unknown
  /** Draws it in a frame with a bar, and is told what that says. */
  readonly onHead?: (head: FrameHead | null) => void
}

/** Draws `/cv?section=...`, and collects what the page asks of the app. */
async function draw(section: string, given: Given = {}) {
  const { profile = {}, item, pending = [], drafts = {}, words = true, fail, onHead = null } = given
  const asked: ListCall[] = []
  const undone: string[] = []
  const list = async (call: ListCall): Promise<unknown> => {
    asked.push(call)
    switch (call.what) {
      case 'pending':
        return pending
      case 'words':
        return words ? catalog.get('list', call.list) : null
      case 'paper': {
        const paper = catalog.get('paper', 'clean')!
        const part = entryPart(paper, found, catalog.all('profile-section'))
        return part === undefined ? null : { ...paper, parts: [part] }
      }
      default:
        if (fail !== undefined) throw fail
        return call.what === 'save' ? call.record : false
    }
  }
  const query: Record<string, string> = { section, ...(item !== undefined && { item }) }
  const user = makeUser({ taken: ['holland_code'], profile: { ...NAMED, ...profile } })
  const { scope } = navigate(catalog, makeWorld(user), { path: '/cv', query })
  const place = document.body.appendChild(document.createElement('div'))
  const found = catalog.get('profile-section', section)!
  await act(async () => {
    root = createRoot(place)
    root.render(
      <MemoryRouter>
        <ScopeProvider
          value={{
            catalog,
            scope,
            registry: {},
            actions: {
              list: list as never,
              'section.draft': (({ item: of, keep }: DraftCall) => {
                if (keep !== undefined) drafts[of] = keep
                return drafts[of] ?? null
              }) as never,
              history: ((what: string) => {
                undone.push(what)
                return {}
              }) as never,
              'query.set': () => {},
              go: () => {},
              'validator.load': () => null,
            },
            mode: 'live',
            report: (error) => {
              throw error
            },
          }}
        >
          <FrameHeadContext value={onHead}>
            {item === undefined ? (
              <SectionList section={found} level={3} />
            ) : (
              <SectionForm.component id="form" level={2} data={undefined} section={section}>
                {null}
              </SectionForm.component>
            )}
          </FrameHeadContext>
        </ScopeProvider>
      </MemoryRouter>,
    )
    await tick()
  })
  await act(async () => {
    // The list itself is loaded with the first.
    for (let at = 0; at < 50 && !/input|<a /.test(place.innerHTML); at++) await tick()
  })
  return {
    place,
    asked,
    drafts,
    undone,
    sent: () => asked.filter(({ what }) => !/^(?:pending|words|paper)$/.test(what)),
  }
}
const tick = () => new Promise((resolve) => setTimeout(resolve, 10))
const press = (element: Element | null | undefined) =>
  act(async () => {
    ;(element as HTMLElement).click()
    await tick()
  })
const type = (element: Element | null, text: string) =>
  act(async () => {
    const kind = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(element, text)
    element!.dispatchEvent(new Event('input', { bubbles: true }))
    await tick()
  })
const named = (place: Element, name: string) =>
  [...place.querySelectorAll<HTMLElement>('button, a')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent)?.trim() === name,
  )

const SHOP = {
  _id: 'shop-0001',
  jobTitle: 'Shop helper',
  employer: 'Mokoena',
  startDate: '2024-03',
  current: true,
}
const CHOIR = {
  _id: 'choir-001',
  jobTitle: 'Choir leader',
  startDate: '2023-01',
  endDate: '2024-02',
}
const rows = (place: Element) => [...place.querySelectorAll('li')].map((each) => each.textContent)

describe('records', () => {
  it('are listed by what they are called and when, each a link to itself', async () => {
    const { place } = await draw('experiences', { profile: { experiences: [SHOP, CHOIR] } })
    expect(rows(place)).toEqual([
      'Shop helperMokoena · March 2024 to now',
      'Choir leaderJanuary 2023 to February 2024',
    ])
    expect(place.querySelector('li a')?.getAttribute('href')).toBe(
      '/cv?section=experiences&item=shop-0001',
    )
    expect(named(place, 'Add experience')?.getAttribute('href')).toBe(
      '/cv?section=experiences&item=new',
    )
  })

  it('are moved and removed by buttons, and brought back', async () => {
    const { place, sent, undone } = await draw('experiences', {
      profile: { experiences: [SHOP, CHOIR] },
    })
    await press(named(place, 'Move up Shop helper'))
    await press(named(place, 'Move down Shop helper'))
    await press(named(place, 'Remove Choir leader'))
    await press(named(place, 'Undo'))
    expect(sent()).toEqual([
      { what: 'order', section: 'experiences', order: ['choir-001', 'shop-0001'] },
      { what: 'remove', section: 'experiences', item: 'choir-001', from: CHOIR },
    ])
    expect(undone, 'the step itself, so that it isn’t there twice').toEqual(['undo'])
  })

  it('show what waits on this device, and why something was refused', async () => {
    const { place } = await draw('experiences', {
      profile: { experiences: [SHOP, CHOIR] },
      pending: [
        {
          item: 'coach-001',
          method: 'POST',
          body: { ...CHOIR, _id: 'coach-001', jobTitle: 'Coach' },
        },
        {
          item: 'shop-0001',
          method: 'PUT',
          body: { ...SHOP, jobTitle: 'Mine' },
          refused: 'Another device',
        },
        { item: 'choir-001', method: 'DELETE' },
      ],
    })
    expect(rows(place)).toEqual([
      'MineMokoena · March 2024 to nowAnother device',
      'CoachJanuary 2023 to February 2024Saved on this phone. We’ll send it when you have signal.',
    ])
  })

  it('say how many there can be at most', async () => {
    const referees = Array.from({ length: 20 }, (_, at) => ({
      _id: `person-${at}0`,
      name: `P${at}`,
      phone: '0715550148',
    }))
    const { place } = await draw('referees', { profile: { referees } })
    expect(named(place, 'Add person')).toBeUndefined()
    expect(place.textContent).toContain('You can have at most 20')
  })
})

describe('one record', () => {
  const value = (place: Element, name: string) =>
    place.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value

  it('name each that was begun and not saved, and another one is added beside it', async () => {
    const usher = { values: { jobTitle: 'Usher' }, from: {} }
    const coach = { values: { jobTitle: 'Coach' }, from: {} }
    const looked = { values: { jobTitle: 'Choir' }, from: {}, isIdea: true }
    const drafts: Record<string, unknown> = { new: usher, new2: looked, new3: coach }
    const { place } = await draw('experiences', { drafts })
    const links = [...place.querySelectorAll('a')].map((each) => [
      each.textContent,
      each.getAttribute('href')?.split('item=')[1],
    ])
    expect(links).toEqual([
      ['Carry on: Usher, only on this phone so far', 'new'],
      ['Carry on: Coach, only on this phone so far', 'new3'],
      ['Add experience', 'new2'],
    ])
    await press(place.querySelector('a[data-add]'))
    expect(drafts, 'what was typed stays, the idea makes way').toEqual({
      new: usher,
      new2: null,
      new3: coach,
    })
  })

  it.each([
    ['experiences', 'Add experience'],
    ['educations', 'Add school or course'],
    ['achievements', 'Add achievement'],
  ])('of %s are added as people say it: %s', async (section, words) => {
    const { place } = await draw(section)
    expect(place.querySelector('a[data-add]')?.textContent).toBe(words)
  })

  it('starts with what is kept, or what was typed before a reload', async () => {
    const profile = { experiences: [SHOP] }
    const kept = await draw('experiences', { profile, item: 'shop-0001' })
    expect(value(kept.place, 'jobTitle')).toBe('Shop helper')
    expect(kept.place.querySelector('[name="endDate"]'), 'it is still going on').toBeNull()
    act(() => root?.unmount())
    document.body.replaceChildren()
    const typed = await draw('experiences', {
      profile,
      item: 'shop-0001',
      drafts: { 'shop-0001': { values: { ...SHOP, jobTitle: 'Typed' }, from: SHOP } },
    })
    expect(value(typed.place, 'jobTitle')).toBe('Typed')
    expect(typed.place.textContent).toContain('This is only on this phone so far.')
    await press(named(typed.place, 'Drop these changes'))
    expect(typed.drafts['shop-0001']).toBeNull()
    expect(value(typed.place, 'jobTitle')).toBe('Shop helper')
  })

  it('shows how it will look as on paper: what was typed, and what was dropped no longer', async () => {
    const { place } = await draw('experiences', {
      profile: { experiences: [SHOP] },
      item: 'shop-0001',
      drafts: { 'shop-0001': { values: { ...SHOP, jobTitle: 'Typed' }, from: SHOP } },
    })
    const preview = () => place.querySelector('section section article')?.textContent
    expect(preview()).toContain('Typed')
    expect(preview()).toContain('to now')
    await press(named(place, 'Drop these changes'))
    expect(preview()).toContain('Shop helper')
    expect(preview()).not.toContain('Typed')
  })

  it('says in the bar of its frame which one it is, and that what is typed is on this phone', async () => {
    const heads: (FrameHead | null)[] = []
    const { place } = await draw('experiences', {
      profile: { experiences: [CHOIR, SHOP] },
      item: 'shop-0001',
      onHead: (head) => heads.push(head),
    })
    expect(heads.at(-1)).toEqual({ title: 'Experience 2 of 2' })
    expect(named(place, 'Close for now'), 'the bar has the way out').toBeUndefined()
    await type(place.querySelector('[name="jobTitle"]'), 'Shop helper, weekends')
    expect(heads.at(-1)).toEqual({
      title: 'Experience 2 of 2',
      said: { short: 'Saved here', full: 'Saved on this phone' },
    })
  })

  it('says how much of a long text is used, once it is half', async () => {
    const { place } = await draw('experiences', {
      profile: { experiences: [{ ...SHOP, description: 'a'.repeat(499) }] },
      item: 'shop-0001',
    })
    const box = place.querySelector('[name="description"]')
    expect(place.textContent).not.toContain('characters')
    await type(box, 'a'.repeat(500))
    expect(place.textContent).toContain('500 of 1,000 characters')
    const said = () => place.querySelector('[aria-live]')?.getAttribute('aria-live')
    expect(said()).toBe('off')
    await type(box, 'a'.repeat(1001))
    expect(place.textContent).toContain('1,001 of 1,000 characters')
    expect(said()).toBe('polite')
  })

  it('says what is missing in the specification’s words, with an asterisk', async () => {
    const { place, sent } = await draw('experiences', { item: 'new' })
    await press(place.querySelector('button[type="submit"]'))
    expect(place.textContent).toContain('Start Date is required')
    expect(place.textContent).toContain('End Date is required')
    expect(place.querySelector('label[for="jobTitle"]')?.textContent).toContain('*')
    expect(sent()).toEqual([])
  })

  it('is saved with its id and what it was edited from', async () => {
    const { place, sent, drafts } = await draw('experiences', {
      profile: { experiences: [CHOIR] },
      item: 'choir-001',
    })
    await press(place.querySelector('button[type="submit"]'))
    expect(sent()).toMatchObject([{ what: 'save', record: CHOIR, from: CHOIR }])
    expect(drafts['choir-001']).toBeNull()
  })

  it('typed before another device changed it is saved as an edit of what was there then', async () => {
    const { place, sent } = await draw('experiences', {
      profile: { experiences: [{ ...SHOP, jobTitle: 'Theirs' }] },
      item: 'shop-0001',
      drafts: { 'shop-0001': { values: { ...SHOP, jobTitle: 'Typed' }, from: SHOP } },
    })
    await press(place.querySelector('button[type="submit"]'))
    expect(sent()).toMatchObject([{ what: 'save', record: { jobTitle: 'Typed' }, from: SHOP }])
  })

  it('that another device has removed says so', async () => {
    const { place } = await draw('experiences', { item: 'gone-0001' })
    expect(place.textContent).toContain('This isn’t there any more.')
  })
})

describe('choices', () => {
  const boxes = (place: Element) => [
    ...place.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'),
  ]
  const save = (place: Element) => named(place, 'Save') as HTMLButtonElement

  it('can be saved only with exactly the required number, and nothing disappears', async () => {
    const { place, sent } = await draw('jobTasks')
    expect(place.textContent).toContain('0 of 5. Choose 5 more.')
    for (const box of boxes(place).slice(0, 4)) await press(box)
    expect([save(place).disabled, place.textContent?.includes('4 of 5. Choose 1 more.')]).toEqual([
      true,
      true,
    ])
    await press(boxes(place)[4])
    expect(save(place).disabled).toBe(false)
    expect(boxes(place)[5]!.disabled, 'full').toBe(true)
    expect(boxes(place).length).toBe(24)
    await press(save(place))
    const five: unknown[] = Array.from({ length: 5 }, () => expect.anything())
    expect(sent()).toMatchObject([
      { what: 'choose', section: 'jobTasks', from: NAMED, choices: five },
    ])
    expect(place.textContent).toContain('Saved')
  })

  it('are added in own words, kept as a draft, put in order and given a level', async () => {
    const { place, drafts } = await draw('skills')
    await press(named(place, 'Write your ownIf it isn’t in the list'))
    const input = [...place.querySelectorAll('input')].find(({ maxLength }) => maxLength === 80)!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
        input,
        'Weld gates',
      )
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await tick()
    })
    await press(named(place, 'Add'))
    await press(boxes(place)[0])
    await press(named(place, 'Move down Weld gates'))
    const level = place.querySelectorAll('select')[1]!
    await act(async () => {
      level.value = 'expert'
      level.dispatchEvent(new Event('change', { bubbles: true }))
      await tick()
    })
    expect(drafts['choices']).toEqual({
      values: { choices: [{ id: expect.any(String) }, { text: 'Weld gates', level: 'expert' }] },
      from: { skills: [] },
    })
  })

  it('are asked for their level where they were ticked, own words too', async () => {
    const { place, drafts } = await draw('skills')
    const options = [...place.querySelectorAll('fieldset')].find(
      (each) => each.querySelector('legend')?.textContent === 'Skills',
    )!
    expect(options.querySelector('select')).toBeNull()
    await press(boxes(options)[1])
    const name = boxes(options)[1]!.closest('label')!.textContent
    const level = options.querySelector('select')!
    expect(level.labels[0]?.textContent).toContain(`${name}: `)
    await act(async () => {
      level.value = 'skillful'
      level.dispatchEvent(new Event('change', { bubbles: true }))
      await tick()
    })
    await press(named(place, 'Write your ownIf it isn’t in the list'))
    await type(
      [...place.querySelectorAll('input')].find(({ maxLength }) => maxLength === 80)!,
      'Weld gates',
    )
    await press(named(place, 'Add'))
    expect(drafts['choices']).toMatchObject({
      values: { choices: [{ level: 'skillful' }, { text: 'Weld gates' }] },
    })
    const mine = boxes(place).at(-1)!
    expect([mine.checked, mine.closest('label')?.textContent]).toEqual([true, 'Weld gates'])
    expect(mine.closest('fieldset')!.querySelectorAll('select')).toHaveLength(1)
    await press(mine)
    expect(boxes(place).at(-1)?.closest('label')?.textContent).not.toBe('Weld gates')
  })

  it('ticked before another device added one don’t take that away', async () => {
    const { place, sent } = await draw('interests', {
      profile: { interests: [{ _id: 'theirs-01', text: 'Chess' }] },
      drafts: { choices: { values: { choices: [{ text: 'Choir' }] }, from: { interests: [] } } },
    })
    expect(place.textContent).toContain('This is only on this phone so far')
    await press(save(place))
    expect(sent()).toMatchObject([
      { what: 'choose', choices: [{ text: 'Choir' }], from: { interests: [] } },
    ])
  })

  it('say that the list can’t be loaded, and still take own words', async () => {
    const lazy = await draw('qualities', { words: false })
    expect(lazy.place.textContent).toContain('Write your own')
  })

  it('that couldn’t be saved say why, and stay', async () => {
    const fail = Object.assign(new Error('x'), {
      code: 'profile/changed',
      message: 'Another device',
    })
    const { place } = await draw('interests', { fail })
    await press(boxes(place)[0])
    await press(save(place))
    expect(place.textContent).toContain('Another device')
    expect(rows(place)).toHaveLength(1)
  })

  it('of people come from the person’s own list', async () => {
    const referees = [{ _id: 'person-01', name: 'Mrs Dlamini', phone: '0715550148' }]
    const { place, sent } = await draw('references', { profile: { referees } })
    expect(place.textContent).toContain('Mrs Dlamini')
    await press(boxes(place)[0])
    await press(save(place))
    expect(sent()).toMatchObject([{ choices: [{ id: 'person-01' }] }])
  })
})
