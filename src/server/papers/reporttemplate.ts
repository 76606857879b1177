/**
 * How Typst draws the blocks of a report (engine/paper/blocks.ts), each by the function of its name.
 * Constant source, as for the CV: texts and pictures arrive as data.
 */

export const REPORT = String.raw`
#set page(footer: context {
  set text(size: 8pt, fill: tint("ink-2"))
  let pages = counter(page).final().at(0)
  let said = data.page.replace("{{page}}", str(counter(page).get().at(0))).replace("{{of}}", str(pages))
  grid(columns: (1fr, auto), column-gutter: 6mm, align: (start, end), data.title, if pages > 1 { said })
})
#let lines(body) = pdf.artifact(body)
// Pieces of a paragraph, in the direction of its first letter.
#let words(pieces) = pieces.map(piece => if piece.len() > 2 { strong(said(piece)) } else { said(piece) }).join()
#let is-turned(pieces) = pieces.len() > 0 and pieces.at(0).at(0) == 1
#let side(pieces) = if is-turned(pieces) { right } else { left }
#let para(pieces) = align(side(pieces), {
  set text(dir: if is-turned(pieces) { rtl } else { ltr })
  par(words(pieces))
})
#let has(pieces) = pieces.len() > 0
#let decoration(svg, width) = pdf.artifact(image(bytes(svg), format: "svg", width: width))
// A drawing that runs from the page's own side.
#let mirrored(body) = if data.rtl { scale(x: -100%, body) } else { body }

#let round-line(from, to, paint, width, dash: none) = place(horizon + left, dx: from, line(
  length: to - from, stroke: (paint: paint, thickness: width, cap: "round", dash: dash)))
#let track(bar) = lines(mirrored(layout(size => {
  let inset = 4pt
  let long = size.width - 2 * inset
  let at(value) = inset + long * value / 100
  let paint = if bar.strong { tint("brand") } else { tint("brand-mid") }
  let unsure = bar.to > bar.from
  box(width: 100%, height: 10pt, {
    round-line(at(0), at(100), tint("sunken"), 7pt)
    if bar.from > 0 { round-line(at(0), at(bar.from), paint, 7pt) }
    if unsure {
      round-line(at(bar.from), at(bar.to), paint, 4.4pt, dash: (0pt, 7pt))
      place(horizon + left, dx: at(bar.at) - 4.5pt, circle(radius: 4.5pt, fill: tint("step"), stroke: 1.6pt + white))
    }
  })
})))
#let slider(bar, cuts) = lines(mirrored(layout(size => {
  let inset = 7pt
  let long = size.width - 2 * inset
  let at(value) = inset + long * value / 100
  box(width: 100%, height: 15pt, {
    round-line(at(0), at(100), tint("sunken"), 6pt)
    for cut in cuts { place(horizon + left, dx: at(cut), line(angle: 90deg, length: 9pt, stroke: 1pt + tint("line-strong"))) }
    if bar.to > bar.from { round-line(at(bar.from), at(bar.to), tint("brand"), 4.4pt, dash: (0pt, 7pt)) }
    place(horizon + left, dx: at(bar.at) - 6.5pt, circle(radius: 6.5pt, fill: tint("step"), stroke: 2pt + white))
  })
})))

#let lead-size = 12pt
#let small = 8.8pt
#let head(level, size, pieces, paint: "ink") = {
  set text(size: size, fill: tint(paint))
  show heading: set block(above: 0pt, below: 0pt, sticky: true)
  heading(level: level, align(side(pieces), words(pieces)))
}
#let marked(svg, body, width: 22pt) = if svg == none { body } else {
  grid(columns: (width, 1fr), column-gutter: 9pt, align: (start + top, start + top), decoration(svg, width), body)
}

#let draw-cover(it) = {
  let tiles = it.tiles
  let many = tiles.len() > 3
  let side-width = if tiles.len() == 0 and it.way == none { 0pt } else { 72mm }
  let body = {
    if has(it.over) { set text(size: 10.5pt, fill: tint("on-cloth-2")); block(below: 13pt, para(it.over)) }
    {
      set text(size: 24pt, fill: tint("on-cloth"), tracking: if data.rtl or data.lang == "am" { 0pt } else { -0.5pt })
      set par(leading: 0.42em)
      show heading: set block(above: 0pt, below: 0pt)
      heading(level: 1, align(side(it.title), words(it.title)))
    }
    if has(it.lead) { set text(size: 11pt, fill: tint("on-cloth-2")); block(above: 14pt, para(it.lead)) }
  }
  let picture = if it.way != none {
    lines(mirrored(layout(size => {
      let long = size.width - 16pt
      let x = 8pt + long * it.way.at / 100
      box(width: 100%, height: 26pt, {
        round-line(x, 8pt + long, tint("step"), 4pt, dash: (0pt, 9pt))
        place(horizon + left, dx: long, circle(radius: 8pt, fill: tint("sun")))
        round-line(4pt, x, tint("step"), 8pt)
        place(horizon + left, dx: x - 8pt, circle(radius: 8pt, fill: tint("on-cloth"), stroke: 4pt + tint("step")))
      })
    })))
    set text(size: small, fill: tint("on-cloth-2"))
    grid(columns: (1fr, 1fr), column-gutter: 10pt, align: (start, end), words(it.way.from), words(it.way.to))
  } else if tiles.len() > 0 {
    let mark = if many { 22pt } else { 40pt }
    grid(columns: tiles.map(_ => 1fr), column-gutter: 6pt, row-gutter: 4pt, align: center, ..tiles.map(tile => {
      set text(size: if many { 7pt } else { 9.5pt }, fill: tint("on-cloth"), weight: "bold", hyphenate: many)
      block(width: 100%, {
        if tile.join != none {
          // Dots between two that could change places, a line where the order is clear.
          place(top + center, dx: if data.rtl { 50% + 3pt } else { -50% - 3pt }, dy: mark / 2 - 2pt, lines(line(length: 20pt,
            stroke: (paint: tint("step"), thickness: 4pt, cap: "round", dash: if tile.join == "close" { (0pt, 7pt) } else { none }))))
        }
        if tile.svg != none { decoration(tile.svg, mark); v(5pt, weak: true) }
        par(words(tile.title))
        if has(tile.letter) { text(size: 8pt, fill: tint("on-cloth-2"), words(tile.letter)) }
      })
    }))
  }
  block(width: 100%, fill: tint("cloth"), inset: (bottom: 9mm), below: 6mm, breakable: false,
    outset: (x: inset-x, top: inset-top), radius: (bottom-right: 16mm),
    if picture == none { body } else { grid(columns: (1fr, side-width), column-gutter: 8mm, align: (start + horizon, start + horizon), body, picture) })
}

#let draw-note(it) = block(width: 100%, inset: 10pt, radius: 9pt, below: 9pt, breakable: false,
  stroke: (paint: tint("line-strong"), thickness: 1.1pt, cap: "round", dash: (0pt, 3.4pt)),
  marked(it.svg, width: if it.svg != none and it.svg.contains("2 2 52 36") { 32pt } else { 15pt },
    par({ if has(it.title) { strong(words(it.title)); " " }; words(it.text) })))

#let draw-text(it) = {
  let (size, paint, weight) = (
    plain: (10pt, "ink", "regular"), mute: (9.5pt, "ink-2", "regular"), tiny: (8pt, "ink-2", "regular"),
    strong: (10pt, "ink", "bold"), large: (13pt, "ink", "bold"),
  ).at(it.look)
  set text(size: size, fill: tint(paint), weight: weight)
  block(above: 8pt, below: 8pt, para(it.text))
}

#let draw-bars(it) = block(above: 11pt, below: 10pt, grid(columns: 1fr, row-gutter: 11pt, ..it.rows.map(row => block(breakable: false, width: 100%, marked(row.svg, {
  grid(columns: (1fr, auto), column-gutter: 8pt, align: (start + bottom, end + bottom),
    strong(words(row.name)), { set text(size: small, fill: tint("ink-2")); words(row.value) })
  if row.track != none { block(above: 4pt, below: 4pt, track(row.track)) }
  if has(row.text) { set text(size: small, fill: tint("ink-2")); block(above: 6pt, para(row.text)) }
})))))

#let draw-sliders(it) = block(above: 12pt, below: 10pt, grid(columns: 1fr, row-gutter: 15pt, ..it.rows.map(row => block(breakable: false, width: 100%,
  grid(columns: (1fr, 1fr), column-gutter: 8mm, align: (start + top, start + top), {
    head(3, 10pt, row.name)
    block(above: 5pt, below: 5pt, slider(row.track, row.cuts))
    set text(size: 8.5pt, fill: tint("ink-2"))
    grid(columns: (1fr, 1fr), column-gutter: 6pt, align: (start, end), words(row.from), words(row.to))
  }, {
    strong(para(row.value))
    if has(row.text) { set text(size: 9.5pt); block(above: 7pt, para(row.text)) }
  })))))

#let draw-picture(it) = {
  let drawn = if it.alt == none { decoration(it.svg, it.width * 1pt) } else { image(bytes(it.svg), format: "svg", width: it.width * 1pt, alt: it.alt) }
  block(width: 100%, above: 9pt, below: 9pt, align(center, drawn))
}

#let is-icon(svg) = svg != none and svg.contains("\"0 0 24 24\"")
#let draw-list(it) = block(above: 10pt, below: 9pt, grid(columns: 1fr, row-gutter: 8pt, ..it.rows.map(row => block(width: 100%, {
  let body = {
    if has(row.title) { strong(para(row.title)) }
    if has(row.text) { block(above: if has(row.title) { 7pt } else { 0pt }, para(row.text)) }
  }
  if row.svg == none { body }
  else if is-icon(row.svg) { grid(columns: (12pt, 1fr), column-gutter: 8pt, align: start + top, move(dy: -2pt, decoration(row.svg, 12pt)), body) }
  else { grid(columns: (20pt, 1fr), column-gutter: 9pt, align: start + horizon, decoration(row.svg, 20pt), body) }
}))))

#let draw-facts(it) = block(above: 7pt, below: 7pt, {
  set text(size: 8pt, fill: tint("ink-2"))
  let named(row) = { text(weight: "bold", words(row.name)); h(0.5em); words(row.text) }
  align(side(it.rows.at(0).name), par(leading: 0.6em, it.rows.map(named).join(h(1.4em))))
})

#let draw-chips(it) = block(above: 9pt, below: 9pt, it.words.map(each => box(fill: tint("brand-soft"), radius: 20pt,
  inset: (x: 7pt, y: 3pt), outset: (y: 1pt), text(size: 8.5pt, weight: "bold", fill: tint("brand"), words(each)))).join(h(5pt)))

#let framed(body, height: auto, breakable: false) = block(width: 100%, height: height, inset: 12pt, radius: 11pt, breakable: breakable,
  stroke: 0.8pt + tint("line"), above: 9pt, below: 9pt, body)

#let titled(svg, title) = block(below: 9pt, sticky: true, if svg == none { title } else {
  grid(columns: (24pt, 1fr), column-gutter: 9pt, align: start + horizon, decoration(svg, 24pt), title)
})
#let draw(it, level: 2) = {
  let inner(blocks) = for each in blocks { draw(each, level: 3) }
  let card-body() = {
    let title = head(level, if level > 2 { 10.5pt } else { 12.5pt }, it.title)
    titled(it.svg, title)
    inner(it.children)
  }
  if it.as == "cover" { draw-cover(it) }
  else if it.as == "note" { draw-note(it) }
  else if it.as == "text" { draw-text(it) }
  else if it.as == "bars" { draw-bars(it) }
  else if it.as == "sliders" { draw-sliders(it) }
  else if it.as == "picture" { draw-picture(it) }
  else if it.as == "list" { draw-list(it) }
  else if it.as == "facts" { draw-facts(it) }
  else if it.as == "chips" { draw-chips(it) }
  else if it.as == "heading" { block(above: 12pt, below: 8pt, sticky: true, head(it.level, if it.level > 2 { 10pt } else { 12.5pt }, it.text)) }
  else if it.as == "page" { pagebreak(weak: true) }
  else if it.as == "group" {
    block(breakable: it.long, width: 100%, above: 14pt, below: 10pt, for each in it.children { draw(each, level: level) })
  }
  else if it.as == "card" { framed(breakable: it.long, card-body()) }
  else if it.as == "columns" {
    let across = it.widths.len()
    for row in it.children.chunks(across) {
      let widths = it.widths.slice(0, row.len())
      layout(size => {
        let gap = 8pt
        let whole = widths.sum()
        let width-of(at) = (size.width - gap * (row.len() - 1)) * widths.at(at) / whole
        let cell(each, height: auto) = if each.as == "card" {
          framed(height: height, {
            let title = head(level, if across > 2 { 10.5pt } else { 12pt }, each.title)
            titled(each.svg, title)
            for inside in each.children { draw(inside, level: 3) }
          })
        } else { draw(each, level: level) }
        let heights = row.enumerate().map(((at, each)) => measure(width: width-of(at), cell(each)).height)
        let highest = calc.max(..heights)
        if highest > 230mm { for each in row { draw(each, level: level) } }
        else { block(breakable: false, above: 9pt, below: 9pt, grid(columns: row.enumerate().map(((at, _)) => width-of(at)), column-gutter: gap,
          ..row.map(each => cell(each, height: highest)))) }
      })
    }
  }
}
#let draw-report(blocks) = {
  set text(size: 10pt)
  for each in blocks { draw(each) }
}
#draw-report(data.blocks)
`
