/** What a preview is told while somebody types: documents as they are now, and changed words. */

import { isObject, type Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import type { Editor } from '#admin/editor/useEditor.ts'
import { wordsOf, type Locale } from '#admin/form/languages.ts'

/**
 * The browser itself interprets these, so a preview shows them as they are typed. Others are seen
 * once they are saved.
 */
const AT_ONCE: ReadonlySet<Kind> = new Set([
  'screen',
  'report',
  'menu',
  'flow',
  'rule',
  'route-group',
  'access',
  'locale',
])

export function isSeenAtOnce(kind: Kind): boolean {
  return AT_ONCE.has(kind)
}

export type Typed = {
  readonly documents: readonly Json[]
  /** Keys of texts whose words differ from the live ones, or that the page may not have got. */
  readonly changed: readonly string[]
  readonly say: (key: string) => string
}

type Opened = Pick<Editor, 'session' | 'view'>

/**
 * @param document its last version that can be shown; null if it is removed
 * @param languages edited documents of languages
 * @param wanted    languages that the page takes its words from, the first one first
 */
export function typed(
  kind: Kind,
  document: Json | null,
  languages: readonly Opened[],
  wanted: readonly string[],
): Typed {
  const known = languages.flatMap(({ session, view }) => {
    const { document: now, broken } = session
    return broken || !isObject(now) || !isObject(now['texts'])
      ? []
      : [
          {
            id: String(now['id']),
            now: wordsOf(now as unknown as Locale),
            live: wordsOf(view.live as Locale | null),
          },
        ]
  })
  const chain = [...new Set(wanted.flatMap((language) => localesFor(known, language)))]
  const changed = new Set(
    chain.flatMap(({ now, live }) =>
      [...Object.keys(now), ...Object.keys(live)].filter((key) => now[key] !== live[key]),
    ),
  )
  const documents = kind === 'locale' || document === null ? [] : [document]
  // A text that another page has is new to this one.
  for (const key of documents.flatMap(stringsIn))
    if (chain.some(({ now }) => now[key] !== undefined)) changed.add(key)
  return {
    documents,
    changed: [...changed],
    say: (key) => chain.find(({ now }) => now[key] !== undefined)?.now[key] ?? '',
  }
}

/** The keys of texts are among them. */
function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
