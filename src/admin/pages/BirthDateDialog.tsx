/**
 * Corrects a birth date that its owner mistyped: where guardians are asked, they can only make
 * themselves younger. The console never shows the old one.
 */

import { useState } from 'react'
import type { ConsoleUser } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { MIN_LETTERS } from '#admin/parts/reason.ts'
import { ReasonField } from '#admin/parts/ReasonField.tsx'

type Props = {
  user: ConsoleUser
  onClose: () => void
  /** @param words what was done */
  onSaved: (words: string) => void
}

export function BirthDateDialog({ user, onClose, onSaved }: Props) {
  const t = useText()
  const [birthDate, setBirthDate] = useState('')
  const [reason, setReason] = useState('')
  const { form, busy, problem, faults, refuse, send } = useSend(['/birthDate', '/reason'])
  const email = user.email ?? user.id
  const save = async () => {
    const missing = {
      ...(birthDate === '' && { '/birthDate': t('console.people.birthDateWrong') }),
      ...(reason.trim().length < MIN_LETTERS && { '/reason': t('console.people.reasonMissing') }),
    }
    refuse({ faults: missing })
    if (Object.keys(missing).length > 0) return
    const path = `admin/users/${user.id}/birth-date`
    await send({ path, method: 'PUT', body: { birthDate, reason } }, () =>
      onSaved(t('console.people.birthDateDone', { email })),
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('console.people.birthDateTitle')} hint={email}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          type="date"
          label={t('console.people.birthDateLabel')}
          hint={t('console.people.birthDateHint')}
          value={birthDate}
          error={faults['/birthDate']}
          onChange={setBirthDate}
        />
        <ReasonField value={reason} error={faults['/reason']} onChange={setReason} />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.people.birthDateSave')}
        </Button>
      </form>
    </Dialog>
  )
}
