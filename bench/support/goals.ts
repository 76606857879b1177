/** Goals of speed, which a busy machine misses: their rounds are run with nothing beside them. */

export type Goal = { readonly what: string; readonly figure: number; readonly most: number }

/**
 * Says each goal that was missed, and ends the round with 1; with SLOW=1, for a machine that does
 * other work too, it only says so.
 */
export function hold(goals: readonly Goal[]): void {
  for (const { what, figure, most } of goals) {
    if (figure <= most) continue
    process.stdout.write(`goal missed: ${what}, ${figure} of at most ${most}\n`)
    if (process.env['SLOW'] !== '1') process.exitCode = 1
  }
}
