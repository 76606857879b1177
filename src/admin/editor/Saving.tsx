/** The save status in words, announced to screen readers when it changes. */

import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import type { Editor } from './useEditor.ts'
import css from './EditorBar.module.css'

/** @param onDecide opens the decision needed when another editor saved too */
export function Saving({ editor, onDecide }: { editor: Editor; onDecide: () => void }) {
  const t = useText()
  const { language, user } = useScope()
  const { state, message, saved } = editor.saving
  const draft = saved === undefined ? editor.view.draft : saved.draft
  const words =
    state === 'saved' && draft !== null
      ? draft.by === user?.email
        ? t('console.saving.byYou', { time: whenOf(draft.at, language) })
        : t('console.saving.at', { time: whenOf(draft.at, language), by: whoOf(draft.by, t) })
      : t(`console.saving.${state}`)
  return (
    <span
      className={`small ${state === 'offline' || state === 'refused' || state === 'stale' || state === 'broken' ? css['attention'] : 'mute'}`}
    >
      <span role="status">
        {words} {message}
      </span>
      {state === 'stale' && (
        <Button look="text" small onClick={onDecide}>
          {t('console.merge.title')}
        </Button>
      )}
    </span>
  )
}
