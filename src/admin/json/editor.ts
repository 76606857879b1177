/**
 * The JSON editor itself: CodeMirror in a shadow root, with language support. The shadow root is
 * needed because of the pages' policy: inside one, CodeMirror uses constructed style sheets;
 * outside it would insert style elements.
 */

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
} from '@codemirror/language'
import { lintKeymap, nextDiagnostic } from '@codemirror/lint'
import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  closeHoverTooltips,
  drawSelection,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view'
import type { Problem } from '#engine/contract/problems.ts'
import { FaultMarks } from './faultmarks.ts'
import type { Setup } from './language.ts'
import { look } from './look.ts'
import { phrasesOf, type Words } from './phrases.ts'
import { placeOf, pointerAt, readTree } from './places.ts'
import type { LanguageService } from './service.ts'
import { complete, explain } from './suggest.ts'
import { differenceOf, formatted } from './textchange.ts'

export type EditorOptions = {
  readonly text: string
  readonly label: string
  readonly words: Words
  readonly language: LanguageService
  /** The typed text, at every change. */
  readonly onChange: (text: string) => void
  /** Pointer at the cursor, once it rests. */
  readonly onCursor: (pointer: string) => void
}

export type JsonView = {
  /** Replaces the text; only the difference is applied, so that the cursor keeps its place. */
  readonly setText: (text: string) => void
  /** Problems of this document found by the server. */
  readonly setProblems: (problems: readonly Problem[]) => void
  readonly setReadOnly: (readOnly: boolean) => void
  readonly configure: (setup: Setup) => void
  /** To a pointer, or a character offset. */
  readonly goTo: (to: string | number) => void
  readonly openSearch: () => void
  /** @returns false if the text is invalid and so cannot be formatted */
  readonly format: () => boolean
  readonly close: () => void
}

const CURSOR_RESTS_MS = 120
/** A change that was not typed here. */
const outside = Annotation.define<boolean>()

export function openEditor(root: ShadowRoot, options: EditorOptions): JsonView {
  const { language } = options
  const access = new Compartment()
  // Completions requested while the language service is still loading appear once it is ready.
  let help = () => {}
  const helpful = new Promise<void>((resolve) => (help = resolve))
  const cursor = cursorReport(options.onCursor)
  const onUpdate = (update: ViewUpdate) => {
    if (update.docChanged) faults.checkSoon()
    if (isTyped(update)) options.onChange(update.state.doc.toString())
    if (update.docChanged || update.selectionSet) cursor.moved(update.view)
  }
  const view = new EditorView({
    state: EditorState.create({
      doc: options.text,
      extensions: [
        extensionsFor(options, helpful),
        EditorView.updateListener.of(onUpdate),
        access.of(EditorState.readOnly.of(false)),
      ],
    }),
    root,
    parent: root,
  })
  const faults = new FaultMarks(view, language, options.words)
  // Tab leaves the editor, like any field; Ctrl M makes it indent.
  view.setTabFocusMode(true)
  faults.checkSoon(0)

  return {
    setText: (text) => {
      const now = view.state.doc.toString()
      if (text !== now)
        view.dispatch({ changes: differenceOf(now, text), annotations: outside.of(true) })
    },
    setProblems: (problems) => faults.setProblems(problems),
    setReadOnly: (readOnly) =>
      view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(readOnly)) }),
    configure: (setup) =>
      void language
        .configure(setup)
        .then(
          () => faults.checkSoon(0),
          () => undefined,
        )
        .then(help),
    goTo: (to) => goTo(view, to),
    openSearch: () => void openSearchPanel(view),
    format: () => format(view),
    close: () => {
      faults.close()
      cursor.close()
      view.destroy()
    },
  }
}

/** @param helpful resolves once the language service can complete */
function extensionsFor(
  { words, language, label }: EditorOptions,
  helpful: Promise<void>,
): Extension[] {
  return [
    json(),
    lineNumbers(),
    foldGutter(),
    codeFolding(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    autocompletion({
      override: [(context) => helpful.then(() => complete(context, language))],
      icons: false,
      interactionDelay: 30,
    }),
    hoverTooltip((of, offset) => explain(of, offset, language)),
    look,
    keymap.of([
      { key: 'Shift-Alt-f', run: (view) => (format(view), true) },
      { key: 'F8', run: toNextFault },
      ...closeBracketsKeymap,
      ...completionKeymap,
      { key: 'Escape', run: closeExplanation },
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      indentWithTab,
      ...defaultKeymap,
    ]),
    EditorState.tabSize.of(2),
    EditorState.phrases.of(phrasesOf(words)),
    // Editable content is focusable anyway; the tabindex tells tools that only read attributes.
    EditorView.contentAttributes.of({
      'aria-label': label,
      autocapitalize: 'off',
      spellcheck: 'false',
      tabindex: '0',
    }),
  ]
}

function isTyped({ docChanged, transactions }: ViewUpdate): boolean {
  return (
    docChanged &&
    !transactions.every((transaction) => !transaction.docChanged || transaction.annotation(outside))
  )
}

/** Reports the pointer at the cursor once it rests at another one. */
function cursorReport(onCursor: (pointer: string) => void) {
  let resting: ReturnType<typeof setTimeout> | undefined
  let last = ''
  return {
    moved: (view: EditorView) => {
      clearTimeout(resting)
      resting = setTimeout(() => {
        const now = pointerAt(readTree(view.state.doc.toString()), view.state.selection.main.head)
        if (now !== last) onCursor((last = now))
      }, CURSOR_RESTS_MS)
    },
    close: () => clearTimeout(resting),
  }
}

/** @returns false if the text is invalid and so cannot be formatted */
function format(view: EditorView): boolean {
  const before = view.state.doc.toString()
  const tree = readTree(before)
  const text = formatted(before)
  if (text === null || view.state.readOnly) return false
  if (text === before) return true
  const at = pointerAt(tree, view.state.selection.main.head)
  view.dispatch({
    changes: { from: 0, to: before.length, insert: text },
    selection: { anchor: placeOf(readTree(text), at)?.from ?? 0 },
    scrollIntoView: true,
    userEvent: 'input.format',
  })
  return true
}

function goTo(view: EditorView, to: string | number): void {
  const text = view.state.doc.toString()
  const place =
    typeof to === 'number'
      ? { from: Math.min(to, text.length), key: undefined }
      : placeOf(readTree(text), to)
  if (place === null) return
  const { from } = place.key ?? place
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  })
  view.focus()
}

function closeExplanation(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false
  view.dispatch({ effects: closeHoverTooltips })
  return true
}

/**
 * Jumps to the next problem and shows its explanation; also to the only one, if its tooltip was
 * closed.
 */
function toNextFault(view: EditorView): boolean {
  if (nextDiagnostic(view)) return true
  view.dispatch({ selection: { anchor: view.state.selection.main.head } })
  return nextDiagnostic(view)
}
