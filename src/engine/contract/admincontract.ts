/** Requests and responses of the console's API: types that the server and the console share. */

import type { NamedChoice } from './textplace.ts'
import type { AnyDocument, Kind, Stage } from '#engine/documents/kinds.ts'
import type { Op } from '#engine/overlay/ops.ts'
import type { Told, ToldChange } from '#engine/overlay/tellings.ts'
import type { Problem } from './problems.ts'
import type { Schema } from '#engine/documents/inspect.ts'

/**
 * From least to most; each includes the permissions of those before it, except that the
 * experimenter does not publish.
 */
export const ROLES = ['viewer', 'editor', 'publisher', 'experimenter', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * Runs the installation, and sees no tenant's people. Granted on the command line alone: nobody in a
 * tenant can grant it, change it or take it away.
 */
export const OPERATOR = 'operator'
/** What an invitation can give. */
export type GrantedRole = Role | typeof OPERATOR

/**
 * Origin of a document: unchanged from the product, changed by this tenant, the tenant's own, or
 * removed.
 */
export type DocumentState = 'product' | 'changed' | 'own' | 'removed'

/** `GET admin/documents?kind=` */
export type DocumentSummary = {
  readonly kind: Kind
  /** Without its kind. */
  readonly id: string
  readonly title: string
  /** Is there an unpublished edit? */
  readonly draft: boolean
  readonly state: DocumentState
  /** Of the draft, so that it can be discarded from the list. */
  readonly etag?: string
  /** Of the draft: who saved it last, as in `DraftInfo`, and when. */
  readonly by?: string | null
  readonly at?: string
  /** The draft predates the size limits of documents and exceeds them: it can only be discarded. */
  readonly unreadable?: true
  /** Of a language: its texts whose shared one says something else since they were made from it. */
  readonly offered?: readonly string[]
}

/** `GET admin/documents/{kind}/{id}`, with an ETag that the next save sends as If-Match. */
export type DocumentView = {
  /** The product's version; null for a tenant's own document. */
  readonly base: AnyDocument | null
  /** What learners have now; null if not published, or removed. */
  readonly live: AnyDocument | null
  /** The tenant's changes to `base`; null while the draft cannot be read as a document. */
  readonly overlay: readonly Op[] | null
  /** The draft, else the live version. Null if the draft removes it. */
  readonly effective: AnyDocument | null
  readonly schema: Schema
  readonly draft: DraftInfo | null
  /** Why the draft cannot be shown, if it cannot; then `effective` is null. */
  readonly unreadable?: Problem
}
/** `by`: the email address of the editor who saved it; null after their account was deleted. */
export type DraftInfo = {
  readonly revision: number
  readonly by: string | null
  readonly at: string
}

/**
 * `PUT admin/drafts/{kind}/{id} {document}`: problems of this document alone. Without a draft it
 * equals the live version again.
 */
export type DraftSaved = {
  readonly draft: DraftInfo | null
  readonly overlay: readonly Op[] | null
  readonly problems: readonly Problem[]
}
/**
 * 412 of the same call: what another editor saved in the meantime, and the ETag to save on top of
 * it.
 */
export type DraftStale = {
  readonly code: 'draft/stale'
  readonly message: string
  readonly theirs: AnyDocument | null
  readonly etag: string
}

/** `POST admin/check` */
export type CheckResult = {
  readonly problems: readonly Problem[]
  /** Drafts that can't be published without one that is left, each with what it would break. */
  readonly stays: readonly { readonly document: string; readonly problem: Problem }[]
}

/** A document that differs between two releases, or between the live one and the drafts. */
export type DocumentChange = {
  readonly document: string
  readonly state: 'added' | 'changed' | 'removed'
  readonly changes: readonly ChangeInWords[]
  readonly title?: string
  /** What a new document contains, or what one that is gone contained. */
  readonly contents?: Told
  /** How many more there are than listed. */
  readonly more?: number
  /** Of an experiment that comes to run: what each version but the first changes. */
  readonly arms?: readonly { readonly id: string; readonly changes: readonly DocumentChange[] }[]
}
/** One difference; the console forms the sentence from `console.change.<op>`. */
export type ChangeInWords = {
  readonly op: Op['op']
  readonly at: string
  readonly label: string
  readonly before?: string
  readonly after?: string
  readonly anchor?: string
  /** By the names of things; releases of long ago have none. */
  readonly told?: ToldChange
}

/** `GET admin/changes`: the effects of publishing. */
export type Consequences = {
  /** Whom it was looked at for: those who have an account now. */
  readonly learners: number
  readonly changes: readonly DocumentChange[]
  /** Users halfway through an assessment that changes; they finish the version they started. */
  readonly attempts: readonly { readonly assessment: string; readonly people: number }[]
  /** Running experiments that it pauses: what they have counted ends there (decision 0210). */
  readonly pauses: readonly { readonly experiment: string; readonly title: string }[]
  /** Users in each stage who end up elsewhere from the same page. */
  readonly landings: readonly {
    readonly stage: Stage | 'signedOut'
    readonly plan: string
    readonly path: string
    readonly from: string
    readonly to: string
    /** How many there are today; 0 for an example. */
    readonly people: number
    /** An imaginary person whom a changed row tells apart from others of this stage and plan. */
    readonly who: { readonly age: number | null; readonly country: string | null } | null
  }[]
  /** Users halfway through onboarding, by their current step: before and after. */
  readonly steps: readonly {
    readonly step: string
    readonly people: number
    readonly after: number
  }[]
}

/** `GET admin/releases` */
export type ReleaseSummary = {
  readonly id: string
  /** 1, 2, 3 ... per tenant. */
  readonly number: number
  readonly kind: 'publish' | 'rollback' | 'upgrade'
  readonly message: string
  /**
   * Email address of the publisher; null after their account was deleted, empty for releases made
   * by the system: the shipped one, and `npm run upgrade`.
   */
  readonly by: string | null
  /** The second person, where one has approved it. */
  readonly approvedBy?: string | null
  readonly at: string
  /** The product release that it is based on. */
  readonly base: string
  /** Number of the release that a rollback restored. */
  readonly from: number | null
  readonly live: boolean
  readonly changes: readonly DocumentChange[]
}

/** The simulated user of a preview and of "why?". */
export type PersonaInput = {
  readonly plan: string
  readonly stage: Stage | 'signedOut'
  readonly country: string
  readonly language: string
  /** In whole years; a simulated user without one is an adult. */
  readonly age?: number
  readonly role?: Role | null
  /** In onboarding: what this person has done already; nothing without it. */
  readonly done?: readonly ('consents' | 'verified' | 'profile')[]
  /** Experiment -> the version of it that is seen, started or not; previews only. */
  readonly arms?: Readonly<Record<string, string>>
}
/**
 * `POST admin/previews {persona, path, document}`: 201. The address works for an hour, for anyone who
 * has it. Drafts that nothing can be drawn with are left out, except the document one looks at.
 */
export type PreviewLink = {
  readonly url: string
  readonly expiresAt: string
  readonly left: readonly LeftDraft[]
}
/** A faulty draft that a preview leaves out: it shows what is live, or nothing. */
export type LeftDraft = {
  readonly document: string
  readonly title: string
  readonly isLive: boolean
}

/**
 * `POST admin/rules/try {rules, personas, place?, supposed?}`: in the current drafts. `place`: where
 * the rules stand, if that decides what they can read (rulePlaceAt).
 */
export type RulesTried = {
  /** For each persona, whether each rule holds; null: it's no rule, or lacks an answer. */
  readonly holds: readonly (readonly (boolean | null)[])[]
  /** The variables that they read, those of named rules included. */
  readonly reads: readonly string[]
}
/** `POST admin/explain {path, persona | user, drafts?}` */
export type Explanation = {
  readonly outcome: 'page' | 'loop'
  readonly route: string
  readonly path: string
  readonly stage: Stage | null
  readonly hops: readonly ExplainedHop[]
  /**
   * Every variable that the rows read, with its value; `mattered` if another value could have
   * changed the decision.
   */
  readonly variables: readonly {
    readonly name: string
    readonly value: unknown
    readonly mattered: boolean
  }[]
}
export type ExplainedHop = {
  readonly path: string
  readonly route: string
  /** `flow/navigation-guard` and its deciding row. */
  readonly flow: string
  readonly row: string
  /** Its condition; null for a row that isn't there any more. */
  readonly when: unknown
  readonly note: string | null
  /** What the learner is told, in the language of the request. */
  readonly reason: string | null
  readonly tried: readonly string[]
}

/** `GET admin/names`: the possible values of each kind of reference, in the current drafts. */
export type Names = Readonly<Record<string, readonly NamedChoice[]>>

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

/**
 * A cohort of a study and its assessments: `PUT admin/users/{id}/cohort {cohort}`; for a voucher,
 * of everyone who redeems it.
 */
export type StudyCohort = {
  readonly institution: string
  readonly name: string
  readonly assessments: readonly string[]
}

/** `GET admin/users` */
export type ConsoleUser = {
  readonly id: string
  /** Or the phone number of an account without one. */ readonly email: string | null
  readonly role: Role | null
  /** By a link that wasn't used yet. */ readonly invited: Role | null
  /** Until when that link works, or worked. */ readonly invitedUntil: string | null
  /** An authenticator is asked for after the password. */ readonly secondFactor: boolean
  readonly accountType: string
  readonly cohort: StudyCohort | null
}

/** `GET admin/content`: what a tenant has of each content type. */
export type ContentSummary = {
  readonly type: string
  /** In the language of the request. */
  readonly label: string
  readonly one: string
  /** As in its document; the choices of a list with their labels. */
  readonly fields: readonly {
    readonly id: string
    readonly label: string
    readonly type: string
    readonly required: boolean
    readonly choices?: readonly { readonly id: string; readonly label: string }[]
  }[]
  /** The tenant's own, including hidden ones. */
  readonly own: number
  readonly hidden: number
  /** Shared by all tenants. */
  readonly shared: number
  readonly imported: {
    readonly file: string
    readonly rows: number
    /** Empty for an operator's command. */
    readonly by: string
    readonly at: string
    /** Edits made since, which are lost if it is undone. */
    readonly edits: number
    readonly undo: boolean
  } | null
}

/** `GET admin/content/{type}` */
export type ConsoleRecord = {
  readonly id: string
  readonly title: string
  /** Empty if the tenant only hides a shared record. */
  readonly data: Readonly<Record<string, unknown>>
  /** The same as texts, as in a table; empty ones are absent. */
  readonly cells: Readonly<Record<string, string>>
  readonly own: boolean
  readonly shared: boolean
  readonly hidden: boolean
  readonly starts: string | null
  readonly ends: string | null
  /** Sent back with the next save: when it was last saved; null for a shared record. */
  readonly was: string | null
}

/** `GET admin/providers`: a service that people sign in with. Its secret is never sent. */
export type ConsoleProvider = {
  readonly id: string
  readonly name: string
  /** The address to register with it; empty while it isn't complete. */
  readonly callback: string
  /** False: the configuration lacks a client id or an address. */
  readonly complete: boolean
  readonly secretSetAt: string | null
}

/** `POST admin/providers/{id}/try`: one of both is null. */
export type TriedProvider = { readonly issuer: string | null; readonly problem: string | null }

/** `GET admin/reports`: what learners reported as wrong with a record. */
export type ConsoleReport = {
  readonly type: string
  readonly id: string
  /** Null if there is no such record. */
  readonly title: string | null
  /** How many learners. */
  readonly people: number
  readonly last: string
  /** The newest ones, a reason in the user's language and their own words, which may be empty. */
  readonly said: readonly { readonly reason: string; readonly text: string; readonly at: string }[]
  /** `by`: null if the account was erased. Null while they are open. */
  readonly handled: { readonly by: string | null; readonly at: string } | null
}

/**
 * `PUT admin/content/{type}/{id}`: without `data` and `cells`, only the other members
 * change.
 */
export type RecordBody = {
  readonly data?: Readonly<Record<string, unknown>>
  /** Instead of `data`, as texts. */
  readonly cells?: Readonly<Record<string, string>>
  readonly hidden?: boolean
  readonly starts?: string | null
  readonly ends?: string | null
  readonly was: string | null
}

/** A page of a list, like every list of the API. */
export type Page<T> = {
  readonly items: readonly T[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
}
