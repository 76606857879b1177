/**
 * The state of the one form of a profile that is open (spec 3, CV form state; spec 4, Profile form),
 * under the specification's own names. Pure: widgets draw it, and send what it holds.
 */

import type { Section } from '#engine/decide/progress.ts'
import type { FormValues } from './formvalues.ts'
import { isSameChoice, type Choice } from './formchoice.ts'
import { callsOf, mostOf, type SectionCalls } from './section.ts'

export type ProfileForm = { readonly [Name in keyof SectionCalls]: SectionCalls[Name] | null } & {
  readonly profileFormOpen: boolean
  /** May it be saved as it is? */
  readonly formValid: boolean
  /** Why the last attempt to save failed: the code of the response; null if it didn't. */
  readonly formErrorStatus: string | null
  readonly formChanged: boolean
  /** Text key of the section's hint. */
  readonly formHelp: string | null
  readonly section: Section | null
  /** One record of a list; `formData` is that record. */
  readonly isSubDocument: boolean
  readonly formData: FormValues
  /** A form of choices; they are in `selectedRecords`. */
  readonly multiSelectorForm: boolean
  /**
   * Exactly how many to select in this opening: what the section asks for, or what was there already
   * if that is more, plus what the person adds. Null if nothing is selected here.
   */
  readonly recordAmountRequired: number | null
  readonly selectedRecords: readonly Choice[]
}

export type ProfileFormEvent =
  | {
      readonly type: 'open'
      readonly section: Section
      /** The record or the profile's values that are edited; none for a new record. */
      readonly formData?: FormValues
      /** What has been chosen already. */
      readonly selectedRecords?: readonly Choice[]
    }
  | { readonly type: 'select'; readonly record: Choice }
  | { readonly type: 'remove'; readonly index: number }
  | { readonly type: 'move'; readonly index: number; readonly by: -1 | 1 }
  /** One more than the section asks for. */
  | { readonly type: 'more' }
  /** As many as the section asks for are enough after all. */
  | { readonly type: 'enough' }
  /** What was selected before a reload. */
  | { readonly type: 'replace'; readonly records: readonly Choice[] }
  /** Changes what was selected, such as its level. */
  | { readonly type: 'edit'; readonly index: number; readonly record: Choice }
  | { readonly type: 'change'; readonly formData: FormValues; readonly formValid: boolean }
  | { readonly type: 'fail'; readonly status: string }

/** Before it is opened, and once it has been closed: nothing is selected, nothing valid. */
export const CLOSED: ProfileForm = {
  profileFormOpen: false,
  formValid: false,
  formErrorStatus: null,
  formChanged: false,
  formHelp: null,
  section: null,
  apiMethod: null,
  apiRoute: null,
  updateApiMethod: null,
  updateApiRoute: null,
  isSubDocument: false,
  formData: {},
  multiSelectorForm: false,
  recordAmountRequired: null,
  selectedRecords: [],
}

/** The next state; the same object if the event changes nothing. */
export function profileForm(state: ProfileForm, event: ProfileFormEvent): ProfileForm {
  switch (event.type) {
    case 'open':
      return opened(event)
    case 'select': {
      const known = state.selectedRecords.some((each) => isSameChoice(each, event.record))
      return known || !hasRoom(state)
        ? state
        : selecting(state, [...state.selectedRecords, event.record])
    }
    case 'remove':
      return event.index in state.selectedRecords
        ? selecting(
            state,
            state.selectedRecords.filter((_, index) => index !== event.index),
          )
        : state
    case 'move': {
      const [from, to] = [event.index, event.index + event.by]
      const [a, b] = [state.selectedRecords[from], state.selectedRecords[to]]
      if (a === undefined || b === undefined) return state
      return selecting(
        state,
        state.selectedRecords.map((each, at) => (at === from ? b : at === to ? a : each)),
      )
    }
    case 'more':
      return mayAskForMore(state)
        ? asking(state, (state.recordAmountRequired ?? 0) + 1, state.selectedRecords)
        : state
    case 'enough':
      return mayBeEnough(state) ? selecting(lessAsked(state), state.selectedRecords) : state
    case 'replace':
      return selecting(state, event.records)
    case 'edit':
      return selecting(
        state,
        state.selectedRecords.map((each, index) => (index === event.index ? event.record : each)),
      )
    case 'change':
      return {
        ...state,
        formData: event.formData,
        formValid: event.formValid,
        formChanged: true,
        formErrorStatus: null,
      }
    case 'fail':
      return { ...state, formErrorStatus: event.status }
  }
}

/** May one more be selected? What is full stays full until something is removed. */
export function hasRoom({ section, recordAmountRequired, selectedRecords }: ProfileForm): boolean {
  if (section === null) return false
  const most = mostOf(section)
  const exactly = section.amount === undefined ? most : (recordAmountRequired ?? most)
  return selectedRecords.length < exactly
}

/** Is everything selected that is asked for, and may there be more? */
export function mayAskForMore(state: ProfileForm): boolean {
  const { section, selectedRecords, recordAmountRequired } = state
  return (
    section?.amount !== undefined &&
    !hasRoom(state) &&
    selectedRecords.length === recordAmountRequired &&
    recordAmountRequired < mostOf(section)
  )
}

/** Was one more asked for than there is, although there are as many as the section asks for? */
export function mayBeEnough({
  section,
  selectedRecords,
  recordAmountRequired,
}: ProfileForm): boolean {
  return (
    section?.amount !== undefined &&
    recordAmountRequired !== null &&
    selectedRecords.length >= section.amount &&
    selectedRecords.length < recordAmountRequired
  )
}

function lessAsked(state: ProfileForm): ProfileForm {
  return { ...state, recordAmountRequired: state.section?.amount ?? null }
}

function opened({
  section,
  formData = {},
  selectedRecords = [],
}: Extract<ProfileFormEvent, { type: 'open' }>): ProfileForm {
  const { shape = 'object', hint } = section
  const form: ProfileForm = {
    ...CLOSED,
    ...callsOf(section),
    profileFormOpen: true,
    formHelp: hint ?? null,
    section,
    isSubDocument: shape === 'records',
    formData,
    multiSelectorForm: shape === 'choices',
    selectedRecords,
  }
  return form.multiSelectorForm ? { ...selecting(form, selectedRecords), formChanged: false } : form
}

/**
 * With what is selected now. What was removed isn't asked for any more, down to what the section
 * asks for; a section that asks for no amount takes what there is, from its minimum to its most.
 */
function selecting(state: ProfileForm, selectedRecords: readonly Choice[]): ProfileForm {
  const { section } = state
  if (section === null) return state
  const { amount, completeness } = section
  const usual = amount ?? (completeness.kind === 'count' ? completeness.min : 0)
  const isFewer = selectedRecords.length < state.selectedRecords.length
  const asked = amount === undefined || isFewer ? 0 : (state.recordAmountRequired ?? 0)
  const required = Math.max(usual, asked, selectedRecords.length)
  return {
    ...asking(state, Math.min(required, mostOf(section)), selectedRecords),
    formChanged: true,
    formErrorStatus: null,
  }
}

/** It may be saved with exactly as many as are asked for. */
function asking(
  state: ProfileForm,
  recordAmountRequired: number,
  selectedRecords: readonly Choice[],
): ProfileForm {
  const formValid = selectedRecords.length === recordAmountRequired
  return { ...state, selectedRecords, recordAmountRequired, formValid }
}
