/** Logging out while answers wait on this device: say so, and let the person decide (reliability 3). */

import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import css from './LeaveDialog.module.css'

export function LeaveDialog({
  unsent,
  onLeave,
  onStay,
}: {
  unsent: number
  onLeave: () => void
  onStay: () => void
}) {
  const t = useText()
  return (
    <Dialog open onClose={onStay} title={t('leave.title', { count: unsent })}>
      <p>{t('leave.text')}</p>
      <div className={css['buttons']}>
        <Button onClick={onStay}>{t('leave.stay')}</Button>
        <Button look="line" onClick={onLeave}>
          {t('leave.go')}
        </Button>
      </div>
    </Dialog>
  )
}
