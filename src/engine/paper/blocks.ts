/**
 * What a report is made of on paper: plain data, in reading order, which the server's template
 * draws. Pictures are SVG. A text is a list of pieces, so that some of its words can be bold; an
 * empty list is no text.
 */

/** 1: written from right to left. `true`: bold. */
export type Piece = readonly [direction: 0 | 1, words: string, bold?: true]
export type Said = readonly Piece[]

/** From 0 to 100; `from` and `to`: where it would be on another day. */
export type Track = {
  readonly at: number
  readonly from: number
  readonly to: number
  readonly strong: boolean
}

type Picture = { readonly svg: string | null }
type Bar = Picture & {
  readonly name: Said
  readonly value: Said
  readonly text: Said
  readonly track: Track | null
}

export type Block =
  | {
      readonly as: 'cover'
      readonly over: Said
      readonly title: Said
      readonly lead: Said
      readonly tiles: readonly (Picture & {
        readonly title: Said
        readonly letter: Said
        /** How it is joined to the one before it. */
        readonly join: 'close' | 'clear' | null
      })[]
      readonly way: { readonly at: number; readonly from: Said; readonly to: Said } | null
    }
  | (Picture & { readonly as: 'note'; readonly title: Said; readonly text: Said })
  | {
      readonly as: 'card'
      /** It may be divided between pages. */
      readonly long: boolean
      readonly title: Said
      readonly svg: string | null
      readonly children: readonly Block[]
    }
  /** What follows begins on a page of its own. */
  | { readonly as: 'page' }
  | { readonly as: 'group'; readonly long: boolean; readonly children: readonly Block[] }
  | {
      readonly as: 'columns'
      /** Widths in relation to each other. */
      readonly widths: readonly number[]
      readonly children: readonly Block[]
    }
  | { readonly as: 'heading'; readonly level: 2 | 3; readonly text: Said }
  | {
      readonly as: 'text'
      readonly look: 'plain' | 'mute' | 'tiny' | 'strong' | 'large'
      readonly text: Said
    }
  | { readonly as: 'bars'; readonly rows: readonly Bar[] }
  | {
      readonly as: 'sliders'
      readonly rows: readonly {
        readonly name: Said
        readonly from: Said
        readonly to: Said
        readonly value: Said
        readonly text: Said
        readonly track: Track
        readonly cuts: readonly number[]
      }[]
    }
  | {
      readonly as: 'picture'
      readonly svg: string
      /** What it shows, for people who can't see it. Without one it is decoration. */
      readonly alt: string | null
      /** In points. */
      readonly width: number
    }
  | {
      readonly as: 'list'
      readonly rows: readonly (Picture & { readonly title: Said; readonly text: Said })[]
    }
  | { readonly as: 'facts'; readonly rows: readonly { readonly name: Said; readonly text: Said }[] }
  | { readonly as: 'chips'; readonly words: readonly Said[] }
