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
// Names and titles of parts, which are bold: no other weight of it is here.
#let titles = if look.at("face", default: "sans") == "serif" { ("Noto Serif", ..western) } else { western }
#let inset-x = 18mm
#let inset-top = 14mm

#set document(title: data.title, author: data.author, date: none)
#set text(font: western, fallback: false, size: pt("text"), lang: data.lang,
  dir: if data.rtl { rtl } else { ltr }, fill: tint("ink"), hyphenate: false)
#set page(paper: "a4", margin: (x: inset-x, top: inset-top, bottom: 15mm), footer: context {
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
  for font in (western, arabic, titles) {
    for weight in ("regular", "bold") {
      place(pdf.artifact(text(font: font, weight: weight, size: 0.01pt, fill: white, "\u{10FFFD}")))
    }
  }
}

// Text in its own direction, within a line.
#let said(piece, font: western) = {
  let turned = piece.at(0) == 1
  set text(
    dir: if turned { rtl } else { ltr },
    lang: if turned and not data.rtl { "ar" } else { data.lang },
    font: if turned { arabic } else { font },
  )
  piece.at(1)
}
// A paragraph, which begins at its own side.
#let line-of(piece, font: western) = align(if piece.at(0) == 1 { right } else { left }, par(said(piece, font: font)))
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
// The sizes of a layout are what it says; Typst's own ones for headings are multiples.
#show heading.where(level: 1): set text(size: pt("name"))
#show heading.where(level: 1): set block(below: 0.45em)
#show heading.where(level: 2): set text(size: pt("heading"))
#let rule-above = look.headings == "rule"
#let part-heading(piece) = {
  v(pt("gap"), weak: true)
  if rule-above { pdf.artifact(line(length: 100%, stroke: 0.8pt + tint(look.heading))) }
  set text(fill: tint(look.heading))
  // Dots fill what is left of the line.
  if look.headings == "dots" {
    block(sticky: true, breakable: false, grid(columns: (auto, 1fr), column-gutter: 2mm, align: bottom,
      heading(level: 2, said(piece, font: titles)),
      pdf.artifact(pad(bottom: 0.8pt, line(length: 100%, stroke: (paint: tint("ink-2"), thickness: 1pt, cap: "round", dash: (0pt, 2.6pt)))))))
  } else { heading(level: 2, said(piece, font: titles)) }
}
// When it was, right after what it was, if there is room for both. Not at the end of the line: a
// program that looks for columns would read all dates of a page after its titles.
#let on-one-line(what, when, words, turned) = layout(size => {
  set text(dir: if turned { rtl } else { ltr })
  let wide = measure(strong(said(words))).width + measure(when).width + 1em.to-absolute()
  if wide > size.width { what; when } else {
    grid(columns: (auto, 1fr), column-gutter: 0.6em, what, align(start, when))
  }
})
#let draw(node) = {
  if node.as == "title" { heading(level: 3, line-of(node.text)) }
  else if node.as == "text" { line-of(node.text) }
  else if node.as == "soft" or node.as == "when" { set text(fill: tint("ink-2")); line-of(node.text) }
  else if node.as == "points" { for piece in node.lines { bullet(piece) } }
  else { block(width: 100%, breakable: node.long, above: 1em, {
    let (first, ..rest) = node.children
    if first.as == "title" and rest.len() > 0 and rest.at(0).as == "when" and first.text.at(0) == rest.at(0).text.at(0) {
      on-one-line(draw(first), draw(rest.remove(0)), first.text, first.text.at(0) == 1)
    } else if first.as == "title" {
      // A heading is as wide as its words, so it is put to its side as a whole.
      align(if first.text.at(0) == 1 { right } else { left }, draw(first))
    } else { draw(first) }
    for child in rest { draw(child) }
  }) }
}

#let logo-box(body) = if data.logo == none { body } else {
  let drawn = image(bytes(data.logo.svg), format: "svg", height: 12mm, alt: data.logo.alt)
  grid(columns: (1fr, auto), column-gutter: 6mm, align: (start + top, end + top), body,
    if look.head == "cloth" { box(fill: white, radius: 2mm, inset: 2mm, drawn) } else { drawn })
}
#let head-of(ink, soft) = logo-box({
  set text(fill: ink)
  { set text(size: pt("name")); heading(level: 1, line-of(data.name, font: titles)) }
  if data.line != none { set text(size: pt("text") * 1.1, fill: soft); line-of(data.line) }
  if data.contacts.len() > 0 {
    set text(fill: soft)
    par(data.contacts.map(said).join(h(1.4em)))
  }
})
// The footpath, from the page's own side to the sun; 900 units are the width of the page.
#let footpath = {
  let hex(name) = look.colors.at(name)
  let stroke(paint, width, dash: "") = "fill='none' stroke='" + hex(paint) + "' stroke-width='" + str(width) + "'" + dash
  let dots = " stroke-linecap='round' stroke-dasharray='0 5'"
  let way = " d='M-490 45H300A15 15 0 0 0 315 30A15 15 0 0 1 330 15H372'/>"
  let rings = (8, 15, 22, 29).map(r => "M" + str(333 + r) + " 60A" + str(r) + " " + str(r) + " 0 0 0 " + str(333 - r) + " 60").join()
  pdf.artifact(image(format: "svg", width: 210mm, bytes(
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-480 0 900 60'>"
    + if data.rtl { "<g transform='translate(-60 0) scale(-1 1)'>" } else { "<g>" }
    + "<path fill='" + hex("cloth-3") + "' d='M240 0H270A30 30 0 0 1 240 30Z'/>"
    + "<path fill='" + hex("cloth-2") + "' d='M240 0H210A30 30 0 0 0 240 30Z'/>"
    + "<path " + stroke("print", 1.7, dash: dots) + " d='" + rings + "'/>"
    + "<path " + stroke("step", 11) + way + "<path " + stroke("cloth", 1.6, dash: dots) + way
    + "<circle cx='380' cy='15' r='11' fill='" + hex("sun") + "'/></g></svg>")))
}
#if look.head == "cloth" {
  block(width: 100%, fill: tint("cloth"), inset: (bottom: 15mm), below: 7mm,
    outset: (x: inset-x, top: inset-top),
    radius: if data.rtl { (bottom-left: 18mm) } else { (bottom-right: 18mm) }, {
    head-of(tint("on-cloth"), tint("on-cloth-2"))
    place(bottom + left, dx: -inset-x, dy: 15mm, footpath)
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
