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
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
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
import {
  lintKeymap,
  nextDiagnostic,
  setDiagnostics,
  type Action,
  type Diagnostic,
} from '@codemirror/lint'
import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search'
import { Annotation, Compartment, EditorState, Text, type Extension } from '@codemirror/state'
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
import type { Findings, Setup, Suggestion } from './language.ts'
import { look, markLines } from './look.ts'
import { fixOf, spotOf, type Spotted } from './marks.ts'
import { doubledNames, placeOf, pointerAt, readTree } from './places.ts'
import type { LanguageService } from './service.ts'
import { stringify } from './stringify.ts'

/** The editor's texts by the last part of their key, translated. */
export type Words = (name: string, values?: Readonly<Record<string, unknown>>) => string

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

const CHECK_AFTER_MS = 250
const CURSOR_RESTS_MS = 120
const outside = Annotation.define<boolean>()

export function openEditor(root: ShadowRoot, options: EditorOptions): JsonView {
  const { language, words } = options
  const access = new Compartment()
  let theirs: readonly (Spotted & { severity: Problem['severity']; characters: string })[] = []
  let mine: Findings = { faults: [], issues: [] }
  let checking: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let cursor = ''
  // Completions requested while the language service is still loading appear once it is ready.
  let help = () => {}
  const helpful = new Promise<void>((resolve) => (help = resolve))
  let shown = { doc: Text.empty, faults: '' }

  const later = (wait = CHECK_AFTER_MS) => {
    clearTimeout(checking)
    checking = setTimeout(() => {
      const { doc } = view.state
      const use = (findings: Findings) => {
        if (view.state.doc !== doc) return
        mine = findings
        show()
      }
      // Without the language service the server's problems are still shown.
      language.check(doc.toString()).then(use, () => use({ faults: [], issues: [] }))
    }, wait)
  }

  const show = () => {
    const text = view.state.doc.toString()
    const tree = readTree(text)
    const seen = new Set<string>()
    // A server problem is outdated once its characters change; the next save reports again.
    const standing = theirs.filter(
      (problem) => slice(text, spotOf(tree, text, problem)) === problem.characters,
    )
    const spotted = [
      ...mine.issues.map((issue) => ({ ...issue, severity: 'error' as const })),
      ...standing,
    ].filter(
      ({ code, pointer }) => !seen.has(`${code} ${pointer}`) && seen.add(`${code} ${pointer}`),
    )
    const diagnostics: Diagnostic[] = [
      ...mine.faults.map(({ from, to, message }): Diagnostic => ({
        from,
        to: Math.min(to, text.length),
        severity: 'error',
        message,
      })),
      ...spotted.map((problem): Diagnostic => ({
        ...spotOf(tree, text, problem),
        severity: problem.severity,
        message: sentence(problem.message),
        actions: actionsOf(problem, words),
      })),
    ]
    diagnostics.sort((a, b) => a.from - b.from)
    // Setting the same diagnostics again would close an open tooltip.
    const faults = JSON.stringify(diagnostics)
    if (shown.doc === view.state.doc && shown.faults === faults) return
    shown = { doc: view.state.doc, faults }
    view.dispatch(setDiagnostics(view.state, diagnostics), {
      effects: markLines(
        diagnostics.filter(({ severity }) => severity === 'error').map(({ from }) => from),
      ),
    })
  }

  const onUpdate = ({ docChanged, selectionSet, transactions, state }: ViewUpdate) => {
    if (docChanged) later()
    if (
      docChanged &&
      !transactions.every(
        (transaction) => !transaction.docChanged || transaction.annotation(outside),
      )
    )
      options.onChange(state.doc.toString())
    if (docChanged || selectionSet) {
      clearTimeout(resting)
      resting = setTimeout(() => {
        const now = pointerAt(readTree(view.state.doc.toString()), view.state.selection.main.head)
        if (now !== cursor) options.onCursor((cursor = now))
      }, CURSOR_RESTS_MS)
    }
  }

  const format = (): boolean => {
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

  const extensions: Extension[] = [
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
      { key: 'Shift-Alt-f', run: () => (format(), true) },
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
      'aria-label': options.label,
      autocapitalize: 'off',
      spellcheck: 'false',
      tabindex: '0',
    }),
    EditorView.updateListener.of(onUpdate),
    access.of(EditorState.readOnly.of(false)),
  ]
  const view = new EditorView({
    state: EditorState.create({ doc: options.text, extensions }),
    root,
    parent: root,
  })
  // Tab leaves the editor, like any field; Ctrl M makes it indent.
  view.setTabFocusMode(true)
  later(0)

  return {
    setText: (text) => {
      const now = view.state.doc.toString()
      if (text !== now)
        view.dispatch({ changes: differenceOf(now, text), annotations: outside.of(true) })
    },
    setProblems: (problems) => {
      const text = view.state.doc.toString()
      const tree = readTree(text)
      theirs = problems.map((problem) => ({
        ...problem,
        characters: slice(text, spotOf(tree, text, problem)),
      }))
      later(0)
    },
    setReadOnly: (readOnly) =>
      view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(readOnly)) }),
    configure: (setup) =>
      void language
        .configure(setup)
        .then(
          () => later(0),
          () => undefined,
        )
        .then(help),
    goTo: (to) => {
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
    },
    openSearch: () => void openSearchPanel(view),
    format,
    close: () => {
      clearTimeout(checking)
      clearTimeout(resting)
      view.destroy()
    },
  }
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

function slice(text: string, { from, to }: { from: number; to: number }): string {
  return text.slice(from, to)
}

/** The formatted text; null if it is invalid, or if parsing would lose something. */
export function formatted(text: string): string | null {
  if (doubledNames(readTree(text)).length > 0) return null
  try {
    return stringify(JSON.parse(text))
  } catch {
    return null
  }
}

/** The smallest range in which two texts differ. */
export function differenceOf(
  now: string,
  next: string,
): { from: number; to: number; insert: string } {
  const most = Math.min(now.length, next.length)
  let start = 0
  while (start < most && now[start] === next[start]) start++
  let end = 0
  while (end < most - start && now[now.length - 1 - end] === next[next.length - 1 - end]) end++
  return { from: start, to: now.length - end, insert: next.slice(start, next.length - end) }
}

export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}

function actionsOf(problem: Spotted, words: Words): Action[] {
  if (problem.suggestion === undefined) return []
  return [
    {
      name: words('use', { name: problem.suggestion }),
      apply: (view) => {
        const change = fixOf(view.state.doc.toString(), problem)
        if (change !== null) view.dispatch({ changes: change, userEvent: 'input.fix' })
      },
    },
  ]
}

async function complete(
  context: CompletionContext,
  language: LanguageService,
): Promise<CompletionResult | null> {
  const { pos, explicit, state } = context
  const word = context.matchBefore(/"?[^\s"{}[\],:]*/)
  if (!explicit && (word === null || word.from === word.to)) return null
  const found = await language.complete(state.doc.toString(), pos).catch(() => [])
  const [first] = found
  if (context.aborted || first === undefined) return null
  const options = found.map((each, index): Completion => ({
    label: each.written,
    displayLabel: each.label,
    detail: each.detail,
    ...(each.info !== '' && { info: each.info }),
    // Keep the schema's order, with required members first.
    sortText: String(index).padStart(5, '0'),
    apply: (view, completion, from, to) =>
      put(view, completion, each, from, to + Math.max(0, each.to - pos)),
  }))
  return { from: Math.min(first.from, pos), options, validFor: /^"?[^\s"{}[\],:]*$/ }
}

function put(
  view: EditorView,
  completion: Completion,
  { insert, cursor, again }: Suggestion,
  from: number,
  to: number,
): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + cursor.from, head: from + cursor.to },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
    scrollIntoView: true,
  })
  if (again) startCompletion(view)
}

async function explain(view: EditorView, offset: number, language: LanguageService) {
  const found = await language.explain(view.state.doc.toString(), offset).catch(() => null)
  if (found === null) return null
  return {
    pos: found.from,
    end: found.to,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'help'
      for (const line of found.lines) {
        const paragraph = document.createElement('p')
        paragraph.textContent = line
        dom.append(paragraph)
      }
      return { dom }
    },
  }
}

/** CodeMirror's own phrases -> last part of our text key. */
const PHRASES: Readonly<Record<string, string>> = {
  Find: 'find',
  Replace: 'replaceWith',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  regexp: 'pattern',
  'by word': 'wholeWord',
  replace: 'replace',
  'replace all': 'replaceAll',
  close: 'close',
  'current match': 'currentMatch',
  'on line': 'onLine',
  'Go to line': 'goToLine',
  go: 'go',
  'folded code': 'folded',
  unfold: 'unfold',
  'Fold line': 'foldLine',
  'Unfold line': 'unfoldLine',
  Diagnostics: 'problems',
  'No diagnostics': 'noProblems',
  Completions: 'completions',
  'Selection deleted': 'deleted',
  'replaced $ matches': 'replacedMany',
  'replaced match on line $': 'replacedOne',
}

function phrasesOf(words: Words): Record<string, string> {
  return Object.fromEntries(Object.entries(PHRASES).map(([phrase, name]) => [phrase, words(name)]))
}
