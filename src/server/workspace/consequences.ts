/**
 * The effects of publishing the drafts on users: who is halfway through what, who ends up elsewhere,
 * and which experiments pause (engine.md 5).
 */

import type { Consequences } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { lostBy } from '#engine/experiments/arms.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { personaUser } from '#engine/check/personas.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { buildScope, NO_ONBOARDING, type User, type ScopeInput } from '#engine/rules/scope.ts'
import { STAGES } from '#engine/documents/kinds.ts'
import { required } from '#server/base/required.ts'
import { documentChanges, withArms } from './changes.ts'
import { examplesOf, type Example } from './examples.ts'
import type { Opened } from './opened.ts'
import { readAll } from './prepare.ts'

const MAX_LANDINGS = 60
const DECIDING = /^(?:flow|route-group|access|config|rule|consent-list)\//

export type ConsequencesInput = {
  /** Open attempts by assessment. */
  readonly open: readonly { readonly assessment: string; readonly people: number }[]
  readonly people: readonly User[]
  readonly config: string
  readonly language: string
  /** YYYY-MM-DD */
  readonly today: string
}

export function consequencesOf(
  { code, live, drafts, effective, unreadable }: Opened,
  { open, people, config, language, today }: ConsequencesInput,
): Consequences {
  const changes = withArms(documentChanges(live, effective, code), live, effective, code)
  const changed = new Set(changes.map(({ document }) => document))
  const attempts = open.filter(
    ({ assessment }) =>
      changed.has(`assessment/${assessment}`) || changed.has(`scoring/${assessment}`),
  )
  const pauses = lostBy(
    live.values(),
    (name) => effective.get(name),
    (name) => drafts.has(name),
  ).map(({ experiment: { id, title } }) => ({ experiment: id, title }))
  if (unreadable.size > 0 || ![...changed].some((name) => DECIDING.test(name)))
    return { learners: people.length, changes, attempts, pauses, landings: [], steps: [] }
  let moves: Moves
  try {
    moves = compare(
      wholeCatalog(live.values()),
      wholeCatalog(readAll(effective).values()),
      config,
      people,
      today,
      language,
    )
  } catch {
    // An unreadable draft has no effects yet; the check explains why.
    moves = { landings: [], steps: [] }
  }
  return { learners: people.length, changes, attempts, pauses, ...moves }
}

type Landing = Consequences['landings'][number]
type Moves = Pick<Consequences, 'landings' | 'steps'>

function compare(
  before: Catalog,
  after: Catalog,
  configId: string,
  users: readonly User[],
  today: string,
  language: string,
): Moves {
  const inputOf = (catalog: Catalog, user: User | null): ScopeInput => {
    const config = catalog.get('config', configId) as ConfigDocument
    return {
      user,
      initialised: true,
      onboarding: NO_ONBOARDING,
      config,
      language,
      today,
      curricula: null,
    }
  }
  const lands = (catalog: Catalog, user: User | null, path: string): string => {
    try {
      const landing = navigate(catalog, inputOf(catalog, user), { path, query: {} })
      return landing.outcome === 'loop' ? '?' : landing.route.id
    } catch {
      return '?'
    }
  }
  const kindOf = (user: User) =>
    `${user.app.accountType}|${buildScope(before, inputOf(before, user)).stage ?? ''}`
  const counts = new Map<string, number>()
  for (const user of users) counts.set(kindOf(user), (counts.get(kindOf(user)) ?? 0) + 1)

  const config = required(before.get('config', configId), `config/${configId}`)
  const paths = [...before.routes.values()].filter(
    ({ path, redirect }) => !path.includes(':') && path !== '*' && redirect === undefined,
  )
  const examples = examplesOf(before, after)
  const landings: Landing[] = []
  for (const stage of ['signedOut', ...STAGES] as const) {
    for (const { id: plan } of stage === 'signedOut' ? [{ id: 'free' }] : before.plans) {
      const movesOf = (who: Example | null, routes: typeof paths): Landing[] => {
        const persona = {
          plan,
          stage,
          country: who?.country ?? config.defaultCountry,
          language,
          ...(who?.age != null && { age: who.age }),
        }
        const user = personaUser(before, config, persona, 'persona', today)
        // No user of this plan is ever in this stage.
        if (user !== null && buildScope(before, inputOf(before, user)).stage !== stage) return []
        return routes.flatMap((route): Landing[] => {
          const path = pathTo(route)
          const [from, to] = [lands(before, user, path), lands(after, user, path)]
          const people = who === null ? (counts.get(`${plan}|${stage}`) ?? 0) : 0
          return from === to ? [] : [{ stage, plan, path, from, to, people, who }]
        })
      }
      const usual = movesOf(null, paths)
      landings.push(...usual)
      // Nobody's age or country is known before they have an account.
      if (stage === 'signedOut') continue
      const told = paths.filter(({ id }) => examples.routes?.has(id) ?? true)
      for (const who of examples.people)
        landings.push(
          ...movesOf(who, told).filter((each) => !usual.some((one) => isSame(one, each))),
        )
    }
  }
  return {
    landings: landings.slice(0, MAX_LANDINGS),
    steps: stepsOf(users, (catalog, user) => lands(catalog, user, '/onboarding'), before, after),
  }
}

function isSame(one: Landing, other: Landing): boolean {
  return one.path === other.path && one.from === other.from && one.to === other.to
}

/** Users in onboarding, by their current step and the one after publishing. */
function stepsOf(
  users: readonly User[],
  stepOf: (catalog: Catalog, user: User) => string,
  before: Catalog,
  after: Catalog,
): Consequences['steps'] {
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
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((step) => ({ step, people: now.get(step) ?? 0, after: then.get(step) ?? 0 }))
    .filter(({ people, after: later }) => people !== later)
}
