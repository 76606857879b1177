/** A tenant's documents and drafts as the worker process sees them: parsed and combined. */

import { outOfBounds } from '#engine/documents/bounds.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { upcast } from '#engine/documents/upcast.ts'

/** Documents in order, each by its hash. */
export type Named = readonly (readonly [name: string, sha: string])[]
/** A stored draft; one without a text removes its document. */
export type DraftText = {
  readonly name: string
  readonly text: string | null
  readonly etag: string
}

/** Everything of a tenant that a job may use, except the documents themselves. */
export type Sent = {
  /** Hash of what the code can render. */
  readonly code: string
  /** The product's documents, at the version that the tenant is on. */
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
  /**
   * What would be live if the drafts were published. A draft may contain anything within the size
   * limits.
   */
  readonly effective: ReadonlyMap<string, unknown>
  /**
   * Drafts that cannot be parsed because they predate the size limits; the previous versions take
   * their place.
   */
  readonly unreadable: ReadonlyMap<string, Problem>
  readonly other: (name: string) => ReadonlyMap<string, AnyDocument>
  /** Hash of a document that was sent. */
  readonly shaOf: (document: unknown) => string | undefined
}

/**
 * Documents already sent, by hash: each job sees the same objects, so that results about them can
 * be cached.
 */
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

/**
 * A draft of an older version of its kind, migrated to the current one; of an unknown kind or with
 * a wrong shape, as it was typed.
 */
function readDraft(text: string, name: string): { document: unknown } | { problem: Problem } {
  const value = JSON.parse(text) as unknown
  const beyond = outOfBounds(value)
  if (beyond !== undefined)
    return { problem: { code: 'document/hostile', document: name, ...beyond, severity: 'error' } }
  const read = upcast(value, name, Object.keys(KINDS), MIGRATIONS)
  return { document: 'problems' in read ? value : read.document }
}
