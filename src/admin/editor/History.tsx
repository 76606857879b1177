/** Undo and redo over all documents that a page edits, in the order of the changes. */

import { useEffect, useEffectEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { toRedo, toUndo } from './session.ts'
import type { Editor } from './useEditor.ts'
import css from './EditorBar.module.css'

export function undoIn(editors: readonly Editor[]): void {
  toUndo(editors).forEach((editor) => editor.undo())
}

export function redoIn(editors: readonly Editor[]): void {
  toRedo(editors).forEach((editor) => editor.redo())
}

export function History({ editors }: { editors: readonly Editor[] }) {
  const t = useText()
  return (
    <span className={css['history']}>
      <IconButton label={t('console.editor.undo')} onClick={() => undoIn(editors)}>
        <Icon name="undo" />
      </IconButton>
      <IconButton
        label={t('console.editor.redo')}
        onClick={() => redoIn(editors)}
        className={css['redo']}
      >
        <Icon name="undo" />
      </IconButton>
    </span>
  )
}

/**
 * The same by keyboard, wherever the focus is; inside a text field being edited, the field's own
 * undo applies.
 */
export function useHistoryKeys(editors: readonly Editor[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const wish = shortcutOf(event)
    const found = wish === 'undo' ? toUndo(editors) : wish === 'redo' ? toRedo(editors) : []
    if (
      found.length === 0 ||
      (event.target instanceof Element && event.target.closest(TYPED) !== null)
    )
      return
    event.preventDefault()
    if (wish === 'undo') undoIn(editors)
    else redoIn(editors)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const TYPED =
  'textarea, dialog, input:not([type="checkbox"], [type="radio"], [type="color"], [type="file"])'

/** The request of a shortcut: Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z; with Command on a Mac. */
export function shortcutOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>):
  | 'undo'
  | 'redo'
  | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  const letter = key.toLowerCase()
  if (letter === 'y' || (letter === 'z' && shiftKey)) return 'redo'
  return letter === 'z' ? 'undo' : null
}
