/**
 * Where a text stops being JSON. Browsers say it in words of their own, and some of them don't say
 * the place at all. Pure.
 */

const SPACE = /[ \t\r\n]*/y
// oxlint-disable-next-line no-control-regex -- a string can't have them
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** What may come next: `first` is a value, or the end of what has just begun. */
type Next = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'more'

/**
 * @param text which `JSON.parse` refuses
 * @returns the number of the line, from 1
 */
export function brokenLine(text: string): number {
  return text.slice(0, brokenAt(text)).split('\n').length
}

function brokenAt(text: string): number {
  /** What is open, from the outside in. */
  const open: ('{' | '[')[] = []
  let next: Next = 'value'
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  for (;;) {
    take(SPACE)
    const letter = text[at]
    const inside = open.at(-1)
    if (letter === undefined) return at
    if (next === 'more') {
      if (letter === ',' && inside !== undefined) {
        next = inside === '{' ? 'key' : 'value'
        at++
      } else if (inside !== undefined && letter === (inside === '{' ? '}' : ']')) {
        open.pop()
        at++
      } else return at
    } else if (next === 'colon') {
      if (letter !== ':') return at
      next = 'value'
      at++
    } else if (next === 'firstKey' && letter === '}') {
      open.pop()
      next = 'more'
      at++
    } else if (next === 'key' || next === 'firstKey') {
      if (!take(STRING)) return at
      next = 'colon'
    } else if (next === 'first' && letter === ']') {
      open.pop()
      next = 'more'
      at++
    } else if (letter === '{' || letter === '[') {
      open.push(letter)
      next = letter === '{' ? 'firstKey' : 'first'
      at++
    } else if (take(STRING) || take(SCALAR)) next = 'more'
    else return at
  }
}
