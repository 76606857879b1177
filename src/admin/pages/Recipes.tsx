/** New things, step by step: all that can be made, and the guided page of one of them. */

import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { outlineOf } from '#engine/recipes/outlines.ts'
import { RecipeList } from '#admin/recipes/RecipeList.tsx'
import { RecipePage } from '#admin/recipes/RecipePage.tsx'

export const Props = Type.Object(
  {
    of: Type.Optional(
      Type.Enum(['all', 'one'], {
        description: 'All by default; the other shows the one that the address names.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Recipes = defineWidget<typeof Props>(
  'console-recipes',
  function Recipes({ of = 'all', level }) {
    const { recipe: id = '' } = useScope().route?.params ?? {}
    const recipe = of === 'one' ? outlineOf(id) : undefined
    return recipe === undefined ? (
      <RecipeList level={level} />
    ) : (
      <RecipePage key={id} recipe={recipe} level={level} />
    )
  },
)
