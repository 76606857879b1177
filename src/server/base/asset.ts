/** Bytes that are sent repeatedly: compressed once, with an ETag of their content. */

import { createHash } from 'node:crypto'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib'

/** 80 bits of a text's SHA-256: the address of documents and bundles. */
export function shaOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}

export type Asset = {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

/** Below this size a compressed response is no smaller on the wire. */
const MIN_BYTES_TO_COMPRESS = 600

export function asset(text: string, type: string): Asset {
  const plain = Buffer.from(text, 'utf8')
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  if (plain.length < MIN_BYTES_TO_COMPRESS) return { type, etag, plain, br: null, gzip: null }
  const lazily = { br: null as Buffer | null, gzip: null as Buffer | null }
  // Compressed at the first request that accepts it: most bundles of a release are never requested.
  return {
    type,
    etag,
    plain,
    get br() {
      if (lazily.br === null) {
        const quick = (lazily.br = brotliCompressSync(plain, params(9, plain)))
        // A tenth smaller takes ten times as long, so the first client does not wait for it.
        brotliCompress(plain, params(11, plain), (error, small) => {
          if (error === null && small.length < quick.length) lazily.br = small
        })
      }
      return lazily.br
    },
    get gzip() {
      return (lazily.gzip ??= gzipSync(plain, { level: 8 }))
    },
  }
}

function params(quality: number, plain: Buffer): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  }
}

/** The encoding to use, by the client's Accept-Encoding. */
export function encodingFor(
  accept: string | undefined,
  value: Asset,
): { body: Buffer; encoding: 'br' | 'gzip' | null } {
  if (accept !== undefined && value.plain.length >= MIN_BYTES_TO_COMPRESS) {
    if (value.br && /\bbr\b/.test(accept)) return { body: value.br, encoding: 'br' }
    if (value.gzip && /\bgzip\b/.test(accept)) return { body: value.gzip, encoding: 'gzip' }
  }
  return { body: value.plain, encoding: null }
}
