/**
 * Finds where a text stops being JSON. Browsers report it differently, and some not at all, so we
 * parse it ourselves.
 */

const SPACE = /[ \t\r\n]*/y
// oxlint-disable-next-line no-control-regex -- what JSON does not let into a text
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const VALUE = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Without recursion, so depth is unlimited.
 *
 * @returns the first invalid character, which is the length of a truncated text; null for valid
 *   JSON
 */
export function faultAt(text: string): number | null {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) at += found[0].length
    return found !== null
  }
  const next = (character: string): boolean => {
    take(SPACE)
    if (text[at] !== character) return false
    at++
    return true
  }
  const name = (): boolean => {
    take(SPACE)
    return take(STRING) && next(':')
  }
  const open: ('}' | ']')[] = []
  for (;;) {
    take(SPACE)
    const bracket = text[at]
    if (bracket === '{' || bracket === '[') {
      at++
      const end = bracket === '{' ? '}' : ']'
      if (!next(end)) {
        open.push(end)
        if (end === '}' && !name()) return at
        continue
      }
    } else if (!take(STRING) && !take(VALUE)) return at
    // A value has ended, and possibly its container.
    let end = open.at(-1)
    while (end !== undefined && next(end)) {
      open.pop()
      end = open.at(-1)
    }
    if (end === undefined) {
      take(SPACE)
      return at === text.length ? null : at
    }
    if (!next(',') || (end === '}' && !name())) return at
  }
}

/** Counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
