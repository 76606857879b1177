/**
 * A few rows that contain every pair of values of any two factors: used where there are too many
 * combinations.
 */

/**
 * Pairwise covering rows. Greedy and deterministic.
 *
 * @param sizes how many values each factor has, each at least 1
 * @param most  maximum number of rows: pairs may be missing then
 * @returns rows of one value index a factor
 */
export function pairwise(sizes: readonly number[], most = Infinity): number[][] {
  if (sizes.length < 2) return Array.from({ length: sizes[0] ?? 0 }, (_, index) => [index])
  const open = new Set<string>()
  for (const [a, many] of sizes.entries())
    for (const [b, others] of sizes.entries())
      if (b > a)
        for (let x = 0; x < many; x++) for (let y = 0; y < others; y++) open.add(keyOf(a, x, b, y))
  const rows: number[][] = []
  for (const first of open) {
    if (rows.length >= most) break
    // Entries are deleted while the set is iterated; deleted ones are not visited.
    const [a, x, b, y] = first.split(',').map(Number) as [number, number, number, number]
    const row = sizes.map((_, factor) => (factor === a ? x : factor === b ? y : -1))
    for (const [factor, many] of sizes.entries()) {
      if (row[factor] !== -1) continue
      let best = 0
      let gain = -1
      for (let value = 0; value < many; value++) {
        const gained = row.filter(
          (other, index) => other !== -1 && open.has(keyOf(index, other, factor, value)),
        ).length
        if (gained > gain) [best, gain] = [value, gained]
      }
      row[factor] = best
    }
    for (const [one, value] of row.entries())
      for (const [other, otherValue] of row.entries())
        if (other > one) open.delete(keyOf(one, value, other, otherValue))
    rows.push(row)
  }
  return rows
}

function keyOf(a: number, x: number, b: number, y: number): string {
  return a < b ? `${a},${x},${b},${y}` : `${b},${y},${a},${x}`
}
