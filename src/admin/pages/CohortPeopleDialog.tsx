/** Adds many people to a cohort at once, by addresses that are pasted. */

import { useState } from 'react'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { LongField } from '#admin/parts/Field.tsx'
import { MIN_LETTERS } from '#admin/parts/reason.ts'
import { useSend } from '#admin/parts/useSend.ts'
import { ReasonField } from '#admin/parts/ReasonField.tsx'
import { CohortFields, isWhole, NO_COHORT } from './CohortFields.tsx'

type Props = {
  onClose: () => void
  /** @param words what was done */
  onDone: (words: string) => void
}

export function CohortPeopleDialog({ onClose, onDone }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [cohort, setCohort] = useState<StudyCohort>(NO_COHORT)
  const [reason, setReason] = useState('')
  const emails = addressesIn(typed)
  const ignored = linesWithout(typed)
  const { form, busy, problem, faults, refuse, send } = useSend(
    emails.map((_, index) => `/emails/${index}`),
  )
  const wrong = emails.flatMap((email, index) => {
    const fault = faults[`/emails/${index}`]
    return fault === undefined ? [] : [`${email}: ${fault}`]
  })
  const save = () => {
    if (emails.length === 0) return refuse({ problem: t('console.cohort.nobody') })
    if (!isWhole(cohort)) return refuse({ problem: t('console.cohort.incomplete') })
    if (reason.trim().length < MIN_LETTERS)
      return refuse({ problem: t('console.people.reasonMissing') })
    return send(
      {
        path: 'admin/cohorts',
        method: 'POST',
        body: { emails, cohort, reason: reason.trim() },
      },
      () => onDone(t('console.cohort.joined', { count: emails.length, name: cohort.name })),
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('console.cohort.many')}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <LongField
          label={t('console.cohort.addresses')}
          hint={t('console.cohort.addressesHint')}
          rows={5}
          value={typed}
          error={wrong.length === 0 ? undefined : wrong.join('\n')}
          onChange={setTyped}
        />
        {ignored.length > 0 && (
          <p className="small mute" role="status">
            {t('console.cohort.ignored', { lines: ignored.slice(0, 5).join(', ') })}
          </p>
        )}
        <CohortFields value={cohort} onChange={setCohort} />
        <ReasonField value={reason} onChange={setReason} />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.cohort.add', { count: emails.length })}
        </Button>
      </form>
    </Dialog>
  )
}

/** As lists of addresses are copied from mails and tables: "Name <a@b.test>; c@d.test". */
function addressesIn(typed: string): string[] {
  const found = typed.match(/[^\s<>,;"']+@[^\s<>,;"']+/gu) ?? []
  return [...new Set(found.map((email) => email.toLowerCase()))]
}

/** Lines that no address was found in. */
function linesWithout(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('@'))
}
