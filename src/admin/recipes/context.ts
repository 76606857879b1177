/** What the fields of a guided page share. */

import { createContext, use } from 'react'
import type { RecipeStart } from '#engine/contract/recipes.ts'
import type { FormValues } from './useRecipe.ts'

export type RecipeAround = {
  readonly recipe: string
  readonly languages: RecipeStart['languages']
  readonly choices: RecipeStart['choices']
  readonly form: FormValues
  readonly onChange: (changed: FormValues) => void
  /** What is wrong at a place of the form, in words; undefined while nobody needs to know. */
  readonly wrongAt: (at: string) => string | undefined
}

const Context = createContext<RecipeAround | null>(null)
export const RecipeProvider = Context.Provider

export function useRecipeAround(): RecipeAround {
  const around = use(Context)
  if (around === null) throw new Error('a field is outside its guided page')
  return around
}
