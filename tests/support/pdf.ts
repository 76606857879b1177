/** Reads PDFs as other programs do: pdftotext of Poppler, and pdf.js. */

import { execFileSync } from 'node:child_process'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * @param order `lines`: by what is next to each other on the page, as people select it; `written`:
 *   as the file has it, for marks so high that they reach the line above
 * @throws if poppler-utils isn't installed: a text that isn't read is not a text that is right
 */
export function pdftotext(pdf: Uint8Array, order: 'lines' | 'written' = 'lines'): string {
  const raw = order === 'written' ? ['-raw'] : []
  return execFileSync('pdftotext', ['-enc', 'UTF-8', ...raw, '-', '-'], {
    input: pdf,
    stdio: ['pipe', 'pipe', 'ignore'],
  }).toString('utf8')
}

type Tag = { role: string; children?: (Tag | { type: string })[] }
export type Read = {
  readonly pages: number
  readonly text: string
  readonly title: string
  readonly language: string
  /** Roles of the tags in reading order: H1, P, H2 ... */
  readonly roles: readonly string[]
}

export async function pdfjs(pdf: Uint8Array): Promise<Read> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, isEvalSupported: false })
  const document = await task.promise
  const lines: string[] = []
  const roles: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    let line: Piece[] = []
    for (const item of items) {
      if (!('str' in item)) continue
      if (item.str !== '') line.push(item)
      if (!item.hasEOL) continue
      lines.push(joined(line))
      line = []
    }
    lines.push(joined(line))
    const visit = (tag: Tag): void => {
      if (!('role' in tag)) return
      roles.push(tag.role)
      for (const child of tag.children ?? []) visit(child as Tag)
    }
    const tree = (await page.getStructTree()) as Tag | null
    if (tree !== null) visit(tree)
  }
  const info = (await document.getMetadata()).info as Readonly<Record<string, unknown>>
  const read = {
    pages: document.numPages,
    text: lines.join('\n'),
    title: String(info['Title'] ?? ''),
    language: String(info['Language'] ?? ''),
    roles,
  }
  await task.destroy()
  return read
}

type Piece = { str: string; dir: string; transform: readonly number[]; width: number }

/**
 * Pieces come from left to right; in a line of Arabic alone the last is the first to be read. What
 * is apart on the page is apart in the text, as in a viewer.
 */
function joined(line: readonly Piece[]): string {
  const isTurned =
    line.some(({ dir }) => dir === 'rtl') && !line.some(({ str }) => /[A-Za-z]/.test(str))
  const spaced = line.map((piece, index) => {
    const before = line[index - 1]
    const gap =
      before === undefined
        ? 0
        : Math.max(
            piece.transform[4]! - before.transform[4]! - before.width,
            before.transform[4]! - piece.transform[4]! - piece.width,
          )
    return { ...piece, apart: gap > Math.abs(piece.transform[3]!) * 0.12 }
  })
  const parts = spaced.flatMap(({ str, apart }) => (apart ? [' ', str] : [str]))
  return (isTurned ? parts.reverse() : parts).join('')
}

/** Without what doesn't count: white space, and marks of direction. */
export function bare(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u200B\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
}
