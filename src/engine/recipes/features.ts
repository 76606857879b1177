/** Who has a new thing: a feature of its own, so that plans and countries decide, and an upgrade offers it. */

import type { Audience } from './audience.ts'
import { freeId } from './ids.ts'
import type { Workbench } from './workbench.ts'

/** An id that no feature has. */
export function freeFeature({ context }: Workbench, wanted: string): string {
  return freeId((name) => context.catalog.features.some((each) => each.id === name), wanted)
}

export function addFeature(
  bench: Workbench,
  form: Audience,
  { id, label }: { readonly id: string; readonly label: string },
): void {
  const { catalog } = bench.context
  const features = catalog.all('access').find((document) => document.features !== undefined)
  if (features === undefined) return
  // Nobody chosen means everybody who has anything.
  const anything = new Set(catalog.features.flatMap(({ allow }) => allow.map((row) => row.id)))
  const plans =
    form.plans.length > 0
      ? form.plans
      : catalog.plans.map((plan) => plan.id).filter((plan) => anything.has(plan))
  const countries = form.countries.length > 0 ? [...form.countries] : ['*']
  bench.change('access', features.id, (access) => ({
    ...access,
    features: [
      ...(access.features ?? []),
      { id, label, allow: plans.map((plan) => ({ id: plan, countries })) },
    ],
  }))
}
