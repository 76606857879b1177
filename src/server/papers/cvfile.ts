/** One CV in one format. */

import { cvOf, type Cv, type Hideable, type Profile } from '#engine/cv/cv.ts'
import { ownParts, withOwnParts } from '#engine/cv/ownparts.ts'
import { longestPart } from '#engine/cv/longest.ts'
import { plainCv } from '#engine/cv/plaincv.ts'
import { resumeOf, type Resume } from '#engine/cv/resume.ts'
import type { CvFormat } from '#engine/contract/cvcalls.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { Release } from '#server/release/compose.ts'
import { paperColors } from './colors.ts'
import { cvData } from './cvdata.ts'
import { cvWords } from './cvwords.ts'
import type { Logo } from './logo.ts'
import { docxOf } from './docx.ts'
import type { Papers } from './papers.ts'

export type CvFile = {
  readonly release: Release
  readonly language: string
  readonly profile: Profile
  readonly paper: PaperDocument
  readonly hide?: readonly Hideable[]
  /** On the PDF, if the person wants it there. */
  readonly logo?: Logo | null
}

/** The layouts of a tenant in their order, with its own sections. */
export function papersOf(release: Release): PaperDocument[] {
  const sections = release.catalog.all('profile-section')
  return release.catalog
    .all('paper')
    .map((paper) => withOwnParts(paper, sections))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** @throws Refusal `request/not-found` if there is no such layout */
export function paperOf(release: Release, id: string | undefined): PaperDocument {
  const papers = papersOf(release)
  const paper = id === undefined ? papers[0] : papers.find((each) => each.id === id)
  if (paper === undefined) throw new Refusal('request/not-found')
  return paper
}

export async function cvFile(
  papers: Papers,
  tenant: string,
  format: CvFormat,
  { release, language, profile, paper, hide = [], logo = null }: CvFile,
): Promise<{ readonly title: string; readonly file: Buffer | string }> {
  const words = cvWords(release, language)
  const cv = cvOf(profile, paper, words, hide)
  const title =
    cv.name === '' ? words.text('cv.file.noName') : words.text('cv.file.title', { name: cv.name })
  const colors = paperColors(release.config)
  const resume = () => resumeOf(profile, words, ownParts(release.catalog.all('profile-section')))
  switch (format) {
    case 'pdf': {
      const page = words.text('cv.file.page')
      const data = cvData(cv, paper, { title, page }, colors, logo)
      const file = await papers.pdf(tenant, 'cv', data).catch((error: unknown) => {
        throw sayingWhere(error, cv)
      })
      return { title, file }
    }
    case 'docx':
      return { title, file: await docxOf(cv, paper, title, colors) }
    case 'txt':
      return { title, file: plainCv(cv) }
    case 'json':
      return { title, file: `${JSON.stringify(inOrder(resume(), cv), null, 2)}\n` }
  }
}

/** A CV that is too long says which part is the longest: that is the one to shorten. */
function sayingWhere(error: unknown, cv: Cv): unknown {
  const longest = longestPart(cv)
  if (!(error instanceof Refusal) || error.code !== 'cv/too-long' || longest === null) return error
  const { id, title, words } = longest
  const said = { key: 'problem.cv.tooLongAt', values: { part: title, words } }
  return new Refusal(error.code, {
    said,
    fields: [{ pointer: `/${id}`, ...said }],
    cause: error.cause,
  })
}

/** What each part of a CV is called in a JSON Resume. */
const MEMBERS: Readonly<Record<string, string>> = {
  about: 'basics',
  experiences: 'work',
  educations: 'education',
  achievements: 'awards',
  jobTasks: 'skills',
  qualities: 'skills',
}

/** Its lists in the order of the CV: programs that show such a file often keep it. */
function inOrder(resume: Resume, { parts }: Cv): Resume {
  const members = parts.map(({ id }) => MEMBERS[id] ?? id)
  const place = (member: string): number => {
    if (member === '$schema' || member === 'basics') return -1
    const at = members.indexOf(member)
    return at < 0 ? members.length : at
  }
  return Object.fromEntries(Object.entries(resume).sort(([a], [b]) => place(a) - place(b)))
}
