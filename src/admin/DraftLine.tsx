/** How saving goes on a page that edits drafts behind its own controls, and what is asked when somebody else saved too. */

import { useMemo, useState } from 'react'
import type { Json } from '#engine/json.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/Button.tsx'
import { MergeDialog } from './editor/MergeDialog.tsx'
import { readText } from './editor/session.ts'
import type { Editor } from './editor/useEditor.ts'
import { PublishLink } from './PublishLink.tsx'
import { whenOf } from './when.ts'

/** @param editors by the names of their documents; the first that waits for something has the word */
export function DraftLine({ editors }: { editors: Readonly<Record<string, Editor>> }) {
  const t = useText()
  const { language } = useScope()
  const [later, setLater] = useState(false)
  const all = Object.entries(editors)
  const [name, editor] = all.find(([, { saving }]) => saving.state !== 'saved') ?? all[0] ?? []
  if (name === undefined || editor === undefined) return null
  const { state, message, saved } = editor.saving
  const draft = saved === undefined ? editor.view.draft : saved.draft
  const words = state === 'saved' && draft !== null ? t('console.saving.at', { time: whenOf(draft.at, language), by: draft.by }) : t(`console.saving.${state}`)
  return (
    <>
      <span className="small mute">
        <span role="status">
          {words} {message}
        </span>
        {state === 'stale' && (
          <Button look="text" small onClick={() => setLater(false)}>
            {t('console.merge.title')}
          </Button>
        )}
      </span>
      <PublishLink />
      {state === 'stale' && !later && <Merge key={name} name={name} editor={editor} onClose={() => setLater(true)} />}
    </>
  )
}

function Merge({ name, editor, onClose }: { name: string; editor: Editor; onClose: () => void }) {
  const { stale } = editor.saving
  const { text } = editor.session
  const both = useMemo(() => stale && { ...stale, mine: readText(text) ?? stale.mine }, [stale, text])
  if (both === undefined) return null
  return <MergeDialog name={name} schema={editor.view.schema} stale={both} onDecide={(decided: Json | null) => editor.decide(decided, both)} onClose={onClose} />
}
