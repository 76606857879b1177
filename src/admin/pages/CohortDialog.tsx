/**
 * Adds a user to a cohort, changes it, or removes them. Their answers remain theirs. The reason is
 * asked for, because it is what others will look for.
 */

import { useState } from 'react'
import type { ConsoleUser, StudyCohort } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { MIN_LETTERS } from '#admin/parts/reason.ts'
import { ReasonField } from '#admin/parts/ReasonField.tsx'
import { CohortFields, isWhole, NO_COHORT } from './CohortFields.tsx'

type Props = {
  user: ConsoleUser
  onClose: () => void
  onSaved: (cohort: StudyCohort | null) => void
}

export function CohortDialog({ user, onClose, onSaved }: Props) {
  const t = useText()
  const [cohort, setCohort] = useState<StudyCohort>(user.cohort ?? NO_COHORT)
  const [reason, setReason] = useState('')
  const { form, busy, problem, refuse, send } = useSend()
  const save = async (next: StudyCohort | null) => {
    if (next !== null && !isWhole(next)) return refuse({ problem: t('console.cohort.incomplete') })
    if (reason.trim().length < MIN_LETTERS)
      return refuse({ problem: t('console.people.reasonMissing') })
    const path = `admin/users/${user.id}/cohort`
    await send({ path, method: 'PUT', body: { cohort: next, reason: reason.trim() } }, () =>
      onSaved(next),
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('console.cohort.title')} hint={user.email ?? user.id}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(cohort)
        }}
      >
        <CohortFields value={cohort} onChange={setCohort} />
        <ReasonField value={reason} onChange={setReason} />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <div className="row wraps">
          <Button type="submit" busy={busy}>
            {t('console.cohort.save')}
          </Button>
          {user.cohort !== null && (
            <Button look="line" busy={busy} onClick={() => void save(null)}>
              {t('console.cohort.leave')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
