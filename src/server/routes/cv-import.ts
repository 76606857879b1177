/** POST users/cv/import: fills the profile from a JSON Resume (docs/decisions/0093). */

import type { FastifyInstance } from 'fastify'
import { ownParts } from '#engine/cv/ownparts.ts'
import { readResume } from '#engine/cv/readresume.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { respondentOf } from '#engine/forms/conditions.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { cvWords } from '#server/papers/cvwords.ts'
import { requireResume } from '#server/papers/resumeschema.ts'
import { takeResume } from '#server/papers/takeresume.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { count } from '../store/limits.ts'
import { lockUser, patchProfile } from '../store/users.ts'

/** A long CV has 20 kB; pictures have no place in one. */
const MAX_BYTES = 256 * 1024
const IMPORTS_PER_HOUR = 60

const Body = {
  body: {
    type: 'object',
    required: ['resume'],
    properties: { resume: { type: 'object' }, try: { type: 'boolean' } },
    additionalProperties: false,
  },
} as const

/** Why a value isn't read: a year has no month, and of a day only the month is. */
function whyNot(resume: unknown, years: readonly string[], pointer: string) {
  if (years.includes(pointer)) return 'month'
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], resume)
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'day' : 'no-place'
}

export function cvImportRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { resume: Record<string, unknown>; try?: boolean } }>(
    '/users/cv/import',
    { config: { action: 'cv.write' }, schema: Body, bodyLimit: MAX_BYTES },
    async (request) => {
      const { row, scope } = await signedIn(request)
      const { release, language, tenant } = request
      const { resume, try: tries = false } = request.body
      const now = context.now()
      const imports = await context.database.tenant(tenant.id, (tx) =>
        count(tx, limitKey(context, 'cv-import', tenant.id, row.id), 3600, now),
      )
      if (imports > IMPORTS_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
      requireResume(resume)
      const words = cvWords(release, language)
      const own = ownParts(release.catalog.all('profile-section'))
      const { found, left, years } = readResume(resume, words, own)
      return context.database.tenant(tenant.id, async (tx) => {
        // Locked, so that what another device is adding now stays.
        const user = await lockUser(tx, row.id)
        if (user === undefined) throw new Refusal('access/session')
        const result = takeResume(found, user.profile, {
          release,
          respondent: respondentOf(scope, now.toISOString().slice(0, 10)),
          newId: context.newId,
        })
        if (!tries && Object.keys(result.values).length > 0)
          await patchProfile(tx, row.id, result.values)
        return {
          taken: result.taken,
          adds: result.adds.map(({ pointer, section }) => ({
            pointer,
            title: words.text(release.catalog.get('profile-section', section)?.label ?? section),
          })),
          left: [
            ...result.left.map(({ pointer, why, field, problem }) => ({
              pointer,
              why,
              ...(field !== undefined &&
                problem !== undefined && {
                  message: words.text('form.named', {
                    label: words.text(field),
                    message: words.text(problem.key, problem.values),
                  }),
                }),
            })),
            ...left.map((pointer) => ({
              pointer,
              why: whyNot(resume, years, pointer),
            })),
          ],
        }
      })
    },
  )
}
