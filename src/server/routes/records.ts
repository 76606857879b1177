/**
 * Lists in the profile, item by item: POST, PUT and DELETE users/{route} of records and choices
 * (spec 7), and their order. The row of the user is locked, so that two devices that add something
 * at the same moment both keep it.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { conditionErrors, respondentOf } from '#engine/forms/conditions.ts'
import { isGiven } from '#engine/decide/facts.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import type { Section } from '#engine/decide/progress.ts'
import { givenValues, keptValues, type FormValues } from '#engine/forms/formvalues.ts'
import { isSameChoice, type Choice } from '#engine/forms/formchoice.ts'
import {
  inOrder,
  isGone,
  listItems,
  orderVersion,
  recordVersion,
  withChoices,
  withoutItem,
  withRecord,
  type ListItem,
} from '#engine/forms/records.ts'
import { fieldsOf, isList, mostOf } from '#engine/forms/section.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { isObject } from '#engine/documents/json.ts'
import { required } from '#server/base/required.ts'
import type { Release } from '#server/release/compose.ts'
import { inOwnWords, validateSection } from '#server/release/sections.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { lockUser, patchProfile } from '../store/users.ts'

const id = { type: 'string', minLength: 1, maxLength: 120 } as const
const Item = { params: { type: 'object', properties: { section: id, id } } } as const
const Order = {
  params: { type: 'object', properties: { section: id } },
  body: {
    type: 'object',
    required: ['order'],
    additionalProperties: false,
    properties: { order: { type: 'array', maxItems: 50, items: id } },
  },
} as const

/** The `_id` that a phone gives a record before it has a signal: sent twice, it is the same one. */
const OWN_ID = /^[A-Za-z0-9-]{8,40}$/

export type SavingRequest = FastifyRequest<{ Body: Record<string, unknown> }>
type Change = (items: readonly ListItem[], profile: FormValues) => Record<string, unknown>

export function recordRoutes(app: FastifyInstance, context: ServerContext): void {
  app.delete<{ Params: { section: string; id: string } }>(
    '/users/:section/:id',
    { config: { action: 'profile.write' }, schema: Item },
    (request) => {
      const { id: item } = request.params
      const section = listAt(request.release, request.params.section)
      return change(context, request, section, (items, profile) => {
        const found = items.find((each) => each._id === item || each['id'] === item)
        if (found === undefined) throw new Refusal('profile/unknown-record')
        refuseChanged(request, recordVersion(section, found), [])
        const rest = withoutItem(items, item)
        return {
          [section.id]: rest,
          ...withoutChosen(request.release, section, found._id, profile),
        }
      })
    },
  )
  app.put<{ Params: { section: string }; Body: { order: string[] } }>(
    '/users/order/:section',
    { config: { action: 'profile.write' }, schema: Order },
    (request) => {
      const section = listAt(request.release, request.params.section)
      const { order } = request.body
      return change(context, request, section, (items) => {
        const sorted = inOrder(items, order)
        refuseChanged(request, orderVersion(items, order), [orderVersion(sorted, order)])
        return { [section.id]: sorted }
      })
    },
  )
}

/** @param name a section, or the address that it is saved at */
function listAt({ catalog }: Release, name: string): Section {
  const found = catalog
    .all('profile-section')
    .find(
      ({ id: each, save }) =>
        each === name || (save?.route ?? '').replace(/\/replace$/, '') === name,
    )
  if (found?.save === undefined || !isList(found)) throw new Refusal('profile/unknown-section')
  return found
}

/**
 * Saves one record.
 *
 * @returns the response: its first entry is the subdocument, new or changed (spec 7)
 */
export async function saveRecord(
  context: ServerContext,
  request: SavingRequest,
  section: Section,
): Promise<Record<string, unknown>> {
  const { release, method, body } = request
  const { _id: sent, ...values } = body
  if (sent !== undefined && (typeof sent !== 'string' || !OWN_ID.test(sent)))
    throw invalid([{ pointer: '/_id', key: 'form.invalid' }])
  const creates = method === section.save?.method
  if (!creates && sent === undefined) throw invalid([{ pointer: '/_id', key: 'form.required' }])
  const { scope } = await signedIn(request)
  const fields = fieldsOf(section, release.catalog, scope.config)
  const problems = validateSection(
    required(release.sections.get(section.id), `profile-section/${section.id}`),
    values,
    {
      conditions: conditionErrors(
        section,
        fields,
        values,
        respondentOf(scope, context.now().toISOString().slice(0, 10)),
        release.catalog.book,
      ),
    },
  )
  if (problems.length > 0) throw invalid(inOwnWords(problems, section))
  const updates = method === (section.update?.method ?? 'POST')
  const record: ListItem = { _id: sent ?? context.newId(), ...givenValues(values) }
  await change(context, request, section, (items) => {
    const known = items.find((item) => item._id === record._id)
    // One that was read before it is changed has been removed in the meantime.
    if (known === undefined && (!creates || isTagged(request)))
      throw new Refusal('profile/unknown-record')
    if (known === undefined && items.length >= mostOf(section)) throw tooMany(section)
    if (known !== undefined) {
      const tags = [recordVersion(section, known), recordVersion(section, record)] as const
      // What was created and sent again, because its response was lost, is the same; what was
      // changed in the meantime isn't overwritten by that.
      if (!updates && tags[0] !== tags[1]) throw new Refusal('profile/changed')
      refuseChanged(request, tags[0], [tags[1]])
    }
    return { [section.id]: withRecord(items, record) }
  })
  return { [section.id]: record }
}

/**
 * Saves choices: adds them to what is kept, or replaces it, as the section says.
 *
 * @returns the response: the whole list
 */
export async function saveChoices(
  context: ServerContext,
  request: SavingRequest,
  section: Section,
): Promise<Record<string, unknown>> {
  const { [section.id]: sent, remove = [], ...others } = request.body
  const strange = Object.keys(others).map((name) => ({ pointer: `/${name}`, key: 'form.unknown' }))
  if (strange.length > 0) throw invalid(strange)
  if (!Array.isArray(sent)) throw invalid([{ pointer: `/${section.id}`, key: 'form.required' }])
  if (!isTexts(remove)) throw invalid([{ pointer: '/remove', key: 'form.invalid' }])
  // The id alone says what was chosen, too.
  const all = (sent as unknown[]).map((each) =>
    typeof each === 'string' ? { id: each } : isObject(each) ? (keptValues(each) as Choice) : each,
  )
  const replaces = section.save?.replaces === true
  return change(context, request, section, (items, profile) => {
    refuseChanged(request, sectionVersion(profile, [section.id]), [])
    const rest = remove.reduce(withoutItem, items)
    const choices = all.filter((each) => !isObject(each) || !isGone(rest, each as Choice))
    const problems = choiceProblems(request.release, section, { choices, items: rest, profile })
    if (problems.length > 0) throw invalid(problems)
    const next = withChoices(rest, choices as Choice[], replaces, () => context.newId())
    if (next.length > mostOf(section)) throw tooMany(section)
    return { [section.id]: next }
  })
}

type Sent = {
  readonly choices: readonly unknown[]
  readonly items: readonly ListItem[]
  readonly profile: FormValues
}

/** A choice that is kept stays valid even if the list no longer has it. */
function choiceProblems(
  release: Release,
  section: Section,
  { choices, items, profile }: Sent,
): FieldProblem[] {
  const schema = required(release.sections.get(section.id), `profile-section/${section.id}`)
  const offered =
    section.chosenFrom === undefined ? undefined : listItems(profile, section.chosenFrom)
  return choices.flatMap((choice, index): FieldProblem[] => {
    const at = `/${section.id}/${index}`
    if (!isObject(choice)) return [{ pointer: at, key: 'form.invalid' }]
    const { _id: _sent, ...values } = choice
    const kept = items.find((item) => isSameChoice(item, choice as Choice))
    const judged = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => kept?.[name] !== value),
    )
    const wrong = validateSection(schema, { [section.id]: [judged] }).filter(
      ({ key }) => kept === undefined || key !== 'form.emptyEntry',
    )
    if (wrong.length > 0)
      return wrong.map((problem) => ({
        ...problem,
        pointer: problem.pointer.replace(/^\/[^/]+\/0/, at),
      }))
    const { id: chosen, text } = { ...kept, ...values } as Choice
    if (isGiven(chosen) === isGiven(text))
      return [{ pointer: at, key: !isGiven(chosen) ? 'form.emptyEntry' : 'form.invalid' }]
    if (kept === undefined && offered?.every(({ _id }) => _id !== chosen) === true)
      return [{ pointer: `${at}/id`, key: 'form.choice' }]
    return []
  })
}

/** Someone who is no longer in the person's own list can't be chosen from it any longer. */
function withoutChosen(
  { catalog }: Release,
  { id: from }: Section,
  item: string,
  profile: FormValues,
): Record<string, unknown> {
  const choosing = catalog.all('profile-section').filter(({ chosenFrom }) => chosenFrom === from)
  return Object.fromEntries(
    choosing.flatMap(({ id: key }) => {
      const items = listItems(profile, key)
      const rest = items.filter((each) => each['id'] !== item)
      return rest.length === items.length ? [] : [[key, rest]]
    }),
  )
}

async function change(
  context: ServerContext,
  request: FastifyRequest,
  section: Section,
  next: Change,
): Promise<Record<string, unknown>> {
  const { row } = await signedIn(request)
  return context.database.tenant(request.tenant.id, async (tx) => {
    const profile = (await lockUser(tx, row.id))?.profile ?? {}
    const values = next(listItems(profile, section.id), profile)
    await patchProfile(tx, row.id, values)
    return values
  })
}

function isTagged({ headers }: FastifyRequest): boolean {
  return headers['if-match'] !== undefined
}

/** A call without `If-Match` is the specification's own: it doesn't ask. */
function refuseChanged({ headers }: FastifyRequest, now: string, same: readonly string[]): void {
  const seen = headers['if-match']
  if (seen !== undefined && seen !== now && !same.includes(now))
    throw new Refusal('profile/changed')
}

function invalid(fields: readonly FieldProblem[]): Refusal {
  return new Refusal('profile/invalid', { fields })
}

function tooMany(section: Section): Refusal {
  const values = { count: mostOf(section) }
  return invalid([{ pointer: `/${section.id}`, key: 'form.tooMany', values }])
}

function isTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length <= 50 && value.every((each) => typeof each === 'string')
  )
}
