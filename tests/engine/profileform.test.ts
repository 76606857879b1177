/** The state of the form that is open (spec 3 and 4), and the search in what can be chosen. */

import { describe, expect, it } from 'vitest'
import {
  CLOSED,
  profileForm,
  type ProfileForm,
  type ProfileFormEvent,
} from '#engine/forms/profileform.ts'
import { searchMarked, searchWords } from '#engine/forms/wordsearch.ts'
import type { Section } from '#engine/decide/progress.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog } from '#tests/support/documents.ts'

const section = (id: string) => catalog.get('profile-section', id) as Section
const run = (...events: ProfileFormEvent[]) => events.reduce(profileForm, CLOSED)
const open = (id: string, more: Partial<ProfileFormEvent> = {}): ProfileFormEvent =>
  ({ type: 'open', section: section(id), ...more }) as ProfileFormEvent
const select = (id: string): ProfileFormEvent => ({ type: 'select', record: { id } })
const remove = (index: number): ProfileFormEvent => ({ type: 'remove', index })
const FIVE = ['a', 'b', 'c', 'd', 'e'].map(select)

describe('the form of a section', () => {
  it.each<[string, Partial<ProfileForm>]>([
    [
      'names',
      { apiMethod: 'PUT', apiRoute: 'names', isSubDocument: false, multiSelectorForm: false },
    ],
    ['basicInfo', { apiMethod: 'PATCH', apiRoute: 'profile', recordAmountRequired: null }],
    [
      'experiences',
      {
        apiMethod: 'POST',
        apiRoute: 'experiences',
        updateApiMethod: 'PUT',
        updateApiRoute: 'experiences',
        isSubDocument: true,
        multiSelectorForm: false,
      },
    ],
    [
      'jobTasks',
      {
        apiMethod: 'POST',
        apiRoute: 'job-tasks',
        updateApiMethod: 'POST',
        updateApiRoute: 'job-tasks',
        isSubDocument: false,
        multiSelectorForm: true,
        recordAmountRequired: 5,
      },
    ],
    [
      'interests',
      { apiRoute: 'interests/replace', multiSelectorForm: true, recordAmountRequired: 1 },
    ],
  ])('%s opens with its own call and amount', (id, expected) => {
    expect(run(open(id))).toMatchObject({
      ...expected,
      profileFormOpen: true,
      formValid: false,
      formChanged: false,
      section: section(id),
      formHelp: `section.${id}.hint`,
    })
  })

  it.each<[string, ProfileFormEvent[], readonly string[], boolean]>([
    ['none', [], [], false],
    ['four of five', FIVE.slice(1), ['b', 'c', 'd', 'e'], false],
    ['five of five', FIVE, ['a', 'b', 'c', 'd', 'e'], true],
    ['a sixth isn’t selected', [...FIVE, select('f')], ['a', 'b', 'c', 'd', 'e'], true],
    ['the same twice is once', [...FIVE.slice(1), select('b')], ['b', 'c', 'd', 'e'], false],
    ['one removed by its index', [...FIVE, remove(2)], ['a', 'b', 'd', 'e'], false],
    ['one swapped', [...FIVE, remove(0), select('f')], ['b', 'c', 'd', 'e', 'f'], true],
    [
      'one moved up',
      [...FIVE, { type: 'move', index: 1, by: -1 }],
      ['b', 'a', 'c', 'd', 'e'],
      true,
    ],
    [
      'the first can’t move up',
      [...FIVE, { type: 'move', index: 0, by: -1 }],
      ['a', 'b', 'c', 'd', 'e'],
      true,
    ],
    ['no such index', [...FIVE, remove(5)], ['a', 'b', 'c', 'd', 'e'], true],
  ])('of tasks is valid with exactly five: %s', (_what, events, expected, valid) => {
    const { selectedRecords, formValid } = run(open('jobTasks'), ...events)
    expect([selectedRecords.map(({ id }) => id), formValid]).toEqual([expected, valid])
  })

  const MORE: ProfileFormEvent = { type: 'more' }
  const ENOUGH: ProfileFormEvent = { type: 'enough' }
  const SIX = [...FIVE, MORE, select('f')]
  const SEVEN = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({ id }))
  it.each<[string, ProfileFormEvent, ProfileFormEvent[], number, number, boolean]>([
    ['five, and one more is asked for', open('jobTasks'), [...FIVE, MORE], 5, 6, false],
    ['the sixth', open('jobTasks'), SIX, 6, 6, true],
    ['not before the first five', open('jobTasks'), [MORE, ...FIVE.slice(1)], 4, 5, false],
    ['without the sixth again', open('jobTasks'), [...SIX, remove(0)], 5, 5, true],
    ['what was asked for isn’t wanted', open('jobTasks'), [...FIVE, MORE, remove(0)], 4, 5, false],
    ['five are enough after all', open('jobTasks'), [...FIVE, MORE, ENOUGH], 5, 5, true],
    ['seven are', open('jobTasks', { selectedRecords: SEVEN }), [MORE, ENOUGH], 7, 7, true],
    ['four aren’t', open('jobTasks'), [...FIVE.slice(1), ENOUGH], 4, 5, false],
    ['seven from a file', open('jobTasks', { selectedRecords: SEVEN }), [], 7, 7, true],
    ['six of them', open('jobTasks', { selectedRecords: SEVEN }), [remove(6)], 6, 6, true],
    [
      'moved, with one asked for',
      open('jobTasks'),
      [...FIVE, MORE, { type: 'move', index: 0, by: 1 }],
      5,
      6,
      false,
    ],
  ])(
    'of tasks takes more only when it’s asked to: %s',
    (_what, first, events, count, exactly, valid) => {
      const form = run(first, ...events)
      expect([form.selectedRecords.length, form.recordAmountRequired, form.formValid]).toEqual([
        count,
        exactly,
        valid,
      ])
    },
  )

  it.each([
    ['interests', 0, 1, false],
    ['interests', 1, 1, true],
    ['interests', 3, 3, true],
    ['interests', 20, 20, true],
    ['interests', 25, 20, true],
    ['references', 0, 1, false],
    ['references', 2, 2, true],
  ])('of %s, which leaves the number open, with %i asks for %i', (id, count, exactly, valid) => {
    const events = Array.from({ length: count }, (_, at) => select(`i${at}`))
    const form = run(open(id), ...events)
    expect([form.recordAmountRequired, form.formValid]).toEqual([exactly, valid])
    expect(form.selectedRecords).toHaveLength(Math.min(count, exactly))
  })

  it('starts with what was chosen before', () => {
    const selectedRecords = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
    expect(run(open('qualities', { selectedRecords }))).toMatchObject({
      selectedRecords,
      formValid: true,
      formChanged: false,
    })
  })

  it('says why it wasn’t saved until something changes', () => {
    const failed = run(open('jobTasks'), ...FIVE, { type: 'fail', status: 'profile/changed' })
    expect(failed.formErrorStatus).toBe('profile/changed')
    expect(profileForm(failed, remove(0)).formErrorStatus).toBeNull()
  })

  it('of a record is as valid as its fields', () => {
    const changed = run(open('experiences'), {
      type: 'change',
      formData: { jobTitle: 'Coach' },
      formValid: true,
    })
    expect(changed).toMatchObject({
      formData: { jobTitle: 'Coach' },
      formValid: true,
      formChanged: true,
    })
  })

  it('forgets everything before when it opens again', () =>
    expect(run(open('jobTasks'), ...FIVE, open('names'))).toEqual(run(open('names'))))

  it('of what is saved nowhere has no calls', () =>
    expect(run(open('workerType'))).toMatchObject({
      apiMethod: null,
      apiRoute: null,
      updateApiMethod: null,
      updateApiRoute: null,
    }))
})

describe('the search in a list', () => {
  const texts = Object.fromEntries(
    ['en', 'af'].map((id) => [id, flattenTexts(catalog.get('locale', id)!.texts)]),
  )
  const wordsOf = (list: string, language = 'en') =>
    catalog.get('list', list)!.items.map(({ id, label, otherWords }) => ({
      id,
      label: texts[language]?.[label!] ?? '',
      ...(otherWords && { also: otherWords }),
    }))
  const found = (list: string, typed: string, language?: string) =>
    searchWords(wordsOf(list, language), typed).map(({ label }) => label)

  it('finds everything by nothing', () => expect(found('qualities', ' ')).toHaveLength(40))

  it.each([
    ['skills', 'excel', 'Microsoft Excel'],
    ['skills', 'EXCL', 'Microsoft Excel'],
    ['skills', 'spreadsheet', 'Microsoft Excel'],
    ['skills', 'spredsheet', 'Microsoft Excel'],
    ['interests', 'diski', 'Soccer'],
    ['interests', 'footbal', 'Soccer'],
    ['qualities', 'relaible', 'Reliable'],
    ['qualities', 'punctaul', 'Always on time'],
  ])('of %s finds by "%s" first: %s', (list, typed, expected) => {
    expect(found(list, typed)[0]).toBe(expected)
  })

  it('finds a task in Afrikaans, and by a mistake in it', () => {
    expect(found('job-tasks', 'winkel', 'af')).toContain('Maak die winkel betyds oop en toe')
    expect(found('job-tasks', 'winkle', 'af')).toContain('Maak die winkel betyds oop en toe')
  })

  it.each([
    ['job-tasks', 'customers', null, 'customers'],
    ['job-tasks', 'costumer', 'customer', 'customer'],
    ['job-tasks', 'custo', null, 'custo'],
    ['skills', 'EXCL', 'excel', 'Excel'],
    ['skills', 'zzzz', null, null],
  ])('in %s for "%s" says that it means %s, and marks %s', (list, typed, meant, hit) => {
    const search = searchMarked(wordsOf(list), typed)
    expect(search.meant).toBe(meant)
    const label = search.found[0]?.label ?? ''
    const pieces = search.marked(label)
    expect(pieces.map(({ text }) => text).join('')).toBe(label)
    const marked = pieces.flatMap(({ text, isHit }) => (isHit ? [text] : []))
    expect(marked.map((text) => text.startsWith(hit ?? ''))).toEqual(hit === null ? [] : [true])
  })

  it('prefers what is in the label', () => {
    const labels = found('job-tasks', 'customers')
    expect(labels.length).toBeGreaterThan(1)
    expect(labels[0]!.toLowerCase()).toContain('customers')
    expect(found('job-tasks', 'costumers')).toEqual(labels)
    const one = found('job-tasks', 'customer')
    expect(one).toEqual(expect.arrayContaining(labels))
    expect(new Set(found('job-tasks', 'costumer')), 'as many as by the word').toEqual(new Set(one))
  })

  it('finds nothing by nonsense', () => expect(found('skills', 'qqqqqqqq')).toEqual([]))
})
