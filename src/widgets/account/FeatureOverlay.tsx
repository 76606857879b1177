/** The overlay of a package that lacks a feature (spec 2 and 6), as a card on a closed page. */

import Type from 'typebox'
import { planThatOpens } from '#engine/decide/access.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { inCard } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { PlanOffer } from './PlanOffer.tsx'
import css from './FeatureOverlay.module.css'

export const Props = Type.Object(
  {
    feature: Type.String({ 'x-ref': 'feature' }),
    caption: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Above the offer: who this is for.' }),
    ),
    open: Type.Optional(
      Type.Object(
        { text: Type.String({ 'x-ref': 'text' }), routeName: Type.String({ 'x-ref': 'route' }) },
        {
          additionalProperties: false,
          description: 'Where users go who can open the feature by now, or cannot get it at all.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

export const FeatureOverlay = defineWidget<typeof Props>(
  'feature-overlay',
  function FeatureOverlay({ feature, caption, open, level }) {
    const t = useText()
    const href = useHref()
    const { catalog, scope } = useRenderContext()
    const document = catalog.feature(feature)
    const state = scope.feature[feature]
    // The feature may come from the address: after the upgrade, or one that doesn't exist.
    if (open !== undefined && !state?.upgradable)
      return (
        <div className={`stack ${css['place']}`}>
          <Note look={state?.access ? 'ok' : 'doubt'}>
            {t(state?.access ? 'upgrade.included' : 'error.notAllowed')}
          </Note>
          <ButtonLink to={href(open.routeName)}>{t(open.text)}</ButtonLink>
        </div>
      )
    return (
      <div className={css['place']}>
        <Card turn>
          {caption !== undefined && <p className={`small strong ${css['paying']}`}>{t(caption)}</p>}
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
