/** Experiments: all of them, one of them, and one as a report on paper. */

import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { ExperimentList } from '#admin/experiments/ExperimentList.tsx'
import { ExperimentPage } from '#admin/experiments/ExperimentPage.tsx'

export const Props = Type.Object(
  {
    of: Type.Optional(
      Type.Enum(['all', 'one', 'report'], {
        description: 'All by default; the others show the experiment that the address names.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Experiments = defineWidget<typeof Props>(
  'console-experiments',
  function Experiments({ of = 'all', level }) {
    const { experiment = '' } = useScope().route?.params ?? {}
    if (of === 'all') return <ExperimentList level={level} />
    return (
      <ExperimentPage key={experiment} id={experiment} level={level} isReport={of === 'report'} />
    )
  },
)
