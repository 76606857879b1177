/** Two ways in, side by side: a new account or one that exists. Links, so that each has its own address. */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import css from './AccountTabs.module.css'

export const Props = Type.Object({ current: Type.Enum(['signup', 'login']) }, { additionalProperties: false })

const TABS = [
  { id: 'signup', route: 'home', text: 'header.signup' },
  { id: 'login', route: 'loginPage', text: 'header.login' },
] as const

/** Nothing where people cannot sign up by themselves. */
export const AccountTabs = defineWidget<typeof Props>('account-tabs', function AccountTabs({ current }) {
  const t = useText()
  const href = useHref()
  const { config, route } = useScope()
  // Where somebody was when the session ended; it is kept whichever way they choose.
  const { redirect } = route?.query ?? {}
  const query = redirect === undefined ? {} : { redirect }
  if (!config.signup || !config.authProviders['basic']) return null
  return (
    <nav className={css['tabs']} aria-label={t('signIn.tabs')}>
      {TABS.map(({ id, route: name, text }) => (
        <Link key={id} to={href(name, {}, query)} aria-current={id === current ? 'page' : undefined}>
          {t(text)}
        </Link>
      ))}
    </nav>
  )
})
