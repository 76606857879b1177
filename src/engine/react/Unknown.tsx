/** A node that no widget draws, or whose widget broke. A quiet card; never a blank page. */

import { useTranslation } from 'react-i18next'
import { useRenderContext } from './context.ts'

export function Unknown({ type, at }: { type: string; at: string }) {
  const { mode } = useRenderContext()
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
