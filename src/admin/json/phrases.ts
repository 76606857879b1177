/** The texts of the editor: our own, and those that CodeMirror shows by itself. */

/** The editor's texts by the last part of their key, translated. */
export type Words = (name: string, values?: Readonly<Record<string, unknown>>) => string

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

export function phrasesOf(words: Words): Record<string, string> {
  return Object.fromEntries(Object.entries(PHRASES).map(([phrase, name]) => [phrase, words(name)]))
}
