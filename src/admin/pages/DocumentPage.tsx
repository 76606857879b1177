/**
 * One document: the form and its JSON side by side, a preview, the differences, and all problems
 * below.
 */

import Type from 'typebox'
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { shapeIssues } from '#engine/documents/nodes.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { useCheck, useRights, useWidgets } from '#admin/parts/client.ts'
import { Comments } from '#admin/editor/Comments.tsx'
import { EditorBar } from '#admin/editor/EditorBar.tsx'
import { redoIn, shortcutOf, undoIn } from '#admin/editor/History.tsx'
import { MergeDialog } from '#admin/editor/MergeDialog.tsx'
import { aboutWords, problemsFor, takeSuggestion } from '#admin/editor/problems.ts'
import { ProblemPanel } from '#admin/editor/ProblemPanel.tsx'
import type { Stale } from '#admin/editor/autosave.ts'
import { readText } from '#admin/editor/session.ts'
import { useEditor, type Editor } from '#admin/editor/useEditor.ts'
import { useWordsBook } from '#admin/form/useWordsBook.tsx'
import { linesIn } from '#admin/json/marks.ts'
import { isOnePage, shownAt } from '#admin/preview/pageof.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { Failed } from '#admin/parts/Pending.tsx'
import { Tabs } from '#admin/parts/Tabs.tsx'
import { Uses } from '#admin/editor/Uses.tsx'
import { Unreadable } from '#admin/editor/Unreadable.tsx'
import { FormPane, Removed, SidePane } from './DocumentPanes.tsx'
import { offered, paneId, PANES, usePanes } from './usePanes.ts'
import css from './DocumentPage.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const DocumentPage = defineWidget<typeof Props>(
  'console-document',
  function DocumentPage({ level }) {
    const { kind = '', id = '' } = useScope().route?.params ?? {}
    return <OneDocument key={`${kind}/${id}`} kind={kind as Kind} id={id} level={level} />
  },
)

function OneDocument({ kind, id, level }: { kind: Kind; id: string; level: Level }) {
  const t = useText()
  const href = useHref()
  const loading = useEditor(kind, id)
  if (loading.state === 'loading')
    return <Skeletons looks={['title', 'line', 'tall']} label={t('common.loading')} />
  if (loading.state === 'failed') {
    return (
      <div className="stack">
        <Link to={href('consoleDocuments')}>{t('console.menu.documents')}</Link>
        <Failed message={loading.refused?.message ?? ''} onRetry={loading.retry} />
      </div>
    )
  }
  const { editor } = loading
  if (editor.view.unreadable !== undefined)
    return <Unreadable editor={editor} kind={kind} id={id} problem={editor.view.unreadable} />
  return <Edited editor={editor} kind={kind} id={id} level={level} />
}

const NO_WIDGETS = {}

type EditedProps = { editor: Editor; kind: Kind; id: string; level: Level }

function Edited({ editor, kind, id, level }: EditedProps) {
  const t = useText()
  const rights = useRights()
  const { session, saving } = editor
  const hasDraft = (saving.saved === undefined ? editor.view.draft : saving.saved.draft) !== null
  const name = `${kind}/${id}`
  const drawn = useWidgets().value
  const widgets = drawn ?? NO_WIDGETS
  const check = useCheck()
  const { problems: own, good } = useOwnProblems(editor, name, widgets)
  const { catalog } = useRenderContext()
  const { live, base } = editor.view
  const shownAs = useMemo(
    () => shownAt(catalog, kind, id, live ?? base),
    [catalog, kind, id, live, base],
  )
  const hasPage = shownAs !== null && rights.preview
  const panes = usePanes(kind, hasPage, hasPage && isOnePage(kind))
  const { isWide, pane, side, setSide, beside } = panes
  const lines = useMemo(
    () => (beside === 'json' ? linesIn(session.text) : null),
    [beside, session.text],
  )
  const openOther = useOpenOther()
  const readOnly = !rights.edit
  const { book, editors, holders } = useWordsBook(name)
  const problems = aboutWords(
    problemsFor(name, own, check.value?.problems ?? [], drawn !== undefined),
    session.document,
    (key) => book.languages?.some(({ texts }) => (texts[key] ?? '') !== '') === true,
    (member) => t(member === 'label' ? 'console.words.writeLabel' : 'console.words.writeThis'),
  )
  const all = [editor, ...Object.values(editors)]
  const isLanguage = kind === 'locale'
  const languages = useMemo(
    () => [...(isLanguage ? [editor] : []), ...Object.values(editors)],
    [isLanguage, editor, editors],
  )
  const shown = {
    editor,
    kind,
    id,
    problems,
    widgets,
    readOnly,
    panes,
    book,
    saves: savesOf(all),
    shownAs,
    hasPage,
    good,
    isFaulty: session.broken || own.length > 0,
    languages,
  }
  return (
    <div className={css['editor']} onKeyDownCapture={(event) => undoByKeys(event, all)}>
      {holders}
      <EditorBar
        editor={editor}
        beside={editors}
        name={name}
        level={level}
        problems={problems}
        onDecide={() => panes.setDecideLater(false)}
      />
      {session.broken && <Note look="wait">{t('console.editor.broken')}</Note>}
      <div
        className={`${css['panes']} ${isWide && side !== null ? css['two'] : ''} ${side === 'preview' ? css['page'] : ''}`}
      >
        {(!isWide || side !== null) && <SidePane {...shown} beside={beside} />}
        <FormPane
          {...shown}
          isShown={isWide || pane === 'form'}
          onUnfold={() => setSide(hasPage ? 'preview' : 'json')}
        />
      </div>
      {!isWide && (
        <div className={css['switch']}>
          <Tabs
            label={t('console.editor.views')}
            tabs={offered(PANES, kind, hasPage).map((each) => ({
              id: each,
              label: t(`console.editor.panes.${each}`),
            }))}
            chosen={pane}
            controls={paneId}
            onChoose={panes.setPane}
          />
        </div>
      )}
      <section className={css['problems']} aria-label={t('console.editor.problems')}>
        <ProblemPanel
          editor={editor}
          document={name}
          problems={problems}
          check={check}
          // Problems in other documents are fixed there.
          onJump={(problem) =>
            problem.document === name ? panes.jump(problem.pointer) : openOther(problem)
          }
          onPlace={panes.jumpInText}
          removed={<Removed editor={editor} readOnly={readOnly || isWide || pane === 'form'} />}
          {...(lines && { lineOf: lines })}
          {...(!readOnly && {
            onFix: (problem: Problem) => {
              if (session.document !== null) editor.edit(takeSuggestion(session.document, problem))
            },
          })}
        />
      </section>
      {hasDraft && <Comments kind={kind} id={id} />}
      <Uses name={name} />
      {saving.state === 'stale' && saving.stale !== undefined && !panes.decideLater && (
        <Merge
          editor={editor}
          name={name}
          stale={saving.stale}
          onClose={() => panes.setDecideLater(true)}
        />
      )}
    </div>
  )
}

/** What is wrong with the shape of what is typed: found here, while typing. */
function useOwnProblems(
  { view, session }: Editor,
  name: string,
  widgets: Readonly<Record<string, Schema>>,
): { readonly problems: readonly Problem[]; readonly good: Json | null } {
  // What is displayed while typing may lag; the typed text may not.
  const document = useDeferredValue(session.document)
  const problems = useMemo(
    () =>
      document === null
        ? []
        : shapeIssues(view.schema, document, widgets).map((issue): Problem => ({
            ...issue,
            document: name,
            severity: 'error',
          })),
    [document, view.schema, widgets, name],
  )
  // What a page can be drawn with: the last version without a fault.
  const [good, setGood] = useState(document)
  if (good !== document && problems.length === 0) setGood(document)
  return { problems, good }
}

const savesOf = (editors: readonly Editor[]) => editors.reduce((sum, { saves }) => sum + saves, 0)

function useOpenOther(): (problem: Problem) => void {
  const href = useHref()
  const navigate = useNavigate()
  return ({ document, pointer }) => {
    const [kind, id] = splitName(document)
    void navigate(href('consoleDocument', { kind, id }, pointer === '' ? {} : { at: pointer }))
  }
}

/** Undo belongs to the page: both views show the same document, so neither has its own history. */
function undoByKeys(event: KeyboardEvent, editors: readonly Editor[]): void {
  const wish = shortcutOf(event)
  if (wish === null) return
  event.preventDefault()
  event.stopPropagation()
  if (wish === 'redo') redoIn(editors)
  else undoIn(editors)
}

function Merge({
  editor,
  name,
  stale,
  onClose,
}: {
  editor: Editor
  name: string
  stale: Stale
  onClose: () => void
}) {
  const { view, session } = editor
  const now = useMemo(
    () => ({ ...stale, mine: mineOf(session.text, stale.mine) }),
    [stale, session.text],
  )
  return (
    <MergeDialog
      name={name}
      schema={view.schema}
      stale={now}
      onDecide={(decided) => editor.decide(decided, now)}
      onClose={onClose}
    />
  )
}

/** My current version: more may have been typed since the save that conflicted. */
function mineOf(text: string, saved: Json | null): Json | null {
  const now = readText(text)
  return now === undefined ? saved : now
}
