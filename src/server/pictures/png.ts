/** PNG: a signature, then chunks of length, name, data and checksum. */

import { crc32 } from './crc.ts'
import type { Cleaned } from './cleaned.ts'

const SIGNATURE = 8
/** Length, name and checksum of a chunk. */
const AROUND = 12
/** What a picture consists of. Texts, dates, Exif, profiles and the frames of animations aren't. */
const KEPT: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'pHYs',
  'IDAT',
  'IEND',
])

export function cleanPng(body: Buffer): Cleaned | null {
  const kept = [body.subarray(0, SIGNATURE)]
  let size: Pick<Cleaned, 'width' | 'height'> | null = null
  let hasData = false
  for (let at = SIGNATURE; at + AROUND <= body.length;) {
    const end = at + AROUND + body.readUInt32BE(at)
    if (end > body.length) return null
    const name = body.toString('latin1', at + 4, at + 8)
    if (crc32(body.subarray(at + 4, end - 4)) !== body.readUInt32BE(end - 4)) return null
    if (size === null) {
      if (name !== 'IHDR' || end - at !== AROUND + 13) return null
      size = { width: body.readUInt32BE(at + 8), height: body.readUInt32BE(at + 12) }
    }
    if (name === 'IDAT') hasData = true
    if (KEPT.has(name)) kept.push(body.subarray(at, end))
    if (name === 'IEND') return hasData ? { body: Buffer.concat(kept), ...size } : null
    at = end
  }
  return null
}
