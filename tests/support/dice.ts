/** Chance that can be had again, for tests that try many things: the same seed, the same rolls. */

/** Whole numbers from 0 up to `sides`, without it (a linear congruence, by the constants of Numerical Recipes). */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
