/** A page of its own around one document that is edited: waits for it, and says where it cannot be had. */

import type { ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Skeletons } from '#widgets/Skeleton.tsx'
import { useEditor, type Editor } from './editor/useEditor.ts'
import { Failed } from './Pending.tsx'
import { Unreadable } from './Unreadable.tsx'

export function WithDraft({ kind, id, children }: { kind: string; id: string; children: (editor: Editor) => ReactNode }) {
  const t = useText()
  const loading = useEditor(kind, id)
  if (loading.state === 'loading') return <Skeletons looks={['title', 'line', 'line', 'half']} label={t('common.loading')} />
  if (loading.state === 'failed') return <Failed message={loading.refused?.message ?? ''} onRetry={loading.retry} />
  const { editor } = loading
  if (editor.view.unreadable !== undefined) return <Unreadable editor={editor} kind={kind} id={id} problem={editor.view.unreadable} />
  return children(editor)
}
