/**
 * Working together on drafts: comments, releases that one person asks for and another approves, and
 * releases that wait for their time.
 * What the server and the console share.
 */

/** `GET admin/approvals` */
export type Approvals = {
  /** Whatever is published needs a second person. */
  readonly needed: boolean
  /** The user is an owner, and nobody else may publish. */
  readonly alone: boolean
  /** The document that holds the setting: `config/default`. */
  readonly setting: string
  /** The oldest first. */
  readonly items: readonly Approval[]
}

export type Approval = {
  readonly id: string
  readonly state: 'asked' | 'returned'
  readonly message: string
  /** The email address of the one who asked; null after their account was deleted. */
  readonly by: string | null
  readonly mine: boolean
  readonly at: string
  readonly documents: readonly string[]
  /** Those whose draft has changed since: it can't be approved any more. */
  readonly changed: readonly string[]
  /** Why it was sent back, and by whom. */
  readonly comment: string | null
  readonly decidedBy: string | null
  /** When it is to be published; null: as soon as it's approved. */
  readonly publishAt: string | null
  /** From when the asker may publish it alone, because there is nobody else. */
  readonly ownFrom: string | null
}

/** Why a scheduled release wasn't published. */
export const NOT_PUBLISHED = ['changed', 'problems', 'role', 'approval', 'late', 'nothing'] as const
export type NotPublished = (typeof NOT_PUBLISHED)[number]

/** Sooner than that one can wait and publish. */
export const MIN_AHEAD_SECONDS = 5 * 60
/** A year, also a leap year. */
export const MAX_AHEAD_SECONDS = 366 * 24 * 3600

/** `GET admin/scheduled`, the next one first. */
export type ScheduledRelease = {
  readonly id: string
  readonly state: 'waiting' | 'failed'
  readonly message: string
  /** When it's published. */
  readonly at: string
  /** The email address of the one who scheduled it; null after their account was deleted. */
  readonly by: string | null
  readonly mine: boolean
  /** Absent where no second person had to approve it. */
  readonly approvedBy?: string | null
  readonly documents: readonly string[]
  /** Those whose draft has changed since: it won't be published any more. */
  readonly changed: readonly string[]
  readonly reason: NotPublished | null
  /** The first problem that the check has found. */
  readonly detail: string | null
  /** Whether the user may publish it now. */
  readonly mayPublish: boolean
  /** Whether the user may cancel it. */
  readonly mayCancel: boolean
}

/** `GET admin/comments/{kind}/{id}`: on the draft of a document, the oldest first. */
export type DraftComment = {
  readonly id: string
  readonly text: string
  /** The email address of the author; null after their account was deleted. */
  readonly by: string | null
  readonly at: string
  readonly resolved: boolean
}

/** `GET admin/comments`: how many are open, of drafts that have any. */
export type CommentCount = { readonly document: string; readonly open: number }
