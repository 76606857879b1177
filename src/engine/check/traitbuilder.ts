/**
 * Collects the ways in which users differ, and how each value of the scope follows from them
 * (traits.ts).
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { lookUp, type VarType } from '#engine/rules/ruletypes.ts'
import { scopeTypes } from '#engine/rules/scopetypes.ts'
import { distinct, MAX_VALUES, valuesOf, type Test, type Use, type Uses } from './domains.ts'

/**
 * One way in which users differ, with a word for each value; empty for the value that needs none.
 */
export type Trait = {
  readonly name: string
  readonly words: readonly string[]
  /**
   * Index of the value of a user who has completed everything; undefined if completion doesn't
   * determine it.
   */
  readonly done: number | undefined
}
/** Computes a value of the scope from the traits it depends on. */
export type Input = (pick: (trait: Trait) => number) => unknown
export type Inputs = ReadonlyMap<string, Input>

export type Traits = {
  readonly traits: readonly Trait[]
  readonly inputs: Inputs
  /** The same for code that only asks whether a profile field is filled in. */
  readonly presence: Inputs
  readonly signedIn: Trait
  /** Do the traits cover everyone whom the rules distinguish? */
  readonly isWhole: boolean
}

/** The date on which all personas live, so that a check gives the same result tomorrow. */
export const DAY = '2026-01-01'

const isMissing: Test = (value) => value === undefined || value === null

export class TraitBuilder {
  readonly traits: Trait[] = []
  readonly inputs = new Map<string, Input>()
  readonly presence = new Map<string, Input>()
  readonly #types: VarType

  /**
   * @param uses how the rules that decide use each variable
   * @param used the same, with what follows from facts, consents and features
   */
  constructor(
    readonly catalog: Catalog,
    readonly config: ConfigDocument,
    readonly uses: Uses,
    readonly used: Uses,
  ) {
    this.#types = scopeTypes(catalog)
  }

  /**
   * @param words what each value of the trait is called
   * @param members path of the scope -> its value for each value of the trait
   */
  add(
    name: string,
    words: readonly string[],
    members: Readonly<Record<string, readonly unknown[]>>,
    done?: number,
  ): Trait {
    const trait: Trait = { name, words, done }
    this.traits.push(trait)
    for (const [path, values] of Object.entries(members))
      this.inputs.set(path, (pick) => values[pick(trait)])
    return trait
  }

  /** Does a rule read this value, or a part of it? */
  isAsked(path: string): boolean {
    return this.used.has(path) || [...this.used.keys()].some((each) => each.startsWith(`${path}.`))
  }

  /**
   * The values that rules distinguish here, after the usual ones.
   *
   * @param first the values that users have in any case
   * @param test what the product itself distinguishes
   */
  values(path: string, first: readonly unknown[], test: Test = isMissing): unknown[] {
    const use = this.used.get(path)
    return use === undefined
      ? [...first]
      : distinct([...first, ...this.valuesNamed(path, use)], use, [test])
  }

  /** The values that rules compare this variable with. */
  valuesNamed(path: string, use: Use): readonly unknown[] {
    return valuesOf(use, this.typeAt(path))
  }

  typeAt(path: string): VarType {
    const [head = '', ...rest] = path.split('.')
    // Whether a user is signed in is a separate question, so the user counts as present.
    const user = this.#types.members?.['user']
    const found =
      head === 'user' && user !== undefined
        ? lookUp(user, rest.join('.'))
        : lookUp(this.#types, path)
    return 'type' in found ? found.type : { is: 'any' }
  }

  build(signedIn: Trait): Traits {
    const { traits, inputs, presence } = this
    const isWhole = traits.every(({ words }) => words.length < MAX_VALUES)
    return { traits, inputs, presence, signedIn, isWhole }
  }
}

/** A name for each value of a path: `nationality: ZA`. */
export function wordsOf(path: string, values: readonly unknown[]): string[] {
  const name = path.replace(/^(?:user\.(?:profile\.|app\.)?|onboarding\.)/, '')
  return values.map(
    (value) =>
      `${name}: ${value === undefined || value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}
