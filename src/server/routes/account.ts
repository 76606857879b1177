/**
 * Consents, curriculum, interactions and favourites: what belongs to a user but isn't a form
 * section.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ageOn } from '#engine/decide/age.ts'
import { askedConsents, consentItems } from '#engine/decide/consents.ts'
import { keysOfConsents } from '#engine/forms/section.ts'
import { pointer } from '#engine/documents/json.ts'
import { Refusal, type Code } from '#engine/contract/problems.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { signedIn, type Target } from '../plugins/access.ts'
import { recordOf } from '../store/content.ts'
import { addFavourite, addInteraction, favouritesOf, removeFavourite } from '../store/others.ts'
import { forgetBlocks } from '../store/instrumentsums.ts'
import { dropFromProfile, lockUser, patchConsents, patchProfile } from '../store/users.ts'
import type { StoredConsent } from '../store/schema.ts'
import { CAREERS } from '#server/catalogue/career.ts'
import type { ServerContext } from '#server/start/context.ts'
import { featureOf, typeOf } from './catalogue.ts'

/**
 * By the ids of consent-list/main. With a version, the answer counts only for that version of the
 * text.
 */
const Consents = {
  body: {
    type: 'object',
    minProperties: 1,
    maxProperties: 60,
    additionalProperties: {
      anyOf: [
        { type: 'boolean' },
        {
          type: 'object',
          required: ['granted', 'version'],
          properties: { granted: { type: 'boolean' }, version: { type: 'integer' } },
          additionalProperties: false,
        },
      ],
    },
  },
} as const
type ConsentAnswer = boolean | { readonly granted: boolean; readonly version: number }
const Curriculum = {
  body: {
    type: 'object',
    required: ['schoolCurriculum'],
    properties: { schoolCurriculum: { type: 'string', maxLength: 80 } },
    additionalProperties: false,
  },
} as const
/** All interactions are sent with the user whenever the app starts. */
const INTERACTION_BYTES = 2048
/** Any object, flat or nested; the depth of every body is bounded at the door (base/bodies.ts). */
const Interaction = { body: { type: 'object', minProperties: 1 } } as const
const HideSection = {
  body: {
    type: 'object',
    required: ['section', 'hide'],
    properties: { section: { type: 'string', maxLength: 80 }, hide: { type: 'boolean' } },
    additionalProperties: false,
  },
} as const
const Favourite = {
  params: {
    type: 'object',
    properties: { type: { type: 'string', maxLength: 60 }, id: { type: 'string', maxLength: 120 } },
  },
} as const

export function accountRoutes(app: FastifyInstance, context: ServerContext): void {
  consentRoute(app, context)
  curriculumRoute(app, context)
  interactionRoute(app, context)
  hideSectionRoute(app, context)
  favouriteRoutes(app, context)
}

function consentRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Body: Readonly<Record<string, ConsentAnswer>> }>(
    '/users/consents',
    { config: { action: 'consent.write' }, schema: Consents },
    async (request) => {
      const { row, scope, user } = await signedIn(request)
      const { catalog } = request.release
      const today = context.now().toISOString()
      const needed = new Set(
        askedConsents(catalog, {
          plan: user.app.accountType,
          country: scope.facts.country,
          age: ageOn(user.profile['birthDate'], today),
          config: scope.config,
        }).flatMap((asked) => (asked.needed ? asked.item.id : [])),
      )
      const consents = judgedConsents(
        new Map(consentItems(catalog).map(({ id, version }) => [id, version])),
        needed,
        request.body,
        today,
        new Set(consentItems(catalog).flatMap(({ id, by }) => (by === undefined ? [] : [id]))),
      )
      await context.database.tenant(request.tenant.id, async (tx) => {
        await patchConsents(tx, row.id, consents)
        // What was asked for a purpose goes with it, also from the sums by group.
        const refused = Object.entries(consents).flatMap(([id, { granted }]) =>
          granted ? [] : [id],
        )
        const gone = keysOfConsents(catalog, refused)
        if ((await dropFromProfile(tx, row.id, gone)) > 0) await forgetBlocks(tx, row.id)
      })
      return (await request.refresh()).user
    },
  )
}

function curriculumRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Body: { schoolCurriculum: string } }>(
    '/users/school-curriculum',
    { config: { action: 'profile.write' }, schema: Curriculum },
    async (request) => {
      const { row } = await signedIn(request)
      const { schoolCurriculum } = request.body
      const offered = request.release.catalog.get('list', 'curricula')?.items ?? []
      if (!offered.some(({ id }) => id === schoolCurriculum))
        throw new Refusal('profile/unknown-curriculum', {
          fields: [{ pointer: '/schoolCurriculum', key: 'form.choice' }],
        })
      await context.database.tenant(request.tenant.id, (tx) =>
        patchProfile(tx, row.id, { schoolCurriculum }),
      )
      return (await request.refresh()).user
    },
  )
}

function interactionRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: Record<string, unknown> }>(
    '/users/interactions',
    { config: { action: 'interaction.write' }, bodyLimit: INTERACTION_BYTES, schema: Interaction },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const id = context.newId()
      await context.database.tenant(request.tenant.id, (tx) =>
        addInteraction(tx, id, row.id, request.body),
      )
      return reply.status(201).send({ ...request.body, _id: id })
    },
  )
}

function hideSectionRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { section: string; hide: boolean } }>(
    '/users/cv/hide-section',
    { config: { action: 'cv.write' }, schema: HideSection },
    async (request) => {
      const { row } = await signedIn(request)
      const { section, hide } = request.body
      if (request.release.catalog.get('profile-section', section) === undefined)
        throw new Refusal('profile/unknown-section')
      return context.database.tenant(request.tenant.id, async (tx) => {
        // Locked, so that two taps at the same time can't overwrite each other.
        const known = (await lockUser(tx, row.id))?.profile['hiddenSections']
        const before = Array.isArray(known) ? (known as string[]) : []
        const hiddenSections = hide
          ? [...new Set([...before, section])]
          : before.filter((each) => each !== section)
        await patchProfile(tx, row.id, { hiddenSections })
        return { hiddenSections }
      })
    },
  )
}

function favouriteRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const method of ['PUT', 'DELETE'] as const) {
    app.route<{ Params: { type: string; id: string } }>({
      method,
      url: '/users/favourites/:type/:id',
      config: { action: 'favourite.write', target: favouriteTarget },
      schema: Favourite,
      handler: async (request) => {
        const { row } = await signedIn(request)
        const { id } = request.params
        const type = typeOf(request, request.params.type).id
        const lists = await context.database.tenant(request.tenant.id, async (tx) => {
          const isThere = (await recordOf(tx, type, id, context.now())) !== undefined
          // A record that no longer exists can still be removed from the list.
          if (method === 'PUT' && !isThere) throw new Refusal('request/not-found')
          await (method === 'PUT' ? addFavourite : removeFavourite)(tx, row.id, type, id)
          return favouritesOf(tx, row.id)
        })
        return lists[type] ?? []
      },
    })
  }
}

/**
 * @param versions id -> current version of the text
 * @param needed ids of those that this user must agree to
 * @param guardians ids of those that nobody gives for themselves
 * @throws Refusal that names the first answer that can't be accepted; nothing is stored then
 */
function judgedConsents(
  versions: ReadonlyMap<string, number>,
  needed: ReadonlySet<string>,
  answers: Readonly<Record<string, ConsentAnswer>>,
  updatedAt: string,
  guardians: ReadonlySet<string>,
): Record<string, StoredConsent> {
  const refuse = (code: Code, id: string, key = `problem.${code.replace('/', '.')}`) =>
    new Refusal(code, { fields: [{ pointer: pointer(id), key }] })
  const judged = Object.entries(answers).map(([id, answer]): [string, StoredConsent] => {
    const version = versions.get(id)
    if (version === undefined) throw refuse('request/invalid', id, 'form.unknown')
    if (guardians.has(id)) throw refuse('consent/guardian', id)
    const given = typeof answer === 'boolean' ? { granted: answer, version } : answer
    if (!given.granted && id === 'terms') throw refuse('consent/terms-required', id)
    if (!given.granted && needed.has(id)) throw refuse('consent/needed', id)
    // The text changed while the user was reading the old version.
    if (given.version !== version) throw refuse('consent/changed', id)
    return [id, { granted: given.granted, updatedAt, version }]
  })
  return Object.fromEntries(judged)
}

function favouriteTarget(request: FastifyRequest, scope: Scope): Target {
  const type = typeOf(request, (request.params as { type: string }).type)
  // Careers are open to be saved in every plan; everything else is behind the feature of its type.
  const feature = type.id === CAREERS ? undefined : featureOf(type, scope)
  // Users whose plan has ended can still remove what they saved.
  return { id: type.id, listed: false, feature, open: request.method === 'DELETE' }
}
