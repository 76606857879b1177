/** Releases that one person asks for and another approves: what the server and the console share. */

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
