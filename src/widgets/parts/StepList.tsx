/** Instructions as numbered stones: the first is the next step, dots lead to the others. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { below, Heading } from './Heading.tsx'
import css from './StepList.module.css'

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text' }),
    steps: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String({ 'x-ref': 'text' }),
          text: Type.String({ 'x-ref': 'text' }),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 2,
        maxItems: 4,
      },
    ),
  },
  { additionalProperties: false },
)

export const StepList = defineWidget<typeof Props>(
  'step-list',
  function StepList({ title, steps, level }) {
    const t = useText()
    return (
      <div>
        <Heading level={level} className={css['title']}>
          {t(title)}
        </Heading>
        <ol className={css['steps']}>
          {steps.map((step, index) => (
            <li key={step.id}>
              <span className={css['stone']} aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <Heading level={below(level)}>{t(step.title)}</Heading>
                <p className="mute">{t(step.text)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    )
  },
)
