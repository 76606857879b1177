/**
 * Removes the second factor and the passkeys of someone who has lost them. The reason is asked for:
 * after this, whoever knows the password gets in.
 */

import { useState } from 'react'
import type { ConsoleUser } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { TextField } from '#admin/parts/Field.tsx'

const MIN_LETTERS = 3

type Props = {
  user: ConsoleUser
  onClose: () => void
  /** @param words what was done */
  onDone: (words: string) => void
}

export function UnlockDialog({ user, onClose, onDone }: Props) {
  const t = useText()
  const [reason, setReason] = useState('')
  const email = user.email ?? user.id
  return (
    <ConfirmCall
      call={{
        path: `admin/users/${user.id}/second-factor`,
        method: 'DELETE',
        body: { reason: reason.trim() },
      }}
      title={t('console.people.unlockTitle')}
      text={t('console.people.unlockText', { email })}
      button={t('console.people.unlockButton')}
      missing={reason.trim().length < MIN_LETTERS ? t('console.people.reasonMissing') : null}
      onClose={onClose}
      onDone={() => onDone(t('console.people.unlocked', { email }))}
    >
      <TextField
        label={t('console.people.reason')}
        hint={t('console.people.reasonHint')}
        maxLength={300}
        value={reason}
        onChange={setReason}
      />
    </ConfirmCall>
  )
}
