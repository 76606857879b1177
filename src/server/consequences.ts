/** What publishing the drafts would mean for people: who is half-way where, and who lands elsewhere (engine.md 5). */

import type { Consequences } from '#engine/admincontract.ts'
import { Catalog } from '#engine/catalog.ts'
import type { ConfigDocument } from '#engine/kinds.ts'
import { navigate } from '#engine/navigate.ts'
import { personaUser } from '#engine/personas.ts'
import { pathTo } from '#engine/routes.ts'
import { buildScope, NO_ONBOARDING, type User, type World as ScopeWorld } from '#engine/scope.ts'
import { STAGES } from '#engine/kinds.ts'
import { documentChanges, readAll, workshop } from './publishing.ts'
import { openAttemptCounts, peopleForConsequences } from './store/consequences.ts'
import type { Tenant } from './store/tenants.ts'
import type { World } from './world.ts'

/** Beyond so many people the youngest accounts stand for all: who is half-way is among them. */
const MOST_PEOPLE = 2000
const MOST_LANDINGS = 60
const DECIDING = /^(?:flow|route-group|access|config|rule)\//

export async function consequences(world: World, tenant: Tenant, language: string): Promise<Consequences> {
  const shop = await workshop(world, tenant)
  const changes = documentChanges(shop.live, shop.effective)
  const changed = new Set(changes.map(({ document }) => document))
  const { open, people } = await world.database.tenant(tenant.id, async (tx) => ({ open: await openAttemptCounts(tx), people: await peopleForConsequences(tx, MOST_PEOPLE) }))
  const attempts = open
    .filter(({ assessment }) => changed.has(`assessment/${assessment}`) || changed.has(`scoring/${assessment}`))
    .map(({ assessment, people: count }) => ({ assessment, people: Number(count) }))
  if (![...changed].some((name) => DECIDING.test(name))) return { changes, attempts, landings: [], steps: [] }
  let after: Catalog
  try {
    after = new Catalog(readAll(shop.effective).values())
  } catch {
    // A draft that cannot be read has no consequences yet; the check says why.
    return { changes, attempts, landings: [], steps: [] }
  }
  const before = new Catalog(shop.live.values())
  const users = people.map(({ user }) => user)
  const today = world.now().toISOString().slice(0, 10)
  return { changes, attempts, ...compare(before, after, tenant.config, users, today, language) }
}

type Moves = Pick<Consequences, 'landings' | 'steps'>

function compare(before: Catalog, after: Catalog, configId: string, users: readonly User[], today: string, language: string): Moves {
  const worldOf = (catalog: Catalog, user: User | null): ScopeWorld => {
    const config = catalog.get('config', configId) as ConfigDocument
    return { user, initialised: true, onboarding: NO_ONBOARDING, config, language, today, curricula: null }
  }
  const lands = (catalog: Catalog, user: User | null, path: string): string => {
    try {
      const landing = navigate(catalog, worldOf(catalog, user), { path, query: {} })
      return landing.outcome === 'loop' ? '?' : landing.route.id
    } catch {
      return '?'
    }
  }
  const kindOf = (user: User) => `${user.app.accountType}|${buildScope(before, worldOf(before, user)).stage ?? ''}`
  const counts = new Map<string, number>()
  for (const user of users) counts.set(kindOf(user), (counts.get(kindOf(user)) ?? 0) + 1)

  const landings: Consequences['landings'][number][] = []
  const paths = [...before.routes.values()].filter(({ path, redirect }) => !path.includes(':') && path !== '*' && redirect === undefined)
  for (const stage of ['signedOut', ...STAGES] as const) {
    for (const { id: plan } of stage === 'signedOut' ? [{ id: 'free' }] : before.plans) {
      const config = before.get('config', configId)!
      const user = personaUser(before, config, { plan, stage, country: config.defaultCountry, language }, 'persona')
      // A stage that this plan never comes to is nobody's.
      if (user !== null && buildScope(before, worldOf(before, user)).stage !== stage) continue
      for (const route of paths) {
        const path = pathTo(route)
        const [from, to] = [lands(before, user, path), lands(after, user, path)]
        if (from !== to && landings.length < MOST_LANDINGS) landings.push({ stage, plan, path, from, to, people: counts.get(`${plan}|${stage}`) ?? 0 })
      }
    }
  }
  return { landings, steps: stepsOf(users, (catalog, user) => lands(catalog, user, '/onboarding'), before, after) }
}

/** People in onboarding, by the step that they stand on now and the one they will stand on. */
function stepsOf(users: readonly User[], stepOf: (catalog: Catalog, user: User) => string, before: Catalog, after: Catalog): Consequences['steps'] {
  const now = new Map<string, number>()
  const then = new Map<string, number>()
  for (const user of users) {
    for (const [catalog, tally] of [
      [before, now],
      [after, then],
    ] as const) {
      const step = stepOf(catalog, user)
      tally.set(step, (tally.get(step) ?? 0) + 1)
    }
  }
  return [...new Set([...now.keys(), ...then.keys()])].map((step) => ({ step, people: now.get(step) ?? 0, after: then.get(step) ?? 0 })).filter(({ people, after: later }) => people !== later)
}
