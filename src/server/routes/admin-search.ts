/** One search over everything that the console has: documents, their words, records, colleagues. */

import type { FastifyInstance } from 'fastify'
import type { Role } from '#engine/contract/admincontract.ts'
import {
  MIN_SEARCHED,
  type ConsoleFound,
  type FoundPerson,
} from '#engine/contract/consolesearch.ts'
import { resolveMenu } from '#engine/decide/menu.ts'
import { linksOf } from '#engine/decide/menulinks.ts'
import { plainWords } from '#engine/documents/finding.ts'
import { fold } from '#server/catalogue/words.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { usersForConsole } from '../store/console.ts'
import { recordsByName } from '../store/recordnames.ts'
import type { FoundInDocuments } from '../workspace/finding.ts'
import { askNow, keyOf, loadWorkspace } from '../workspace/workspace.ts'
import { textOf } from './admin-content.ts'

const MAX_FOUND = 5
const Query = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: MIN_SEARCHED, maxLength: 80 } },
} as const

export function adminSearchRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { text: string } }>(
    '/admin/search',
    { config: { action: 'console.read' }, schema: { querystring: Query } },
    async (request): Promise<ConsoleFound> => {
      const { tenant, release } = request
      const text = request.query.text.trim()
      const { scope } = await signedIn(request)
      const space = await loadWorkspace(context, tenant)
      const found = JSON.parse(
        await askNow(context, tenant, 'find', { text }, space, `${text} ${keyOf(space)}`),
      ) as FoundInDocuments
      // The menu says who has a page of people; its documents are the tenant's own.
      const seesPeople = linksOf(resolveMenu(release.catalog, 'console', scope)).some(
        ({ to }) => to === 'consolePeople',
      )
      const types = release.catalog.all('content-type')
      const { rows, people } = await context.database.tenant(tenant.id, async (tx) => ({
        rows:
          types.length === 0 || fold(text) === ''
            ? []
            : await recordsByName(
                tx,
                types.map(({ id }) => id),
                fold(text),
                MAX_FOUND,
              ),
        people: seesPeople ? await colleagues(tx, text) : null,
      }))
      const labels = new Map(types.map(({ id, label }) => [id, textOf(request, label)]))
      const records = rows.map((row) => ({ ...row, label: labels.get(row.type) ?? row.type }))
      return { ...found, records, people }
    },
  )
}

/** Those with a role. To search for learners is logged, and not done while somebody types. */
async function colleagues(tx: Tx, text: string): Promise<FoundPerson[]> {
  const rows = await usersForConsole(
    tx,
    { search: plainWords(text), everybody: false },
    1,
    MAX_FOUND,
  )
  return rows.flatMap(({ email, role }) =>
    email === null ? [] : [{ email, role: role as Role | null }],
  )
}
