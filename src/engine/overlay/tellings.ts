/** What the console reads of a difference to put it into words: places and values by what they are. */

import type { Json } from '#engine/documents/json.ts'

/** An entry of a list, by what names it for a reader. */
export type Thing = {
  readonly id: string
  /** Type of its widget. */
  readonly type?: string
  /** Key of the text that titles it. */
  readonly text?: string
  /** Its title, where that is no text. */
  readonly name?: string
  /** What it leads to, where it has no title. */
  readonly to?: { readonly target: string; readonly id: string }
}

/** From the document to what changed: names of members, and entries on the way. */
export type Way = readonly (string | Thing)[]

/** The words of a text in one language, by the language's own name. */
export type SaidIn = { readonly language: string; readonly words: string }

export type Told =
  | { readonly is: 'text'; readonly key: string; readonly words?: readonly SaidIn[] }
  | { readonly is: 'rule'; readonly rule: Json }
  | { readonly is: 'ref'; readonly target: string; readonly id: string }
  | { readonly is: 'value'; readonly value: string | number | boolean | null }
  | { readonly is: 'list'; readonly items: readonly Told[]; readonly more?: number }
  | {
      readonly is: 'thing'
      readonly thing?: Thing
      readonly members: readonly { readonly name: string; readonly told: Told }[]
      readonly more?: number
    }

/** A text of a language's document. */
export type ToldText = {
  readonly key: string
  /** The language's own name. */
  readonly language: string
  /** Documents among the changed ones whose own changes say these words. */
  readonly within: readonly string[]
  /** Changed documents that need it, and the first place that shows it. */
  readonly place?: { readonly document: string; readonly title: string; readonly way: Way }
  readonly places: number
  /** Something that learners see now shows it. */
  readonly isShown: boolean
}

export type ToldChange = {
  readonly way: Way
  readonly was?: Told
  readonly now?: Told
  /** What it follows now. */
  readonly after?: Thing
  readonly text?: ToldText
}
