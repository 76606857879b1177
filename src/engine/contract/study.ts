/** Studies in the console. */

/** `GET admin/research`: what the files of the studies hold, and what they withhold. */
export type ResearchOverview = {
  /** With consent, in a study, and with something complete. */
  readonly people: number
  /** Combinations of background answers that fewer than `least` people share. */
  readonly rare: { readonly combinations: number; readonly people: number }
  /** Column -> people for whom it is withheld. */
  readonly withheld: Readonly<Record<string, number>>
  readonly leftOut: number
  readonly least: number
  /** Column -> what it's called, in the language of the request. */
  readonly names: Readonly<Record<string, string>>
}
