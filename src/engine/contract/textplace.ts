/** Where texts are shown, for the console. */

/** `GET admin/places?text=menu.home`: the places that show a text, in the current drafts. */
export type TextPlace = {
  readonly document: string
  /** Title of the document. */
  readonly title: string
  readonly pointer: string
}

/** A name that documents can refer to. */
export type NamedChoice = {
  readonly id: string
  readonly title?: string
  /** Of a text: how many places show it. */
  readonly uses?: number
  /** Of an answer in the profile: the type of its field. */
  readonly type?: string
  /** Of an answer that is chosen: what there is to choose. */
  readonly choices?: readonly { readonly id: string; readonly title?: string }[]
}
