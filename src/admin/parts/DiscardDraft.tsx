/** Discards a draft without opening it: from the list, and if it can't be shown. */

import { useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useWaiting } from './approvals.ts'
import {
  documentPath,
  isDone,
  OF_DRAFTS,
  refusalOf,
  useChanges,
  useConsole,
  useOpenComments,
  useRefresh,
} from './client.ts'

type Props = {
  kind: string
  id: string
  /** The document's title. */ title: string
  /** Of the draft when it was listed. */ etag: string
  onDone?: () => void
}

export function DiscardDraft({ kind, id, title, etag, onDone }: Props) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const discard = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await call({
        path: documentPath('drafts', kind, id),
        method: 'DELETE',
        ifMatch: etag,
      })
      // Another editor has changed the draft since the list was loaded.
      refresh(...OF_DRAFTS)
      if (!isDone(answer))
        return setProblem(
          answer.status === 412 ? t('console.discard.stale') : refusalOf(answer).message,
        )
      setOpen(false)
      onDone?.()
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button look="text" small onClick={() => setOpen(true)}>
        {t('console.discard.open')}
        <span className="hidden-text"> {title}</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('console.discard.title')}
        hint={t('console.discard.text')}
      >
        <div className="stack">
          {open && <Lost name={`${kind}/${id}`} title={title} />}
          {problem !== null && (
            <Note look="bad" alert>
              {problem}
            </Note>
          )}
          <Button look="danger" block busy={busy} onClick={() => void discard()}>
            {t('console.editor.discard')}
          </Button>
          <Button look="line" block onClick={() => setOpen(false)}>
            {t('console.discard.keep')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** What goes with it. Only read while the question is open: differences take a moment. */
function Lost({ name, title }: { name: string; title: string }) {
  const t = useText()
  const isAwaited = useWaiting().includes(name)
  const comments = useOpenComments()[name] ?? 0
  const { value, error } = useChanges()
  const change = value?.changes.find(({ document }) => document === name)
  const count = change === undefined ? 0 : change.changes.length + (change.more ?? 0)
  return (
    <>
      {value === undefined && error === undefined && <p role="status">{t('common.loading')}</p>}
      <ul className="stack">
        <li>
          {change?.state === 'added'
            ? t('console.discard.added', { title })
            : change?.state === 'removed'
              ? t('console.discard.removed', { title })
              : t('console.discard.changed', { title })}{' '}
          {change?.state === 'changed' && count > 0 && t('console.discard.changes', { count })}
        </li>
        {comments > 0 && <li>{t('console.discard.comments', { count: comments })}</li>}
      </ul>
      {isAwaited && <Note look="wait">{t('console.discard.awaited')}</Note>}
    </>
  )
}
