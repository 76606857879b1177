/** What is left of an uploaded picture: the picture alone. */

import { describe, expect, it } from 'vitest'
import { recordIssues } from '#engine/check/record.ts'
import { MAX_PICTURE_SIDE, PICTURE_WIDTHS } from '#engine/contract/pictures.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { pictureSources } from '#engine/documents/picture.ts'
import { cleanImage } from '#server/pictures/clean.ts'
import { crc32 } from '#server/pictures/crc.ts'
import { orientationOf } from '#server/pictures/orientation.ts'
import {
  CLEAR_WEBP,
  JPEG,
  photo,
  PLACE,
  PNG,
  pngOf,
  talkativePng,
  talkativeWebp,
  WEBP,
} from '#tests/support/images.ts'

const cleaned = (body: Buffer) => {
  const found = cleanImage(body)
  if (found === null) throw new Error('refused')
  return found
}

describe('an uploaded picture', () => {
  it.each([
    ['JPEG', photo(), 'image/jpeg'],
    ['PNG', talkativePng(), 'image/png'],
    ['WebP', talkativeWebp(), 'image/webp'],
  ])('loses its place, its texts and what follows its end: %s', (_name, body, mime) => {
    expect(body.includes(PLACE), 'the sample has a place').toBe(true)
    const found = cleaned(body)
    expect([found.mime, found.width, found.height]).toEqual([mime, 16, 12])
    for (const word of [PLACE, 'Exif', 'eXIf', 'EXIF', 'XMP', 'xap', 'Photoshop', 'tEXt', 'ICC'])
      expect(found.body.includes(word), word).toBe(false)
  })

  it('keeps every byte of the picture itself', () => {
    const scan = JPEG.subarray(JPEG.lastIndexOf(Buffer.from([0xff, 0xda])))
    expect(cleaned(photo()).body.subarray(-scan.length).equals(scan)).toBe(true)
    expect(cleaned(talkativePng()).body.equals(PNG)).toBe(true)
    for (const body of [JPEG, PNG, WEBP, CLEAR_WEBP]) {
      const once = cleaned(body).body
      expect(cleaned(once).body.equals(once), 'cleaned twice').toBe(true)
    }
    expect(cleaned(CLEAR_WEBP).body.includes('ALPH'), 'transparency').toBe(true)
  })

  it('stays the right way up', () => {
    const { body, width, height } = cleaned(photo(6))
    expect([width, height], 'turned by a quarter').toEqual([12, 16])
    const at = body.indexOf(Buffer.from([0xff, 0xe1]))
    expect(orientationOf(body.subarray(at + 4, at + 2 + body.readUInt16BE(at + 2)))).toBe(6)
    expect(body.includes(PLACE)).toBe(false)
  })

  it('is refused if it is cut off, damaged, an animation, a drawing or something else', () => {
    const animated = Buffer.from(CLEAR_WEBP)
    animated.write('ANMF', animated.indexOf('ALPH'), 'latin1')
    const damaged = Buffer.from(PNG)
    damaged[45] = (damaged[45] ?? 0) ^ 0xff
    const wrong: Readonly<Record<string, Buffer>> = {
      cutJpeg: JPEG.subarray(0, -2),
      cutPng: PNG.subarray(0, -12),
      cutWebp: WEBP.subarray(0, -3),
      animated,
      damaged,
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      gif: Buffer.from('GIF89a\x01\x00\x01\x00'),
      nothing: Buffer.alloc(0),
      signature: PNG.subarray(0, 8),
    }
    for (const [name, body] of Object.entries(wrong)) expect(cleanImage(body), name).toBeNull()
  })

  it('is refused if it would unpack into more than a phone can show', () => {
    expect(cleanImage(pngOf(MAX_PICTURE_SIDE, 1900))).not.toBeNull()
    for (const [width, height] of [
      [MAX_PICTURE_SIDE + 1, 1],
      [4000, 4000],
      [0xffffffff, 0xffffffff],
      [0, 10],
    ] as const)
      expect(cleanImage(pngOf(width, height)), `${width} by ${height}`).toBeNull()
  })

  it('may be anything at all: it is refused or cleaned, and never more than was sent', () => {
    const samples = [photo(3), talkativePng(), talkativeWebp()]
    let seed = 7
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 3000; round++) {
      const body = Buffer.from(samples[round % 3] ?? JPEG)
      for (let change = 0; change <= next(4); change++) body[next(body.length)] = next(256)
      const found = cleanImage(body.subarray(0, body.length - next(2) * next(body.length)))
      expect(found?.body.length ?? 0, `round ${round}`).toBeLessThanOrEqual(body.length)
    }
  })

  it('is checked with the checksum of PNG', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
  })
})

describe('a page', () => {
  it('offers every width of an uploaded picture, and others as they are', () => {
    const address = `/api/images/${'a1'.repeat(10)}.webp`
    const { src, srcSet = '', sizes } = pictureSources(address, '100vw')
    expect([src, sizes]).toEqual([address, '100vw'])
    for (const width of PICTURE_WIDTHS) expect(srcSet).toContain(`${address}?w=${width} ${width}w`)
    expect(pictureSources('/art/field.svg', '100vw')).toEqual({ src: '/art/field.svg' })
  })
})

describe('a record', () => {
  const type = { fields: [{ id: 'photo', label: 'x', type: 'image' }] } as unknown as ContentType
  const wrong = (photo: string) => recordIssues(type, () => undefined, { id: 'x', photo }).length

  it('may show a picture of the library, and no other address of ours', () => {
    expect(wrong(`/api/images/${'a1'.repeat(10)}.webp`)).toBe(0)
    expect(wrong('https://school.test/a.png')).toBe(0)
    for (const bad of ['/api/images/x.webp', '/api/users', 'javascript:alert(1)', '//x.test/a.png'])
      expect(wrong(bad), bad).toBe(1)
  })
})
