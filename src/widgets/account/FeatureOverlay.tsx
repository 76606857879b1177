/** The overlay of a package that lacks a feature (spec 2 and 6), as a card on a closed page. */

import Type from 'typebox'
import { planThatOpens } from '#engine/decide/access.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { inCard } from '#widgets/parts/Heading.tsx'
import { PlanOffer } from './PlanOffer.tsx'
import css from './FeatureOverlay.module.css'

export const Props = Type.Object(
  {
    feature: Type.String({ 'x-ref': 'feature' }),
    caption: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Above the offer: who this is for.' }),
    ),
  },
  { additionalProperties: false },
)

export const FeatureOverlay = defineWidget<typeof Props>(
  'feature-overlay',
  function FeatureOverlay({ feature, caption, level }) {
    const t = useText()
    const { catalog, scope } = useRenderContext()
    const document = catalog.feature(feature)
    return (
      <div className={css['place']}>
        <Card turn>
          {caption !== undefined && <p className="small strong">{t(caption)}</p>}
          <PlanOffer
            name={t(document?.label ?? feature)}
            feature={feature}
            plan={planThatOpens(catalog, scope, feature)}
            level={inCard(level)}
          />
        </Card>
      </div>
    )
  },
)
