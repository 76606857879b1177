/**
 * The style of the JSON editor, in the tokens of base.css: custom properties reach into its shadow
 * root, classes do not.
 */

import { syntaxTree } from '@codemirror/language'
import {
  RangeSetBuilder,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
} from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'

/** Node of the parser -> class of its characters. */
const CLASSES: Readonly<Record<string, Decoration>> = {
  PropertyName: Decoration.mark({ class: 'name' }),
  String: Decoration.mark({ class: 'text' }),
  Number: Decoration.mark({ class: 'value' }),
  True: Decoration.mark({ class: 'value' }),
  False: Decoration.mark({ class: 'value' }),
  Null: Decoration.mark({ class: 'value' }),
}

function onScreen(draw: (view: EditorView) => DecorationSet): Extension {
  return ViewPlugin.fromClass(
    class {
      shown: DecorationSet
      constructor(view: EditorView) {
        this.shown = draw(view)
      }
      update({ docChanged, viewportChanged, startState, state, view }: ViewUpdate) {
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
          this.shown = draw(view)
      }
    },
    { decorations: (plugin) => plugin.shown },
  )
}

const colours = onScreen((view) => {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = CLASSES[node.name]
        if (mark) builder.add(node.from, node.to, mark)
      },
    })
  }
  return builder.finish()
})

/** Wrapped lines are indented two characters deeper than their start. */
const hangingIndent = onScreen((view) => {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      const columns = Math.min(24, /^ */.exec(line.text)![0].length) + 2
      builder.add(
        line.from,
        line.from,
        Decoration.line({
          attributes: {
            style: `padding-inline-start: calc(${columns}ch + 0.5rem); text-indent: -${columns}ch`,
          },
        }),
      )
      at = line.to + 1
    }
  }
  return builder.finish()
})

const setBad = StateEffect.define<readonly number[]>()
const BAD = Decoration.line({ class: 'bad-line' })

const badLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, { changes, effects, state }) =>
    effects.reduce(
      (now, effect) => (effect.is(setBad) ? badAt(effect.value, state) : now),
      lines.map(changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
})

function badAt(offsets: readonly number[], { doc }: EditorState): DecorationSet {
  return Decoration.set(
    [...new Set(offsets.map((offset) => doc.lineAt(Math.min(offset, doc.length)).from))]
      .sort((a, b) => a - b)
      .map((from) => BAD.range(from)),
  )
}

/** Highlights the lines at these offsets as faulty. */
export function markLines(offsets: readonly number[]): StateEffect<readonly number[]> {
  return setBad.of(offsets)
}

const button = {
  appearance: 'none',
  backgroundImage: 'none',
  backgroundColor: 'transparent',
  border: '1.5px solid var(--line-strong)',
  borderRadius: 'var(--r1)',
  color: 'var(--ink)',
  font: '600 var(--t0)/1.2 var(--font)',
  minHeight: '2.25rem',
  padding: '0.25rem 0.7rem',
  cursor: 'pointer',
}
const ring = { outline: '3px solid var(--focus)', outlineOffset: '2px' }

const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--t0)',
  },
  '&.cm-focused': { outline: 'none' },
  // Above the gutter too, which would hide an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: '3px solid var(--focus)',
    pointerEvents: 'none',
    zIndex: '250',
  },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0 3rem' },
  '.cm-line': { padding: '0 0.75rem 0 0.5rem' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-2)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.1rem 0 0.6rem', minWidth: '1.9rem' },
  '.cm-foldGutter .cm-gutterElement': {
    cursor: 'pointer',
    padding: '0 0.15rem',
    minWidth: '1rem',
    textAlign: 'center',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--brand-soft) 55%, transparent)',
  },
  '.cm-activeLineGutter': {
    backgroundColor: 'transparent',
    color: 'var(--ink)',
    fontWeight: '700',
  },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'color-mix(in srgb, var(--brand-mid) 35%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--brand-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--step-soft)', outline: '1px solid var(--step-text)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--step)', color: 'var(--on-step)' },
  '.cm-searchMatch-selected span': { color: 'var(--on-step)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--brand-soft)',
    outline: '1px solid var(--brand-mid)',
    color: 'inherit',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--bad-soft)',
    color: 'var(--bad)',
  },
  '.name': { color: 'var(--brand)', fontWeight: '600' },
  '.text': { color: 'var(--step-text)' },
  '.value': { color: 'var(--ink)', fontWeight: '600' },
  '.cm-line.bad-line': { backgroundColor: 'var(--bad-soft)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '0.25em',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted 2px var(--step-text)',
    textUnderlineOffset: '0.25em',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--bad-soft)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--line)',
    color: 'var(--ink-2)',
    borderRadius: 'var(--r1)',
    padding: '0 0.5rem',
    margin: '0 0.2rem',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r2)',
    boxShadow: 'var(--float)',
    overflow: 'hidden',
    font: '400 var(--t0)/1.45 var(--font)',
    maxWidth: 'min(28rem, 92vw)',
  },
  '.help': { padding: '0.5rem 0.75rem' },
  '.help p': { margin: '0' },
  '.help p + p': { marginTop: '0.35rem', color: 'var(--ink-2)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    maxHeight: '16rem',
    maxWidth: 'min(34rem, 92vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.3rem 0.7rem', lineHeight: '1.4' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--brand-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700', color: 'var(--brand)' },
  '.cm-completionDetail': {
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
    color: 'var(--ink-2)',
    marginLeft: '0.9rem',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '0.5rem 0.75rem' },
  '.cm-diagnostic': {
    padding: '0.5rem 0.75rem',
    borderLeft: '4px solid var(--bad)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--t0)',
  },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--step-text)' },
  '.cm-diagnosticAction': { ...button, marginLeft: '0', marginTop: '0.4rem', display: 'block' },
  '.cm-panels': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink)',
    fontFamily: 'var(--font)',
    zIndex: '2',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    padding: '0.5rem 3rem 0.5rem 0.75rem',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.4rem',
    alignItems: 'center',
    fontSize: 'var(--t0)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', display: 'block' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.3rem',
    minHeight: '2.25rem',
    fontSize: 'var(--t0)',
  },
  '.cm-panel.cm-search [name=close]': {
    ...button,
    border: 'none',
    position: 'absolute',
    top: '0.4rem',
    right: '0.4rem',
    width: '2.25rem',
    fontSize: 'var(--t4)',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1.5px solid var(--line-strong)',
    borderRadius: 'var(--r1)',
    font: '400 var(--t0)/1.2 var(--font)',
    minHeight: '2.25rem',
    padding: '0.25rem 0.5rem',
  },
  '.cm-button': button,
  '.cm-button:focus-visible, .cm-textfield:focus-visible, [name=close]:focus-visible, .cm-diagnosticAction:focus-visible':
    ring,
})

export const look: Extension = [theme, colours, hangingIndent, badLines, EditorView.lineWrapping]
