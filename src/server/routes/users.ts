/**
 * POST, PUT and PATCH users/{route}: saves any profile section that a document describes. No
 * section has code of its own; a tenant's new section works as soon as its document exists.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  askedOf,
  conditionErrors,
  isConditional,
  respondentOf,
  type Respondent,
} from '#engine/forms/conditions.ts'
import { isGiven } from '#engine/decide/facts.ts'
import type { ValidationError } from '#engine/forms/formerrors.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { keptValues, type FormValues } from '#engine/forms/formvalues.ts'
import type { Section } from '#engine/decide/progress.ts'
import { callsOf, fieldsOf, isList, profileKey, type SectionSchema } from '#engine/forms/section.ts'
import { required } from '#server/base/required.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { mayChangeBirthDate } from '#server/accounts/guarded.ts'
import { maskIdNumber } from '#server/accounts/people.ts'
import { signedIn } from '../plugins/access.ts'
import type { Release } from '#server/release/compose.ts'
import { inOwnWords, validateSection } from '#server/release/sections.ts'
import { saveChoices, saveRecord } from './records.ts'
import { forgetBlocks } from '../store/instrumentsums.ts'
import { lockUser, patchProfile, setIdNumber } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

/** The address of the section that asks for nothing else. */
const BIRTH_DATE = 'birth-date'
const Body = { body: { type: 'object', minProperties: 1, maxProperties: 60 } } as const

export function userRoutes(app: FastifyInstance, context: ServerContext): void {
  const save = async (
    request: FastifyRequest<{ Params: { '*'?: string }; Body: Record<string, unknown> }>,
    reply: FastifyReply,
  ) => {
    const route = (request.params['*'] ?? BIRTH_DATE).replace(/\/$/, '')
    const sections = sectionsAt(request.release, route)
    if (sections.length === 0) throw new Refusal('profile/unknown-section')
    if (!sections.some((section) => methodsAt(section, route).includes(request.method)))
      throw new Refusal('request/method')
    const person = await signedIn(request)
    const isAsked = ({ consent }: Section) =>
      consent === undefined || person.user.consents[consent]?.granted === true
    if (!sections.every(isAsked)) throw new Refusal('consent/not-given')
    const list = sections.find(isList)
    if (list !== undefined)
      return reply.send(
        await (list.shape === 'records' ? saveRecord : saveChoices)(context, request, list),
      )
    const { row, scope, user } = person
    const body = withoutUnchangedMask(
      context,
      request.body,
      row.id_number_sealed,
      row.tenant_id,
      row.id,
    )
    const partial = request.method === 'PATCH'
    const { conditions, cleared } = conditionsOn(
      request.release,
      sections,
      body,
      { profile: user.profile, partial },
      respondentOf(scope, context.now().toISOString().slice(0, 10)),
    )
    const fields = inOwnWords(
      validateSection(schemaFor(request.release, sections), body, { partial, conditions }),
      { fields: sections.flatMap((section) => section.fields) },
    )
    if (fields.length > 0) throw new Refusal('profile/invalid', { fields })
    const { idNumber, ...values } = keptValues({ ...body, ...cleared })
    const seen = request.headers['if-match']
    await context.database.tenant(request.tenant.id, async (tx) => {
      const { birthDate } = values
      const locked =
        seen === undefined && birthDate === undefined ? undefined : await lockUser(tx, row.id)
      if (
        locked !== undefined &&
        birthDate !== undefined &&
        !mayChangeBirthDate(request.release, locked, birthDate, context.now())
      )
        throw new Refusal('profile/locked', {
          fields: [{ pointer: '/birthDate', key: 'problem.profile.locked' }],
        })
      if (seen !== undefined) {
        const now = { ...locked?.profile, idNumber: user.profile['idNumber'] }
        if (isChanged(now, request.body, seen)) throw new Refusal('profile/changed')
      }
      if (Object.keys(values).length > 0) await patchProfile(tx, row.id, values)
      // Groups are compared by what people say here; who says it later is counted again.
      if (sections.some(({ consent }) => consent !== undefined)) await forgetBlocks(tx, row.id)
      if (idNumber !== undefined)
        await setIdNumber(
          tx,
          row.id,
          idNumber === null ? null : context.secrets.seal(String(idNumber), row.tenant_id, row.id),
        )
    })
    // The response's entries update the profile's keys (spec 7).
    return reply.send({
      ...values,
      ...(idNumber !== undefined && {
        idNumber: idNumber === null ? null : maskIdNumber(String(idNumber)),
      }),
    })
  }
  // The one value of a profile that is stored before a guardian has agreed.
  app.put<{ Params: { '*'?: string }; Body: Record<string, unknown> }>(
    `/users/${BIRTH_DATE}`,
    { config: { action: 'guardian.ask' }, schema: Body },
    save,
  )
  for (const method of ['POST', 'PUT', 'PATCH'] as const) {
    app.route<{ Params: { '*': string }; Body: Record<string, unknown> }>({
      method,
      url: '/users/*',
      config: { action: 'profile.write' },
      schema: Body,
      handler: save,
    })
  }
}

/**
 * Did another device save this section since the one that sends it read it? Not if it saved the
 * same, or if this very request had arrived before and only its response was lost.
 */
function isChanged(now: FormValues, body: FormValues, seen: string): boolean {
  const keys = Object.keys(body)
  const version = sectionVersion(now, keys)
  return version !== seen && version !== sectionVersion(keptValues(body), keys)
}

function sectionsAt(release: Release, route: string): Section[] {
  return release.catalog
    .all('profile-section')
    .filter((section) => methodsAt(section, route).length > 0)
}

/** How a section is saved at an address; a record is created in one way and changed in another. */
function methodsAt(section: Section, route: string): string[] {
  const calls = callsOf(section)
  if (calls === null) return []
  const saves = calls.apiRoute === route ? [calls.apiMethod] : []
  const changes = calls.updateApiRoute === route ? [calls.updateApiMethod] : []
  return section.shape === 'records' ? [...saves, ...changes] : saves
}

/**
 * Validation that depends on other values and on the user.
 *
 * @returns `cleared`: null for each stored value that no longer applies
 */
function conditionsOn(
  release: Release,
  sections: readonly Section[],
  body: FormValues,
  { profile, partial }: { profile: FormValues; partial: boolean },
  respondent: Respondent,
): { conditions: ValidationError[]; cleared: Record<string, null> } {
  const { catalog } = release
  const conditions: ValidationError[] = []
  const cleared: Record<string, null> = {}
  const brought = new Set(Object.keys(body))
  for (const section of sections) {
    const fields = fieldsOf(section, catalog, respondent.config)
    if (!isConditional(section, fields) || !fields.some((field) => brought.has(profileKey(field))))
      continue
    const values = partial ? { ...profile, ...body } : body
    conditions.push(...conditionErrors(section, fields, values, respondent, catalog.book, brought))
    const asked = askedOf(fields, values, respondent, catalog.book)
    for (const field of fields) {
      const key = profileKey(field)
      if (!asked.has(key) && !brought.has(key) && isGiven(profile[key])) cleared[key] = null
    }
  }
  return { conditions, cleared }
}

/**
 * The fields of all sections saved at one address: a PATCH may contain fields of several, a PUT or
 * POST one whole section.
 */
function schemaFor(release: Release, sections: readonly Section[]): SectionSchema {
  const schemas = sections.map(({ id }) =>
    required(release.sections.get(id), `profile-section/${id}`),
  )
  return {
    type: 'object',
    additionalProperties: false,
    required: [...new Set(schemas.flatMap(({ required }) => required))],
    properties: Object.assign(
      {},
      ...schemas.map(({ properties }) => properties),
    ) as SectionSchema['properties'],
  }
}

/** A form that was opened with the masked number and saved unchanged doesn't change it. */
function withoutUnchangedMask(
  context: ServerContext,
  body: Readonly<Record<string, unknown>>,
  sealed: string | null,
  tenant: string,
  user: string,
): Record<string, unknown> {
  const { idNumber, ...rest } = body
  if (idNumber === undefined) return rest
  if (
    typeof idNumber === 'string' &&
    sealed !== null &&
    idNumber === maskIdNumber(context.secrets.open(sealed, tenant, user))
  )
    return rest
  return { ...rest, idNumber }
}
