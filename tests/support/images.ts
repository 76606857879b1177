/** Small pictures as a browser's canvas makes them, and what cameras put into theirs. */

import { crc32 } from '#server/pictures/crc.ts'

/** 16 by 12 pixels. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAMABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAMG/8QAGhABAAEFAAAAAAAAAAAAAAAAAAIEFVOi0f/EABUBAQEAAAAAAAAAAAAAAAAAAAID/8QAHREAAQQCAwAAAAAAAAAAAAAABAABAgMREiFBUf/aAAwDAQACEQMRAD8AtdqHPpLjMAoKHAbOjvz6jcRK7G3S/9k=',
  'base64',
)
/** The same, 8 by 6. */
export const NARROW_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAdEAABBAIDAAAAAAAAAAAAAAAAAQIEEgMRE0Hx/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAaEQEBAAIDAAAAAAAAAAAAAAACAQARAxIx/9oADAMBAAIRAxEAPwCRNn5ZtOVrEpvVUXvwAFoB4z1M1MBKq7Xuf//Z',
  'base64',
)
/** 16 by 12, lossy. */
export const WEBP = Buffer.from(
  'UklGRi4CAABXRUJQVlA4WAoAAAAgAAAADwAACwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggQAAAANABAJ0BKhAADAACwEwlqAJ0AQtP/FMgAP6uy/f01uvy8fi1Y//kK/5X/BFb/k3+a3sHcn9dvPf6nJio5Nrz4AA=',
  'base64',
)
/** Half transparent. */
export const CLEAR_WEBP = Buffer.from(
  'UklGRkwCAABXRUJQVlA4WAoAAAAwAAAADwAACwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBIFQAAAAEP8MD/iIggFkzyl+4bQ0T/J6DFAQBWUDggQAAAANABAJ0BKhAADAACwEwlqAJ0AQtP/FU8AP6uy/f01uvy8fi1Y//kK/5X/BFbs32Ed99vfxe7b/k5MVHJtefAAAA=',
  'base64',
)
/** 8 by 6. */
export const NARROW_WEBP = Buffer.from(
  'UklGRigCAABXRUJQVlA4WAoAAAAgAAAABwAABQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggOgAAALABAJ0BKggABgACwEwlqAJ0APRsHAAA999Yq03/0Xu0fpLff/Mo7wiNfYR33211wpjj90KaybXnwAA=',
  'base64',
)
/** 16 by 12. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAYAAABr5z2BAAAAOklEQVR4AezQMQ0AIBBD0aZWwAiuzgoOcFlQ0A6sd8mfLunwqA25xiq5iM/rAYDzFFzJuBEfYkJK/wsAAP//xTzpDwAAAAZJREFUAwAl8S3JVxoNfgAAAABJRU5ErkJggg==',
  'base64',
)

/** Where the photo was taken, as it can be found in a file. */
export const PLACE = 'GPS-23.9045,29.4688'

/** A JPEG segment. */
function segment(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, data])
}

/** Exif with a GPS block (tag 0x8825), as phones write it. @param orientation 1 to 8 */
export function exif(orientation: number): Buffer {
  const entries = [
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, 50],
  ] as const
  const tiff = Buffer.alloc(50 + 18)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  })
  // One entry: the reference of the latitude, which is south.
  tiff.writeUInt16LE(1, 50)
  tiff.writeUInt16LE(1, 52)
  tiff.writeUInt16LE(2, 54)
  tiff.writeUInt32LE(2, 56)
  tiff.write('S\0', 60, 'latin1')
  return Buffer.concat([tiff, Buffer.from(PLACE, 'latin1')])
}

/** A photo with everything that phones add: Exif with its place, XMP, a comment, a film at the end. */
export function photo(orientation = 1): Buffer {
  return Buffer.concat([
    JPEG.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${PLACE}</x>`, 'latin1')),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${PLACE}`, 'latin1')),
    segment(0xfe, Buffer.from(PLACE, 'latin1')),
    JPEG.subarray(2),
    JPEG,
    Buffer.from(PLACE, 'latin1'),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const inside = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(inside), 4)
  return Buffer.concat([around.subarray(0, 4), inside, around.subarray(4)])
}

/** A PNG with a text, Exif and bytes after its end. */
export function talkativePng(): Buffer {
  return Buffer.concat([
    PNG.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${PLACE}`, 'latin1')),
    chunk('eXIf', exif(1)),
    PNG.subarray(33),
    Buffer.from(PLACE, 'latin1'),
  ])
}

/** A PNG that says it is larger than it is. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from(PNG.subarray(16, 29))
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([PNG.subarray(0, 8), chunk('IHDR', head), PNG.subarray(33)])
}

/** A different picture for each number. */
export function pngNumbered(number: number): Buffer {
  const resolution = Buffer.alloc(9)
  resolution.writeUInt32BE(number, 0)
  return Buffer.concat([PNG.subarray(0, 33), chunk('pHYs', resolution), PNG.subarray(33)])
}

/** A WebP with Exif and XMP. */
export function talkativeWebp(): Buffer {
  const riff = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const body = Buffer.concat([
    CLEAR_WEBP.subarray(8),
    riff('EXIF', exif(1)),
    riff('XMP ', Buffer.from(PLACE, 'latin1')),
  ])
  const head = Buffer.from(CLEAR_WEBP.subarray(0, 8))
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
