/**
 * Who may do what in the console, and who takes part in which study. Only an owner invites, and
 * gives roles, plans and studies; the last owner stays one.
 */

import Type from 'typebox'
import { useState } from 'react'
import type { ConsoleUser, Role } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { BirthDateDialog } from './BirthDateDialog.tsx'
import { CohortDialog } from './CohortDialog.tsx'
import { CohortPeopleDialog } from './CohortPeopleDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { AllowedLine } from '#admin/parts/AllowedLine.tsx'
import { useRefresh, useRights, useUsers } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { useTyped } from '#admin/parts/useTyped.ts'
import { ResearchExport } from './ResearchExport.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

/** The dialog that is open. */
type Asked =
  | { readonly what: 'invitation' | 'cohort' }
  | { readonly what: 'role'; readonly user: ConsoleUser; readonly role: Role | null }
  | {
      readonly what: 'study' | 'plan' | 'birthDate' | 'withdrawal' | 'unlocking'
      readonly user: ConsoleUser
    }

export const People = defineWidget<typeof Props>('console-people', function People({ level }) {
  const t = useText()
  const refresh = useRefresh()
  const rights = useRights()
  const [page, setPage] = useState(1)
  // Every search for users is logged.
  const [typed, search, setTyped] = useTyped(
    () => setPage(1),
    // The search over everything leads here.
    useScope().route?.query['search'],
  )
  const read = useUsers(search, page)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [said, setSaid] = useState<string | null>(null)

  const close = () => setAsked(null)
  const done = (words: string) => {
    setSaid(words)
    close()
    refresh('admin/users', 'admin/audit', 'admin/research', 'admin/limits')
  }

  return (
    <>
      <PageHead level={level} title={t('console.people.title')} text={t('console.people.text')} />
      <div className="stack">
        {(rights.roles || rights.studies) && (
          <div className="row wraps">
            {rights.roles && (
              <Button look="main" small onClick={() => setAsked({ what: 'invitation' })}>
                {t('console.people.invite')}
              </Button>
            )}
            {rights.studies && (
              <Button look="line" small onClick={() => setAsked({ what: 'cohort' })}>
                {t('console.cohort.many')}
              </Button>
            )}
          </div>
        )}
        <AllowedLine of="people" />
        <TextField
          type="search"
          label={t('console.people.search')}
          hint={t('console.people.searchHint')}
          value={typed}
          onChange={setTyped}
        />
        <div role="status">{said !== null && <Note look="ok">{said}</Note>}</div>
        <Pending read={read}>
          {({ items, total, pageSize }) => (
            <>
              <PeopleTable
                people={items}
                onRole={(user, role) => setAsked({ what: 'role', user, role })}
                onStudy={(user) => setAsked({ what: 'study', user })}
                onPlan={(user) => setAsked({ what: 'plan', user })}
                onWithdraw={(user) => setAsked({ what: 'withdrawal', user })}
                onBirthDate={(user) => setAsked({ what: 'birthDate', user })}
                onUnlock={(user) => setAsked({ what: 'unlocking', user })}
              />
              <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
            </>
          )}
        </Pending>
        {rights.research && <ResearchExport level={below(level)} />}
      </div>
      {asked?.what === 'study' && (
        <CohortDialog
          user={asked.user}
          onClose={close}
          onSaved={(cohort) =>
            done(
              t(cohort === null ? 'console.people.left' : 'console.people.joined', {
                email: asked.user.email ?? asked.user.id,
                name: cohort?.name,
              }),
            )
          }
        />
      )}
      {asked?.what === 'cohort' && <CohortPeopleDialog onClose={close} onDone={done} />}
      {asked?.what === 'plan' && <PlanDialog user={asked.user} onClose={close} onSaved={done} />}
      {asked?.what === 'birthDate' && (
        <BirthDateDialog user={asked.user} onClose={close} onSaved={done} />
      )}
      {asked?.what === 'role' && (
        <ReasonDialog
          user={asked.user}
          path="role"
          method="PUT"
          body={{ role: asked.role }}
          words={{
            title: 'console.people.roleTitle',
            text: 'console.people.given',
            button: 'console.people.roleSave',
            done: 'console.people.given',
          }}
          values={{ role: t(`console.role.${asked.role ?? 'none'}`) }}
          look="main"
          onClose={close}
          onDone={done}
        />
      )}
      {asked?.what === 'unlocking' && (
        <ReasonDialog
          user={asked.user}
          path="second-factor"
          method="DELETE"
          words={{
            title: 'console.people.unlockTitle',
            text: 'console.people.unlockText',
            button: 'console.people.unlockButton',
            done: 'console.people.unlocked',
          }}
          onClose={close}
          onDone={done}
        />
      )}
      {asked?.what === 'withdrawal' && (
        <ReasonDialog
          user={asked.user}
          path="invitation/withdraw"
          method="POST"
          words={{
            title: 'console.people.withdrawTitle',
            text: 'console.people.withdrawText',
            button: 'console.people.withdrawButton',
            done: 'console.people.withdrawn',
          }}
          onClose={close}
          onDone={done}
        />
      )}
      {asked?.what === 'invitation' && <InviteDialog onClose={close} onSent={done} />}
    </>
  )
})
