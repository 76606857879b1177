/**
 * Which way up a photo is: the one thing in Exif that a picture needs. Without it a photo taken
 * upright would lie on its side.
 */

const HEAD = 'Exif\0\0'
const ORIENTATION = 0x0112
const ENTRY = 12

/** @returns 1 to 8; undefined if the segment doesn't say */
export function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, HEAD.length) !== HEAD) return undefined
  const tiff = segment.subarray(HEAD.length)
  if (tiff.length < 10) return undefined
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return undefined
  const entries = short(first)
  for (let index = 0; index < entries; index++) {
    const at = first + 2 + index * ENTRY
    if (at + ENTRY > tiff.length) return undefined
    if (short(at) !== ORIENTATION) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

/** A segment that says this and nothing else. */
export function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  // One unsigned number of two bytes.
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(2 + HEAD.length + tiff.length)
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, Buffer.from(HEAD, 'latin1'), tiff])
}
