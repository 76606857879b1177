/** Other ways to sign in, if the instance has any (spec 3, authProviders). */

import { useState } from 'react'
import Type from 'typebox'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import css from './ProviderButtons.module.css'

export const Props = Type.Object(
  {
    soon: Type.String({
      'x-ref': 'text',
      description: 'Shown when a button is pressed while no provider is connected.',
    }),
  },
  { additionalProperties: false },
)

export const ProviderButtons = defineWidget<typeof Props>(
  'provider-buttons',
  function ProviderButtons({ soon }) {
    const t = useText()
    const begin = useAction<string>('auth.provider')
    const { config } = useScope()
    const [state, setState] = useState<{ busy: string | null; failed: boolean }>({
      busy: null,
      failed: false,
    })
    const providers = Object.entries(config.authProviders).filter(
      ([id, on]) => id !== 'basic' && id !== 'phone' && on !== false,
    )
    if (providers.length === 0) return null
    const go = (id: string) => {
      setState({ busy: id, failed: false })
      begin(t(soon)).then(
        () => setState({ busy: null, failed: false }),
        () => setState({ busy: null, failed: true }),
      )
    }
    return (
      <div className="stack">
        {config.authProviders['basic'] !== false && <p className={css['or']}>{t('signIn.or')}</p>}
        {state.failed && (
          <Note look="bad" alert>
            {t('signIn.errors.server_error')}
          </Note>
        )}
        {providers.map(([id, provider]) => (
          <Button key={id} look="line" block busy={state.busy === id} onClick={() => go(id)}>
            {t('signIn.with', { name: nameOf(provider) ?? id })}
          </Button>
        ))}
      </div>
    )
  },
)

function nameOf(provider: unknown): string | undefined {
  return typeof provider === 'object' &&
    provider !== null &&
    'label' in provider &&
    typeof provider.label === 'string'
    ? provider.label
    : undefined
}
