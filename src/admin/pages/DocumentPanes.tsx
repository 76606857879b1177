/** The views of one document: its form, and next to it JSON, preview or differences. */

import { lazy, Suspense, useState } from 'react'
import type { Problem } from '#engine/contract/problems.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, type Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { atomicIn, difference } from '#admin/editor/merge.ts'
import { documentBefore } from '#admin/editor/session.ts'
import type { Editor } from '#admin/editor/useEditor.ts'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import type { WordsBook } from '#admin/form/wordsbook.ts'
import { JourneyPane } from '#admin/journey/JourneyPane.tsx'
import { useNames } from '#admin/parts/client.ts'
import { moveAt } from '#admin/parts/edit.ts'
import { Tabs } from '#admin/parts/Tabs.tsx'
import type { ShownAt } from '#admin/preview/pageof.ts'
import { PagePreview } from '#admin/preview/PagePreview.tsx'
import { partAt } from '#admin/preview/parts.ts'
import { offered, paneId, SIDES, type Panes, type Side } from './usePanes.ts'
import css from './DocumentPage.module.css'

// CodeMirror and the language service load when the JSON is first shown.
const JsonEditor = lazy(() =>
  import('#admin/json/JsonEditor.tsx').then(({ JsonEditor: editor }) => ({ default: editor })),
)

const NO_NAMES = {}

type PaneProps = {
  editor: Editor
  kind: Kind
  id: string
  problems: readonly Problem[]
  widgets: Readonly<Record<string, Schema>>
  readOnly: boolean
  panes: Panes
  book: WordsBook
  /** Of this document and of the languages beside it. */
  saves: number
  /** The page that shows it, and to whom. */
  shownAs: ShownAt | null
  /** There is one, and the user may see previews. */
  hasPage: boolean
  /** Its last version that can be shown. */
  good: Json | null
  /** What is typed now can't be shown. */
  isFaulty: boolean
  languages: readonly Editor[]
}

export function FormPane({
  editor,
  kind,
  book,
  problems,
  widgets,
  readOnly,
  panes: { isWide, side, place, setPart },
  isShown,
  onUnfold,
}: PaneProps & { isShown: boolean; onUnfold: () => void }) {
  const t = useText()
  const names = useNames().value ?? NO_NAMES
  const { view, session } = editor
  return (
    <section
      className={css['pane']}
      id={paneId('form')}
      hidden={!isShown}
      aria-label={t('console.editor.panes.form')}
    >
      {isWide && (
        <p className={css['name']}>
          {t('console.editor.panes.form')}
          {side === null && (
            <Button look="text" small onClick={onUnfold}>
              {t('console.editor.unfold')}
            </Button>
          )}
        </p>
      )}
      {session.document === null ? (
        <Removed editor={editor} readOnly={readOnly} />
      ) : (
        <SchemaForm
          schema={view.schema}
          value={session.document}
          onChange={(next) => editor.edit(next as Json)}
          problems={problems}
          names={names}
          {...(kind !== 'locale' && { book })}
          widgets={widgets}
          focus={place.form}
          onFocus={(at) => setPart(partAt(at))}
          readOnly={readOnly || session.broken}
          {...(view.base !== null && { base: view.base })}
        />
      )}
    </section>
  )
}

/** Beside the form, or instead of it on a narrow screen. */
export function SidePane({
  beside,
  ...pane
}: PaneProps & {
  /** Null while the form alone is on a narrow screen: the page waits as it is. */
  beside: Side | null
}) {
  const t = useText()
  const { isWide, setSide } = pane.panes
  const [isLoaded, setLoaded] = useState(beside === 'preview')
  if (beside === 'preview' && !isLoaded) setLoaded(true)
  return (
    <div className={css['side']} hidden={beside === null}>
      {isWide && beside !== null && (
        <Tabs
          label={t('console.editor.side')}
          tabs={offered(SIDES, pane.kind, pane.hasPage).map((each) => ({
            id: each,
            label: t(`console.editor.panes.${each}`),
          }))}
          chosen={beside}
          controls={paneId}
          onChoose={setSide}
        >
          <Button look="text" small onClick={() => setSide(null)}>
            {t('console.editor.fold')}
          </Button>
        </Tabs>
      )}
      {isLoaded && (
        <section
          className={css['pane']}
          id={paneId('preview')}
          aria-label={t('console.editor.panes.preview')}
          hidden={beside !== 'preview'}
        >
          <Page {...pane} />
        </section>
      )}
      {beside !== null && beside !== 'preview' && (
        <section
          className={css['pane']}
          id={paneId(beside)}
          aria-label={t(`console.editor.panes.${beside}`)}
        >
          {beside === 'path' && <AsPath {...pane} />}
          {beside === 'json' && <AsJson {...pane} />}
          {beside === 'difference' && (
            <div className={css['padded']}>
              <Differences
                editor={pane.editor}
                name={`${pane.kind}/${pane.id}`}
                widgets={pane.widgets}
              />
            </div>
          )}
        </section>
      )}
    </div>
  )
}

function Page({
  editor,
  kind,
  id,
  widgets,
  readOnly,
  panes: { isWide, part, setPart, jump },
  saves,
  shownAs,
  good,
  isFaulty,
  languages,
}: PaneProps) {
  return (
    <PagePreview
      {...{ editor, kind, id, widgets, readOnly, good, isFaulty, languages, saves, part }}
      shown={shownAs}
      onPart={setPart}
      onEdit={jump}
      isBeside={isWide}
    />
  )
}

function AsPath({
  editor: { view, session, edit },
  panes: { place, jump },
  readOnly,
}: Pick<PaneProps, 'editor' | 'panes' | 'readOnly'>) {
  const names = useNames().value ?? NO_NAMES
  return (
    <JourneyPane
      names={names}
      document={session.document}
      live={view.live as Json | null}
      part={place.form}
      onEdit={jump}
      {...(!readOnly &&
        !session.broken && {
          onMove: (row: string, by: number) => edit(moveAt(session.document, row, by) as Json),
        })}
    />
  )
}

function AsJson({
  editor: { view, session, typeText },
  kind,
  problems,
  widgets,
  readOnly,
  panes: { place },
}: PaneProps) {
  const t = useText()
  const { value, error } = useNames()
  const names = value ?? (error === undefined ? null : NO_NAMES)
  return (
    <Suspense
      fallback={<Skeletons looks={['line', 'line', 'half', 'tall']} label={t('common.loading')} />}
    >
      <JsonEditor
        value={session.text}
        onChange={typeText}
        schema={view.schema}
        kind={kind}
        names={names}
        widgets={widgets}
        problems={problems}
        goTo={place.json}
        onCursor={nothing}
        readOnly={readOnly}
      />
    </Suspense>
  )
}

// Moving in one view must not move the other: that would steal the focus.
const nothing = (): void => undefined

export function Removed({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const t = useText()
  const { live, base } = editor.view
  // Prefer the version that was on screen to the live one: it may have had more changes.
  const back = documentBefore(editor.session) ?? ((live ?? base) as Json | null)
  return (
    <div className={`stack ${css['padded']}`}>
      <Note look="wait">{t('console.editor.removed')}</Note>
      {!readOnly && isObject(back) && (
        <Button look="line" onClick={() => editor.edit(back)}>
          {t('console.editor.bringBack')}
        </Button>
      )}
    </div>
  )
}

function Differences({
  editor,
  name,
  widgets,
}: {
  editor: Editor
  name: string
  widgets: Readonly<Record<string, Schema>>
}) {
  const t = useText()
  const { view, session } = editor
  const parts = (['live', 'base'] as const).map((which) => {
    const before = view[which] as Json | null
    return {
      which,
      change: difference(
        name,
        before,
        session.document,
        atomicIn(view.schema, before, session.document),
        { schema: view.schema, widgets },
      ),
    }
  })
  return (
    <div className="stack">
      {parts.map(({ which, change }) => (
        <section key={which} aria-label={t(`console.editor.against.${which}`)}>
          <h3>{t(`console.editor.against.${which}`)}</h3>
          {change.state === 'changed' && change.changes.length === 0 ? (
            <p className="mute">{t('console.editor.same')}</p>
          ) : (
            <DifferenceView changes={[change]} />
          )}
        </section>
      ))}
    </div>
  )
}
