/** Other ways to sign in, if the instance has any (spec 3, authProviders). */

import Type from 'typebox'
import { offeredProviders, wayTo } from '#engine/decide/providers.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { LeaveLink } from '#widgets/parts/Button.tsx'
import css from './ProviderButtons.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ProviderButtons = defineWidget<typeof Props>(
  'provider-buttons',
  function ProviderButtons() {
    const t = useText()
    const { scope, mode } = useRenderContext()
    const { authProviders } = scope.config
    const providers = offeredProviders(authProviders)
    if (providers.length === 0) return null
    return (
      <div className="stack">
        {authProviders['basic'] !== false && <p className={css['or']}>{t('signIn.or')}</p>}
        {providers.map(({ id, name }) => (
          // Nobody signs in within a preview.
          <LeaveLink
            key={id}
            look="line"
            block
            to={mode === 'live' ? wayTo(id, scope.route?.query['redirect']) : undefined}
          >
            {t('signIn.with', { name })}
          </LeaveLink>
        ))}
      </div>
    )
  },
)
