/** How well words match what somebody types, where there is no index: titles, texts, pages. Pure. */

/** In lower case, without accents; nobody types curly apostrophes. */
export function plainWords(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[‘’]/g, "'")
    .toLowerCase()
    .trim()
}

/**
 * @param wanted plain
 * @returns lower is better: all of it, its beginning, the beginning of a word, anywhere, each word
 * somewhere; null if it doesn't match
 */
export function matchRank(words: string, wanted: string): number | null {
  const plain = plainWords(words)
  if (plain === wanted) return 0
  if (plain.startsWith(wanted)) return 1
  if (plain.includes(` ${wanted}`)) return 2
  if (plain.includes(wanted)) return 3
  return wanted.split(/\s+/).every((word) => plain.includes(word)) ? 4 : null
}

/** The best few of many: those that match best, the shortest first. */
export function bestOf<T>(
  all: Iterable<T>,
  wanted: string,
  wordsOf: (each: T) => string,
  { most, rank = () => 0 }: { readonly most: number; readonly rank?: (each: T) => number },
): T[] {
  const found: { readonly each: T; readonly rank: number; readonly length: number }[] = []
  for (const each of all) {
    const words = wordsOf(each)
    const matched = matchRank(words, wanted)
    if (matched !== null) found.push({ each, rank: matched + rank(each), length: words.length })
  }
  return found
    .sort((one, other) => one.rank - other.rank || one.length - other.length)
    .slice(0, most)
    .map(({ each }) => each)
}
