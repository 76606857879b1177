/**
 * An image without anything that isn't its picture: only known parts of the file are copied, so
 * that places, names of cameras, previews and whatever follows the end are gone. The picture itself
 * isn't decoded (docs/decisions/0192).
 */

import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '#engine/contract/pictures.ts'
import { imageType } from '#server/base/imagetype.ts'
import type { Cleaned } from './cleaned.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

export type CleanImage = Cleaned & { readonly mime: string; readonly extension: string }

const CLEANERS: Readonly<Record<string, (body: Buffer) => Cleaned | null>> = {
  png: cleanPng,
  jpg: cleanJpeg,
  webp: cleanWebp,
}

/** @returns null if it is no whole still image of these formats, or has too many pixels */
export function cleanImage(body: Buffer): CleanImage | null {
  const type = imageType(body)
  const cleaned = type === null ? null : (CLEANERS[type.extension]?.(body) ?? null)
  if (type === null || cleaned === null) return null
  const { width, height } = cleaned
  const fits =
    width > 0 &&
    height > 0 &&
    Math.max(width, height) <= MAX_PICTURE_SIDE &&
    width * height <= MAX_PICTURE_PIXELS
  return fits ? { ...cleaned, ...type } : null
}
