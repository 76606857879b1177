/** The media type of an image, by its address. */

/**
 * Types that can be uploaded, and those of built-in drawings and icons. Other types are named like
 * their extension.
 */
const TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml', ico: 'x-icon' }

/**
 * @returns the media type of an image by its extension, such as `image/png`; empty if that doesn't
 * tell
 */
export function pictureType(address: string): string {
  const ending = /\.(png|jpe?g|webp|avif|svg|ico)$/.exec(address)?.[1]
  return ending === undefined ? '' : `image/${TYPES[ending] ?? ending}`
}

const UPLOADED = /^\/api\/images\/[0-9a-f]{20}\.\w+$/
const WIDTHS = [320, 640, 1280] as const
const WIDEST = 1600

/** Is this the address of a picture that was uploaded here? */
export function isUploaded(address: string): boolean {
  return UPLOADED.test(address)
}

/**
 * Attributes of an image, so that a phone loads no more than it can show. An image that is narrower
 * than a width is served as it is, so the page has to say how wide it is drawn.
 *
 * @param sizes how wide it is drawn, as in HTML
 */
export function pictureSources(
  src: string,
  sizes: string,
): { readonly src: string; readonly srcSet?: string; readonly sizes?: string } {
  if (!isUploaded(src)) return { src }
  const narrower = WIDTHS.map((width) => `${src}?w=${width} ${width}w`)
  return { src, srcSet: [...narrower, `${src} ${WIDEST}w`].join(', '), sizes }
}
