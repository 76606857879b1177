/** Every recipe, in the order in which they are offered. */

import { assessmentRecipe } from './assessment.ts'
import { consentRecipe } from './consent.ts'
import { languageRecipe } from './language.ts'
import { pageRecipe } from './page.ts'
import { partRecipe } from './part.ts'
import type { Recipe } from './recipe.ts'
import { recordsRecipe } from './records.ts'
import { redirectRecipe } from './redirect.ts'
import { sectionRecipe } from './section.ts'

export const RECIPES: readonly Recipe[] = [
  pageRecipe,
  sectionRecipe,
  assessmentRecipe,
  recordsRecipe,
  consentRecipe,
  languageRecipe,
  partRecipe,
  redirectRecipe,
]

export function recipeOf(id: string): Recipe | undefined {
  return RECIPES.find((recipe) => recipe.id === id)
}
