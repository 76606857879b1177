/**
 * Drafts that a page cannot show. One that predates the size limits can only be discarded; one with
 * a wrong shape can be corrected.
 */

import { Link } from 'react-router-dom'
import type { Issue } from '#engine/documents/inspect.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRights } from '#admin/parts/client.ts'
import { usePlace } from '#admin/parts/usePlace.ts'
import type { Editor } from './useEditor.ts'

type Props = { editor: Pick<Editor, 'discard'>; kind: string; id: string; problem: Problem }

export function Unreadable({ editor, kind, id, problem }: Props) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const placeOf = usePlace()
  return (
    <div className="stack">
      <Link to={href('consoleDocuments')}>{t('console.menu.documents')}</Link>
      <Note look="bad">
        {t('console.editor.unreadable', { name: `${kind}/${id}` })}{' '}
        <span className="small">
          {problem.pointer !== '' && `${placeOf(problem.pointer)}: `}
          {problem.message}
        </span>
      </Note>
      {rights.edit && (
        <Button look="danger" onClick={() => void editor.discard()}>
          {t('console.editor.discard')}
        </Button>
      )}
    </div>
  )
}

/** @param fault in the members that this page reads */
export function Unshown({
  editor,
  kind,
  id,
  fault,
}: {
  editor: Pick<Editor, 'discard' | 'view' | 'saving'>
  kind: string
  id: string
  fault: Pick<Issue, 'pointer' | 'message'>
}) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const placeOf = usePlace()
  const name = t(`console.kind.${kind}`)
  const draft = editor.saving.saved === undefined ? editor.view.draft : editor.saving.saved.draft
  return (
    <div className="stack">
      <Note look="bad">
        {t('console.editor.unshown', { name: `${name} (${kind}/${id})` })}{' '}
        <span className="small">
          {fault.pointer !== '' && `${placeOf(fault.pointer)}: `}
          {fault.message}
        </span>
      </Note>
      <Link
        to={href(
          'consoleDocument',
          { kind, id },
          fault.pointer === '' ? {} : { at: fault.pointer },
        )}
      >
        {t('console.editor.open', { name })}
      </Link>
      {rights.edit && draft !== null && (
        <Button look="danger" onClick={() => void editor.discard()}>
          {t('console.editor.discard')}
        </Button>
      )}
    </div>
  )
}
