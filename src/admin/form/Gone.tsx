/** A part of the other document that is missing here, with a button to restore it. */

import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './Form.module.css'

/** @param onBringBack absent if nothing may be changed */
export function Gone({
  label,
  onBringBack,
}: {
  label: string
  onBringBack: (() => void) | undefined
}) {
  const t = useText()
  return (
    <p className={css['gone']}>
      <span>{t('console.form.wasRemoved', { label })}</span>
      {onBringBack && (
        <Button look="text" small icon={<Icon name="undo" size="s" />} onClick={onBringBack}>
          {t('console.form.bringBack')}
          <span className="hidden-text">: {label}</span>
        </Button>
      )}
    </p>
  )
}
