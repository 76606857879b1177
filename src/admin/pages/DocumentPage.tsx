/**
 * One document: the form and its JSON side by side, a preview, the differences, and all problems
 * below.
 */

import Type from 'typebox'
import { lazy, Suspense, useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Catalog } from '#engine/documents/catalog.ts'
import { isObject, type Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { shapeIssues } from '#engine/documents/nodes.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useHref, useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { useCheck, useNames, useRights, useWidgets } from '#admin/parts/client.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { EditorBar } from '#admin/editor/EditorBar.tsx'
import { shortcutOf } from '#admin/editor/History.tsx'
import { atomicIn, difference } from '#admin/editor/merge.ts'
import { MergeDialog } from '#admin/editor/MergeDialog.tsx'
import { problemsFor, takeSuggestion } from '#admin/editor/problems.ts'
import { ProblemPanel } from '#admin/editor/ProblemPanel.tsx'
import { documentBefore, readText } from '#admin/editor/session.ts'
import { useEditor, type Editor } from '#admin/editor/useEditor.ts'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import type { JsonPlace } from '#admin/json/JsonEditor.tsx'
import { linesIn } from '#admin/json/marks.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { Failed } from '#admin/parts/Pending.tsx'
import { PreviewPane } from '#admin/preview/PreviewPane.tsx'
import { Tabs } from '#admin/parts/Tabs.tsx'
import { Unreadable } from '#admin/editor/Unreadable.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import css from './DocumentPage.module.css'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu', 'access'] })

// CodeMirror and the language service load when the JSON is first shown.
const JsonEditor = lazy(() =>
  import('#admin/json/JsonEditor.tsx').then(({ JsonEditor: editor }) => ({ default: editor })),
)

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

const SIDES = ['json', 'preview', 'difference'] as const
const PANES = ['form', ...SIDES] as const
type Side = (typeof SIDES)[number]
type Pane = (typeof PANES)[number]
const NO_WIDGETS = {}

function Edited({
  editor,
  kind,
  id,
  level,
}: {
  editor: Editor
  kind: Kind
  id: string
  level: Level
}) {
  const t = useText()
  const href = useHref()
  const navigate = useNavigate()
  const rights = useRights()
  const { catalog } = useRenderContext()
  const isWide = useWide()
  const names = useNames().value ?? {}
  const drawn = useWidgets().value
  const widgets = drawn ?? NO_WIDGETS
  const check = useCheck()
  const { view, session, saving } = editor
  const stale = useMemo(
    () => saving.stale && { ...saving.stale, mine: mineOf(session.text, saving.stale.mine) },
    [saving.stale, session.text],
  )
  const name = `${kind}/${id}`
  const [pane, setPane] = useState<Pane>('form')
  const [side, setSide] = useState<Side | null>('json')
  // A link may set the initial place: `?at=/rows/verify`.
  const begin = useScope().route?.query['at'] ?? null
  const [place, setPlace] = useState<{ form: string | null; json: JsonPlace | null }>(() => ({
    form: begin,
    json: begin === null ? null : { to: begin },
  }))
  const [decideLater, setDecideLater] = useState(false)

  // What is displayed while typing may lag; the typed text may not.
  const document = useDeferredValue(session.document)
  const own = useMemo(
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
  const problems = problemsFor(name, own, check.value?.problems ?? [], drawn !== undefined)
  // On a wide screen the form stays, and the other views appear beside it.
  const beside: Side | null = isWide ? side : pane === 'form' ? null : pane
  const lines = useMemo(
    () => (beside === 'json' ? linesIn(session.text) : null),
    [beside, session.text],
  )
  const paneId = (each: Pane) => `pane-${each}`
  const tab = <Each extends Pane>(each: Each) => ({
    id: each,
    label: t(`console.editor.panes.${each}`),
  })

  // Both views take the focus when jumping: the form last, unless only the JSON is visible.
  const jump = (pointer: string) => {
    const json = { to: pointer }
    setPlace({ form: null, json })
    if (!isWide && pane === 'json') return
    setPane('form')
    requestAnimationFrame(() => setPlace({ form: pointer, json }))
  }
  const jumpInText = (to: string | number) => {
    setPlace({ form: null, json: { to } })
    if (isWide) setSide('json')
    else setPane('json')
  }
  // Problems in other documents are fixed there.
  const go = (problem: Problem) => {
    if (problem.document === name) return jump(problem.pointer)
    const [otherKind, otherId] = splitName(problem.document)
    void navigate(
      href(
        'consoleDocument',
        { kind: otherKind, id: otherId },
        problem.pointer === '' ? {} : { at: problem.pointer },
      ),
    )
  }
  const fix = (problem: Problem) => {
    if (session.document !== null) editor.edit(takeSuggestion(session.document, problem))
  }
  const pick = (screen: string, pointer: string) => {
    if (kind === 'screen' && screen === id) jump(pointer)
  }
  // Undo belongs to the page: both views show the same document, so neither has its own history.
  const onKeys = (event: KeyboardEvent) => {
    const wish = shortcutOf(event)
    if (wish === null) return
    event.preventDefault()
    event.stopPropagation()
    if (wish === 'redo') editor.redo()
    else editor.undo()
  }

  const readOnly = !rights.edit
  return (
    <div className={css['editor']} onKeyDownCapture={onKeys}>
      <EditorBar
        editor={editor}
        name={name}
        level={level}
        problems={problems}
        onDecide={() => setDecideLater(false)}
      />
      {session.broken && <Note look="wait">{t('console.editor.broken')}</Note>}
      {!isWide && (
        <Tabs
          label={t('console.editor.views')}
          tabs={PANES.map(tab)}
          chosen={pane}
          controls={paneId}
          onChoose={setPane}
        />
      )}
      <div className={`${css['panes']} ${isWide && side !== null ? css['two'] : ''}`}>
        {(isWide || pane === 'form') && (
          <section
            className={css['pane']}
            id={paneId('form')}
            aria-label={t('console.editor.panes.form')}
          >
            {isWide && (
              <p className={css['name']}>
                {t('console.editor.panes.form')}
                {side === null && (
                  <Button look="text" small onClick={() => setSide('json')}>
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
                widgets={widgets}
                focus={place.form}
                onFocus={nothing}
                readOnly={readOnly || session.broken}
                {...(view.base !== null && { base: view.base })}
              />
            )}
          </section>
        )}
        {beside !== null && (
          <div className={css['side']}>
            {isWide && (
              <Tabs
                label={t('console.editor.side')}
                tabs={SIDES.map(tab)}
                chosen={beside}
                controls={paneId}
                onChoose={setSide}
              >
                <Button look="text" small onClick={() => setSide(null)}>
                  {t('console.editor.fold')}
                </Button>
              </Tabs>
            )}
            <section
              className={css['pane']}
              id={paneId(beside)}
              aria-label={t(`console.editor.panes.${beside}`)}
            >
              {beside === 'json' && (
                <Suspense
                  fallback={
                    <Skeletons
                      looks={['line', 'line', 'half', 'tall']}
                      label={t('common.loading')}
                    />
                  }
                >
                  <JsonEditor
                    value={session.text}
                    onChange={editor.typeText}
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
              )}
              {beside === 'preview' && (
                <PreviewPane
                  version={editor.saves}
                  path={pageOf(catalog, kind, id)}
                  onPick={pick}
                />
              )}
              {beside === 'difference' && (
                <div className={css['padded']}>
                  <Differences editor={editor} name={name} />
                </div>
              )}
            </section>
          </div>
        )}
      </div>
      <section className={css['problems']} aria-label={t('console.editor.problems')}>
        <ProblemPanel
          editor={editor}
          document={name}
          problems={problems}
          check={check}
          onJump={go}
          onPlace={jumpInText}
          removed={<Removed editor={editor} readOnly={readOnly || isWide || pane === 'form'} />}
          {...(lines && { lineOf: lines })}
          {...(!readOnly && { onFix: fix })}
        />
      </section>
      {saving.state === 'stale' && stale !== undefined && !decideLater && (
        <MergeDialog
          name={name}
          schema={view.schema}
          stale={stale}
          onDecide={(decided) => editor.decide(decided, stale)}
          onClose={() => setDecideLater(true)}
        />
      )}
    </div>
  )
}

// Moving in one view must not move the other: that would steal the focus.
const nothing = (): void => undefined

/** A page that shows the document, if there is exactly one. */
function pageOf(catalog: Catalog, kind: Kind, id: string): string {
  const route = [...catalog.routes.values()].find(
    ({ screen, path }) => kind === 'screen' && screen === id && !path.includes(':'),
  )
  return route?.path ?? '/'
}

/** My current version: more may have been typed since the save that conflicted. */
function mineOf(text: string, saved: Json | null): Json | null {
  const now = readText(text)
  return now === undefined ? saved : now
}

function Removed({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
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

function Differences({ editor, name }: { editor: Editor; name: string }) {
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
