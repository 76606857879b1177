/** Who somebody is signed in as: name, e-mail, whether it is confirmed, and the plan. */

import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { Chip } from './Chip.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { usePlanName } from './planName.ts'
import css from './AccountCard.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const AccountCard = defineWidget<typeof Props>('account-card', function AccountCard({ id, level }) {
  const t = useText()
  const { user } = useScope()
  const planName = usePlanName()
  if (user === null) return null
  const name = [user.profile['firstName'], user.profile['lastName']].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const rows = [
    { id: 'name', label: t('settings.name'), value: name || t('settings.noName') },
    { id: 'email', label: t('settings.email'), value: user.email, verified: user.emailVerified },
    { id: 'phone', label: t('settings.phone'), value: user.phone, verified: user.phoneVerified },
    { id: 'plan', label: t('settings.plan'), value: planName(user.app.accountType) },
  ]
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('settings.account')}
      </Heading>
      <dl className={css['rows']}>
        {rows.map(
          (row) =>
            row.value && (
              <div key={row.id}>
                <dt>{row.label}</dt>
                <dd>
                  <span className={css['value']}>{row.value}</span>
                  {row.verified !== undefined && (
                    <Chip look={row.verified ? 'ok' : 'wait'}>
                      <Icon name={row.verified ? 'tick' : 'info'} size="s" />
                      {t(row.verified ? 'settings.confirmed' : 'settings.notConfirmed')}
                    </Chip>
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
})
