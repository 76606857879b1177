/** Time goals, which a busy machine misses: run these rounds with nothing else running. */

export type Goal = { readonly what: string; readonly figure: number; readonly most: number }

/**
 * Prints each missed goal, and exits with 1; with SLOW=1, for a machine that does other work too,
 * it only prints.
 */
export function hold(goals: readonly Goal[]): void {
  for (const { what, figure, most } of goals) {
    if (figure <= most) continue
    process.stdout.write(`goal missed: ${what}, ${figure} of at most ${most}\n`)
    if (process.env['SLOW'] !== '1') process.exitCode = 1
  }
}
