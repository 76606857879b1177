/** What kind of picture a file is. */

/**
 * By its first bytes, never by its name. A drawing that could contain a script is none of these.
 */
export function imageType(body: Buffer): { mime: string; extension: string } | null {
  if (body.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return { mime: 'image/png', extension: 'png' }
  if (body.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])))
    return { mime: 'image/jpeg', extension: 'jpg' }
  if (
    body.subarray(0, 4).toString('latin1') === 'RIFF' &&
    body.subarray(8, 12).toString('latin1') === 'WEBP'
  )
    return { mime: 'image/webp', extension: 'webp' }
  return null
}
