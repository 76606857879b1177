/**
 * Plans for sale, the smallest first: what each adds, what it costs here, and which one the user
 * has. One is chosen, and only it has a button.
 */

import Type, { type Static } from 'typebox'
import { useState } from 'react'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { featureGroups, firstChoice, planRows, type PlanItem } from './planchoice.ts'
import { PlanChoice } from './PlanChoice.tsx'
import { PlanTable } from './PlanTable.tsx'
import css from './PlanComparison.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    country: Type.String({
      maxLength: 10,
      description: 'Whose prices these are; usually bound. In the address of the next page.',
    }),
    chosen: Type.Optional(
      Type.Union([Type.String({ maxLength: 80 }), Type.Null()], {
        description:
          'The plan that is chosen at first, usually bound. Default: the first on offer.',
      }),
    ),
    groups: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: 80 }),
          title: Text,
          features: Type.Array(Type.String({ 'x-ref': 'feature' }), { maxItems: 40 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 10, description: 'The order in which features are compared.' },
    ),
    rest: Type.String({
      'x-ref': 'text',
      description: 'Title of the features that no group names.',
    }),
    next: Type.Object(
      {
        routeName: Type.String({
          'x-ref': 'route',
          description: 'Where a plan is paid for; its parameters are country and plan.',
        }),
        hints: Type.Optional(
          Type.Boolean({
            description: 'Keep the choice for the steps of onboarding; default false.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

export const PlanComparison = defineWidget<typeof Props>(
  'plan-comparison',
  function PlanComparison({ data, level, ...props }) {
    const t = useText()
    const items = valueOf<{ items: readonly PlanItem[] }>(data)?.items
    if (data?.status === 'failed') return <Failed data={data} level={level} />
    if (items === undefined)
      return <Skeletons looks={['half', 'line', 'line', 'half']} label={t('common.loading')} />
    return <Plans {...props} items={items} level={level} />
  },
)

function Plans({
  id,
  level,
  items,
  country,
  chosen = null,
  groups: given,
  rest,
  next,
}: Static<typeof Props> & {
  id: string
  level: 1 | 2 | 3 | 4
  items: readonly PlanItem[]
}) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useRenderContext()
  const has = catalog.features.flatMap((each) => (scope.feature[each.id]?.access ? [each.id] : []))
  const rows = planRows(items, scope.user?.app.accountType ?? null, has)
  const [choice, setChoice] = useState<string | null>(() => firstChoice(rows, chosen))
  const groups = featureGroups(items, given, rest)
  const own = rows.findIndex(({ state }) => state === 'own')
  const to = (plan: string) =>
    href(next.routeName, { country, plan }, next.hints ? { selectedPlan: plan, country } : {})
  return (
    <div className="stack-l">
      <fieldset className={css['cards']}>
        <legend className="hidden-text">{t('plans.choose')}</legend>
        {rows.map((row, index) => (
          <PlanChoice
            key={row.id}
            id={id}
            level={level}
            row={row}
            at={{ index, own, of: rows.length }}
            country={country}
            isChosen={row.id === choice}
            onChoose={() => setChoice(row.id)}
            to={to(row.id)}
          />
        ))}
      </fieldset>
      <PlanTable id={id} level={level} rows={rows} groups={groups} />
    </div>
  )
}
