/**
 * A picture file as it is uploaded: made smaller here, in several widths, so that neither a slow
 * connection nor the server has to deal with a photo of ten megabytes. What it can't read, the
 * server judges.
 */

import { MAX_PICTURE_BYTES, PICTURE_WIDTHS, WIDEST_PICTURE } from '#engine/contract/pictures.ts'

/** In Base64; `versions` are narrower ones. */
export type PictureFile = { readonly data: string; readonly versions: readonly string[] }

/** The first that fits is taken. */
const QUALITIES = [0.82, 0.7, 0.55] as const
/** Each time that none fits, it is made narrower. */
const NARROWER = 0.8
/** A version that is hardly narrower saves too little data to be worth keeping. */
const WORTHWHILE = 0.85

/** @returns null if it can't be used: it is neither small enough as it is, nor readable here */
export async function readPictureFile(file: File): Promise<PictureFile | null> {
  const bitmap = await bitmapOf(file)
  if (bitmap === null)
    return file.size > MAX_PICTURE_BYTES ? null : { data: await base64Of(file), versions: [] }
  try {
    const isFine = file.size <= MAX_PICTURE_BYTES && bitmap.width <= WIDEST_PICTURE
    const main = isFine ? { file, width: bitmap.width } : await smallEnough(bitmap)
    if (main === null) return null
    const versions: string[] = []
    for (const width of PICTURE_WIDTHS.filter((each) => each < main.width * WORTHWHILE)) {
      const version = await drawn(bitmap, width, QUALITIES[0])
      if (version !== null && version.size < Math.min(main.file.size, MAX_PICTURE_BYTES))
        versions.push(await base64Of(version))
    }
    return { data: await base64Of(main.file), versions }
  } finally {
    bitmap.close()
  }
}

async function bitmapOf(file: File): Promise<ImageBitmap | null> {
  try {
    // The right way up, whatever the camera says about it.
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

async function smallEnough(bitmap: ImageBitmap): Promise<{ file: Blob; width: number } | null> {
  let width = Math.min(bitmap.width, WIDEST_PICTURE)
  for (; width >= PICTURE_WIDTHS[0]; width = Math.floor(width * NARROWER))
    for (const quality of QUALITIES) {
      const file = await drawn(bitmap, width, quality)
      if (file !== null && file.size <= MAX_PICTURE_BYTES) return { file, width }
    }
  return null
}

/** As WebP; where the browser can't write that, as whatever it can write. */
function drawn(bitmap: ImageBitmap, width: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width))
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const as = (type: string) =>
    new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  return as('image/webp').then((blob) =>
    blob?.type === 'image/webp' || isClear(context, canvas) ? blob : as('image/jpeg'),
  )
}

/** Can one see through a part of it? JPEG would paint that black. */
function isClear(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
