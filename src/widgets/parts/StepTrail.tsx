/**
 * The steps of a flow as stones, with their names: at most five (look.md 4, Progress). Finished
 * ones are solid, later ones dotted.
 */

import Type from 'typebox'
import { useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { stepsOf } from '#engine/decide/steps.ts'
import css from './StepTrail.module.css'

export const Props = Type.Object(
  {
    flow: Type.String({
      'x-ref': 'flow',
      description: 'The flow whose steps are shown, in the flow’s order.',
    }),
  },
  { additionalProperties: false },
)

export const StepTrail = defineWidget<typeof Props>('step-trail', function StepTrail({ flow }) {
  const t = useText()
  const steps = stepsOf(useRenderContext().catalog, flow, useScope())
  const at = steps.findIndex(({ state }) => state === 'now')
  if (steps.length < 2 || at === -1) return null
  return (
    <ol
      className={css['stones']}
      aria-label={t('stepTrail.label', { at: at + 1, all: steps.length })}
    >
      {steps.map(({ id, label, state }) => (
        <li
          key={id}
          className={state === 'ahead' ? undefined : css[state]}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          {t(label)}
          {state === 'done' && <span className="hidden-text">, {t('stepTrail.done')}</span>}
        </li>
      ))}
    </ol>
  )
})
