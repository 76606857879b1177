/**
 * Personas for the model check, decided only as far as rules ask. A rule that reads a value opens a
 * choice; trying every option of every choice that was opened covers everyone whom the rules can
 * tell apart, without repetition (model.ts).
 */

import { featureAccess } from '#engine/decide/access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { decide, type Decision } from '#engine/decide/decide.ts'
import type { Uses } from './domains.ts'
import { FACTS, ownConsentsComplete } from '#engine/decide/facts.ts'
import { FORBIDDEN_KEYS, isObject } from '#engine/documents/json.ts'
import type { ConfigDocument, Stage } from '#engine/documents/kinds.ts'
import {
  NO_ONBOARDING,
  scopeConfig,
  type InstanceConfig,
  type RouteScope,
  type Scope,
  type User,
  type ScopeInput,
} from '#engine/rules/scope.ts'
import { CURRICULUM } from './profiletraits.ts'
import { DAY, type Input, type Inputs, type Trait } from './traitbuilder.ts'
import { traitsOf } from './traits.ts'

/** What all personas have until a rule asks for something else. */
const TEMPLATE: User = {
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
  auth: {
    currentSessionAuthMethod: 'email',
    currentSessionAuthVerified: false,
    newAddress: null,
    codeTo: null,
  },
}

/** What a page changes for a persona: dotted path of the scope, current value -> new value. */
export type Doing = (path: string, was: unknown) => unknown

export class People {
  /** What rules can read of the current persona. */
  readonly scope: Scope
  /** Do the personas cover everyone whom the rules tell apart? */
  readonly isWhole: boolean
  readonly #signedIn: Trait
  readonly #traits: readonly Trait[]
  readonly #picked = new Map<Trait, number>()
  readonly #trail: Trait[] = []
  #route: RouteScope | null = null
  #doing: Doing | null = null
  /** Increased whenever a value may have changed: until then computed values are cached. */
  #moment = 0

  /**
   * @param uses how the rules that decide use each variable
   * @param onStage called with each row of flow/app-stage that decides
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

  /** Starts again from the first persona. */
  begin(): void {
    this.#moment++
    this.#picked.clear()
    this.#trail.length = 0
  }

  /**
   * Moves to the next persona that differs in what was asked. @returns false when there is none
   * left
   */
  next(): boolean {
    this.#moment++
    for (;;) {
      const last = this.#trail.at(-1)
      if (last === undefined) return false
      const index = (this.#picked.get(last) ?? 0) + 1
      if (index < last.words.length) {
        this.#picked.set(last, index)
        return true
      }
      this.#trail.pop()
      this.#picked.delete(last)
    }
  }

  /** A persona with these choices made; the others stay open. */
  become(ways: ReadonlyMap<Trait, number>): void {
    this.begin()
    for (const [trait, index] of ways) this.#picked.set(trait, index)
  }

  /** The choices that were opened for the current persona. */
  get asked(): readonly Trait[] {
    return [...this.#picked.keys()]
  }

  /**
   * Is the configuration the tenant's own? Rules that read a setting are also tried with other
   * values.
   */
  get isAsConfigured(): boolean {
    return [...this.#picked].every(
      ([{ name }, index]) => index === 0 || !name.startsWith('config.'),
    )
  }

  /** Runs `work` with the current persona after they have done something. */
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
      return (index !== undefined && trait.words[index]) || []
    })
    return words.length === 0 ? 'everybody' : words.join(', ')
  }

  #pick(trait: Trait): number {
    const index = this.#picked.get(trait)
    if (index !== undefined) return index
    // Other tasks belong to other pages: within one page, everything else counts as done.
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
    const config = asked({ ...scopeConfig(this.config), ...this.config }, 'config.', inputs, read)
    const world = this.#inputOf(config, inputs, read)
    const withPresence = asked(TEMPLATE, 'user.', presence, read)
    const stage = this.#cached(() => {
      const decision = world.user === null ? null : decide(catalog, 'app-stage', scope)
      if (decision !== null) onStage(decision)
      return decision && 'stage' in decision.then ? decision.then.stage : null
    })
    const route = () => this.#route
    const scope: Scope = {
      session: sessionOf(world),
      get user() {
        return world.user
      },
      get stage(): Stage | null {
        return stage()
      },
      facts: this.#factsOf(world, withPresence, asked({}, 'facts.', inputs, read)),
      feature: this.#featuresOf(world),
      onboarding: world.onboarding,
      config,
      get language() {
        return world.language
      },
      get route() {
        return route()
      },
    }
    return scope
  }

  /** The inputs of the scope: each value opens a choice when it is read. */
  #inputOf(
    config: InstanceConfig,
    inputs: Inputs,
    read: (path: string, input: Input) => unknown,
  ): ScopeInput {
    const user = asked(TEMPLATE, 'user.', inputs, read)
    const browser = asked(
      { initialised: true, language: this.config.locales.default },
      'world.',
      inputs,
      read,
    )
    const currentUser = () => (this.#pick(this.#signedIn) === 0 ? null : user)
    return {
      get user() {
        return currentUser()
      },
      get initialised() {
        return browser.initialised
      },
      get language() {
        return browser.language
      },
      onboarding: asked(NO_ONBOARDING, 'onboarding.', inputs, read),
      config,
      today: DAY,
      curricula: [CURRICULUM],
    }
  }

  /** @param chosen facts that are a trait of their own, whatever they are computed from */
  #factsOf(world: ScopeInput, withPresence: User, chosen: Partial<Scope['facts']>): Scope['facts'] {
    const { catalog } = this
    const facts = Object.entries(FACTS).map(
      ([name, compute]) => [name, this.#cached(() => compute(catalog, world))] as const,
    )
    // This fact depends only on whether a field is filled in, not on its value.
    const profileComplete = this.#cached(
      () => world.user !== null && FACTS.profileComplete(catalog, { ...world, user: withPresence }),
    )
    const isChosen = (fact: 'guardianPending' | 'birthDateNeeded') => () =>
      world.user !== null && chosen[fact] === true
    // Learners can't give their guardian's consent: whether it is awaited is a trait.
    const consentsComplete = this.#cached(
      () => ownConsentsComplete(catalog, world) && !isChosen('guardianPending')(),
    )
    return lazily([
      ...facts,
      ['profileComplete', profileComplete],
      ['consentsComplete', consentsComplete],
      ['guardianPending', isChosen('guardianPending')],
      ['birthDateNeeded', isChosen('birthDateNeeded')],
    ]) as Scope['facts']
  }

  #featuresOf(world: ScopeInput): Scope['feature'] {
    const { catalog } = this
    const features = catalog.features.map((feature) => {
      const isLocal = feature.allow.some(({ countries }) => !countries.includes('*'))
      const access = this.#cached(() =>
        featureAccess(
          feature,
          world.config,
          world.user?.app.accountType ?? null,
          isLocal ? FACTS.country(catalog, world) : '',
        ),
      )
      return [feature.id, access] as const
    })
    return lazily(features) as Scope['feature']
  }

  /** A value that is computed again only after something may have changed. */
  #cached<T>(compute: () => T): () => T {
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
}

function sessionOf(world: ScopeInput): Scope['session'] {
  return {
    get signedIn() {
      return world.user !== null
    },
    get method() {
      return world.user?.auth.currentSessionAuthMethod ?? null
    },
    get verified() {
      return world.user?.auth.currentSessionAuthVerified ?? false
    },
    get initialised() {
      return world.initialised
    },
  }
}

/** An object with members that are computed when read. */
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
      .map((path) => path.slice(prefix.length).replace(/\..*/, '')),
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
