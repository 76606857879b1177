/** The last import, and a button to undo it after a dialog says what will be lost. */

import { useState } from 'react'
import type { ContentSummary } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole, useRights } from '#admin/parts/client.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'

type Props = { type: ContentSummary; onDone: (words: string) => void }

export function LastImport({ type: { type, imported }, onDone }: Props) {
  const t = useText()
  const call = useConsole()
  const rights = useRights()
  const { language } = useScope()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (imported === null) return null
  const { file, rows, by, at, edits, undo } = imported
  const takeBack = async () => {
    setBusy(true)
    try {
      const response = await call({
        path: `admin/content/${encodeURIComponent(type)}/undo`,
        method: 'POST',
      })
      if (!isDone(response)) return setProblem(refusalOf(response).message)
      setAsking(false)
      onDone(t('console.records.undone', { file }))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="row wraps small mute">
      <span>
        {t('console.records.imported', {
          count: rows,
          file,
          who: whoOf(by, t),
          when: whenOf(at, language),
        })}
      </span>
      {undo && rights.records && (
        <Button look="text" small onClick={() => setAsking(true)}>
          {t('console.records.undo')}
        </Button>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('console.records.undoTitle')}>
        <div className="stack">
          <p>{t('console.records.undoText')}</p>
          {edits > 0 && (
            <Note look="doubt">{t('console.records.undoEdits', { count: edits })}</Note>
          )}
          {problem !== null && (
            <Note look="bad" alert>
              {problem}
            </Note>
          )}
          <Button look="danger" busy={busy} onClick={() => void takeBack()}>
            {t('console.records.undo')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
