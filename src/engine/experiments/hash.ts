/**
 * Where a unit falls in an experiment: the same on every server and at every time. Bit-equal to
 * version 2 of GrowthBook's hash, so that a division can be checked with their tools.
 */

/** FNV-1a, 32 bits, over the UTF-16 code units of a text. */
function fnv1a32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** @returns one of 0, 0.0001 ... 0.9999 */
export function bucketOf(seed: string, unit: string): number {
  return (fnv1a32(String(fnv1a32(seed + unit))) % 10_000) / 10_000
}

/** Half-open range [from, to). */
export type Range = readonly [from: number, to: number]

/**
 * The part of [0, 1) that each arm takes: they begin where they would with everybody, so that more
 * coverage moves nobody to another arm.
 */
export function rangesOf(weights: readonly number[], coverage: number): Range[] {
  let begin = 0
  return weights.map((weight) => {
    const from = begin
    begin += weight
    return [from, from + coverage * weight] as const
  })
}

export function isWithin(bucket: number, [from, to]: Range): boolean {
  return bucket >= from && bucket < to
}
