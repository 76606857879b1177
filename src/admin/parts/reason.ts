/** Letters that a reason has at least: shorter ones say nothing. */
export const MIN_LETTERS = 3
