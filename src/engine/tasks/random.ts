/**
 * Reproducible random numbers, identical in Node and in every browser: only 32-bit integer
 * arithmetic (sfc32, seeded by a hash).
 */

import { entryAt } from './entry.ts'

export type Random = {
  /** In [0, 1). */
  next(): number
  /** An integer in [0, `below`). */
  below(below: number): number
  /** A shuffled copy; the list itself is unchanged. */
  shuffled<T>(list: readonly T[]): T[]
}

/**
 * A short hash of a text: 53 bits in base 36. For detecting corruption and differences; not
 * cryptographic.
 */
export function hashOf(text: string): string {
  const [a, b] = mix(text, 0)
  return (4294967296 * (2097151 & b) + a).toString(36)
}

/** @param seed names the sequence: the same seed, the same numbers */
export function makeRandom(seed: string): Random {
  let [a, b] = mix(seed, 0x9e3779b9)
  let [c, d] = mix(seed, 0x243f6a88)
  const raw = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  // The first numbers still correlate with the seed.
  for (let i = 0; i < 12; i++) raw()
  const next = () => raw() / 4294967296
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    shuffled(list) {
      const result = [...list]
      for (let i = result.length - 1; i > 0; i--) {
        const j = below(i + 1)
        ;[result[i], result[j]] = [entryAt(result, j), entryAt(result, i)]
      }
      return result
    },
  }
}

function mix(text: string, start: number): [number, number] {
  let high = 0xdeadbeef ^ start
  let low = 0x41c6ce57 ^ start
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    high = Math.imul(high ^ char, 2654435761)
    low = Math.imul(low ^ char, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return [high >>> 0, low >>> 0]
}
