/** What the calls of the console send and answer: types that the server and the console share. */

import type { AnyDocument, Kind, Stage } from '#engine/documents/kinds.ts'
import type { Op } from '#engine/overlay/ops.ts'
import type { Problem } from './problems.ts'
import type { Schema } from '#engine/documents/inspect.ts'

/** Least to most; each may what those before it may, but that the experimenter does not publish. */
export const ROLES = ['viewer', 'editor', 'publisher', 'experimenter', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** Of one picture of a brand. */
export const MAX_IMAGE_BYTES = 200 * 1024

/** Where a document stands: as the product has it, changed by this tenant, of its own, or taken away. */
export type DocumentState = 'product' | 'changed' | 'own' | 'removed'

/** `GET admin/documents?kind=` */
export type DocumentSummary = {
  readonly kind: Kind
  /** Without its kind. */
  readonly id: string
  readonly title: string
  /** Is there an edit that nobody has published yet? */
  readonly draft: boolean
  readonly state: DocumentState
  /** Of the draft, for whoever throws it away from the list. */
  readonly etag?: string
  /** The draft is older than the bounds of documents, and beyond them: it can only be thrown away. */
  readonly unreadable?: true
}

/** `GET admin/documents/{kind}/{id}`, with an ETag that the next save sends as If-Match. */
export type DocumentView = {
  /** As the product has it; null for a tenant's own. */
  readonly base: AnyDocument | null
  /** As learners have it now; null where it is not published, or taken away. */
  readonly live: AnyDocument | null
  /** What the tenant changes of `base`; null while the draft cannot be read as a document. */
  readonly overlay: readonly Op[] | null
  /** The draft, else what is live. Null: taken away by the draft. */
  readonly effective: AnyDocument | null
  readonly schema: Schema
  readonly draft: DraftInfo | null
  /** Why the draft cannot be shown, where it cannot; `effective` is null then. */
  readonly unreadable?: Problem
}
/** `by`: the address of whoever saved it; null when their account is erased. */
export type DraftInfo = {
  readonly revision: number
  readonly by: string | null
  readonly at: string
}

/** `PUT admin/drafts/{kind}/{id} {document}`: the problems of this document alone, found in passing. No draft: it is what is live again. */
export type DraftSaved = {
  readonly draft: DraftInfo | null
  readonly overlay: readonly Op[] | null
  readonly problems: readonly Problem[]
}
/** 412 of the same call: what somebody else saved meanwhile, and the ETag to save on top of it. */
export type DraftStale = {
  readonly code: 'draft/stale'
  readonly message: string
  readonly theirs: AnyDocument | null
  readonly etag: string
}

/** `POST admin/check`, and the 422 of `POST admin/releases`. */
export type CheckAnswer = { readonly problems: readonly Problem[] }

/** A document that differs between two releases, or between the live one and the drafts. */
export type DocumentChange = {
  readonly document: string
  readonly state: 'added' | 'changed' | 'removed'
  readonly changes: readonly ChangeInWords[]
  /** How many more there are than are told. */
  readonly more?: number
}
/** One difference; the console makes the sentence from `console.change.<op>`. */
export type ChangeInWords = {
  readonly op: Op['op']
  readonly at: string
  readonly label: string
  readonly before?: string
  readonly after?: string
  readonly anchor?: string
}

/** `GET admin/changes`: what publishing would do. */
export type Consequences = {
  readonly changes: readonly DocumentChange[]
  /** People who are half-way through an assessment that changes; they finish it as they began it. */
  readonly attempts: readonly { readonly assessment: string; readonly people: number }[]
  /** People in each stage who land elsewhere from the same page. */
  readonly landings: readonly {
    readonly stage: Stage | 'signedOut'
    readonly plan: string
    readonly path: string
    readonly from: string
    readonly to: string
    readonly people: number
  }[]
  /** People half-way through onboarding, by the step on which they stand: before and after. */
  readonly steps: readonly {
    readonly step: string
    readonly people: number
    readonly after: number
  }[]
}

/** `GET admin/releases` */
export type ReleaseSummary = {
  readonly id: string
  /** 1, 2, 3 ... of this tenant. */
  readonly number: number
  readonly kind: 'publish' | 'rollback' | 'upgrade'
  readonly message: string
  /** Address of whoever made it; null when their account is erased, empty where nobody did: what ships, and `npm run upgrade`. */
  readonly by: string | null
  readonly at: string
  /** Release of the product that it stands on. */
  readonly base: string
  /** Number of the release that a rollback brought back. */
  readonly from: number | null
  readonly live: boolean
  readonly changes: readonly DocumentChange[]
}

/** Who is imagined, for a preview and for "why?". */
export type PersonaInput = {
  readonly plan: string
  readonly stage: Stage | 'signedOut'
  readonly country: string
  readonly language: string
  readonly role?: Role | null
}
/** `POST admin/previews {persona, path}`: 201. The address works for an hour, for anybody who has it. */
export type PreviewLink = { readonly url: string; readonly expiresAt: string }

/** `POST admin/explain {path, persona | user, drafts?}` */
export type Explanation = {
  readonly outcome: 'page' | 'loop'
  readonly route: string
  readonly path: string
  readonly stage: Stage | null
  readonly hops: readonly ExplainedHop[]
  /** Every variable that the rows looked at, with its value; `mattered` where another value might have decided otherwise. */
  readonly variables: readonly {
    readonly name: string
    readonly value: unknown
    readonly mattered: boolean
  }[]
}
export type ExplainedHop = {
  readonly path: string
  readonly route: string
  /** `flow/navigation-guard` and the row in it that decided. */
  readonly flow: string
  readonly row: string
  readonly note: string | null
  /** What a learner is told, in the language of the request. */
  readonly reason: string | null
  readonly tried: readonly string[]
}

/** `GET admin/names`: what a value of each reference may be, in the drafts as they are. */
export type Names = Readonly<
  Record<string, readonly { readonly id: string; readonly title?: string }[]>
>

/** `GET admin/upgrade` */
export type Upgrade = {
  readonly from: string
  readonly to: string
  readonly state: 'current' | 'ready' | 'conflicts'
  readonly conflicts: readonly {
    readonly document: string
    readonly code: string
    readonly at: string
    readonly op: Op
    readonly baseOld: unknown
    readonly baseNew: unknown
    readonly mine: unknown
    readonly choice: 'mine' | 'theirs' | null
  }[]
}

/** `GET admin/audit` */
export type AuditEntry = {
  readonly id: string
  readonly at: string
  readonly by: string | null
  readonly action: string
  readonly target: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** A cohort of a study, and what it is asked to take: `PUT admin/users/{id}/cohort {cohort}`, and of a voucher whoever redeems it. */
export type StudyCohort = {
  readonly institution: string
  readonly name: string
  readonly assessments: readonly string[]
}

/** `GET admin/users` */
export type ConsoleUser = {
  readonly id: string
  readonly email: string | null
  readonly role: Role | null
  readonly accountType: string
  readonly cohort: StudyCohort | null
}

/** A page of a list, as every list of the API. */
export type Page<T> = {
  readonly items: readonly T[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
}
