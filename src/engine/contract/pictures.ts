/** Pictures of a tenant: uploaded once, described once, used anywhere. */

/** Of each width of a picture. */
export const MAX_PICTURE_BYTES = 200 * 1024
export const MAX_PICTURE_SIDE = 4096
/** Phones run out of memory with more. */
export const MAX_PICTURE_PIXELS = 8_000_000

/**
 * Widths that a browser makes of a picture, as far as it is wider: a phone takes the first one that
 * is wide enough.
 */
export const PICTURE_WIDTHS = [320, 640, 1280] as const
/** What browsers make a wider picture as wide as. */
export const WIDEST_PICTURE = 1600

export const MAX_PICTURE_NAME = 120
export const MAX_PICTURE_WORDS = 300
/** Languages that a picture may be described in. */
export const MAX_PICTURE_LANGUAGES = 60

/** By language: what there is to see, for those who can't see it. */
export type PictureWords = Readonly<Record<string, string>>

/**
 * A place that shows a picture: in a published document, in a draft, or in a record. `name` is that
 * of the document, such as `screen/home`, or the type of the record and its id.
 */
export type PictureUse = { readonly kind: 'live' | 'draft' | 'record'; readonly name: string }

/** `GET admin/pictures`, newest first. */
export type Picture = {
  readonly id: string
  readonly url: string
  /** Of its file, or what it was renamed to; empty for old ones. */
  readonly name: string
  readonly words: PictureWords
  /** Null for old ones that were never measured, as is `height`. */
  readonly width: number | null
  readonly height: number | null
  /** Of its widest version. */
  readonly bytes: number
  /** Narrower versions. */
  readonly widths: readonly number[]
  readonly at: string
  readonly removed: string | null
  readonly uses: readonly PictureUse[]
}
