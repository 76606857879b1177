/**
 * Takes changes of the profile back, and does them again, by the calls that a form makes: each says
 * what it was made from, so that what another device has changed since is never overwritten.
 */

import type { Section } from '#engine/decide/progress.ts'
import { OWN_ORDER } from '#engine/cv/ownorder.ts'
import { canonical } from '#engine/documents/json.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { listItems, orderVersion, recordVersion } from '#engine/forms/records.ts'
import { callsOf, isList, profileKey } from '#engine/forms/section.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { ApiFailure, call } from './api.ts'
import { currentCatalog } from './documents.ts'
import { changing, keepSteps, stepsOf, type Step } from './history.ts'
import { say } from './i18n.ts'
import { isUnreachable } from './pending.ts'
import { mergeLists } from './records.ts'
import { fetchUser, mergeProfile } from './session.ts'
import { showSnackbar, store } from './store.ts'

type Steps = {
  readonly undo: number
  readonly redo: number
  /** It was left as it is, because another device has changed it. */
  readonly isElsewhere?: boolean
}

export async function callHistory(what: 'steps' | 'undo' | 'redo'): Promise<Steps> {
  const isElsewhere = what !== 'steps' && (await goBack(what))
  return { undo: stepsOf('undo').length, redo: stepsOf('redo').length, isElsewhere }
}

/** One at a time: two quick taps are two steps. */
let last: Promise<unknown> = Promise.resolve()

function goBack(what: 'undo' | 'redo'): Promise<boolean> {
  const turn = last.then(() => takeStep(what))
  last = turn.catch(() => undefined)
  return turn
}

/** @returns whether another device has changed it since: then it was left */
async function takeStep(what: 'undo' | 'redo'): Promise<boolean> {
  const from = stepsOf(what)
  const step = from.at(-1)
  if (step === undefined) return false
  try {
    const { step: done } = await changing(() => restore(step))
    from.pop()
    if (done !== null) stepsOf(what === 'undo' ? 'redo' : 'undo').push(done)
    keepSteps()
    return false
  } catch (error) {
    if (isUnreachable(error)) {
      showSnackbar(say('state.offlineText'))
      return false
    }
    // It can't be done any more; the steps before it may be of other parts.
    from.pop()
    keepSteps()
    await fetchUser()
    if (error instanceof ApiFailure && [404, 409].includes(error.status)) return true
    showSnackbar(error instanceof ApiFailure ? error.message : say('simpleForm.failed'))
    return false
  }
}

/** From what the step led to, to what was before it. */
async function restore({ before: to, after: from }: Step): Promise<void> {
  const keys = Object.keys(to)
  const sections = currentCatalog().all('profile-section')
  const lists = sections.filter((section) => isList(section) && keys.includes(section.id))
  // People before those who are chosen from them.
  const inTurn = [...lists].sort((a, b) => Number(isChosen(a)) - Number(isChosen(b)))
  for (const section of inTurn)
    await (section.shape === 'records' ? records : choices)(section, from, to)
  for (const section of sections.filter((each) => !isList(each)))
    await fields(
      section,
      section.fields.map(profileKey).filter((key) => keys.includes(key)),
      { from, to },
    )
  if (keys.includes('hiddenSections')) await hidden(from, to)
  if (keys.includes(OWN_ORDER)) await order(from, to)
}

const isChosen = ({ chosenFrom }: Section): boolean => chosenFrom !== undefined
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

async function send(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  ifMatch?: string,
): Promise<void> {
  mergeLists(
    await call<FormValues>(`users/${path}`, {
      method,
      ...(body !== undefined && { body }),
      ...(ifMatch !== undefined && { ifMatch }),
    }),
  )
}

async function records(section: Section, from: FormValues, to: FormValues): Promise<void> {
  const { id } = section
  const calls = callsOf(section)
  if (calls === null) throw new Error(`"${id}" cannot be saved`)
  const [were, are] = [listItems(to, id), listItems(from, id)]
  for (const item of are)
    if (were.every(({ _id }) => _id !== item._id))
      await send('DELETE', `${id}/${item._id}`, undefined, recordVersion(section, item))
  for (const item of were) {
    const known = are.find(({ _id }) => _id === item._id)
    if (known === undefined) await send(calls.apiMethod, calls.apiRoute, item)
    else if (canonical(known) !== canonical(item))
      await send(calls.updateApiMethod, calls.updateApiRoute, item, recordVersion(section, known))
  }
  const now = listItems(store.user?.profile ?? {}, id)
  const wanted = were.map(({ _id }) => _id)
  const isSorted = orderVersion(now, wanted) === orderVersion(were, wanted)
  if (!isSorted) await send('PUT', `order/${id}`, { order: wanted }, orderVersion(now, wanted))
}

/** Another device may have added others: they stay, unless the section replaces them all. */
async function choices(section: Section, from: FormValues, to: FormValues): Promise<void> {
  const { id, save } = section
  const [were, are] = [listItems(to, id), listItems(from, id)]
  const replaces = save?.replaces === true
  const remove = are
    .filter(({ _id }) => were.every((item) => item._id !== _id))
    .map(({ _id }) => _id)
  await send(
    'POST',
    save!.route,
    { [id]: were, ...(!replaces && remove.length > 0 && { remove }) },
    sectionVersion(from, [id]),
  )
}

async function fields(
  section: Section,
  changed: readonly string[],
  { from, to }: { readonly from: FormValues; readonly to: FormValues },
): Promise<void> {
  const { save } = section
  if (save === undefined || changed.length === 0) return
  // The whole section, because its rules look at all of it.
  const now = store.user?.profile ?? {}
  const keys = section.fields.map(profileKey)
  const values = keys.flatMap((key) => {
    const value = changed.includes(key) ? (to[key] ?? null) : now[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  mergeProfile(
    await call<FormValues>(`users/${save.route}`, {
      method: save.method,
      body: Object.fromEntries(values),
      ifMatch: sectionVersion(
        { ...now, ...Object.fromEntries(changed.map((key) => [key, from[key]])) },
        values.map(([key]) => key),
      ),
    }),
  )
}

async function hidden(from: FormValues, to: FormValues): Promise<void> {
  const [are, were] = [textsOf(from['hiddenSections']), textsOf(to['hiddenSections'])]
  const turned = [
    ...are.filter((each) => !were.includes(each)).map((section) => ({ section, hide: false })),
    ...were.filter((each) => !are.includes(each)).map((section) => ({ section, hide: true })),
  ]
  for (const body of turned)
    mergeProfile(await call<FormValues>('users/cv/hide-section', { method: 'POST', body }))
}

async function order(from: FormValues, to: FormValues): Promise<void> {
  mergeProfile(
    await call<FormValues>('users/cv/order', {
      method: 'PUT',
      body: { order: textsOf(to[OWN_ORDER]) },
      ifMatch: sectionVersion(from, [OWN_ORDER]),
    }),
  )
}
