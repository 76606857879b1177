/** Every recipe, in the order in which they are offered. */

import { assessmentRecipe } from './assessment.ts'
import { consentRecipe } from './consent.ts'
import { pageRecipe } from './page.ts'
import type { Recipe } from './recipe.ts'
import { recordsRecipe } from './records.ts'
import { sectionRecipe } from './section.ts'

export const RECIPES: readonly Recipe[] = [
  pageRecipe,
  sectionRecipe,
  assessmentRecipe,
  recordsRecipe,
  consentRecipe,
]

export function recipeOf(id: string): Recipe | undefined {
  return RECIPES.find((recipe) => recipe.id === id)
}
