/**
 * Language support for one text: completion, hover and problems. Runs in a worker, so that typing
 * never waits for it.
 */

import {
  getLanguageService,
  TextDocument,
  type CompletionItem,
  type LanguageService,
} from 'vscode-json-languageservice'
import type { Issue, Schema } from '#engine/documents/inspect.ts'
import { checkAlone, type Bounds } from './check.ts'
import type { Range } from './places.ts'

export type Setup = Bounds & { readonly enriched: Schema }

/** One completion. `from` and `to` are the range it replaces. */
export type Suggestion = Range & {
  readonly label: string
  /** Its text including quotes: what the typed letters are matched against. */
  readonly written: string
  readonly detail: string
  readonly info: string
  readonly insert: string
  /** The selection afterwards, relative to the start of `insert`. */
  readonly cursor: Range
  /** Are there completions at the new cursor position? */
  readonly again: boolean
}
export type Explanation = Range & { readonly lines: readonly string[] }
/** A syntax error: where, and its message. */
export type SyntaxFault = Range & { readonly message: string }
export type Findings = {
  readonly faults: readonly SyntaxFault[]
  readonly issues: readonly Issue[]
}

export type Language = {
  readonly configure: (setup: Setup) => Promise<void>
  readonly complete: (text: string, offset: number) => Promise<readonly Suggestion[]>
  readonly explain: (text: string, offset: number) => Promise<Explanation | null>
  readonly check: (text: string) => Promise<Findings>
}

const ADDRESS = 'tsela://document.json'

export function openLanguage(): Language {
  let setup: Setup | undefined
  let service: LanguageService = getLanguageService({})
  return {
    configure: async (next) => {
      setup = next
      service = getLanguageService({})
      // Completion of references is part of the service's schema.
      service.configure({
        schemas: [
          {
            uri: 'tsela://schema',
            fileMatch: ['*'],
            schema: structuredClone(next.enriched),
          },
        ],
      })
    },
    complete: async (text, offset) => {
      const document = open(text)
      const answer = await service.doComplete(
        document,
        document.positionAt(offset),
        service.parseJSONDocument(document),
      )
      return (answer?.items ?? []).flatMap((item) => suggestion(item, document))
    },
    explain: async (text, offset) => {
      const document = open(text)
      const answer = await service.doHover(
        document,
        document.positionAt(offset),
        service.parseJSONDocument(document),
      )
      const lines = (Array.isArray(answer?.contents) ? answer.contents : []).flatMap((each) =>
        typeof each === 'string' ? plain(each) : [],
      )
      if (!answer?.range || lines.length === 0) return null
      return {
        from: document.offsetAt(answer.range.start),
        to: document.offsetAt(answer.range.end),
        lines,
      }
    },
    check: async (text) => {
      const document = open(text)
      // The shape is checked by our own code, so the service only reports syntax errors.
      const found = await service.doValidation(document, service.parseJSONDocument(document), {
        schemaValidation: 'ignore',
        schemaRequest: 'ignore',
      })
      const faults = found.map(({ range, message }) => ({
        from: document.offsetAt(range.start),
        to: document.offsetAt(range.end),
        message: typeof message === 'string' ? message : message.value,
      }))
      return {
        faults,
        issues: setup === undefined || faults.length > 0 ? [] : checkAlone(JSON.parse(text), setup),
      }
    },
  }
}

function open(text: string): TextDocument {
  return TextDocument.create(ADDRESS, 'json', 1, text)
}

function suggestion(
  { label, filterText, detail, documentation, textEdit, command }: CompletionItem,
  document: TextDocument,
): Suggestion[] {
  if (textEdit === undefined || !('range' in textEdit)) return []
  const { text, cursor } = readSnippet(textEdit.newText)
  const words = typeof documentation === 'string' ? documentation : (documentation?.value ?? '')
  return [
    {
      label: label.replace(/^"(.*)"$/s, '$1'),
      written: filterText ?? label,
      detail: detail ?? '',
      info: words === detail ? '' : words,
      insert: text,
      cursor,
      again: command !== undefined,
      from: document.offsetAt(textEdit.range.start),
      to: document.offsetAt(textEdit.range.end),
    },
  ]
}

/**
 * The text of a snippet, and its first placeholder: `"label": "$1"` gives the text with the cursor
 * between the quotes. Further placeholders are ignored: Tab leaves the editor instead of jumping.
 */
export function readSnippet(snippet: string): { text: string; cursor: Range } {
  let text = ''
  let cursor: Range | undefined
  for (const [part, escaped, number, given, word = ''] of snippet.matchAll(
    /\\([\\$}])|\$(\d+)|\$\{(\d+):((?:\\.|[^\\}])*)\}|[^\\$]+|[\\$]/g,
  )) {
    if (escaped !== undefined) text += escaped
    else if (number !== undefined) cursor ??= { from: text.length, to: text.length }
    else if (given !== undefined) {
      const filled = word.replace(/\\(.)/g, '$1')
      cursor ??= { from: text.length, to: text.length + filled.length }
      text += filled
    } else text += part
  }
  return { text, cursor: cursor ?? { from: text.length, to: text.length } }
}

/** Hover text without the service's markup. */
function plain(marked: string): string[] {
  return marked
    .split(/\n\n/)
    .map((line) =>
      line
        .replace(/&nbsp;/g, ' ')
        .replace(/\\\n/g, ' ')
        .replace(/^`+ ?(.*?) ?`+: /, '$1: ')
        .replace(/\\([\\`*_{}[\]()<>#+\-.!])/g, '$1')
        .trim(),
    )
    .filter((line) => line !== '')
}
