/**
 * Hostile text in every field of a CV, one PDF for each: every word is in the file, nothing is
 * executed, no file is read, and the process that sets them never ends.
 *
 *   npm run torture -- papers     (STRINGS, 5000)
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cvOf } from '#engine/cv/cv.ts'
import { paperColors } from '#server/papers/colors.ts'
import { cvData } from '#server/papers/cvdata.ts'
import { Papers } from '#server/papers/papers.ts'
import { catalog } from '#tests/support/documents.ts'
import { hostileProfile, hostileStrings, missingFrom } from '#tests/support/hostilecv.ts'
import { bare, pdftotext } from '#tests/support/pdf.ts'
import { percentile, report, round } from '../support/report.ts'

const STRINGS = Number(process.env['STRINGS'] ?? 5000)
const words = { language: 'en', text: (key: string) => key, names: (_: string, id: string) => id }
const colors = paperColors(catalog.get('config', 'default')!)
const layouts = catalog.all('paper')
const papers = new Papers({
  script: pathToFileURL(join(process.cwd(), 'dist', 'server', 'paper-worker.js')),
})

const wrong: string[] = []
const times: number[] = []
for (const [index, string] of hostileStrings(STRINGS).entries()) {
  const paper = layouts[index % layouts.length]!
  const cv = cvOf(hostileProfile(string), paper, words)
  const began = performance.now()
  try {
    const data = cvData(cv, paper, { title: 'CV', page: '{{page}}' }, colors)
    const pdf = await papers.pdf('torture', 'cv', data)
    times.push(performance.now() - began)
    const text = bare(pdftotext(pdf))
    const shown = JSON.stringify(cv)
    // Accents on accents reach the line above, and are then read as part of it: a word of several
    // lines is divided by them, but not in the file.
    const missing =
      missingFrom(text, string, shown).length === 0
        ? []
        : missingFrom(bare(pdftotext(pdf, 'written')), string, shown)
    if (missing.length > 0 || text.includes('root:x:0:0'))
      wrong.push(`${missing.join(' ')}: ${string}`)
  } catch (error) {
    wrong.push(`${string}: ${String(error)}`)
  }
}
const lost = papers.lost
papers.close()
report(
  `${STRINGS} hostile strings in every field of a CV`,
  [
    {
      what: 'PDFs',
      wrong: wrong.length,
      'lost processes': lost,
      'p95 ms': round(percentile(times, 95)),
    },
  ],
  { strings: STRINGS, wrong: wrong.length, lost },
)
for (const string of wrong.slice(0, 10)) process.stdout.write(`${JSON.stringify(string)}\n`)
if (wrong.length > 0 || lost > 0) process.exitCode = 1
