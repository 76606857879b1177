/**
 * Says that there is no connection: calm, across the top, without a close button (look.md 4,
 * Banners).
 */

import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './OfflineStrip.module.css'

export function OfflineStrip({ offline }: { offline: boolean }) {
  const t = useText()
  return (
    <div role="status" className="no-print">
      {offline && (
        <p className={css['strip']}>
          <Icon name="offline" size="s" />
          {t('state.offlineStrip')}
        </p>
      )}
    </div>
  )
}
