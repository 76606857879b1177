/** Shown for a node without a widget, or whose widget crashed. A quiet card; never a blank page. */

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
