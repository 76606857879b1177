/** PUT users/cv/order: the order of the parts of one's CV (docs/decisions/0095). */

import type { FastifyInstance } from 'fastify'
import { OWN_ORDER } from '#engine/cv/ownorder.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { lockUser, patchProfile } from '../store/users.ts'

const Order = {
  body: {
    type: 'object',
    required: ['order'],
    additionalProperties: false,
    properties: {
      order: {
        type: 'array',
        maxItems: 60,
        uniqueItems: true,
        items: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_-]{0,79}$' },
      },
    },
  },
} as const

export function cvOrderRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Body: { order: string[] } }>(
    '/users/cv/order',
    { config: { action: 'cv.write' }, schema: Order },
    async (request) => {
      const { row } = await signedIn(request)
      const { order } = request.body
      const seen = request.headers['if-match']
      return context.database.tenant(request.tenant.id, async (tx) => {
        const profile = (await lockUser(tx, row.id))?.profile ?? {}
        const [now, next] = [profile, { [OWN_ORDER]: order }].map((each) =>
          sectionVersion(each, [OWN_ORDER]),
        )
        // Sent again because its response was lost, it is the same order.
        if (seen !== undefined && seen !== now && now !== next) throw new Refusal('profile/changed')
        await patchProfile(tx, row.id, { [OWN_ORDER]: order })
        return { [OWN_ORDER]: order }
      })
    },
  )
}
