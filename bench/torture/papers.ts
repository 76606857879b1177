/**
 * Hostile text in every field of a CV, in every format: each field's words are in the file, whole;
 * nothing is executed, no file is read, and the process that sets PDFs never ends.
 *
 *   npm run torture -- papers     (STRINGS, 5000; MINUTES, no limit)
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cvOf } from '#engine/cv/cv.ts'
import { paperColors } from '#server/papers/colors.ts'
import { cvData } from '#server/papers/cvdata.ts'
import { Papers } from '#server/papers/papers.ts'
import { catalog } from '#tests/support/documents.ts'
import { FORMATS, wrongIn } from '#tests/support/hostilefiles.ts'
import { hostileProfile, hostileStrings, missingFrom } from '#tests/support/hostilecv.ts'
import { bare, pdftotext } from '#tests/support/pdf.ts'
import { percentile, report, round } from '../support/report.ts'

const STRINGS = Number(process.env['STRINGS'] ?? 5000)
/** On a busy machine as many as there is time for. */
const MINUTES = Number(process.env['MINUTES'] ?? Infinity)
const words = { language: 'en', text: (key: string) => key, names: (_: string, id: string) => id }
const colors = paperColors(catalog.get('config', 'default')!)
const layouts = catalog.all('paper')
const papers = new Papers({
  script: pathToFileURL(join(process.cwd(), 'dist', 'server', 'paper-worker.js')),
})

const times: number[] = []
/** A PDF is read by pdftotext as text is selected; failing that, in the order of the file. */
async function wrongInPdf(string: string, index: number): Promise<string[]> {
  const paper = layouts[index % layouts.length]!
  const cv = cvOf(hostileProfile(string), paper, words)
  const began = performance.now()
  const data = cvData(cv, paper, { title: 'CV', page: '{{page}}' }, colors)
  const pdf = await papers.pdf('torture', 'cv', data)
  times.push(performance.now() - began)
  const text = bare(pdftotext(pdf))
  if (text.includes('root:x:0:0')) return ['a file was read']
  const shown = JSON.stringify(cv)
  const missing = missingFrom(text, string, shown)
  // Accents on accents reach the line above, and are then read as part of it: a word of several
  // lines is divided by them, but not in the file.
  return missing.length === 0 ? [] : missingFrom(bare(pdftotext(pdf, 'written')), string, shown)
}

const checks = {
  pdf: wrongInPdf,
  ...Object.fromEntries(
    FORMATS.map((format) => [
      format,
      (string: string, index: number) =>
        wrongIn(format, string, layouts[index % layouts.length]!, words, colors),
    ]),
  ),
} satisfies Readonly<Record<string, (string: string, index: number) => Promise<string[]>>>

const wrong: Record<string, string[]> = Object.fromEntries(
  Object.keys(checks).map((format) => [format, []]),
)
const until = performance.now() + MINUTES * 60_000
let done = 0
for (const [index, string] of hostileStrings(STRINGS).entries()) {
  if (performance.now() > until) break
  for (const [format, check] of Object.entries(checks)) {
    try {
      const missing = await check(string, index)
      if (missing.length > 0) wrong[format]!.push(`${missing.slice(0, 3).join(' | ')}: ${string}`)
    } catch (error) {
      wrong[format]!.push(`${string}: ${String(error)}`)
    }
  }
  done++
}
const lost = papers.lost
papers.close()
const counts = Object.fromEntries(
  Object.entries(wrong).map(([format, all]) => [format, all.length]),
)
report(
  `${done} of ${STRINGS} hostile strings in every field of a CV`,
  Object.entries(counts).map(([what, count]) => ({
    what,
    wrong: count,
    ...(what === 'pdf' && { 'lost processes': lost, 'p95 ms': round(percentile(times, 95)) }),
  })),
  { strings: done, wrong: counts, lost },
)
for (const [format, all] of Object.entries(wrong))
  for (const string of all.slice(0, 10))
    process.stdout.write(`${format} ${JSON.stringify(string)}\n`)
if (Object.values(counts).some((count) => count > 0) || lost > 0) process.exitCode = 1
