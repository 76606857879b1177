/**
 * A CV as a page of its own, for those who have a link, and what is there instead once it has ended:
 * no script, and no further requests.
 */

import { createHash } from 'node:crypto'
import type { Cv } from '#engine/cv/cv.ts'
import { drawCv } from '#engine/cv/draw.ts'
import { escape } from '#server/base/notice.ts'
import type { PaperColors } from './colors.ts'

export type CvPage = {
  readonly title: string
  readonly language: string
  readonly direction: string
  readonly colors: PaperColors
  /** At the foot of the page: with what it was made. */
  readonly foot: string
}
type Made = { readonly html: string; readonly policy: string }

/** @returns the page, and a policy that allows its own style sheet and nothing else */
export function cvPage(cv: Cv, page: CvPage): Made {
  const heading = (level: number, text: string) =>
    `<h${level} dir="auto">${escape(text)}</h${level}>`
  const body = drawCv<string>(cv, {
    heading: (level, text) => heading(level, text || page.title),
    role: soft,
    contacts: (contacts) =>
      `<p class="contacts">${contacts.map((text) => `<span dir="auto">${escape(text)}</span>`).join('')}</p>`,
    text: (line) => paragraph(line),
    when: (dates) => paragraph(dates, 'soft when'),
    soft,
    words: (words, comma) => paragraph(words.join(comma)),
    points: (lines) =>
      `<ul>${lines.map((line) => `<li dir="auto">${escape(line)}</li>`).join('')}</ul>`,
    item: (children) => `<article>${children.join('')}</article>`,
    part: (children) => `<section>${children.join('')}</section>`,
  }).join('')
  return pageOf(`<main class="sheet">${body}</main>`, page)
}

/** Why there is no CV here (any more), and what to do. */
export function cvGonePage(text: string, page: CvPage): Made {
  return pageOf(
    `<main class="gone"><svg viewBox="0 0 120 60" aria-hidden="true"><path d="M4 48h40a12 12 0 0 0 12-12"/><path class="ahead" d="M64 24a12 12 0 0 1 12-12h36"/><circle cx="56" cy="34" r="7"/></svg><h1 dir="auto">${escape(page.title)}</h1>${paragraph(text)}</main>`,
    page,
  )
}

function pageOf(body: string, { title, language, direction, colors, foot }: CvPage): Made {
  const style = styleOf(colors)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow">',
    `<title>${escape(title)}</title>`,
    `<style>${style}</style>`,
  ].join('')
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    html: `<!doctype html><html lang="${escape(language)}" dir="${escape(direction)}"><head>${head}</head><body>${body}<footer>${soft(foot)}</footer></body></html>`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/** Its direction is that of its first letter. */
const paragraph = (line: string, look?: string) =>
  `<p dir="auto"${look === undefined ? '' : ` class="${look}"`}>${escape(line)}</p>`

const soft = (line: string) => paragraph(line, 'soft')

/** Paper is always light, on the ground of the reader’s scheme. */
function styleOf(colors: PaperColors): string {
  const { ink, brand, step } = colors
  return [
    ':root{color-scheme:light dark;--ground:#f8f6f2;--said:#4a4f6e;--line:#e2ded5}',
    '@media(prefers-color-scheme:dark){:root{--ground:#14182f;--said:#c9cbe0;--line:transparent}}',
    'body{margin:0;background:var(--ground);font:1rem/1.5 "Noto Sans",system-ui,sans-serif}',
    'h1,h2,h3,p,ul{margin:0}h1{font-size:1.9rem;line-height:1.12}',
    `main{color-scheme:light;box-sizing:border-box;max-width:46rem;margin:0 auto;padding:1.5rem 1.25rem 2rem;overflow-wrap:anywhere;background:#fff;color:${ink};border:1px solid var(--line);border-end-end-radius:2.5rem}`,
    `h2{font-size:1.1rem;color:${brand}}h3{font-size:1rem}`,
    `section{border-top:1.5px solid ${brand};margin-top:1.25rem;padding-top:.6rem}`,
    'article{break-inside:avoid}article+article{margin-top:.75rem}',
    '@media(min-width:40rem){article:has(.when){display:grid;grid-template-columns:1fr auto;column-gap:2rem;align-items:baseline}article>:not(h3,.when){grid-column:1/-1}}',
    `.sheet .soft{color:${colors['ink-2']}}.contacts{margin-top:.5rem}.contacts span{display:inline-block;margin-inline-end:1.25rem}`,
    `ul{padding-inline-start:1.25rem}li::marker{color:${brand}}`,
    '.gone{max-width:30rem;margin-top:12vh;display:grid;gap:.75rem}.gone h1{font-size:1.6rem}',
    `.gone svg{width:7.5rem;fill:none;stroke:${brand};stroke-width:5;stroke-linecap:round}.gone .ahead{stroke-dasharray:0 9}.gone circle{fill:${step};stroke:none}`,
    'footer{max-width:46rem;margin:0 auto;padding:1rem 1.25rem 2rem;font-size:.875rem}footer p{color:var(--said)}',
    '@media(min-width:48rem){main{margin-top:2rem;padding:3rem 3.25rem}.gone{margin-top:14vh}}',
    '@media print{body{background:#fff}main{border:0;margin:0;padding:0;max-width:none}footer{display:none}}',
  ].join('')
}
