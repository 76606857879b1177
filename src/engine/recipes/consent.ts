/** A new consent: what somebody agrees to, whether they must, and who is asked. */

import Type from 'typebox'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { agesForm, audienceForm, audienceRule, checkAudience } from './audience.ts'
import { consentOutline } from './consentoutline.ts'
import { freeId, hashOf, idFrom, keyFrom } from './ids.ts'
import { WordsForm } from './place.ts'
import type { Recipe } from './recipe.ts'
import { Workbench } from './workbench.ts'

/** The list that every page for consents draws. */
const LIST = 'main'

const Form = Type.Object(
  { title: WordsForm, text: WordsForm, needed: Type.Boolean(), ...audienceForm, ...agesForm },
  { additionalProperties: false },
)

export const consentRecipe: Recipe<typeof Form> = {
  ...consentOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const items = context.catalog.get('consent-list', LIST)?.items ?? []
    // What people agreed to is stored under its id. One that was removed may have been called so too:
    // who agreed to its words hasn't agreed to these, so the id has something of the words.
    const named = idFrom(bench.say(form.title)) || 'consent'
    const words = hashOf(JSON.stringify([form.title, form.text]))
    const id = keyFrom(
      freeId((wanted) => items.some((item) => item.id === keyFrom(wanted)), `${named}-${words}`),
    )
    const group = bench.group(named)
    const label = bench.words('/title', `${group}.title`, form.title) ?? `${group}.title`
    const text = bench.words('/text', `${group}.text`, form.text, { rich: true }) ?? `${group}.text`
    checkAudience(bench, form)
    const asked = audienceRule(form, { plan: 'plan', country: 'country', age: 'age' })
    bench.change('consent-list', LIST, (list) => ({
      ...list,
      items: [
        ...list.items,
        {
          id,
          label,
          text,
          version: 1,
          ...(asked !== undefined && { asked }),
          ...(form.needed && { needed: true }),
        },
      ],
    }))
    const nodes: NodeDocument[] = [
      { id: 'title', type: 'page-title', props: { title: label } },
      { id: 'text', type: 'text-block', props: { text } },
    ]
    return bench.done([{ id: 'consent', nodes }], null)
  },
}
