/** Why something is done to somebody, for the audit log. */

import { useText } from '#engine/react/text.tsx'
import { TextField } from './Field.tsx'

export function ReasonField({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}) {
  const t = useText()
  return (
    <TextField
      label={t('console.people.reason')}
      hint={t('console.people.reasonHint')}
      maxLength={300}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
