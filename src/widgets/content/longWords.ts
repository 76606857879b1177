/**
 * Where long words may break. Afrikaans writes a trade as one word, wider than a card on a small
 * phone; browsers can hyphenate only a few languages, and on most devices Afrikaans isn't one of
 * them.
 */

/** Language -> second halves that such words are made of; the longest that fits decides. */
const HALVES: Readonly<Record<string, readonly string[]>> = {
  af: `
    aanbieder aanbieders aankoper administrateur adviseur agent assistent beampte bediener begeleier
    beheerder beplanner berader bestuurder bestuurs bevelvoerder bevorderaar bioloog chemikus dokter
    ekonoom elektrisiën gesondheid gradeerder grafika hardeware helper hersteller hoof houer ingenieur
    ingenieurs inspekteur installeerder instrukteur intelligensie invorderaar kassier klerk konsultant
    kontrakteur koördineerder kunde kundige kunstenaar leier makelaar maker masjien monteur navorsings
    ondernemer onderskrywer ondersoeker onderwyser ontleder ontvangspersoon ontwerper ontwikkelaar
    operateur organiseerder oriëntering portier praktisyn praktyke programmeerder registrateur
    sielkundige sorteerder spanleier spesialis studies tegnikus tegnologie tegnoloog terapeut
    toepassings toesighouer toetser transkribeerder vaardighede verkoper verpleegkundige versierder
    verteenwoordiger verwyderaar voorbereiding waardeerder werker werktuigkunde werktuigkundige
    wetenskap wetenskaplike wetenskappe
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
  // The half may be long, too: geestes-gesondheids-berader.
  const half = word.slice(longest.at)
  return `${start}${SOFT_HYPHEN}${half.length < LONG ? half : broken(half, halves)}`
}
