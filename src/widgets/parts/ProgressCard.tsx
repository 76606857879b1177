/** The progress of something: the words, the share, and the path. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Trail } from './Trail.tsx'
import css from './ProgressCard.module.css'

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text' }),
    text: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'May use {{value}}, {{max}} and {{percent}}.' }),
    ),
    value: Type.Number({ minimum: 0 }),
    max: Type.Number({ exclusiveMinimum: 0 }),
  },
  { additionalProperties: false },
)

export const ProgressCard = defineWidget<typeof Props>(
  'progress-card',
  function ProgressCard({ title, text, value, max, id, level, children }) {
    const t = useText()
    const percent = Math.round((100 * value) / max)
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="row between">
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          <strong className={`num ${css['share']}`}>{t('card.percent', { percent })}</strong>
        </div>
        <div className={css['trail']}>
          <Trail value={value} max={max} label={t(title)} text={t('card.percent', { percent })} />
        </div>
        {text && <p className="small mute">{t(text, { value, max, percent })}</p>}
        {children}
      </Card>
    )
  },
)
