/**
 * Wraps a page around one edited document: waits for it, and shows an error if it is unavailable.
 */

import { useMemo, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { useEditor, type Editor } from './useEditor.ts'
import { Failed } from '#admin/parts/Pending.tsx'
import { shapeFault } from '#admin/parts/shapefault.ts'
import { Unreadable, Unshown } from './Unreadable.tsx'

type Props = {
  kind: string
  id: string
  /**
   * Members that the page reads. If one is missing or has the wrong type, as is possible in a
   * draft, the page cannot be shown.
   */
  reads: readonly string[]
  children: (editor: Editor) => ReactNode
}

export function WithDraft({ kind, id, reads, children }: Props) {
  const t = useText()
  const loading = useEditor(kind, id)
  if (loading.state === 'loading')
    return <Skeletons looks={['title', 'line', 'line', 'half']} label={t('common.loading')} />
  if (loading.state === 'failed')
    return <Failed message={loading.refused?.message ?? ''} onRetry={loading.retry} />
  const { editor } = loading
  if (editor.view.unreadable !== undefined)
    return <Unreadable editor={editor} kind={kind} id={id} problem={editor.view.unreadable} />
  return (
    <Shown editor={editor} kind={kind} id={id} reads={reads}>
      {children}
    </Shown>
  )
}

function Shown({ editor, kind, id, reads, children }: Props & { editor: Editor }) {
  const { document } = editor.session
  const { schema } = editor.view
  const wanted = reads.join(' ')
  const fault = useMemo(
    () => (document === null ? undefined : shapeFault(schema, document, wanted.split(' '))),
    [schema, document, wanted],
  )
  return fault === undefined ? (
    children(editor)
  ) : (
    <Unshown editor={editor} kind={kind} id={id} fault={fault} />
  )
}
