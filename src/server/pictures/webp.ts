/** WebP: a RIFF file with one image, or with its transparency and image after an extended head. */

import type { Cleaned } from './cleaned.ts'

type Size = Pick<Cleaned, 'width' | 'height'>
const HEAD = 12
/** In the extended head: there is transparency. Profiles, Exif, XMP and animation are other bits. */
const ALPHA = 0x10

export function cleanWebp(body: Buffer): Cleaned | null {
  if (body.length < HEAD) return null
  const end = 8 + body.readUInt32LE(4)
  if (end > body.length) return null
  let canvas: Size | null = null
  let image: { readonly chunk: Buffer; readonly size: Size } | null = null
  let alpha: Buffer | null = null
  let isExtended = false
  for (let at = HEAD; at + 8 <= end;) {
    const name = body.toString('latin1', at, at + 4)
    const length = body.readUInt32LE(at + 4)
    // Chunks begin at even positions.
    const next = at + 8 + length + (length % 2)
    if (at + 8 + length > end) return null
    const data = body.subarray(at + 8, at + 8 + length)
    const chunk = Buffer.concat([body.subarray(at, at + 8), data, Buffer.alloc(length % 2)])
    if (name === 'VP8X') {
      if (length !== 10) return null
      isExtended = true
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
    }
    // An animation.
    if (name === 'ANMF') return null
    if (name === 'ALPH' && isExtended) alpha ??= chunk
    if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? sizeOfLossy(data) : sizeOfLossless(data)
      if (size === null || image !== null) return null
      image = { chunk, size }
    }
    at = next
  }
  if (image === null) return null
  const { size } = image
  if (canvas !== null && (canvas.width !== size.width || canvas.height !== size.height)) return null
  const parts = [...(alpha === null ? [] : [headOf(size), alpha]), image.chunk]
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(length, 4)
  return { body: Buffer.concat([riff, ...parts]), ...size }
}

function headOf({ width, height }: Size): Buffer {
  const head = Buffer.alloc(18)
  head.write('VP8X', 'latin1')
  head.writeUInt32LE(10, 4)
  head.writeUInt8(ALPHA, 8)
  head.writeUIntLE(width - 1, 12, 3)
  head.writeUIntLE(height - 1, 15, 3)
  return head
}

function sizeOfLossy(data: Buffer): Size | null {
  const isKeyframe = data.length >= 10 && ((data[0] ?? 1) & 1) === 0
  if (!isKeyframe || data.readUIntBE(3, 3) !== 0x9d012a) return null
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function sizeOfLossless(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
