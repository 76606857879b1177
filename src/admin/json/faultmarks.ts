/**
 * Problems in the text: what the language service finds here and what the server has found,
 * underlined together and marked at their lines.
 */

import { setDiagnostics, type Action, type Diagnostic } from '@codemirror/lint'
import { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Problem } from '#engine/contract/problems.ts'
import type { Findings } from './language.ts'
import { markLines } from './look.ts'
import { fixOf, spotOf, type Spotted } from './marks.ts'
import type { Words } from './phrases.ts'
import { readTree } from './places.ts'
import type { LanguageService } from './service.ts'

const CHECK_AFTER_MS = 250

/** A problem found by the server, with the characters that it was found in. */
type Theirs = Spotted & { readonly severity: Problem['severity']; readonly characters: string }

export class FaultMarks {
  readonly #view: EditorView
  readonly #language: LanguageService
  readonly #words: Words
  #theirs: readonly Theirs[] = []
  #mine: Findings = { faults: [], issues: [] }
  #checking: ReturnType<typeof setTimeout> | undefined
  #shown = { doc: Text.empty, faults: '' }

  constructor(view: EditorView, language: LanguageService, words: Words) {
    this.#view = view
    this.#language = language
    this.#words = words
  }

  /** Problems of this document found by the server. */
  setProblems(problems: readonly Problem[]): void {
    const text = this.#view.state.doc.toString()
    const tree = readTree(text)
    this.#theirs = problems.map((problem) => ({
      ...problem,
      characters: slice(text, spotOf(tree, text, problem)),
    }))
    this.checkSoon(0)
  }

  /** @param wait in ms */
  checkSoon(wait = CHECK_AFTER_MS): void {
    clearTimeout(this.#checking)
    this.#checking = setTimeout(() => {
      const { doc } = this.#view.state
      const use = (findings: Findings) => {
        if (this.#view.state.doc !== doc) return
        this.#mine = findings
        this.#show()
      }
      // Without the language service the server's problems are still shown.
      this.#language.check(doc.toString()).then(use, () => use({ faults: [], issues: [] }))
    }, wait)
  }

  close(): void {
    clearTimeout(this.#checking)
  }

  #show(): void {
    const { doc } = this.#view.state
    const diagnostics = this.#diagnostics(doc.toString())
    // Setting the same diagnostics again would close an open tooltip.
    const faults = JSON.stringify(diagnostics)
    if (this.#shown.doc === doc && this.#shown.faults === faults) return
    this.#shown = { doc, faults }
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics), {
      effects: markLines(
        diagnostics.filter(({ severity }) => severity === 'error').map(({ from }) => from),
      ),
    })
  }

  #diagnostics(text: string): Diagnostic[] {
    const tree = readTree(text)
    const seen = new Set<string>()
    // A server problem is outdated once its characters change; the next save reports again.
    const current = this.#theirs.filter(
      (problem) => slice(text, spotOf(tree, text, problem)) === problem.characters,
    )
    const spotted = [
      ...this.#mine.issues.map((issue) => ({ ...issue, severity: 'error' as const })),
      ...current,
    ].filter(
      ({ code, pointer }) => !seen.has(`${code} ${pointer}`) && seen.add(`${code} ${pointer}`),
    )
    const diagnostics: Diagnostic[] = [
      ...this.#mine.faults.map(({ from, to, message }): Diagnostic => ({
        from,
        to: Math.min(to, text.length),
        severity: 'error',
        message,
      })),
      ...spotted.map((problem): Diagnostic => ({
        ...spotOf(tree, text, problem),
        severity: problem.severity,
        message: sentence(problem.message),
        actions: actionsOf(problem, this.#words),
      })),
    ]
    return diagnostics.sort((a, b) => a.from - b.from)
  }
}

function slice(text: string, { from, to }: { from: number; to: number }): string {
  return text.slice(from, to)
}

function sentence(message: string): string {
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
