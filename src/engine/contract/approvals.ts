/**
 * Working together on drafts: comments, and releases that one person asks for and another approves.
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
  /** From when the asker may publish it alone, because there is nobody else. */
  readonly ownFrom: string | null
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
