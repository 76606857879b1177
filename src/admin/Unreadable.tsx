/** A draft that was kept before there were bounds: nothing could show it, so there is one thing to do with it. */

import { Link } from 'react-router-dom'
import type { Problem } from '#engine/problems.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/Button.tsx'
import { Note } from '#widgets/Note.tsx'
import { useRights } from './client.ts'
import { placeInWords } from './editor/place.ts'
import type { Editor } from './editor/useEditor.ts'

type Props = { editor: Pick<Editor, 'discard'>; kind: string; id: string; problem: Problem }

export function Unreadable({ editor, kind, id, problem }: Props) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  return (
    <div className="stack">
      <Link to={href('consoleDocuments')}>{t('console.menu.documents')}</Link>
      <Note look="bad">
        {t('console.editor.unreadable', { name: `${kind}/${id}` })}{' '}
        <span className="small">
          {problem.pointer !== '' && `${placeInWords(problem.pointer)}: `}
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
