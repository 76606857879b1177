/** Texts that were made from a shared one, which says something else by now. Pure. */

import { isObject, own } from './json.ts'
import { flattenTexts } from './texts.ts'

type Flat = Readonly<Record<string, string>>

/** What the shared text says by now, if that has changed since the text was made from it. */
export function offeredText(origins: unknown, texts: Flat, key: string): string | undefined {
  const origin = own(origins, key)
  const now = own(texts, String(own(origin, 'of')))
  return isObject(origin) &&
    typeof now === 'string' &&
    now !== origin['was'] &&
    now !== own(texts, key)
    ? now
    : undefined
}

/** The keys of all of them; none of what is no language. */
export function offeredTexts(locale: unknown): string[] {
  const [origins, texts] = [own(locale, 'origins'), own(locale, 'texts')]
  if (!isObject(origins) || !isObject(texts)) return []
  const flat = flattenTexts(texts)
  return Object.keys(origins).filter(
    // One that was taken away since is offered nothing.
    (key) => own(flat, key) !== undefined && offeredText(origins, flat, key) !== undefined,
  )
}
