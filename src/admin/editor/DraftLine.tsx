/**
 * Save status for pages that edit drafts through controls of their own, with undo, and a dialog if
 * another editor saved too.
 */

import { useMemo, useState } from 'react'
import type { Json } from '#engine/documents/json.ts'
import { useRights } from '#admin/parts/client.ts'
import { History, useHistoryKeys } from './History.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { Saving } from './Saving.tsx'
import { readText } from './session.ts'
import type { Editor } from './useEditor.ts'
import { PublishLink } from './PublishLink.tsx'

/** @param editors by the names of their documents; the first one waiting for a decision is shown */
export function DraftLine({ editors }: { editors: Readonly<Record<string, Editor>> }) {
  const rights = useRights()
  const [later, setLater] = useState(false)
  const all = Object.entries(editors)
  useHistoryKeys(rights.edit ? Object.values(editors) : [])
  const [name, editor] = all.find(([, { saving }]) => saving.state !== 'saved') ?? all[0] ?? []
  if (name === undefined || editor === undefined) return null
  return (
    <>
      <Saving editor={editor} onDecide={() => setLater(false)} />
      {rights.edit && <History editors={Object.values(editors)} />}
      <PublishLink />
      {editor.saving.state === 'stale' && !later && (
        <MergeOf key={name} name={name} editor={editor} onClose={() => setLater(true)} />
      )}
    </>
  )
}

export function MergeOf({
  name,
  editor,
  onClose,
}: {
  name: string
  editor: Editor
  onClose: () => void
}) {
  const { stale } = editor.saving
  const { text } = editor.session
  const both = useMemo(
    () => stale && { ...stale, mine: readText(text) ?? stale.mine },
    [stale, text],
  )
  if (both === undefined) return null
  return (
    <MergeDialog
      name={name}
      schema={editor.view.schema}
      stale={both}
      onDecide={(decided: Json | null) => editor.decide(decided, both)}
      onClose={onClose}
    />
  )
}
