/** What files other than PDFs say, read without the code that wrote them. */

import { inflateRawSync } from 'node:zlib'
import { Window, type DOMParser } from 'happy-dom'

/** Text of a part of a Word file, which is a ZIP. */
export function partOf(docx: Buffer, name: string): string {
  for (let at = 0; (at = docx.indexOf('PK\u0001\u0002', at)) !== -1; at += 4) {
    const length = docx.readUInt16LE(at + 28)
    if (docx.toString('utf8', at + 46, at + 46 + length) !== name) continue
    const local = docx.readUInt32LE(at + 42)
    const start = local + 30 + docx.readUInt16LE(local + 26) + docx.readUInt16LE(local + 28)
    const bytes = docx.subarray(start, start + docx.readUInt32LE(at + 20))
    return docx.readUInt16LE(at + 10) === 0 ? bytes.toString() : inflateRawSync(bytes).toString()
  }
  throw new Error(`${name} is not in the file`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/**
 * Paragraphs of a Word file.
 *
 * @throws if there is anything that only a program would put there, such as a field or a macro
 */
export function docxLines(docx: Buffer): string[] {
  const xml = partOf(docx, 'word/document.xml')
  const odd = /<w:(?:fldSimple|instrText|hyperlink|object|altChunk)\b|<!|vbaProject/.exec(xml)
  if (odd !== null) throw new Error(`${odd[0]} in a Word file`)
  return [...xml.matchAll(/<w:p>([^]*?)<\/w:p>/g)].map(([, inside = '']) =>
    [...inside.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
      .map(([, text = '']) =>
        text.replace(/&(\w+|#\d+);/g, (whole, name: string) =>
          name.startsWith('#')
            ? String.fromCodePoint(Number(name.slice(1)))
            : (ENTITIES[name] ?? whole),
        ),
      )
      .join(''),
  )
}

const TAGS = new Set(
  'html head meta title style body main section article h1 h2 h3 p span ul li footer'.split(' '),
)
const ATTRIBUTES = new Set('lang dir charset name content class'.split(' '))

let parser: DOMParser | null = null

/**
 * What the page behind a link says, piece by piece.
 *
 * @throws if there is an element or an attribute that the page itself has no use for
 */
export function pageLines(html: string): string[] {
  parser ??= new new Window().DOMParser()
  const document = parser.parseFromString(html, 'text/html')
  for (const element of document.querySelectorAll('*')) {
    if (!TAGS.has(element.localName)) throw new Error(`<${element.localName}> in the page`)
    for (const { name } of element.attributes)
      if (!ATTRIBUTES.has(name)) throw new Error(`${name} of <${element.localName}> in the page`)
  }
  return [...document.querySelectorAll('h1, h2, h3, p, li, span')].flatMap((element) =>
    element.children.length === 0 ? [element.textContent] : [],
  )
}
