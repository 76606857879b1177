/** What a tenant's editors work on, as the process that works for them sees it: read, and put together. */

import { outOfBounds } from '#engine/documents/bounds.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { upcast } from '#engine/documents/upcast.ts'

/** Documents in their order, by the hash of each. */
export type Named = readonly (readonly [name: string, sha: string])[]
/** A draft as it is kept; without a text it takes its document away. */
export type DraftText = {
  readonly name: string
  readonly text: string | null
  readonly etag: string
}

/** Everything of a tenant that a job may look at, but for the documents themselves. */
export type Sent = {
  /** Hash of what the code can draw. */
  readonly code: string
  /** What the product ships, as of the version that the tenant stands on. */
  readonly base: Named
  readonly live: Named
  readonly drafts: readonly DraftText[]
  /** Others that a job compares with. */
  readonly others?: Readonly<Record<string, Named>>
}

export type Opened = {
  readonly code: CodeMeta
  readonly base: ReadonlyMap<string, AnyDocument>
  readonly live: ReadonlyMap<string, AnyDocument>
  readonly drafts: ReadonlyMap<string, DraftText>
  /** What would be live if the drafts were published. A draft may hold anything within the bounds of a document. */
  readonly effective: ReadonlyMap<string, unknown>
  /** Drafts that cannot be looked into, for they are older than the bounds; what they were made of stands in their place. */
  readonly unreadable: ReadonlyMap<string, Problem>
  readonly other: (name: string) => ReadonlyMap<string, AnyDocument>
  /** Hash of a document that was sent. */
  readonly shaOf: (document: unknown) => string | undefined
}

/** What was sent before, by hash: documents are the same values at each job, so that what was found out about one is known. */
export class Kept {
  readonly #values = new Map<string, unknown>()
  readonly #shas = new Map<unknown, string>()

  add(sha: string, text: string): void {
    const value = JSON.parse(text) as unknown
    this.#values.set(sha, value)
    this.#shas.set(value, sha)
  }

  open({ code, base, live, drafts, others = {} }: Sent): Opened {
    const find = (named: Named) =>
      new Map(named.map(([name, sha]) => [name, this.#values.get(sha) as AnyDocument]))
    const documents = { base: find(base), live: find(live) }
    const effective = new Map<string, unknown>(documents.live)
    const unreadable = new Map<string, Problem>()
    for (const { name, text } of drafts) {
      const read = text === null ? null : readDraft(text, name)
      if (read === null) effective.delete(name)
      else if ('document' in read) effective.set(name, read.document)
      else unreadable.set(name, read.problem)
    }
    return {
      code: this.#values.get(code) as CodeMeta,
      ...documents,
      drafts: new Map(drafts.map((draft) => [draft.name, draft])),
      effective,
      unreadable,
      other: (name) => find(others[name] ?? []),
      shaOf: (document) => this.#shas.get(document),
    }
  }
}

/** A draft of an older version of its kind as it is written now; what is of no kind, or of a wrong shape, as it was typed. */
function readDraft(text: string, name: string): { document: unknown } | { problem: Problem } {
  const value = JSON.parse(text) as unknown
  const beyond = outOfBounds(value)
  if (beyond !== undefined)
    return { problem: { code: 'document/hostile', document: name, ...beyond, severity: 'error' } }
  const read = upcast(value, name, Object.keys(KINDS), MIGRATIONS)
  return { document: 'problems' in read ? value : read.document }
}
