/**
 * How Typst sets a file. Constant source: what a person wrote arrives as data in `sys.inputs` and
 * is drawn as text, never read as markup (docs/decisions/0093).
 *
 * A piece of text is a pair: 1 if its first letter is written from right to left, and the text.
 */

import { REPORT } from './reporttemplate.ts'

/** What all files share: fonts by script, the direction of each paragraph, headings, footer. */
const COMMON = String.raw`
#let data = json(bytes(sys.inputs.data))
#let look = data.look
#let tint(name) = rgb(look.colors.at(name))
#let pt(name) = look.sizes.at(name) * 1pt
// In an Arabic paragraph Amiri draws digits and points too, so that a line has no more runs than
// scripts: runs are what programs that copy text put in the wrong order.
#let western = (
  "Noto Sans", "Noto Sans Ethiopic", "Amiri", "Noto Sans Symbols", "Noto Sans Symbols 2",
)
#let arabic = (
  (name: "Amiri", covers: regex("[^A-Za-z\u{00C0}-\u{024F}\u{1200}-\u{139F}]")),
  ..western,
)
#let inset-x = 18mm
#let inset-top = 16mm

#set document(title: data.title, author: data.author, date: none)
#set text(font: western, fallback: false, size: pt("text"), lang: data.lang,
  dir: if data.rtl { rtl } else { ltr }, fill: tint("ink"), hyphenate: false)
#set page(paper: "a4", margin: (x: inset-x, top: inset-top, bottom: 17mm), footer: context {
  let pages = counter(page).final().at(0)
  if pages > 1 {
    set text(size: 8pt, fill: tint("ink-2"))
    let words = data.page.replace("{{page}}", str(counter(page).get().at(0)))
    align(end, words.replace("{{of}}", str(pages)))
  }
})
#set par(justify: false, leading: 0.66em, spacing: 0.66em)
#set block(above: 0.66em, below: 0.66em)
#show heading: set text(size: 1em, weight: "bold")
#show heading: set block(above: 0.66em, below: 0.66em)
// A name could be longer than a page; titles can't.
#show heading.where(level: 2): set block(breakable: false)
#show heading.where(level: 3): set block(breakable: false)

// The first letter that a font lacks is left out of the file's text, so it is one of ours: too small
// to be seen, and of no language.
#if "unknown" in sys.inputs {
  for font in (western, arabic) {
    for weight in ("regular", "bold") {
      place(pdf.artifact(text(font: font, weight: weight, size: 0.01pt, fill: white, "\u{10FFFD}")))
    }
  }
}

// Text in its own direction, within a line.
#let said(piece) = {
  let turned = piece.at(0) == 1
  set text(
    dir: if turned { rtl } else { ltr },
    lang: if turned and not data.rtl { "ar" } else { data.lang },
    font: if turned { arabic } else { western },
  )
  piece.at(1)
}
// A paragraph, which begins at its own side.
#let line-of(piece) = align(if piece.at(0) == 1 { right } else { left }, par(said(piece)))
#let bullet(piece) = {
  let turned = piece.at(0) == 1
  set text(dir: if turned { rtl } else { ltr })
  set align(start)
  block(width: 100%, inset: if turned { (right: 11pt) } else { (left: 11pt) }, {
    place(start, dx: if turned { 11pt } else { -11pt }, dy: 0.32em, pdf.artifact(circle(radius: 1.5pt, fill: tint(look.mark), stroke: none)))
    par(said(piece))
  })
}
`

const CV = String.raw`
#let rule-above = look.headings == "rule"
#let part-heading(piece) = {
  v(pt("gap"), weak: true)
  if rule-above { pdf.artifact(line(length: 100%, stroke: 0.6pt + tint(look.heading))) }
  set text(size: pt("heading"), fill: tint(look.heading))
  heading(level: 2, said(piece))
  if look.headings == "dots" {
    v(-0.35em)
    pdf.artifact(line(length: 100%, stroke: (paint: tint("ink-2"), thickness: 0.6pt, dash: "dotted")))
  }
}
#let draw(node) = {
  if node.as == "title" { heading(level: 3, line-of(node.text)) }
  else if node.as == "text" { line-of(node.text) }
  else if node.as == "soft" { set text(fill: tint("ink-2")); line-of(node.text) }
  else if node.as == "points" { for piece in node.lines { bullet(piece) } }
  else { block(breakable: node.long, above: 1.1em, for child in node.children { draw(child) }) }
}

#let logo-box(body) = if data.logo == none { body } else {
  let drawn = image(bytes(data.logo.svg), format: "svg", height: 12mm, alt: data.logo.alt)
  grid(columns: (1fr, auto), column-gutter: 6mm, align: (start + top, end + top), body,
    if look.head == "cloth" { box(fill: white, radius: 2mm, inset: 2mm, drawn) } else { drawn })
}
#let head-of(ink, soft) = logo-box({
  set text(fill: ink)
  { set text(size: pt("name")); heading(level: 1, line-of(data.name)) }
  if data.line != none { set text(size: pt("text") * 1.1, fill: soft); line-of(data.line) }
  if data.contacts.len() > 0 {
    set text(fill: soft)
    par(data.contacts.map(said).join(h(1.4em)))
  }
})
#if look.head == "cloth" {
  block(width: 100%, fill: tint("cloth"), inset: (bottom: 10mm), below: 7mm,
    outset: (x: inset-x, top: inset-top), radius: (bottom-right: 18mm), {
    head-of(tint("on-cloth"), tint("on-cloth"))
    place(bottom + left, dx: -inset-x, dy: 6mm, pdf.artifact(
      line(length: 120mm, stroke: 3pt + tint("step"))))
  })
} else { head-of(tint(look.name), tint("ink-2")) }

#let body = for part in data.parts {
  part-heading(part.title)
  for node in part.body { draw(node) }
}
#if look.columns > 1 { columns(look.columns, gutter: 8mm, body) } else { body }
`

export const TEMPLATES = { cv: COMMON + CV, report: COMMON + REPORT } as const
export type Template = keyof typeof TEMPLATES
