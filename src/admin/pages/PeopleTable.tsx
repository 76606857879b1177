/** Users as rows: plan, study and role, each with what an owner may change. */

import { Table } from '@mantine/core'
import { ROLES, type ConsoleUser, type Role } from '#engine/contract/admincontract.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { useRights } from '#admin/parts/client.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { whenOf } from '#admin/parts/when.ts'
import css from './People.module.css'

const NOBODY = ''

type Props = {
  people: readonly ConsoleUser[]
  onRole: (user: ConsoleUser, role: Role | null) => void
  onStudy: (user: ConsoleUser) => void
  onPlan: (user: ConsoleUser) => void
  onWithdraw: (user: ConsoleUser) => void
  onUnlock: (user: ConsoleUser) => void
  onBirthDate: (user: ConsoleUser) => void
}

export function PeopleTable({
  people,
  onRole,
  onStudy,
  onPlan,
  onWithdraw,
  onUnlock,
  onBirthDate,
}: Props) {
  const t = useText()
  const rights = useRights()
  const { catalog } = useRenderContext()
  const { user: self, config } = useScope()
  const me = self?._id
  // Elsewhere everybody corrects their own.
  const corrects = rights.roles && config.consent.parental
  if (people.length === 0) return <p className="mute">{t('console.people.none')}</p>
  const planOf = (id: string) => catalog.plans.find((plan) => plan.id === id)?.label
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('console.people.email')}</Table.Th>
          <Table.Th scope="col">{t('console.people.plan')}</Table.Th>
          <Table.Th scope="col">{t('console.people.study')}</Table.Th>
          <Table.Th scope="col">{t('console.people.role')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((user) => {
          const name = user.email ?? user.id
          const plan = planOf(user.accountType)
          return (
            <Table.Tr key={user.id}>
              <Table.Td>
                {name} {user.id === me && <span className="mute">{t('console.people.you')}</span>}
                {user.invited !== null && (
                  <Invited
                    user={user}
                    of={name}
                    onWithdraw={rights.roles ? () => onWithdraw(user) : null}
                  />
                )}
                {corrects && user.invited === null && (
                  <div>
                    <Button look="text" small onClick={() => onBirthDate(user)}>
                      {t('console.people.birthDate')}
                      <span className="hidden-text"> {name}</span>
                    </Button>
                  </div>
                )}
                {user.secondFactor && (
                  <div className="small mute">
                    {t('console.people.secondFactor')}{' '}
                    {rights.roles && user.id !== me && (
                      <Button look="text" small onClick={() => onUnlock(user)}>
                        {t('console.people.unlock')}
                        <span className="hidden-text"> {name}</span>
                      </Button>
                    )}
                  </div>
                )}
              </Table.Td>
              <Table.Td>
                <Changeable
                  words={plan === undefined ? user.accountType : t(plan)}
                  button={rights.plans ? t('console.people.change') : null}
                  of={name}
                  onChange={() => onPlan(user)}
                />
              </Table.Td>
              <Table.Td>
                <Changeable
                  words={user.cohort?.name ?? ''}
                  more={user.cohort?.institution}
                  button={
                    rights.studies
                      ? t(user.cohort === null ? 'console.people.join' : 'console.people.change')
                      : null
                  }
                  of={name}
                  onChange={() => onStudy(user)}
                />
              </Table.Td>
              <Table.Td>
                <SelectField
                  quiet
                  label={t('console.people.roleOf', { email: name })}
                  value={user.role ?? NOBODY}
                  disabled={!rights.roles}
                  onChange={(role) => onRole(user, role === NOBODY ? null : (role as Role))}
                  choices={[NOBODY, ...ROLES].map((id) => ({
                    id,
                    label: t(`console.role.${id || 'none'}`),
                  }))}
                />
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** That a person was invited, until when, and a way to take it back. */
function Invited({
  user: { invited, invitedUntil },
  of,
  onWithdraw,
}: {
  user: ConsoleUser
  of: string
  onWithdraw: (() => void) | null
}) {
  const t = useText()
  const { language } = useScope()
  const when = whenOf(invitedUntil ?? '', language)
  const isOver = invitedUntil !== null && new Date(invitedUntil) <= new Date()
  return (
    <div className="small mute">
      {t('console.people.invited', { role: t(`console.role.${invited}`) })}{' '}
      {t(isOver ? 'console.people.invitedOver' : 'console.people.invitedUntil', { when })}{' '}
      {onWithdraw !== null && (
        <Button look="text" small onClick={onWithdraw}>
          {t('console.people.withdraw')}
          <span className="hidden-text"> {of}</span>
        </Button>
      )}
    </div>
  )
}

function Changeable({
  words,
  more,
  button,
  of,
  onChange,
}: {
  words: string
  more?: string | undefined
  /** Null: not for this user. */ button: string | null
  /** Whose it is, for screen readers. */ of: string
  onChange: () => void
}) {
  return (
    <span className={css['changeable']}>
      {words !== '' && (
        <span>
          {words}
          {more !== undefined && <span className="small mute"> {more}</span>}
        </span>
      )}
      {button !== null && (
        <Button look="text" small onClick={onChange}>
          {button}
          <span className="hidden-text"> {of}</span>
        </Button>
      )}
    </span>
  )
}
