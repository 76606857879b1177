/** Takes back what was changed, step by step, and does it again. */

import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { EditProps } from './paperprops.ts'
import css from './PaperOrder.module.css'

type Steps = { readonly undo: number; readonly redo: number; readonly isElsewhere?: boolean }
/** What happened just now, and whether it can be taken back. */
export type SaidNow = { readonly text: string; readonly canUndo: boolean }

export function PaperHistory({
  words,
  said,
  onDone,
}: {
  words: NonNullable<EditProps['history']>
  said: SaidNow | null
  onDone: (said: SaidNow | null) => void
}) {
  const t = useText()
  const { user } = useScope()
  const call = useAction<'steps' | 'undo' | 'redo', Steps>('history')
  const [steps, setSteps] = useState<Steps>({ undo: 0, redo: 0 })
  const look = useEffectEvent(async () => setSteps(await call('steps')))
  // Each change of the profile may be a step.
  useEffect(() => void look().catch(() => undefined), [user, said])
  const go = (what: 'undo' | 'redo') => {
    if (steps[what] === 0) return
    void call(what).then((next) => {
      setSteps(next)
      onDone(next.isElsewhere === true ? { text: t(words.elsewhere), canUndo: false } : null)
    })
  }
  if (steps.undo + steps.redo === 0 && said === null) return null
  return (
    <div className={`${css['bar']} no-print`}>
      <span className="small grow" role="status">
        {said?.text}
        {said === null && words.saved !== undefined && (
          <span className={css['saved']}>
            <Icon name="tick" size="s" />
            {t(words.saved)}
          </span>
        )}
        {said?.canUndo === true && (
          <Button look="text" small onClick={() => go('undo')}>
            {t(words.undo)}
          </Button>
        )}
      </span>
      <span className={css['acts']}>
        {(['undo', 'redo'] as const).map((what) => (
          <button
            key={what}
            type="button"
            className={what === 'redo' ? css['redo'] : undefined}
            aria-label={t(words[what])}
            // Not "disabled": the focus would be lost with the last step.
            aria-disabled={steps[what] === 0}
            onClick={() => go(what)}
          >
            <Icon name="undo" />
          </button>
        ))}
      </span>
    </div>
  )
}
