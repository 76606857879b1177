/** JPEG: segments that begin with a marker; after a start of scan come its data, to the next one. */

import { orientationOf, orientationSegment } from './orientation.ts'
import type { Cleaned } from './cleaned.ts'

const [SOI, EOI, SOS, DQT, DHT, DRI, EXIF, ADOBE] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xe1, 0xee]
/** Baseline, extended and progressive; no browser shows the others. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const KEPT: ReadonlySet<number> = new Set([...FRAMES, SOS, DQT, DHT, DRI])

export function cleanJpeg(body: Buffer): Cleaned | null {
  const kept: Buffer[] = []
  let size: Pick<Cleaned, 'width' | 'height'> | null = null
  let orientation = 1
  let isScanned = false
  for (let at = 2; at + 2 <= body.length;) {
    if (body[at] !== 0xff) return null
    const marker = body[at + 1] ?? 0
    // Bytes that fill up before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Previews and films come after the end of some phones' pictures.
    if (marker === EOI) return size !== null && isScanned ? whole(kept, size, orientation) : null
    if (marker === SOI || at + 4 > body.length) return null
    const length = body.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > body.length) return null
    const data = body.subarray(at + 4, end)
    if (FRAMES.has(marker)) {
      if (size !== null || data.length < 6) return null
      size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) }
    }
    if (marker === EXIF) orientation = orientationOf(data) ?? orientation
    const next = marker === SOS ? endOfScan(body, end) : end
    if (next === null) return null
    if (marker === SOS) isScanned = true
    if (KEPT.has(marker) || (marker === ADOBE && isAdobe(data))) kept.push(body.subarray(at, next))
    at = next
  }
  return null
}

/** How colours were transformed, in twelve bytes: without it they are wrong. */
function isAdobe(data: Buffer): boolean {
  return data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe'
}

/** Where the next marker is: neither a stuffed 255 nor a restart within the data. */
function endOfScan(body: Buffer, from: number): number | null {
  for (let at = from; at + 1 < body.length; at++) {
    const next = body[at + 1] ?? 0
    if (body[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return null
}

function whole(
  kept: readonly Buffer[],
  size: Pick<Cleaned, 'width' | 'height'>,
  orientation: number,
): Cleaned {
  const turned = orientation >= 5
  return {
    body: Buffer.concat([
      Buffer.from([0xff, SOI]),
      ...(orientation === 1 ? [] : [orientationSegment(orientation)]),
      ...kept,
      Buffer.from([0xff, EOI]),
    ]),
    width: turned ? size.height : size.width,
    height: turned ? size.width : size.height,
  }
}
