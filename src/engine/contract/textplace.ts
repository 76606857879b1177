/** Where texts are shown and documents used, for the console. */

import type { Way } from '#engine/overlay/tellings.ts'

/** `GET admin/places?text=menu.home`: the places that show a text, in the current drafts. */
export type TextPlace = {
  readonly document: string
  /** Title of the document. */
  readonly title: string
  readonly pointer: string
  /** The same by what is on the way, for people to read. */
  readonly way?: Way
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

/**
 * `GET admin/completeness?language=sw`: how many words a page, a report or a questionnaire has in
 * English, and how many of them the language lacks, in the current drafts. `frame` is what every
 * page shows, `console` the console, `rest` what no page shows.
 */
export type WordGap = {
  readonly document: string
  /** Of the document; empty for the three others. */
  readonly title: string
  readonly of: number
  readonly missing: number
  /** Written by a machine, and nobody has read it yet. */
  readonly unread: number
  /** The texts without words, then those that nobody has read: only where one is asked for. */
  readonly keys?: readonly string[]
}

/** `GET admin/uses?document=screen/home`: a document that refers to it, in the current drafts. */
export type DocumentUse = TextPlace & {
  /** How many places in it do; `pointer` is the first. */
  readonly places: number
}
