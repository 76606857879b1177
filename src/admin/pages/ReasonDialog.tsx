/**
 * Changes what a person of the console has: their role, an invitation, a lost second factor. The
 * reason is asked for, and goes into the audit log.
 */

import { useState } from 'react'
import type { ConsoleUser } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { MIN_LETTERS } from '#admin/parts/reason.ts'
import { ReasonField } from '#admin/parts/ReasonField.tsx'

type Props = {
  user: ConsoleUser
  /** Below the person's own address in the API. */
  path: string
  method: 'POST' | 'PUT' | 'DELETE'
  /** What is sent besides the reason. */
  body?: object
  /** Text keys; text and done are given {{email}} and the values. */
  words: { title: string; text: string; button: string; done: string }
  values?: Readonly<Record<string, string>>
  /** Of the button: red if it can't be undone, as it is without this. */
  look?: 'main'
  onClose: () => void
  /** @param words what was done */
  onDone: (words: string) => void
}

export function ReasonDialog({
  user,
  path,
  method,
  body,
  words,
  values,
  look,
  onClose,
  onDone,
}: Props) {
  const t = useText()
  const [reason, setReason] = useState('')
  const email = user.email ?? user.id
  return (
    <ConfirmCall
      call={{
        path: `admin/users/${user.id}/${path}`,
        method,
        body: { ...body, reason: reason.trim() },
      }}
      {...(look && { look })}
      title={t(words.title)}
      text={t(words.text, { ...values, email })}
      button={t(words.button)}
      missing={reason.trim().length < MIN_LETTERS ? t('console.people.reasonMissing') : null}
      onClose={onClose}
      onDone={() => onDone(t(words.done, { ...values, email }))}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmCall>
  )
}
