/** Requests and responses of the console's guided pages, which write several documents together. */

import type { Choice, Fault, Sketch, Source } from '#engine/recipes/recipe.ts'
import type { DocumentChange } from './admincontract.ts'
import type { Problem } from './problems.ts'

/** `GET admin/recipes/{recipe}`: what its pages need. */
export type RecipeStart = {
  /** That words are typed in, the tenant's own first. */
  readonly languages: readonly {
    readonly id: string
    readonly name: string
    /** It may lack words. */
    readonly partial?: true
  }[]
  readonly choices: Readonly<Record<Source, readonly Choice[]>>
}

/** `POST admin/recipes/{recipe}/check {form, whole?}`: nothing is written. */
export type RecipeTried = {
  readonly faults: readonly Fault[]
  readonly hints: readonly Fault[]
  readonly changes: readonly (DocumentChange & { readonly title: string })[]
  readonly path: string | null
  /** What the preview draws, and its words: language -> key -> words. */
  readonly sketch: readonly Sketch[]
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What publishing would refuse; null unless `whole` was asked for and the form has no fault. */
  readonly problems: readonly Problem[] | null
}

/** `POST admin/recipes/{recipe} {form}`: every draft is written, or none. */
export type RecipeWritten = {
  /** To take all of it back with. */
  readonly id: string
  readonly drafts: readonly string[]
}
