/**
 * Drafts that belong together: what a guided page wrote, a page with its address, a document with
 * its own words. Each group goes or stays as a whole. Pure.
 */

import type { DocumentChange } from '#engine/contract/admincontract.ts'

export type Group = {
  readonly id: string
  /** Empty: words that no document of its own says. */
  readonly title: string
  readonly documents: readonly string[]
  /** Languages that go with it, and with others that need them. */
  readonly languages: readonly string[]
  /** What it changes, with its words. */
  readonly changes: readonly DocumentChange[]
}

/** Id of the group of words that no document of its own says. */
export const WORDS = 'words'

type Written = { readonly title: string; readonly drafts: readonly string[] }

const isTexts = ({ document, state }: DocumentChange): boolean =>
  document.startsWith('locale/') && state === 'changed'

/** @param written by the guided page that was used last */
export function groupsOf(
  changes: readonly DocumentChange[],
  titleOf: (document: string) => string,
  written: Written | null,
): readonly Group[] {
  const others = changes.filter((change) => !isTexts(change))
  const names = new Set(others.map(({ document }) => document))
  const texts = changes.filter(isTexts).map((change) => languageOf(change, names))
  const sets = new Sets(names)
  sets.join(written?.drafts.filter((name) => names.has(name)) ?? [])
  // A new page and its new address have the same name.
  const fresh = others.filter(({ state }) => state === 'added').map(({ document }) => document)
  for (const document of fresh) {
    const title = titleOf(document)
    if (title !== '') sets.join(fresh.filter((each) => titleOf(each) === title))
  }
  for (const { isLoose, owners, isShown } of texts)
    if (!isLoose && isShown && owners.size > 1) sets.join([...owners])
  const groups = sets.all().map((documents): Group => {
    const own = new Set(documents)
    const isWritten = written !== null && documents.some((name) => written.drafts.includes(name))
    return {
      id: documents[0] ?? '',
      title: isWritten
        ? written.title
        : [...new Set(documents.map(titleOf))].filter(Boolean).join(', '),
      documents,
      languages: texts
        .filter(({ isLoose, owners }) => !isLoose && documents.some((name) => owners.has(name)))
        .map(({ change }) => change.document),
      changes: [
        ...others.filter(({ document }) => own.has(document)),
        ...texts.flatMap(({ change }) => partOf(change, (document) => own.has(document ?? ''))),
      ],
    }
  })
  const loose = texts.filter(({ isLoose }) => isLoose).map(({ change }) => change)
  if (loose.length === 0) return groups
  const said = loose.flatMap((change) => partOf(change, (document) => !names.has(document ?? '')))
  return [
    ...groups,
    {
      id: WORDS,
      title: placeOf(said, titleOf),
      documents: loose.map(({ document }) => document),
      languages: [],
      changes: said,
    },
  ]
}

/** The document that says a text, if it's one of these. */
function ownerOf(change: DocumentChange['changes'][number], names: ReadonlySet<string>) {
  const text = change.told?.text
  return text?.within.find((name) => names.has(name)) ?? text?.place?.document
}

function languageOf(change: DocumentChange, names: ReadonlySet<string>) {
  const owners = change.changes.map((each) => ownerOf(each, names))
  return {
    change,
    owners: new Set(owners.filter((each): each is string => each !== undefined)),
    isLoose:
      owners.length === 0 ||
      change.more !== undefined ||
      owners.some((each) => each === undefined || !names.has(each)),
    isShown: change.changes.some(({ told }) => told?.text?.isShown === true),
  }
}

/** What of a language's changes these documents say; nothing if they say none of it. */
function partOf(
  change: DocumentChange,
  isOne: (document: string | undefined) => boolean,
): DocumentChange[] {
  const part = change.changes.filter(({ told }) => {
    const within = told?.text?.within ?? []
    return within.length > 0 ? within.some(isOne) : isOne(told?.text?.place?.document)
  })
  const { more: _more, ...rest } = change
  return part.length === 0 ? [] : [{ ...rest, changes: part }]
}

/** The one place that all of it is shown in. */
function placeOf(
  changes: readonly DocumentChange[],
  titleOf: (document: string) => string,
): string {
  const places = new Set(
    changes.flatMap(({ changes: all }) =>
      all.map(({ told }) => told?.text?.place?.document ?? null),
    ),
  )
  const [only = null] = places
  return places.size === 1 && only !== null ? titleOf(only) : ''
}

/** Sets of names that grow together. */
class Sets {
  readonly #of: Map<string, Set<string>>

  constructor(names: Iterable<string>) {
    this.#of = new Map([...names].map((name) => [name, new Set([name])]))
  }

  join(names: readonly string[]): void {
    const all = new Set(names.flatMap((name) => [...(this.#of.get(name) ?? [])]))
    for (const name of all) this.#of.set(name, all)
  }

  all(): string[][] {
    return [...new Set(this.#of.values())].map((each) => [...each])
  }
}
