/**
 * A tenant's whole work as one file (docs/decisions/0113): its documents as far as they differ from
 * the product's, its images and its records. No people, secrets or vouchers, and no experiments,
 * whose figures stay where the people are.
 */

import { outOfBounds } from '#engine/documents/bounds.ts'
import { canonical, isObject, pointer } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import {
  MAX_PICTURE_LANGUAGES,
  MAX_PICTURE_NAME,
  MAX_PICTURE_WORDS,
  type PictureWords,
} from '#engine/contract/pictures.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { shaOf } from '#server/base/asset.ts'
import { imageType } from '#server/base/imagetype.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { isSignedBy, signed, type Signature } from './signing.ts'

/** Written by this version, and the newest that it reads. From 2 on images have what is said of them. */
export const BUNDLE_VERSION = 2
const OLDEST_VERSION = 1
export const MAX_BUNDLE_BYTES = 50 * 2 ** 20
/** Kinds that stay where they are. */
const LEFT: ReadonlySet<string> = new Set(['experiment', 'overlay', 'tenant'])

export type BundledRecord = {
  readonly id: string
  /** Without any: a record that hides a shared one. */
  readonly data: Readonly<Record<string, unknown>>
  readonly state: 'shown' | 'hidden'
  readonly starts: string | null
  readonly ends: string | null
}
export type BundledImage = {
  readonly sha: string
  readonly data: string
  readonly name?: string
  readonly words?: PictureWords
  /** Narrower ones. */
  readonly versions?: readonly string[]
}
export type Bundle = {
  readonly tsela: 'bundle'
  readonly v: number
  readonly made: string
  /** Slug of the tenant that it was made from. */
  readonly tenant: string
  readonly config: string
  /** Of the product's documents that the differences apply to. */
  readonly product: string
  /** Of the tenant's documents: the same wherever they are published. */
  readonly release: string
  /** By name (`menu/main`); null: the tenant has removed the product's. */
  readonly documents: Readonly<Record<string, unknown>>
  readonly images: readonly BundledImage[]
  /** By content type. */
  readonly records: Readonly<Record<string, readonly BundledRecord[]>>
}

/** Whether documents of this name belong into a bundle. */
export function isBundled(name: string): boolean {
  return !LEFT.has(name.slice(0, name.indexOf('/')))
}

/** The same for the same documents, on every server. @param manifest hashes by name */
export function releaseHash(manifest: Readonly<Record<string, string>>): string {
  return shaOf(
    canonical(Object.fromEntries(Object.entries(manifest).filter(([name]) => isBundled(name)))),
  )
}

/** @throws Refusal `bundle/too-large` */
export function writeBundle(secrets: Secrets, bundle: Bundle): string {
  const text = JSON.stringify({ ...bundle, ...signed(secrets, canonical(bundle)) })
  if (Buffer.byteLength(text) > MAX_BUNDLE_BYTES) throw new Refusal('bundle/too-large')
  return text
}

/**
 * Reads a file that anyone may have made. Nothing recurses into it before its depth is checked.
 *
 * @throws Refusal `bundle/unreadable`, `bundle/newer`, `bundle/unsigned`, `bundle/altered`
 */
export function readBundle(text: string): { readonly bundle: Bundle; readonly key: string } {
  if (Buffer.byteLength(text) > MAX_BUNDLE_BYTES) throw new Refusal('bundle/too-large')
  const { key, signature, ...bundle } = parsed(text)
  if (typeof bundle['v'] === 'number' && bundle['v'] > BUNDLE_VERSION)
    throw new Refusal('bundle/newer')
  if (typeof key !== 'string' || typeof signature !== 'string') throw new Refusal('bundle/unsigned')
  const fault = faultIn(bundle)
  if (fault !== null) throw unreadable(fault)
  if (!isSignedBy({ key, signature } satisfies Signature, canonical(bundle)))
    throw new Refusal('bundle/altered')
  return { bundle: bundle as unknown as Bundle, key }
}

function unreadable(pointer: string): Refusal {
  return new Refusal('bundle/unreadable', { fields: [{ pointer, key: 'form.invalid' }] })
}

function parsed(text: string): Record<string, unknown> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new Refusal('bundle/unreadable', { cause: error })
  }
  if (!isObject(read) || read['tsela'] !== 'bundle') throw unreadable('/tsela')
  return read
}

const WORDS = ['made', 'tenant', 'config', 'product', 'release'] as const
const MEMBERS: ReadonlySet<string> = new Set([
  'tsela',
  'v',
  ...WORDS,
  'documents',
  'images',
  'records',
])
const MAX_WORD = 120

/** Where the first fault is, as a JSON pointer; null if there is none. */
function faultIn(bundle: Readonly<Record<string, unknown>>): string | null {
  const strange = Object.keys(bundle).find((name) => !MEMBERS.has(name))
  if (strange !== undefined) return `/${strange}`
  const v = bundle['v']
  if (typeof v !== 'number' || !Number.isInteger(v) || v < OLDEST_VERSION) return '/v'
  for (const word of WORDS) {
    const value = bundle[word]
    if (typeof value !== 'string' || value.length > MAX_WORD) return `/${word}`
  }
  return (
    faultInDocuments(bundle['documents']) ??
    faultInImages(bundle['images']) ??
    faultInRecords(bundle['records'])
  )
}

function faultInDocuments(documents: unknown): string | null {
  if (!isObject(documents)) return '/documents'
  for (const [name, document] of Object.entries(documents)) {
    const at = pointer('documents', name)
    const [kind = '', ...rest] = name.split('/')
    if (!Object.hasOwn(KINDS, kind) || !isBundled(name)) return at
    if (document === null) continue
    if (!isObject(document)) return at
    const beyond = outOfBounds(document)
    if (beyond !== undefined) return `${at}${beyond.pointer}`
    if (document['kind'] !== kind || document['id'] !== rest.join('/')) return `${at}/id`
  }
  return null
}

const OF_IMAGE: ReadonlySet<string> = new Set(['sha', 'data', 'name', 'words', 'versions'])

function faultInImages(images: unknown): string | null {
  if (!Array.isArray(images)) return '/images'
  const index = images.findIndex((image: unknown) => !isImage(image))
  return index < 0 ? null : `/images/${index}`
}

function isImage(image: unknown): boolean {
  if (!isObject(image) || Object.keys(image).some((name) => !OF_IMAGE.has(name))) return false
  const { sha, data, name = '', words = {}, versions = [] } = image
  return (
    typeof sha === 'string' &&
    isPicture(data) &&
    shaOf(data) === sha &&
    typeof name === 'string' &&
    name.length <= MAX_PICTURE_NAME &&
    isObject(words) &&
    Object.keys(words).length <= MAX_PICTURE_LANGUAGES &&
    Object.values(words).every(
      (said) => typeof said === 'string' && said.length <= MAX_PICTURE_WORDS,
    ) &&
    Array.isArray(versions) &&
    versions.every(isPicture)
  )
}

function isPicture(data: unknown): data is string {
  return typeof data === 'string' && imageType(Buffer.from(data, 'base64')) !== null
}

function faultInRecords(records: unknown): string | null {
  if (!isObject(records)) return '/records'
  for (const [type, rows] of Object.entries(records)) {
    if (!Array.isArray(rows)) return `/records/${type}`
    const index = rows.findIndex((row: unknown) => !isRecord(row))
    if (index >= 0) return `/records/${type}/${index}`
  }
  return null
}

function isRecord(row: unknown): boolean {
  return (
    isObject(row) &&
    outOfBounds(row) === undefined &&
    typeof row['id'] === 'string' &&
    isObject(row['data']) &&
    (row['state'] === 'shown' || row['state'] === 'hidden') &&
    isMoment(row['starts']) &&
    isMoment(row['ends'])
  )
}

function isMoment(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
}
