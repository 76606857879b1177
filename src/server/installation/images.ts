/** Images in a bundle: with their narrower versions, and what is said of them. */

import { imageType } from '#server/base/imagetype.ts'
import type { Tx } from '#server/database/database.ts'
import { cleanImage } from '#server/pictures/clean.ts'
import {
  imageBySha,
  insertImage,
  insertWidth,
  pictureRows,
  savePicture,
  widthsOf,
} from '../store/images.ts'
import type { BundledImage } from './bundle.ts'

const IMAGE = /\/api\/images\/([0-9a-f]{20})\./g

/** @param shown documents and records that may show them */
export async function bundledImages(tx: Tx, shown: unknown): Promise<BundledImage[]> {
  const shas = new Set([...JSON.stringify(shown).matchAll(IMAGE)].flatMap(([, sha]) => sha ?? []))
  const images: BundledImage[] = []
  for (const sha of [...shas].sort()) {
    const found = await imageBySha(tx, sha)
    const [row] = await pictureRows(tx, sha)
    if (found === undefined || row === undefined) continue
    const versions = (await widthsOf(tx, sha)).map(({ body }) => body.toString('base64'))
    images.push({
      sha,
      data: found.body.toString('base64'),
      ...(row.name !== '' && { name: row.name }),
      ...(Object.keys(row.words).length > 0 && { words: row.words }),
      ...(versions.length > 0 && { versions }),
    })
  }
  return images
}

/** What is known here about the same picture stays. */
export async function bringImage(
  tx: Tx,
  { sha, data, name = '', words = {}, versions = [] }: BundledImage,
  now: Date,
): Promise<void> {
  const body = Buffer.from(data, 'base64')
  const type = imageType(body)
  if (type === null) return
  await insertImage(tx, { sha, type: type.mime, body, now })
  for (const version of versions) {
    const image = cleanImage(Buffer.from(version, 'base64'))
    if (image === null) continue
    await insertWidth(tx, { sha, width: image.width, type: image.mime, body: image.body })
  }
  const [known] = await pictureRows(tx, sha)
  const size = cleanImage(body)
  await savePicture(tx, {
    sha,
    name: known?.name || name,
    words: { ...words, ...known?.words },
    width: size?.width ?? null,
    height: size?.height ?? null,
  })
}
