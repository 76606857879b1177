/** Some people land on another page than the one that they ask for. */

import Type from 'typebox'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { agesForm, audienceForm, audienceRule, checkAudience } from './audience.ts'
import { freeId, idFrom } from './ids.ts'
import type { Recipe } from './recipe.ts'
import { redirectOutline } from './redirectoutline.ts'
import { Workbench } from './workbench.ts'

const Route = Type.String({ maxLength: 120 })
const Form = Type.Object(
  { page: Route, to: Route, ...audienceForm, ...agesForm },
  { additionalProperties: false },
)

/** Where the guard asks for plans: who is led elsewhere is led there whether their plan has the page or not. */
const OF_PLANS: ReadonlySet<string> = new Set([
  'report-locked',
  'feature-offered',
  'feature-locked',
])

export const redirectRecipe: Recipe<typeof Form> = {
  ...redirectOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const { catalog } = context
    const target = catalog.route(form.to)
    for (const field of ['page', 'to'] as const)
      if (form[field] === '') bench.fault(`/${field}`, 'missing')
      else if (catalog.route(form[field]) === undefined) bench.fault(`/${field}`, 'unknown')
    if (form.to !== '' && form.to === form.page) bench.fault('/to', 'twice')
    checkAudience(bench, form)
    const who = audienceRule(form)
    const isPage = { '==': [{ var: 'route.name' }, form.page] }
    bench.change('flow', 'navigation-guard', (flow) => {
      const found = flow.rows.findIndex(({ id }) => OF_PLANS.has(id))
      const at = found < 0 ? flow.rows.length - 1 : found
      const row = {
        id: freeId(
          (id) => flow.rows.some((each) => each.id === id),
          `${idFrom(form.page)}-to-${idFrom(form.to)}`,
        ),
        when: who === undefined ? isPage : { and: [isPage, who] },
        then: { go: 'redirect', to: form.to },
        note: 'They land on another page.',
      }
      return {
        ...flow,
        rows: [...flow.rows.slice(0, at), row, ...flow.rows.slice(at)] as typeof flow.rows,
      }
    })
    const title = target?.title ?? `${bench.group('redirect')}.title`
    const nodes: NodeDocument[] = [{ id: 'title', type: 'page-title', props: { title } }]
    return bench.done([{ id: 'page', nodes }], target?.path ?? null)
  },
}
