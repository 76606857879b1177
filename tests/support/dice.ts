/** Reproducible random numbers for tests that try many things: the same seed, the same rolls. */

/**
 * Integers in [0, `sides`) (a linear congruential generator with the constants of Numerical
 * Recipes).
 */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
