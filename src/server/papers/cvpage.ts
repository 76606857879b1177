/** A CV as a page of its own, for those who have a link: no script, and no further requests. */

import { createHash } from 'node:crypto'
import type { Cv, CvPart } from '#engine/cv/cv.ts'
import { escape } from '#server/base/notice.ts'
import type { PaperColors } from './colors.ts'

export type CvPage = {
  readonly title: string
  readonly direction: string
  readonly colors: PaperColors
}

/** @returns the page, and a policy that allows its own style sheet and nothing else */
export function cvPage(
  cv: Cv,
  { title, direction, colors }: CvPage,
): { readonly html: string; readonly policy: string } {
  const style = styleOf(colors)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escape(title)}</title>`,
    `<style>${style}</style>`,
  ].join('')
  const contacts = cv.contacts.map(({ text }) => `<span dir="auto">${escape(text)}</span>`)
  const body = [
    `<h1 dir="auto">${escape(cv.name || title)}</h1>`,
    cv.line === '' ? '' : paragraph(cv.line, 'soft'),
    contacts.length === 0 ? '' : `<p class="contacts">${contacts.join('')}</p>`,
    ...cv.parts.map(
      (part) => `<section><h2 dir="auto">${escape(part.title)}</h2>${inside(part)}</section>`,
    ),
  ].join('')
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    html: `<!doctype html><html lang="${escape(cv.language)}" dir="${escape(direction)}"><head>${head}</head><body><main>${body}</main></body></html>`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

function inside(part: CvPart): string {
  switch (part.as) {
    case 'text':
      return part.lines.map((line) => paragraph(line)).join('')
    case 'items':
      return part.items
        .map(({ title, dates, by, lines }) =>
          [
            '<article>',
            title === '' ? '' : `<h3 dir="auto">${escape(title)}</h3>`,
            ...[dates, by].filter(Boolean).map((line) => paragraph(line, 'soft')),
            points(lines),
            '</article>',
          ].join(''),
        )
        .join('')
    case 'bullets':
      return points(part.words)
    case 'line':
      return paragraph(part.words.join(', '))
  }
}

/** Its direction is that of its first letter. */
const paragraph = (line: string, look?: string) =>
  `<p dir="auto"${look === undefined ? '' : ` class="${look}"`}>${escape(line)}</p>`

const points = (lines: readonly string[]) =>
  lines.length === 0
    ? ''
    : `<ul>${lines.map((line) => `<li dir="auto">${escape(line)}</li>`).join('')}</ul>`

/** Always light, like the paper that it stands for. */
function styleOf(colors: PaperColors): string {
  return [
    ':root{color-scheme:light}',
    `body{margin:0;background:#fff;color:${colors.ink};font:1rem/1.5 "Noto Sans",system-ui,sans-serif}`,
    'main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}',
    'h1,h2,h3,p,ul{margin:0}h1{font-size:1.75rem;line-height:1.2}',
    `h2{font-size:1.125rem;color:${colors.brand}}h3{font-size:1rem}`,
    `section{border-top:1px solid ${colors.brand};margin-top:1.25rem;padding-top:.5rem}`,
    'article+article{margin-top:.75rem}',
    `.soft{color:${colors['ink-2']}}.contacts span{display:inline-block;margin-inline-end:1.25rem}`,
    'ul{padding-inline-start:1.25rem}',
  ].join('')
}
