/** Few rows that hold every pair of values of every two factors: what is tried where all combinations are too many. */

/**
 * Greedy, and the same for the same sizes.
 *
 * @param sizes how many values each factor has, each at least 1
 * @param most  rows at most: some pairs are missing then
 * @returns rows of one value index a factor
 */
export function pairwise(sizes: readonly number[], most = Infinity): number[][] {
  if (sizes.length < 2) return Array.from({ length: sizes[0] ?? 0 }, (_, index) => [index])
  const open = new Set<string>()
  for (let a = 0; a < sizes.length; a++)
    for (let b = a + 1; b < sizes.length; b++)
      for (let x = 0; x < sizes[a]!; x++)
        for (let y = 0; y < sizes[b]!; y++) open.add(keyOf(a, x, b, y))
  const rows: number[][] = []
  for (const first of open) {
    if (rows.length >= most) break
    // The set loses entries while it is walked; what is gone is not visited.
    const [a, x, b, y] = first.split(',').map(Number) as [number, number, number, number]
    const row = sizes.map((_, factor) => (factor === a ? x : factor === b ? y : -1))
    for (let factor = 0; factor < sizes.length; factor++) {
      if (row[factor] !== -1) continue
      let best = 0
      let gain = -1
      for (let value = 0; value < sizes[factor]!; value++) {
        const gained = row.filter(
          (other, index) => other !== -1 && open.has(keyOf(index, other, factor, value)),
        ).length
        if (gained > gain) [best, gain] = [value, gained]
      }
      row[factor] = best
    }
    for (let one = 0; one < row.length; one++)
      for (let other = one + 1; other < row.length; other++)
        open.delete(keyOf(one, row[one]!, other, row[other]!))
    rows.push(row)
  }
  return rows
}

function keyOf(a: number, x: number, b: number, y: number): string {
  return a < b ? `${a},${x},${b},${y}` : `${b},${y},${a},${x}`
}
