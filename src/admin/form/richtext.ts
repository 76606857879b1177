/** Marks a selection of a rich text with one of the tags that it may have. Pure. */

export type RichTag = 'b' | 'i' | 'u' | 's' | 'ul' | 'ol' | 'p'

export type Marked = { readonly text: string; readonly from: number; readonly to: number }

/**
 * @param from start of the selection, and `to` its end; both are characters of the text
 * @returns the text, and the selection of the same words; a selection that has the tag loses it
 */
export function wrapText(text: string, from: number, to: number, tag: RichTag): Marked {
  const [before, chosen, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  if (tag === 'ul' || tag === 'ol') return listOf(before, chosen, after, tag)
  const [open, close] = [`<${tag}>`, `</${tag}>`]
  if (before.endsWith(open) && after.startsWith(close))
    return {
      text: before.slice(0, -open.length) + chosen + after.slice(close.length),
      from: from - open.length,
      to: to - open.length,
    }
  return {
    text: before + open + chosen + close + after,
    from: from + open.length,
    to: to + open.length,
  }
}

/** Every line is an entry. */
function listOf(before: string, chosen: string, after: string, tag: 'ul' | 'ol'): Marked {
  const lines = chosen.split('\n').map((line) => `<li>${line.replace(/^[-•*]\s*/, '')}</li>`)
  const list = `<${tag}>${lines.join('')}</${tag}>`
  const from = before.length + `<${tag}><li>`.length
  return {
    text: before + list + after,
    from,
    to: before.length + list.length - `</li></${tag}>`.length,
  }
}
