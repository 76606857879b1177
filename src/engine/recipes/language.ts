/**
 * A new language: its document, without words, and who can choose it. Its words come afterwards, one
 * by one or from a translator's file; until then learners read the tenant's own language.
 */

import Type from 'typebox'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { plainOf, tagOf } from '#engine/documents/languages.ts'
import { languageOutline } from './languageoutline.ts'
import type { Recipe } from './recipe.ts'
import { Workbench } from './workbench.ts'

const Form = Type.Object(
  { language: Type.String({ maxLength: 6 }), offered: Type.Boolean(), first: Type.Boolean() },
  { additionalProperties: false },
)

/** Written from right to left. */
const LEFTWARD: ReadonlySet<string> = new Set([
  'ar',
  'ckb',
  'dv',
  'fa',
  'he',
  'ps',
  'sd',
  'ug',
  'ur',
])
/** What the preview says: the name alone. */
const NAME = 'console.recipes.made.language'

export const languageRecipe: Recipe<typeof Form> = {
  ...languageOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const { catalog, config } = context
    const id = form.language
    const listed = catalog.get('list', 'languages')?.items.find((item) => item.id === id)
    const name = listed?.name ?? id
    if (id === '') bench.fault('/language', 'missing')
    else if (listed === undefined || catalog.get('locale', id) !== undefined)
      bench.fault('/language', 'unknown')
    else {
      bench.make('locale', {
        id,
        title: name,
        language: tagOf(id),
        name,
        direction: LEFTWARD.has(plainOf(id)) ? 'rtl' : 'ltr',
        texts: {},
      })
      if (form.offered)
        bench.change('config', config, (settings) => ({
          ...settings,
          locales: {
            ...settings.locales,
            available: [...settings.locales.available, id],
            ...(form.first && { default: id }),
          },
        }))
    }
    const nodes: NodeDocument[] = [
      { id: 'title', type: 'page-title', props: { title: NAME, values: { name } } },
    ]
    return bench.done([{ id: 'language', nodes }], null)
  },
}
