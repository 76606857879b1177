/**
 * Made-up people for the model check, of whom only that is decided which somebody asks for. A rule that reads a value
 * opens a choice; trying each way of each choice that is really asked for is trying everybody whom the rules can tell
 * apart, and nobody twice (model.ts).
 */

import { featureAccess } from '#engine/decide/access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { decide, type Decision } from '#engine/decide/decide.ts'
import type { Uses } from './domains.ts'
import { FACTS } from '#engine/decide/facts.ts'
import { FORBIDDEN_KEYS, isObject } from '#engine/documents/json.ts'
import type { ConfigDocument, Stage } from '#engine/documents/kinds.ts'
import {
  NO_ONBOARDING,
  scopeConfig,
  type RouteScope,
  type Scope,
  type User,
  type ScopeInput,
} from '#engine/rules/scope.ts'
import {
  CURRICULUM,
  DAY,
  traitsOf,
  type Input,
  type Inputs,
  type Trait,
} from '#engine/scoring/traits.ts'

const NOBODY_ELSE: User = {
  _id: 'persona',
  email: 'a@b.test',
  phone: null,
  emailVerified: false,
  phoneVerified: false,
  emailSHA256: null,
  createdAt: DAY,
  profile: {},
  consents: {},
  assessments: {},
  interactions: [],
  app: {
    accountType: 'free',
    role: null,
    researchAssessments: [],
    cohort: null,
    termsAgreement: false,
    guardianEmail: null,
    legalAge: null,
  },
  auth: { currentSessionAuthMethod: 'email', currentSessionAuthVerified: false },
}

/** What people do about a value that is not there yet: dotted path of the scope, what it was -> what it is then. */
export type Doing = (path: string, was: unknown) => unknown

export class People {
  /** What rules ask of the person who is tried now. */
  readonly scope: Scope
  /** Are they everybody whom the rules tell apart? */
  readonly isWhole: boolean
  readonly #signedIn: Trait
  readonly #traits: readonly Trait[]
  readonly #picked = new Map<Trait, number>()
  readonly #trail: Trait[] = []
  #route: RouteScope | null = null
  #doing: Doing | null = null
  /** Counts whenever something may be another than before: what is computed is kept until then. */
  #moment = 0

  /**
   * @param uses how the rules that decide use each variable
   * @param onStage told of each row of flow/app-stage that decides
   */
  constructor(
    readonly catalog: Catalog,
    readonly config: ConfigDocument,
    uses: Uses,
    onStage: (decision: Decision) => void,
  ) {
    const { traits, inputs, presence, signedIn, isWhole } = traitsOf(catalog, config, uses)
    this.isWhole = isWhole
    this.#traits = traits
    this.#signedIn = signedIn
    this.scope = this.#scopeOf(inputs, presence, onStage)
  }

  /** Forgets everybody. */
  begin(): void {
    this.#moment++
    this.#picked.clear()
    this.#trail.length = 0
  }

  /** The next person who differs in what was asked. @returns false when there is none left */
  next(): boolean {
    this.#moment++
    for (;;) {
      const last = this.#trail.at(-1)
      if (last === undefined) return false
      const index = this.#picked.get(last)! + 1
      if (index < last.words.length) {
        this.#picked.set(last, index)
        return true
      }
      this.#trail.pop()
      this.#picked.delete(last)
    }
  }

  /** Somebody of whom this is decided; the rest is as it comes. */
  become(ways: ReadonlyMap<Trait, number>): void {
    this.begin()
    for (const [trait, index] of ways) this.#picked.set(trait, index)
  }

  /** What of the present person has been asked. */
  get asked(): readonly Trait[] {
    return [...this.#picked.keys()]
  }

  /** Is the configuration as its tenant has it? Rules that ask for a setting are tried with others too. */
  get isAsConfigured(): boolean {
    return [...this.#picked].every(
      ([{ name }, index]) => index === 0 || !name.startsWith('config.'),
    )
  }

  /** The present person once they have done something, as long as `work` runs. */
  after<T>(doing: Doing, work: () => T): T {
    this.#moment++
    this.#doing = doing
    try {
      return work()
    } finally {
      this.#moment++
      this.#doing = null
    }
  }

  stand(route: RouteScope): void {
    this.#route = route
  }

  describe(): string {
    const words = this.#traits.flatMap((trait) => {
      const index = this.#picked.get(trait)
      return index === undefined || trait.words[index] === '' ? [] : [trait.words[index]!]
    })
    return words.length === 0 ? 'everybody' : words.join(', ')
  }

  #pick(trait: Trait): number {
    const index = this.#picked.get(trait)
    if (index !== undefined) return index
    // Whatever else they have to do is a matter of other pages: of what one page lets them give, only this person is asked.
    if (this.#doing !== null && trait.done !== undefined) return trait.done
    this.#picked.set(trait, 0)
    this.#trail.push(trait)
    return 0
  }

  #valueOf(path: string, input: Input): unknown {
    const value = input((trait) => this.#pick(trait))
    return this.#doing === null ? value : this.#doing(path, value)
  }

  #scopeOf(inputs: Inputs, presence: Inputs, onStage: (decision: Decision) => void): Scope {
    const { catalog } = this
    const read = (path: string, input: Input) => this.#valueOf(path, input)
    const user = asked(NOBODY_ELSE, 'user.', inputs, read)
    const withPresence = asked(NOBODY_ELSE, 'user.', presence, read)
    const config = asked({ ...scopeConfig(this.config), ...this.config }, 'config.', inputs, read)
    const session = asked(
      { initialised: true, language: this.config.locales.default },
      'world.',
      inputs,
      read,
    )
    const who = () => (this.#pick(this.#signedIn) === 0 ? null : user)
    const world: ScopeInput = {
      get user() {
        return who()
      },
      get initialised() {
        return session.initialised
      },
      get language() {
        return session.language
      },
      onboarding: asked(NO_ONBOARDING, 'onboarding.', inputs, read),
      config,
      today: DAY,
      curricula: [CURRICULUM],
    }
    const route = () => this.#route
    const kept = <T>(compute: () => T): (() => T) => {
      let at = -1
      let value: T
      return () => {
        if (at !== this.#moment) {
          value = compute()
          at = this.#moment
        }
        return value
      }
    }
    const stage = kept(() => {
      const decision = who() === null ? null : decide(catalog, 'app-stage', scope)
      if (decision !== null) onStage(decision)
      return decision && 'stage' in decision.then ? decision.then.stage : null
    })
    const scope: Scope = {
      session: {
        get signedIn() {
          return who() !== null
        },
        get method() {
          return who()?.auth.currentSessionAuthMethod ?? null
        },
        get verified() {
          return who()?.auth.currentSessionAuthVerified ?? false
        },
        get initialised() {
          return session.initialised
        },
      },
      get user() {
        return who()
      },
      get stage(): Stage | null {
        return stage()
      },
      facts: lazily([
        ...Object.entries(FACTS).map(
          ([name, compute]) => [name, kept(() => compute(catalog, world))] as const,
        ),
        // Whether a field is filled in is all that this one asks: not with what.
        [
          'profileComplete',
          kept(
            () =>
              who() !== null && FACTS.profileComplete(catalog, { ...world, user: withPresence }),
          ),
        ] as const,
      ]) as Scope['facts'],
      feature: lazily(
        catalog.features.map((feature) => {
          const isLocal = feature.allow.some(({ countries }) => !countries.includes('*'))
          return [
            feature.id,
            kept(() =>
              featureAccess(
                feature,
                config,
                who()?.app.accountType ?? null,
                isLocal ? FACTS.country(catalog, world) : '',
              ),
            ),
          ]
        }),
      ) as Scope['feature'],
      onboarding: world.onboarding,
      config,
      get language() {
        return session.language
      },
      get route() {
        return route()
      },
    }
    return scope
  }
}

/** An object whose members are computed when they are read. */
function lazily(members: readonly (readonly [string, () => unknown])[]): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(members.map(([name, get]) => [name, { get, enumerable: true }])),
  )
}

/** A copy of an object in which every value that depends on a trait asks for it. */
function asked<T extends object>(
  base: T,
  prefix: string,
  inputs: Inputs,
  read: (path: string, input: Input) => unknown,
): T {
  const copy: object = { ...base }
  const heads = new Set(
    [...inputs.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).split('.')[0]!),
  )
  for (const head of heads) {
    if (FORBIDDEN_KEYS.has(head)) continue
    const path = prefix + head
    const input = inputs.get(path)
    const within = (value: unknown) => asked(isObject(value) ? value : {}, `${path}.`, inputs, read)
    const isDeep = [...inputs.keys()].some((each) => each.startsWith(`${path}.`))
    const deep = isDeep ? within((base as Record<string, unknown>)[head]) : undefined
    const get = () => {
      if (input === undefined) return deep
      const value = read(path, input)
      return deep !== undefined && isObject(value) ? within(value) : value
    }
    Object.defineProperty(copy, head, { get, enumerable: true })
  }
  return copy as T
}
