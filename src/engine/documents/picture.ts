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
