/** Rich text: the tags that the specification allows, without attributes (spec 9). */

const TAGS: ReadonlySet<string> = new Set(['b', 'p', 'strong', 'i', 'u', 's', 'ul', 'li', 'ol'])

export type RichNode = string | RichElement
export type RichElement = { tag: string; children: RichNode[] }

/** @returns a tree of allowed elements; unmatched tags are kept as plain text */
export function parseRich(text: string): RichNode[] {
  const root: RichElement = { tag: '', children: [] }
  const open = [root]
  for (const part of text.split(/(<\/?[a-z]+>)/)) {
    const match = /^<(\/?)([a-z]+)>$/.exec(part)
    const top = open[open.length - 1]!
    if (!match || !TAGS.has(match[2]!)) {
      if (part !== '') top.children.push(part)
    } else if (match[1] === '') {
      const element: RichElement = { tag: match[2]!, children: [] }
      top.children.push(element)
      open.push(element)
    } else if (open.length > 1 && top.tag === match[2]) open.pop()
    else top.children.push(part)
  }
  return root.children
}
