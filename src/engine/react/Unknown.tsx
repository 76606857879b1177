/** A node that no widget draws, or whose widget broke. A quiet card; never a blank page. */

import { useTranslation } from 'react-i18next'
import { useSurroundings } from './context.ts'

export function Unknown({ type, at }: { type: string; at: string }) {
  const { mode } = useSurroundings()
  const { t } = useTranslation()
  return (
    <p role="note">
      {t('common.partMissing')}
      {mode === 'preview' && (
        <code>
          {' '}
          {type} {at}
        </code>
      )}
    </p>
  )
}
