/** One of a list of small forms. */

import type { RecipeField } from '#engine/recipes/recipe.ts'

export type Row = { readonly id: string; readonly [field: string]: unknown }

/** A row in which nothing was filled in yet. */
export function newRow(fields: readonly RecipeField[], id = ''): Row {
  const start = ({ type, start: value, ...field }: RecipeField): unknown => {
    if (value !== undefined) return value
    if (type === 'yesno') return false
    if (type === 'words' || type === 'long' || type === 'lines') return {}
    if (type === 'choice' && 'choices' in field && 'fixed' in field.choices)
      return field.choices.fixed[0] ?? ''
    return ''
  }
  return { ...Object.fromEntries(fields.map((field) => [field.id, start(field)])), id }
}
