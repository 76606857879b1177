/** What the other document has in this place and this one lacks, with the way to have it back. */

import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './Form.module.css'

/** @param onBringBack absent where nothing may be changed */
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
