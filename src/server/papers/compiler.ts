/**
 * Sets files with Typst. Native code that a thread can't stop, so it runs in a process of its own
 * (paper-worker.ts). It may read no file but its fonts and fetch no package: its folder is gone,
 * and its sources are ours.
 */

import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { readFonts } from './fonts.ts'
import { TEMPLATES, type Template } from './template.ts'

/** Results of earlier files that may be used again; they contain what people wrote. */
const CACHE_AGE = 0

function makeTypst(): NodeCompiler {
  const workspace = mkdtempSync(join(tmpdir(), 'tsela-papers-'))
  const typst = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: readFonts() }] })
  // Nothing is ever in it, and this process ends without cleaning up: a server would leave one
  // behind for each.
  rmdirSync(workspace)
  return typst
}

export class Compiler {
  readonly #typst = makeTypst()

  /**
   * @param data as JSON, as the template expects it
   * @returns a tagged PDF; by PDF/UA-1 where every letter can be drawn
   * @throws Error with what Typst says
   */
  pdf(template: Template, data: string): Uint8Array {
    try {
      const document = this.#compile(template, { data })
      try {
        return this.#typst.pdf(document, { pdfStandard: 'ua-1' })
      } catch {
        // The standard forbids letters that no font has, such as Chinese ones; the file is tagged
        // anyway, and its text has them.
        return this.#typst.pdf(this.#compile(template, { data, unknown: 'yes' }))
      }
    } finally {
      this.#typst.evictCache(CACHE_AGE)
    }
  }

  #compile(template: Template, inputs: Readonly<Record<string, string>>): NodeTypstDocument {
    const compiled = this.#typst.compile({ mainFileContent: TEMPLATES[template], inputs })
    if (compiled.result !== null) return compiled.result
    const error = compiled.takeError()
    const said = error === null ? [] : (error.shortDiagnostics as { message?: unknown }[])
    throw new Error(`Typst: ${said.map(({ message }) => String(message)).join('; ')}`)
  }
}
