/** Texts of a language: nested in the document, flat by dotted key where they are used. */

import { isObject } from './json.ts'

/** `{ menu: { home: "Home" } }` -> `{ "menu.home": "Home" }`; anything but texts and groups of them is left out. */
export function flattenTexts(texts: Readonly<Record<string, unknown>>, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat[prefix + key] = value
    else if (isObject(value)) Object.assign(flat, flattenTexts(value, `${prefix + key}.`))
  }
  return flat
}
