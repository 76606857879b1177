/** The user's plan, what it includes, and what larger plans add. */

import Type from 'typebox'
import { planThatOpens } from '#engine/decide/access.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { usePlanName } from './planName.ts'
import css from './PlanCard.module.css'

export const Props = Type.Object(
  {
    caption: Type.String({
      'x-ref': 'text',
      description: 'A few words above the name of the plan.',
    }),
    more: Type.String({
      'x-ref': 'text',
      description:
        'What the part is called that opens what other plans have; its {{count}} is filled in.',
    }),
  },
  { additionalProperties: false },
)

export const PlanCard = defineWidget<typeof Props>(
  'plan-card',
  function PlanCard({ caption, more: moreText, id, level }) {
    const t = useText()
    const href = useHref()
    const { catalog, scope } = useRenderContext()
    const planName = usePlanName()
    if (scope.user === null) return null
    const has = catalog.features.filter((feature) => scope.feature[feature.id]?.access)
    const more = catalog.features.filter((feature) => scope.feature[feature.id]?.upgradable)
    const plan = more[0] ? planThatOpens(catalog, scope, more[0].id) : null
    const here = scope.route?.name === catalog.upgradeRoute
    return (
      <Card turn labelledBy={`${id}-title`}>
        <p className="small mute">{t(caption)}</p>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {planName(scope.user.app.accountType)}
        </Heading>
        <ul className={css['features']}>
          {has.map((feature) => (
            <li key={feature.id}>
              <Icon name="tick" size="s" />
              {t(feature.label)}
            </li>
          ))}
        </ul>
        {more.length > 0 && (
          <Fold title={t(moreText, { count: more.length })}>
            <ul className={css['features']}>
              {more.map((feature) => (
                <li key={feature.id}>
                  <Icon name="lock" size="s" label={t('frame.locked')} />
                  {t(feature.label)}
                </li>
              ))}
            </ul>
          </Fold>
        )}
        {plan !== null && !here && (
          <ButtonLink look="main" to={href(catalog.upgradeRoute)} className={css['way']}>
            {t('upgrade.toAccess')}
          </ButtonLink>
        )}
      </Card>
    )
  },
)
