/** The page of the document that is edited, with the part of it that is edited, and its deeds. */

import { use, useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { valueAt } from '#admin/parts/edit.ts'
import { useNames, useTitleOf } from '#admin/parts/client.ts'
import type { Editor } from '#admin/editor/useEditor.ts'
import { isSeenAtOnce, typed } from './drafts.ts'
import type { ShownAt } from './pageof.ts'
import { PartBar, usePartName } from './PartBar.tsx'
import {
  documentAt,
  isLocked,
  moveBeside,
  partAt,
  partsOf,
  placeOn,
  step,
  wordsAt,
  type Made,
} from './parts.ts'
import { Clicks } from './clicks.ts'
import { PreviewPane } from './PreviewPane.tsx'

type Props = {
  editor: Editor
  kind: Kind
  id: string
  widgets: Readonly<Record<string, Schema>>
  readOnly: boolean
  /** Where it is seen, and by whom; null if no page shows it by itself. */
  shown: ShownAt | null
  /** Its last version that can be shown. */
  good: Json | null
  /** What is typed now can't be shown. */
  isFaulty: boolean
  /** Documents of the languages beside it. */
  languages: readonly Editor[]
  /** Of this document and of the languages beside it. */
  saves: number
  part: string | null
  onPart: (at: string | null) => void
  /** Opens the fields of a place. */
  onEdit: (at: string) => void
  /** The fields are beside it: they open at once. */
  isBeside: boolean
}

const NO_NAMES = {}
type Elsewhere = { readonly kind: Kind; readonly id: string; readonly at: string }

export function PagePreview({
  editor,
  kind,
  id,
  widgets,
  readOnly,
  shown,
  good,
  isFaulty,
  languages,
  saves,
  part,
  onPart,
  onEdit,
  isBeside,
}: Props) {
  const t = useText()
  const { config } = useScope()
  const names = useNames().value ?? NO_NAMES
  const kindName = usePartName()
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const { session, view } = editor
  const { document } = session
  const hindrance = readOnly
    ? t('console.parts.notYours')
    : session.broken
      ? t('console.parts.broken')
      : undefined
  const fallback = config.locales.default
  const typedIn = useCallback(
    (language: string) => typed(kind, good, languages, [language, fallback, 'en']),
    [kind, good, languages, fallback],
  )
  const change = (next: Json, at: string) => {
    editor.act(next)
    onPart(at)
  }
  /** What the page's own handle asks for, if it may. */
  const ask = (place: string, make: (document: Json, at: string) => Made) => {
    const { kind: ofKind, id: of, at } = documentAt(id, place)
    if (ofKind !== kind || of !== id || document === null || hindrance !== undefined) return
    if (isLocked(view.base, at)) return
    const made = make(document, at)
    change(made.document, made.at)
  }
  const edit = (at: string) => onEdit(wordsAt(document, at, widgets))
  const hasParts = document !== null && partsOf(document).length > 0
  const node = part === null ? undefined : valueAt(document, part)
  return (
    <PreviewPane
      version={saves}
      document={`${kind}/${id}`}
      {...(shown !== null && { path: shown.path, viewer: shown.viewer })}
      typedIn={isSeenAtOnce(kind) ? typedIn : null}
      isBroken={isFaulty}
      chosen={{
        place: part === null ? null : placeOn(kind, id, part),
        name: node === undefined ? '' : kindName(node),
      }}
      onPick={(screen, place) => {
        const picked = documentAt(screen, place)
        if (picked.kind !== kind || picked.id !== id) return setElsewhere(picked)
        setElsewhere(null)
        const at = partAt(picked.at)
        onPart(at)
        if (isBeside && at !== null) edit(at)
      }}
      onMove={(place, beside, after) =>
        ask(place, (now, at) => moveBeside(now, at, documentAt(id, beside).at, after))
      }
      onStep={(place, by) => ask(place, (now, at) => ({ document: step(now, at, by), at }))}
    >
      {elsewhere !== null && <BelongsTo elsewhere={elsewhere} />}
      {hasParts ? (
        <PartBar
          name={`${kind}/${id}`}
          document={document}
          base={view.base}
          chosen={part}
          onChoose={(at) => {
            onPart(at)
            if (at !== null && isBeside) edit(at)
          }}
          onChange={change}
          onEdit={edit}
          isBeside={isBeside}
          names={names}
          widgets={widgets}
          hindrance={hindrance}
        />
      ) : (
        <ClicksAlone />
      )}
    </PreviewPane>
  )
}

function ClicksAlone() {
  return use(Clicks)
}

/** A part of the page that another document holds. */
function BelongsTo({ elsewhere: { kind, id, at } }: { elsewhere: Elsewhere }) {
  const t = useText()
  const href = useHref()
  const titleOf = useTitleOf()
  return (
    <Note>
      <span role="status">
        {t('console.parts.elsewhere', { name: titleOf(`${kind}/${id}`) || id })}
      </span>{' '}
      <Link to={href('consoleDocument', { kind, id }, { at })}>{t('console.parts.open')}</Link>
    </Note>
  )
}
