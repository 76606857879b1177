/**
 * Lists in the profile, item by item: saved on the server, or kept on this device until there is a
 * signal. Loaded with the first page that has one.
 */

import type { Section } from '#engine/decide/progress.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { isObject } from '#engine/documents/json.ts'
import type { ListAnswers, ListCall, ListCallOf } from '#engine/forms/listcalls.ts'
import { isSameChoice } from '#engine/forms/formchoice.ts'
import {
  listItems,
  orderVersion,
  recordVersion,
  withRecord,
  type ListItem,
  type ListWrite,
} from '#engine/forms/records.ts'
import { callsOf } from '#engine/forms/section.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { ApiFailure } from './api.ts'
import {
  currentCatalog,
  currentFrame,
  fetchBundle,
  formsBundle,
  type FormsBundle,
} from './documents.ts'
import { noting } from './history.ts'
import { addTexts } from './i18n.ts'
import { newId } from './newid.ts'
import { KeptHere, sendOrKeep } from './pending.ts'
import { dropWrite, readWrites, type PendingWrite } from './pendingbox.ts'
import { fetchUser, mergeProfile } from './session.ts'
import { store } from './store.ts'

export async function callList(asked: ListCall): Promise<ListAnswers[ListCall['what']]> {
  switch (asked.what) {
    case 'save':
      return noting(() => saveRecord(asked))
    case 'remove':
      return noting(() => removeRecord(asked))
    case 'order':
      return noting(() => sort(asked))
    case 'choose':
      return noting(() => choose(asked))
    case 'pending':
      return (await rowsOf(asked.section)).map(asWrite)
    case 'discard':
      for (const row of await rowsOf(asked.section))
        if (itemOf(row) === asked.item) await dropWrite(row)
      return
    case 'words':
      return bundled<DocumentOf<'list'>>(({ lists }) => lists[asked.list])
    case 'guide':
      return bundled<DocumentOf<'guide'>>(({ guides }) => guides?.[asked.section])
    case 'paper':
      return bundled<DocumentOf<'paper'>>(({ papers }) => papers?.[asked.section])
  }
}

/** @throws KeptHere once it waits on this device, ApiFailure, or NoSignal if it can't be kept */
async function saveRecord({
  section: name,
  record,
  from,
}: ListCallOf<'save'>): Promise<Record<string, unknown>> {
  const section = sectionNamed(name)
  const calls = callsOf(section)
  if (calls === null) throw new Error(`"${name}" cannot be saved`)
  const _id = typeof record['_id'] === 'string' ? record['_id'] : newId()
  // One that was created without a signal is still to be created.
  const waiting = (await rowsOf(name)).find((row) => itemOf(row) === _id)
  const isNew = from === null || waiting?.method === 'POST'
  const values = Object.entries(record).filter(([, value]) => value !== null)
  const saved = await sendAndMerge(`record/${name}/${_id}`, {
    path: `users/${isNew ? calls.apiRoute : calls.updateApiRoute}`,
    method: isNew ? calls.apiMethod : calls.updateApiMethod,
    body: { ...Object.fromEntries(values), _id },
    ...(!isNew && { version: recordVersion(section, from) }),
  })
  return saved[name] as Record<string, unknown>
}

/** @returns whether it waits on this device; one that is no longer there is removed */
async function removeRecord({ section, item, from }: ListCallOf<'remove'>): Promise<boolean> {
  try {
    return await send(section, item, {
      path: `users/${section}/${encodeURIComponent(item)}`,
      method: 'DELETE',
      ...(from !== null && { version: recordVersion(sectionNamed(section), from) }),
    })
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'profile/unknown-record') throw error
    return false
  }
}

/** One that isn't on the server yet has no place there: then another device's order isn't asked for. */
function sort({ section, order }: ListCallOf<'order'>): Promise<boolean> {
  const items = listItems(store.user?.profile ?? {}, section)
  const areKept = order.every((id) => items.some(({ _id }) => _id === id))
  return send(section, 'order', {
    path: `users/order/${section}`,
    method: 'PUT',
    body: { order },
    ...(areKept && { version: orderVersion(items, order) }),
  })
}

/**
 * Only what was changed is sent whole, so that another device's changes of the rest stay. A list
 * that is replaced is refused if another device has changed it.
 */
async function choose({ section: name, choices, from }: ListCallOf<'choose'>): Promise<boolean> {
  const { save } = sectionNamed(name)
  const before = listItems(from, name)
  const sent = choices.map((choice) => {
    const known = before.find((item) => isSameChoice(item, choice))
    const isChanged = Object.entries(choice).some(([key, value]) => known?.[key] !== value)
    return known === undefined || isChanged || save?.replaces === true ? choice : { _id: known._id }
  })
  const remove = before
    .filter((item) => !choices.some((choice) => isSameChoice(item, choice)))
    .map(({ _id }) => _id)
  const replaces = save?.replaces === true
  return send(name, 'choices', {
    path: `users/${save?.route}`,
    method: 'POST',
    body: { [name]: sent, ...(!replaces && remove.length > 0 && { remove }) },
    ...(replaces && { version: sectionVersion(from, [name]) }),
  })
}

type Request = Parameters<typeof sendOrKeep>[1]

/** @returns whether it waits on this device */
async function send(section: string, item: string, request: Request): Promise<boolean> {
  try {
    await sendAndMerge(`record/${section}/${item}`, request)
    return false
  } catch (error) {
    if (error instanceof KeptHere) return true
    throw error
  }
}

async function sendAndMerge(what: string, request: Request): Promise<Record<string, unknown>> {
  try {
    const response = await sendOrKeep<Record<string, unknown>>(what, request)
    mergeLists(response)
    return response
  } catch (error) {
    // The user chooses between what is here and what another device has made of it.
    if (error instanceof ApiFailure && [404, 409].includes(error.status)) await fetchUser()
    throw error
  }
}

/** A response's entries: whole lists, or one record that is new or takes its place (spec 7). */
export function mergeLists(response: Readonly<Record<string, unknown>>): void {
  const profile = store.user?.profile ?? {}
  mergeProfile(
    Object.fromEntries(
      Object.entries(response).map(([key, value]) => [
        key,
        isObject(value) ? withRecord(listItems(profile, key), value as ListItem) : value,
      ]),
    ),
  )
}

async function rowsOf(section: string): Promise<PendingWrite[]> {
  const at = `${store.user?._id}/record/${section}/`
  return (await readWrites()).filter(({ key }) => key.startsWith(at))
}

function itemOf({ key }: PendingWrite): string {
  return key.split('/').slice(3).join('/')
}

function asWrite(row: PendingWrite): ListWrite {
  const { method, body, refused, isConflict } = row
  return {
    item: itemOf(row),
    method,
    body,
    ...(refused !== undefined && { refused }),
    ...(isConflict === true && { isConflict }),
  }
}

/** A document that has a bundle of its own, with its texts. */
async function bundled<D>(shaIn: (forms: FormsBundle) => string | undefined): Promise<D | null> {
  const frame = currentFrame()
  try {
    const forms = await formsBundle(frame)
    const sha = forms === null ? undefined : shaIn(forms)
    if (sha === undefined) return null
    const { documents, texts } = await fetchBundle(sha)
    addTexts(frame.language, texts)
    return documents[0] as D
  } catch {
    // No signal, and it was never opened here.
    return null
  }
}

function sectionNamed(name: string): Section {
  const section = currentCatalog().get('profile-section', name)
  if (section?.save === undefined) throw new Error(`section "${name}" cannot be saved`)
  return section
}
