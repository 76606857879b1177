/** Help while typing, from the language service: completions, and explanations on hover. */

import {
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { Suggestion } from './language.ts'
import type { LanguageService } from './service.ts'

export async function complete(
  context: CompletionContext,
  language: LanguageService,
): Promise<CompletionResult | null> {
  const { pos, explicit, state } = context
  const word = context.matchBefore(/"?[^\s"{}[\],:]*/)
  if (!explicit && (word === null || word.from === word.to)) return null
  const found = await language.complete(state.doc.toString(), pos).catch(() => [])
  const [first] = found
  if (context.aborted) return null
  // Not null: after null, CodeMirror asks no more if the user typed on while this was answered.
  if (first === undefined) return { from: pos, options: [] }
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

export async function explain(view: EditorView, offset: number, language: LanguageService) {
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
