/**
 * PUT and DELETE users/entries/{section}/{list}/{member}/{id}: adds or removes one entry of a list
 * in the profile. A list that is saved as a whole would lose what another device has added since.
 */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { hasEntry, withEntry } from '#engine/forms/formentries.ts'
import { keptValues } from '#engine/forms/formvalues.ts'
import { required } from '#server/base/required.ts'
import { validateSection } from '#server/release/sections.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { lockUser, patchProfile } from '../store/users.ts'

const text = { type: 'string', minLength: 1, maxLength: 120 } as const
const Params = {
  params: { type: 'object', properties: { section: text, list: text, member: text, id: text } },
} as const
type Entry = { section: string; list: string; member: string; id: string }

export function entryRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const method of ['PUT', 'DELETE'] as const) {
    app.route<{ Params: Entry }>({
      method,
      url: '/users/entries/:section/:list/:member/:id',
      config: { action: 'profile.write' },
      schema: Params,
      handler: async (request) => {
        const { section: name, list, member, id } = request.params
        const { catalog, sections } = request.release
        const section = catalog.get('profile-section', name)
        const field = section?.fields.find((each) => (each.path ?? each.id) === list)
        const isKey = field?.fields?.some((each) => each.id === member && each.type === 'text')
        if (section?.save === undefined || field?.type !== 'entries' || isKey !== true)
          throw new Refusal('profile/unknown-section')
        const { row } = await signedIn(request)
        return context.database.tenant(request.tenant.id, async (tx) => {
          const known = (await lockUser(tx, row.id))?.profile[list]
          const entries = Array.isArray(known) ? (known as unknown[]) : []
          const on = method === 'PUT'
          if (on === hasEntry(entries, member, id)) return { [list]: known ?? null }
          const values = keptValues({ [list]: withEntry(entries, member, id, on) })
          // One that can go may leave a list that wouldn't be accepted as a whole.
          const schema = required(sections.get(name), `profile-section/${name}`)
          const fields = on ? validateSection(schema, values, { partial: true }) : []
          if (fields.length > 0) throw new Refusal('profile/invalid', { fields })
          await patchProfile(tx, row.id, values)
          return values
        })
      },
    })
  }
}
