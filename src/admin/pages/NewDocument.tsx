/**
 * Creates a document: its kind, its id, and its initial content. It remains a draft until
 * published.
 */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { DocumentSummary, DocumentView } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  documentPath,
  isDone,
  OF_DRAFTS,
  refusalOf,
  useConsole,
  useRefresh,
} from '#admin/parts/client.ts'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { orderOf } from '#admin/parts/kinds.ts'
import { copyOf, emptyDocument, isId } from './starter.ts'

/** ETag of a document that does not exist yet. */
const NOTHING = '"0-none"'
const EMPTY = ''

type Props = {
  documents: readonly DocumentSummary[]
  /** Chosen beforehand; empty for none. */ kind: string
  onClose: () => void
}

export function NewDocument({ documents, kind: first, onClose }: Props) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const call = useConsole()
  const refresh = useRefresh()
  const kinds = [...new Set(documents.map((each) => each.kind))].sort(
    (a, b) => orderOf(a) - orderOf(b),
  )
  const [kind, setKind] = useState<string>(first || kinds[0] || 'screen')
  const [id, setId] = useState('')
  const [title, setTitle] = useState('')
  const [from, setFrom] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const ofKind = documents.filter((each) => each.kind === kind)

  const make = async () => {
    if (!isId(id)) return setProblem(t('console.new.badId'))
    if (ofKind.some((each) => each.id === id && each.state !== 'removed'))
      return setProblem(t('console.new.taken', { id }))
    setBusy(true)
    try {
      // Any document of the same kind provides the schema, even if nothing is copied from it.
      const pattern = await call({ path: documentPath('documents', kind, from || ofKind[0]!.id) })
      if (!isDone(pattern)) return setProblem(refusalOf(pattern).message)
      const view = pattern.value as DocumentView
      const start = { kind, id, title: title || id }
      const document =
        from === EMPTY
          ? emptyDocument(view.schema, start)
          : copyOf((view.effective ?? view.base) as Json, start)
      const saved = await call({
        path: documentPath('drafts', kind, id),
        method: 'PUT',
        body: { document },
        ifMatch: NOTHING,
      })
      if (!isDone(saved)) return setProblem(refusalOf(saved).message)
      refresh(...OF_DRAFTS)
      void go(href('consoleDocument', { kind, id }))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('console.new.title')} hint={t('console.new.text')}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <SelectField
          label={t('console.new.kind')}
          value={kind}
          onChange={(value) => {
            setKind(value)
            setFrom(EMPTY)
          }}
          choices={kinds.map((each) => ({ id: each, label: t(`console.kind.${each}`) }))}
        />
        <TextField
          label={t('console.new.id')}
          hint={t('console.new.idHint')}
          value={id}
          onChange={setId}
          maxLength={120}
        />
        <TextField
          label={t('console.new.name')}
          hint={t('console.new.nameHint')}
          value={title}
          onChange={setTitle}
          maxLength={160}
        />
        <SelectField
          label={t('console.new.from')}
          value={from}
          onChange={setFrom}
          choices={[
            { id: EMPTY, label: t('console.new.empty') },
            ...ofKind
              .filter(({ state }) => state !== 'removed')
              .map((each) => ({ id: each.id, label: `${each.title || each.id} (${each.id})` })),
          ]}
        />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.new.button')}
        </Button>
      </form>
    </Dialog>
  )
}
