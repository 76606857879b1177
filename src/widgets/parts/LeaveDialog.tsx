/**
 * Logging out while something is waiting on this device: says so, and lets the user decide
 * (reliability 3). Answers stay, changes to the profile and saved records don't.
 */

import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import css from './LeaveDialog.module.css'

export function LeaveDialog({
  answers,
  changes,
  onLeave,
  onStay,
}: {
  answers: number
  changes: number
  onLeave: () => void
  onStay: () => void
}) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onStay}
      title={answers > 0 ? t('leave.title', { count: answers }) : t('leave.changes')}
    >
      {answers > 0 && <p>{t('leave.text')}</p>}
      {answers > 0 && changes > 0 && <p>{t('leave.changes')}</p>}
      <div className={css['buttons']}>
        <Button onClick={onStay}>{t('leave.stay')}</Button>
        <Button look="line" onClick={onLeave}>
          {t('leave.go')}
        </Button>
      </div>
    </Dialog>
  )
}
