/** The words that a CV needs beside the person's own. */

export type CvWords = {
  readonly language: string
  /** A text of the product. */
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string
  /** What a code of a list is called; undefined if the list doesn't have it. */
  readonly names: (list: string, id: string) => string | undefined
}
