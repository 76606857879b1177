/**
 * What a request comes from, in two words: enough for people to recognise their own phone, and far
 * too little to recognise a person. The browser's whole description of itself is never kept.
 */

/** In order: many browsers and systems also call themselves by an older one's name. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera Mini', /Opera Mini\//],
  ['Opera', /OPR\/|Opera\//],
  ['UC Browser', /UCBrowser\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//],
  ['Safari', /Version\/[\d.]+.*Safari\//],
]
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['KaiOS', /KAIOS\//],
  ['Android', /Android/],
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
]

/** Far longer than any browser's: what follows is not read. */
const MAX_READ = 512

/** @returns `Chrome, Android`, or what of it is known; null if nothing is */
export function deviceLabel(userAgent: string | undefined): string | null {
  const read = (userAgent ?? '').slice(0, MAX_READ)
  const known = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([, pattern]) => pattern.test(read))?.[0] ?? [],
  )
  return known.length === 0 ? null : known.join(', ')
}
