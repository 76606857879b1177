/** What a guided page has just written, to be taken back as a whole. */

import { useState } from 'react'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  isDone,
  OF_DRAFTS,
  refusalOf,
  useConsole,
  useDocuments,
  useRefresh,
} from '#admin/parts/client.ts'
import { keepWritten, lastWritten } from './kept.ts'

export function JustWritten() {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const person = useScope().user?._id ?? ''
  const documents = useDocuments().value?.items
  const [written, setWritten] = useState(() => lastWritten(person))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (written === null || documents === undefined) return null
  // Once it was published or discarded there is nothing left to take back here.
  if (!written.drafts.every((name) => documents.some((each) => isDraft(each, name)))) return null
  const undo = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({ path: `admin/recipes/undo/${written.id}`, method: 'POST' })
      if (!isDone(response))
        return setProblem(
          response.status === 412 ? t('console.recipes.undoStale') : refusalOf(response).message,
        )
      keepWritten(person, null)
      setWritten(null)
      refresh(...OF_DRAFTS)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note look={problem === null ? 'ok' : 'bad'} alert={problem !== null}>
      {problem ??
        t('console.recipes.written', { name: written.title, count: written.drafts.length })}{' '}
      <Button look="text" small busy={busy} onClick={() => void undo()}>
        {t('console.recipes.undo')}
      </Button>
    </Note>
  )
}

function isDraft({ kind, id, draft }: DocumentSummary, name: string): boolean {
  return draft && `${kind}/${id}` === name
}
