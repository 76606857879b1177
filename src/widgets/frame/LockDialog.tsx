/** Explains what opens a closed menu entry (look.md 4, Locks are buttons, not dead text). */

import { useHref, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import type { ClosedEntry } from './entries.ts'
import { PlanOffer } from '#widgets/account/PlanOffer.tsx'
import { featureOf } from '#widgets/reports/results.ts'
import { Scene } from '#widgets/parts/Scene.tsx'
import css from '../account/PlanOffer.module.css'

export function LockDialog({ entry, onClose }: { entry: ClosedEntry | null; onClose: () => void }) {
  const t = useText()
  const { catalog } = useRenderContext()
  return (
    <Dialog backCloses open={entry !== null} onClose={onClose} title={t(entry?.label)} quiet>
      {entry?.state === 'locked' && (
        <PlanOffer
          name={t(entry.label)}
          feature={featureOf(catalog, entry.id)}
          plan={entry.plan}
          level={3}
          onClose={onClose}
        />
      )}
      {entry?.state === 'disabled' && (
        <NotYet name={t(entry.label)} reason={entry.reason} opens={entry.opens} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** If nothing unlocks it, a later version will. */
function NotYet({
  name,
  reason,
  opens,
  onClose,
}: {
  name: string
  reason: string
  opens: { to: string; button: string } | undefined
  onClose: () => void
}) {
  const t = useText()
  const href = useHref()
  return (
    <div className={css['offer']}>
      <div className={css['scene']}>
        <Scene name={opens ? 'locked' : 'empty'} />
      </div>
      <div className="stack-s">
        <h3>{name}</h3>
        <p className="mute">{t(reason)}</p>
      </div>
      <div className="stack-s">
        {opens && (
          <ButtonLink look="step" block to={href(opens.to)} onClick={onClose}>
            {t(opens.button)}
          </ButtonLink>
        )}
        <Button look={opens ? 'text' : 'main'} block onClick={onClose}>
          {t(opens ? 'upgrade.notNow' : 'common.close')}
        </Button>
      </div>
    </div>
  )
}
