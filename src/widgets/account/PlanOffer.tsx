/** What a closed feature is part of, what that plan adds, and the two ways to it (spec 2 and 6). */

import { useHref, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { planAdds } from './offer.ts'
import { usePlanName } from './planName.ts'
import { Scene } from '#widgets/parts/Scene.tsx'
import css from './PlanOffer.module.css'

type Props = {
  /** What is closed, in words. */
  name: string
  feature?: string | undefined
  /** The plan that opens it; null if no upgrade does. */
  plan: string | null
  level?: 1 | 2 | 3 | 4
  /** In a dialog: "Not now". */
  onClose?: (() => void) | undefined
}

/** As many as people read; the page of plans lists all of them. */
const SHOWN = 4

export function PlanOffer({ name, feature, plan, level = 2, onClose }: Props) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useRenderContext()
  const planName = plan === null ? '' : t(`plan.${plan}`)
  const nameOf = usePlanName()
  const has =
    scope.user === null ? '' : t('upgrade.have', { plan: nameOf(scope.user.app.accountType) })
  const adds = plan === null ? [] : planAdds(catalog, scope, plan, feature).slice(0, SHOWN)
  return (
    <div className={css['offer']}>
      <div className={css['scene']}>
        <Scene name="locked" />
      </div>
      <div className="stack-s">
        <Heading level={level}>
          {plan === null ? name : t('upgrade.title', { feature: name, plan: planName })}
        </Heading>
        <p className="mute">
          {t('upgrade.notIncluded')} {has} {plan !== null && t('upgrade.click')}
        </p>
      </div>
      {adds.length > 0 && (
        <div>
          <p className="strong">{t('upgrade.adds', { plan: planName })}</p>
          <ul className={css['adds']}>
            {adds.map((label) => (
              <li key={label}>
                <Icon name="tick" size="s" />
                {t(label)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="stack-s">
        <ButtonLink
          look="step"
          block
          to={href(catalog.upgradeRoute, {}, plan === null ? {} : { plan })}
          {...(onClose && { onClick: onClose })}
        >
          {t('upgrade.toAccess')}
        </ButtonLink>
        <ButtonLink
          look="line"
          block
          icon={<Icon name="ticket" />}
          to={`${href(catalog.upgradeRoute)}#voucher`}
          {...(onClose && { onClick: onClose })}
        >
          {t('upgrade.redeem')}
        </ButtonLink>
        {onClose && (
          <Button look="text" block onClick={onClose}>
            {t('upgrade.notNow')}
          </Button>
        )}
      </div>
    </div>
  )
}
