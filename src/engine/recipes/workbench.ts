/**
 * What a recipe writes on: it collects faults, texts, new documents and changes of documents there
 * are, and never stops at the first fault, so that a form says everything at once.
 */

import { unknownFigures } from '#engine/documents/figures.ts'
import { isObject, own, pointer, type Json } from '#engine/documents/json.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument, DocumentOf, Kind, NodeDocument } from '#engine/documents/kinds.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { freeId, idFrom, keyFrom } from './ids.ts'
import type { Fault, FaultCode, Sketch, Words, RecipeContext, Written } from './recipe.ts'

const RICH = /<\/?(?:b|p|strong|i|u|s|ul|li|ol)>/g
/** Where texts of a tenant's own things are. */
export const OWN = 'own'

type Members<K extends Kind> = Omit<
  DocumentOf<K>,
  'kind' | 'v' | 'source' | '$schema' | 'note' | 'children'
> & { readonly children?: readonly NodeDocument[] }

export class Workbench {
  readonly faults: Fault[] = []
  readonly hints: Fault[] = []
  readonly #texts: Record<string, Record<string, string>> = {}
  readonly #documents = new Map<string, AnyDocument>()
  readonly #made: string[] = []
  readonly #groups = new Map<string, string>()

  constructor(readonly context: RecipeContext) {}

  fault(at: string, code: FaultCode, values?: Fault['values']): void {
    this.faults.push({ at, code, ...(values && { values }) })
  }

  hint(at: string, code: FaultCode, values: NonNullable<Fault['values']>): void {
    this.hints.push({ at, code, values })
  }

  /** What it is called in the tenant's own language. */
  say(words: Words): string {
    return (
      this.context.languages
        .map((language) => words[language]?.trim() ?? '')
        .find((each) => each) ?? ''
    )
  }

  /**
   * Keeps words under a key of their own, and says what is wrong with them.
   *
   * @param at pointer to the field
   * @param key below the group of this thing
   * @param optional nothing at all is fine, but not one language alone
   * @returns the key; undefined if nothing was typed
   */
  words(
    at: string,
    key: string,
    words: Words,
    { optional = false, rich = false }: { optional?: boolean; rich?: boolean } = {},
  ): string | undefined {
    const { languages } = this.context
    const typed = (language: string) => (words[language] ?? '').trim()
    if (languages.every((language) => typed(language) === '')) {
      if (!optional) this.fault(at, 'missing')
      return undefined
    }
    for (const language of languages) {
      const said = typed(language)
      const here = `${at}${pointer(language)}`
      if (said === '') {
        if (this.mayLack(language)) continue
        this.fault(here, 'missingIn', { language })
      } else if (/[<>]/.test(rich ? said.replace(RICH, '') : said) || /!\[[^\]]*\]\s*\(/.test(said))
        this.fault(here, 'markup')
      else if (said.includes('{{') && unknownFigures(said, this.context.catalog).length > 0)
        this.fault(here, 'figure')
      this.#keep(language, key, rich ? paragraphs(said) : said)
    }
    return key
  }

  /** A text that isn't typed, the same in each language or by language. */
  text(key: string, in_: (language: string) => string): string {
    for (const language of this.context.languages) {
      const words = in_(language)
      if (words !== '' || !this.mayLack(language)) this.#keep(language, key, words)
    }
    return key
  }

  /** Learners get the tenant's own words instead. */
  mayLack(language: string): boolean {
    return this.context.partial?.includes(language) ?? false
  }

  #keep(language: string, key: string, words: string): void {
    ;(this.#texts[language] ??= {})[key] = words
  }

  /** The group of the texts of one thing, `own.<name>`, that no language has yet. */
  group(id: string): string {
    const wanted = keyFrom(id)
    const known = this.#groups.get(wanted)
    if (known !== undefined) return known
    const locales = this.context.catalog.all('locale')
    const isTaken = (name: string) =>
      locales.some(({ texts }) => own(own(texts, OWN), keyFrom(name)) !== undefined)
    const group = `${OWN}.${keyFrom(freeId(isTaken, id))}`
    this.#groups.set(wanted, group)
    return group
  }

  /** An id for something called so, that none of these kinds has. */
  id(words: Words, kinds: readonly Kind[], otherwise: string): string {
    const wanted = idFrom(this.say(words)) || otherwise
    return freeId(
      (id) => kinds.some((kind) => this.context.catalog.get(kind, id) !== undefined),
      wanted,
    )
  }

  make<K extends Kind>(kind: K, members: Members<K>): void {
    const document = {
      kind,
      ...members,
      v: (MIGRATIONS[kind]?.length ?? 0) + 1,
      source: 'own',
    } as unknown as AnyDocument
    this.#documents.set(nameOf(document), document)
    this.#made.push(nameOf(document))
  }

  /** Changes a document that there is; twice changes what was changed. */
  change<K extends Kind>(
    kind: K,
    id: string,
    edit: (document: DocumentOf<K>) => DocumentOf<K>,
  ): void {
    const name = `${kind}/${id}`
    const document = (this.#documents.get(name) ?? this.context.catalog.get(kind, id)) as
      | DocumentOf<K>
      | undefined
    if (document === undefined) return this.fault('', 'broken', { document: name })
    this.#documents.set(name, edit(document))
  }

  done(sketch: readonly Sketch[], path: string | null): Written {
    for (const language of this.#languages()) this.#addTexts(language)
    return {
      faults: this.faults,
      hints: this.hints,
      documents: [...this.#documents.values()],
      made: this.#made,
      texts: this.#texts,
      sketch,
      path,
    }
  }

  /** English is what every other language is compared with, so it has each text too. */
  #languages(): readonly string[] {
    const { languages } = this.context
    return languages.includes('en') ? languages : [...languages, 'en']
  }

  #addTexts(language: string): void {
    const first = this.mayLack(language) ? {} : this.#texts[this.context.languages[0] ?? '']
    const typed = this.#texts[language] ?? first ?? {}
    if (Object.keys(typed).length === 0) return
    this.change('locale', language, (locale) => ({
      ...locale,
      texts: Object.entries(typed).reduce<Json>(
        (texts, [key, words]) => put(texts, key.split('.'), words),
        locale.texts as Json,
      ) as typeof locale.texts,
    }))
  }
}

/** The same texts with one more, in its groups. */
function put(texts: Json, [first = '', ...rest]: readonly string[], words: string): Json {
  const group = isObject(texts) ? (texts as Readonly<Record<string, Json>>) : {}
  return {
    ...group,
    [first]: rest.length === 0 ? words : put(own(group, first) as Json, rest, words),
  }
}

/** An empty line ends a paragraph; one paragraph needs no mark. */
export function paragraphs(text: string): string {
  const parts = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length < 2 ? (parts[0] ?? '') : parts.map((part) => `<p>${part}</p>`).join('')
}
