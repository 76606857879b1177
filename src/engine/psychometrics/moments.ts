/**
 * Counts, sums and products of people's answers: all that means, spreads, correlations and
 * reliabilities need. Sums of different people add up, so they can be stored and continued. Pure.
 */

import type { Sums } from './sums.ts'

/** Of several variables measured on the same people. */
export type Moments = {
  readonly n: number
  readonly sums: readonly number[]
  /** Sums of the products of each two variables: symmetric, squares on the diagonal. */
  readonly products: readonly (readonly number[])[]
}

export type Matrix = readonly (readonly number[])[]

/** A figure with the interval that holds the true one in 95 of 100 samples. */
export type Estimate = { readonly value: number; readonly low: number; readonly high: number }

/** @param rows people, each with the values of all variables */
export function momentsOf(rows: readonly (readonly number[])[]): Moments {
  const size = rows[0]?.length ?? 0
  const sums = Array.from({ length: size }, () => 0)
  const products = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  for (const row of rows)
    row.forEach((value, a) => {
      sums[a]! += value
      row.forEach((other, b) => (products[a]![b]! += value * other))
    })
  return { n: rows.length, sums, products }
}

/** @throws RangeError if they have other numbers of variables */
export function together(a: Moments, b: Moments): Moments {
  if (a.sums.length !== b.sums.length)
    throw new RangeError(`${a.sums.length} variables and ${b.sums.length}`)
  return {
    n: a.n + b.n,
    sums: a.sums.map((sum, at) => sum + b.sums[at]!),
    products: a.products.map((row, at) => row.map((sum, to) => sum + b.products[at]![to]!)),
  }
}

/** Sample covariances. @throws RangeError for fewer than two people */
export function covariances({ n, sums, products }: Moments): Matrix {
  if (n < 2) throw new RangeError(`covariances of ${n} people`)
  return products.map((row, a) =>
    row.map((product, b) => (product - (sums[a]! * sums[b]!) / n) / (n - 1)),
  )
}

/** Correlations; 0 for a variable in which nobody differs. */
export function correlations(covariance: Matrix): Matrix {
  return covariance.map((row, a) =>
    row.map((value, b) => {
      const scale = Math.sqrt(covariance[a]![a]! * covariance[b]![b]!)
      return a === b ? 1 : scale > 0 ? value / scale : 0
    }),
  )
}

/** Sum of all entries: the variance of a sum, if these are covariances. */
export function total(matrix: Matrix): number {
  return matrix.reduce((sum, row) => sum + row.reduce((all, value) => all + value, 0), 0)
}

/** The sums of one scale as moments; undefined if nobody has answered it. */
export function momentsIn(sums: Sums, scale: string, size: number): Moments | undefined {
  const row = sums[`scale/${scale}/`]
  if (row === undefined) return undefined
  // A row is as long as the longest scale needs.
  const width = widthOf(row.length)
  const products = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  let at = 1 + width
  for (let a = 0; a < width; a++)
    for (let b = a; b < width; b++, at++) if (b < size) products[a]![b] = products[b]![a] = row[at]!
  return { n: row[0]!, sums: row.slice(1, 1 + size), products }
}

/** Columns of a row with a count, sums and the upper triangle of products. */
function widthOf(length: number): number {
  return Math.round((Math.sqrt(9 + 8 * (length - 1)) - 3) / 2)
}
