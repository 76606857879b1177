/** A CV of hostile text in the formats that keep every letter: Word, plain text, JSON, a page. */

import { isDeepStrictEqual } from 'node:util'
import { cvOf, type Profile } from '#engine/cv/cv.ts'
import { plainCv } from '#engine/cv/plaincv.ts'
import { resumeOf } from '#engine/cv/resume.ts'
import type { CvWords } from '#engine/cv/words.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { PaperColors } from '#server/papers/colors.ts'
import { cvPage } from '#server/papers/cvpage.ts'
import { docxOf } from '#server/papers/docx.ts'
import { requireResume } from '#server/papers/resumeschema.ts'
import { docxLines, pageLines } from './filetext.ts'
import { hostileProfile, linesOfCv, notInOrder } from './hostilecv.ts'

export const FORMATS = ['docx', 'txt', 'json', 'page'] as const

/** What JSON Resume refuses if it isn't a date, or an address that mail reaches. */
const STRICT = new Set(['startDate', 'endDate', 'date', 'email'])

/**
 * @returns lines that aren't in the file letter by letter
 * @throws if there is anything in the file that isn't text
 */
export async function wrongIn(
  format: (typeof FORMATS)[number],
  hostile: string,
  paper: PaperDocument,
  words: CvWords,
  colors: PaperColors,
): Promise<string[]> {
  const profile = hostileProfile(hostile)
  const cv = cvOf(profile, paper, words)
  const lines = linesOfCv(cv)
  switch (format) {
    case 'docx':
      return notInOrder(docxLines(await docxOf(cv, paper, 'CV', colors)).join('\n'), lines)
    case 'txt': {
      const titles = new Set(cv.parts.map(({ title }) => title))
      return notInOrder(
        plainCv(cv),
        lines.filter((line) => !titles.has(line)),
      )
    }
    case 'page': {
      const { html } = cvPage(cv, {
        title: 'CV',
        language: 'en',
        direction: 'ltr',
        colors,
        foot: 'Made with us',
      })
      return notInOrder(pageLines(html).join('\n'), lines)
    }
    case 'json': {
      const resume = resumeOf(profile, words)
      requireResume(resume)
      const read: unknown = JSON.parse(JSON.stringify(resume))
      if (!isDeepStrictEqual(read, resume)) return ['not the same after it was read']
      const said = stringsIn(read)
      return stringsIn(profile).filter((text) => !said.some((each) => each.includes(text)))
    }
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Profile).flatMap(([key, each]) =>
    STRICT.has(key) ? [] : stringsIn(each),
  )
}
