/** Typing mistakes: which words a typed one may stand for. Pure. */

/**
 * The nearest of these words: at most one typing mistake away from four letters on, two from eight.
 */
export function nearestWords(words: Iterable<string>, typed: string): string[] {
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
  const near = [...words]
    .map((word) => ({ word, mistakes: mistakesBetween(typed, word, most) }))
    .filter(({ mistakes }) => mistakes <= most)
  const least = Math.min(...near.map(({ mistakes }) => mistakes))
  return near.filter(({ mistakes }) => mistakes === least).map(({ word }) => word)
}

/** No word that is offered differs more. */
export const MAX_MISTAKES = 3

/** Shorter words have too many neighbours. */
const MIN_OFFERED = 4

/**
 * Words to offer instead of the typed one, the nearest first: they may differ more than those above,
 * most of all where the first letter is right.
 */
export function wordsNear(words: Iterable<string>, typed: string): string[] {
  const { length } = typed
  const far = MAX_MISTAKES
  const [same, other] =
    length < 4 ? [0, 0] : length < 6 ? [2, 1] : length < 8 ? [far, 1] : [far, far]
  return [...words]
    .filter((word) => word.length >= MIN_OFFERED && /^\p{L}+$/u.test(word))
    .map((word) => {
      const most = word[0] === typed[0] ? same : other
      return { word, most, mistakes: mistakesBetween(typed, word, most) }
    })
    .filter(({ mistakes, most }) => mistakes <= most)
    .toSorted((a, b) => a.mistakes - b.mistakes || b.most - a.most || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word)
}

/**
 * Letters that are wrong, missing, extra or swapped with their neighbour (Damerau); `most + 1` for
 * any larger number.
 */
export function mistakesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  // Every index below is within its row, and `Infinity` is never the least.
  const at = (row: readonly number[], column: number) => row[column] ?? Infinity
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1)
      row.push(cost)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return at(last, b.length)
}
