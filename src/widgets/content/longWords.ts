/**
 * Where long words may break. Afrikaans writes a trade as one word, wider than a card on a small
 * phone; browsers can hyphenate only a few languages, and on most devices Afrikaans isn't one of
 * them.
 */

/** Language -> second halves that such words are made of; the longest that fits decides. */
const HALVES: Readonly<Record<string, readonly string[]>> = {
  af: `
    administrateur adviseur agent assistent beampte bediener begeleier berader bestuurder bestuurs
    chemikus dokter gesondheid grafika hersteller houer ingenieur ingenieurs inspekteur installeerder
    instrukteur kassier klerk konsultant koördineerder kundige kunde kunstenaar maker makelaar masjien
    monteur navorsings ondernemer onderskrywer ondersoeker onderwyser ontleder ontwerper ontwikkelaar
    operateur organiseerder praktisyn praktyke programmeerder sielkundige spesialis studies tegnikus
    tegnologie tegnoloog terapeut toesighouer toepassings verkoper verpleegkundige verteenwoordiger werker
    werktuigkundige werktuigkunde wetenskap wetenskaplike wetenskappe
  `.split(/\s+/),
}

const LONG = 14
/** Of each part, at least so many letters stay on a line. */
const MIN_LENGTH = 4
const SOFT_HYPHEN = '\u00AD'

/** The same words, with soft hyphens in the long ones where the language is known to break them. */
export function withBreaks(text: string, language: string): string {
  const halves = HALVES[language]
  if (halves === undefined) return text
  return text.replaceAll(/[\p{L}]+/gu, (word) => (word.length < LONG ? word : broken(word, halves)))
}

function broken(word: string, halves: readonly string[]): string {
  const fitting = halves
    .map((half) => ({ half, at: word.toLowerCase().lastIndexOf(half) }))
    .filter(({ half, at }) => half !== '' && at >= MIN_LENGTH && at + half.length > MIN_LENGTH)
  const longest = fitting.sort((a, b) => b.half.length - a.half.length)[0]
  if (longest === undefined) return word
  const head = word.slice(0, longest.at)
  // Three words in one: graaf-masjien-operateur.
  const start = head.length < LONG - MIN_LENGTH ? head : broken(head, halves)
  return `${start}${SOFT_HYPHEN}${word.slice(longest.at)}`
}
