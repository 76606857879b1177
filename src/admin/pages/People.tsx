/**
 * Who may do what in the console, and who takes part in which study. Only an owner gives roles and
 * studies; the last owner stays one.
 */

import { Table } from '@mantine/core'
import Type from 'typebox'
import { useEffect, useState } from 'react'
import { ROLES, type ConsoleUser, type Role } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { CohortDialog } from './CohortDialog.tsx'
import {
  isDone,
  refusalOf,
  useConsole,
  useRefresh,
  useRights,
  useUsers,
} from '#admin/parts/client.ts'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { ResearchExport } from './ResearchExport.tsx'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu', 'access'] })

const NOBODY = ''
/** Every search for users is logged, so it starts only when the user has stopped typing. */
const TYPING_MS = 400

export const People = defineWidget<typeof Props>('console-people', function People({ level }) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const rights = useRights()
  const me = useScope().user?._id
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim())
      setPage(1)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const read = useUsers(search, page)
  const [joining, setJoining] = useState<ConsoleUser | null>(null)
  const [said, setSaid] = useState<{ readonly look: 'ok' | 'bad'; readonly words: string } | null>(
    null,
  )

  const give = async (user: ConsoleUser, role: Role | null) => {
    try {
      const answer = await call({
        path: `admin/users/${user.id}/role`,
        method: 'PUT',
        body: { role },
      })
      const words = t('console.people.given', {
        email: user.email ?? user.id,
        role: t(`console.role.${role ?? 'none'}`),
      })
      setSaid(
        isDone(answer) ? { look: 'ok', words } : { look: 'bad', words: refusalOf(answer).message },
      )
      refresh('admin/users', 'admin/audit')
    } catch {
      setSaid({ look: 'bad', words: t('console.failed') })
    }
  }

  return (
    <>
      <PageHead level={level} title={t('console.people.title')} text={t('console.people.text')} />
      <div className="stack">
        <TextField
          type="search"
          label={t('console.people.search')}
          hint={t('console.people.searchHint')}
          value={typed}
          onChange={setTyped}
        />
        <div role="status">{said !== null && <Note look={said.look}>{said.words}</Note>}</div>
        <Pending read={read}>
          {({ items, total, pageSize }) => (
            <>
              {items.length === 0 ? (
                <p className="mute">{t('console.people.none')}</p>
              ) : (
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
                    {items.map((user) => (
                      <Table.Tr key={user.id}>
                        <Table.Td>
                          {user.email ?? user.id}{' '}
                          {user.id === me && (
                            <span className="mute">{t('console.people.you')}</span>
                          )}
                        </Table.Td>
                        <Table.Td>
                          {t(
                            `plan.${user.accountType.charAt(0).toLowerCase()}${user.accountType.slice(1)}`,
                          )}
                        </Table.Td>
                        <Table.Td>
                          <Study
                            user={user}
                            editable={rights.studies}
                            onChange={() => setJoining(user)}
                          />
                        </Table.Td>
                        <Table.Td>
                          <SelectField
                            quiet
                            label={t('console.people.roleOf', { email: user.email ?? user.id })}
                            value={user.role ?? NOBODY}
                            disabled={!rights.roles}
                            onChange={(role) =>
                              void give(user, role === NOBODY ? null : (role as Role))
                            }
                            choices={[NOBODY, ...ROLES].map((id) => ({
                              id,
                              label: t(`console.role.${id || 'none'}`),
                            }))}
                          />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )}
              <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
            </>
          )}
        </Pending>
        {rights.research && <ResearchExport level={below(level)} />}
      </div>
      {joining !== null && (
        <CohortDialog
          user={joining}
          onClose={() => setJoining(null)}
          onSaved={(cohort) => {
            setSaid({
              look: 'ok',
              words: t(cohort === null ? 'console.people.left' : 'console.people.joined', {
                email: joining.email ?? joining.id,
                name: cohort?.name,
              }),
            })
            setJoining(null)
            refresh('admin/users', 'admin/audit')
          }}
        />
      )}
    </>
  )
})

function Study({
  user,
  editable,
  onChange,
}: {
  user: ConsoleUser
  editable: boolean
  onChange: () => void
}) {
  const t = useText()
  const { cohort, email, id } = user
  return (
    <span className="row wraps">
      {cohort !== null && (
        <span>
          {cohort.name}
          <span className="small mute"> {cohort.institution}</span>
        </span>
      )}
      {editable && (
        <Button look="text" small onClick={onChange}>
          {t(cohort === null ? 'console.people.join' : 'console.people.change')}
          <span className="hidden-text"> {email ?? id}</span>
        </Button>
      )}
    </span>
  )
}
