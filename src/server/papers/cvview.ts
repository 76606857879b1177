/** The CV as its page shows it: what it says in a layout, and what it could still say. */

import type { CvView } from '#engine/contract/cvcalls.ts'
import { cvOf, type Profile } from '#engine/cv/cv.ts'
import { inOwnOrder, ownOrder } from '#engine/cv/ownorder.ts'
import { hintsOfProfile } from '#engine/forms/guide.ts'
import { isList } from '#engine/forms/section.ts'
import { isGiven } from '#engine/decide/facts.ts'
import { isSectionComplete } from '#engine/decide/progress.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { Release } from '#server/release/compose.ts'
import { papersOf } from './cvfile.ts'
import { cvWords } from './cvwords.ts'
import { logoOf } from './logo.ts'

/** Enough of a line to know it again. */
const LINE_CHARACTERS = 60

function short(line: string): string {
  const letters = [...line]
  return letters.length <= LINE_CHARACTERS
    ? line
    : `${letters.slice(0, LINE_CHARACTERS - 1).join('')}…`
}

/** More at once would be a report, not help. */
const MAX_HINTS = 6

/**
 * @param profile hidden sections are left out, and listed apart so that they can be shown again
 */
export function cvView(
  release: Release,
  language: string,
  profile: Profile,
  paper: PaperDocument,
): Omit<CvView, 'file'> {
  const words = cvWords(release, language)
  const { name, line, contacts, parts } = cvOf(profile, paper, words)
  const ordered = inOwnOrder(paper.parts, ownOrder(profile))
  const sectionOf = ({ id, section = id }: PaperDocument['parts'][number]) => section
  const sections = new Map(paper.parts.map((part) => [part.id, sectionOf(part)]))
  const listed = profile['hiddenSections']
  const hidden = new Set(Array.isArray(listed) ? listed : [])
  const drawn = new Set(parts.map(({ id }) => id))
  const shown = parts.map((part) => ({ ...part, section: sections.get(part.id) ?? part.id }))
  const present = new Set(shown.map(({ section }) => section))
  /** The parts of a section that is hidden, or of which there is nothing yet: one each. */
  const of = (isWanted: (section: string) => boolean) => [
    ...new Map(
      paper.parts
        .filter((part) => !drawn.has(part.id) && isWanted(sectionOf(part)))
        .map((part) => [sectionOf(part), part] as const)
        .reverse(),
    ),
  ]
  const isMissing = (section: string): boolean => {
    const document = release.catalog.get('profile-section', section)
    return (
      document !== undefined &&
      document.listed !== false &&
      !hidden.has(section) &&
      !present.has(section) &&
      !isSectionComplete(document, profile)
    )
  }
  const isReached = paper.reach?.from.some((key) => isGiven(profile[key])) ?? true
  const reach = isReached || hidden.has(paper.reach?.section) ? undefined : paper.reach
  const { catalog } = release
  const sectionNamed = (id: string) => catalog.get('profile-section', id)
  const order = (id: string) => sectionNamed(id)?.order ?? 0
  const guides = catalog
    .all('guide')
    .filter((guide) => !hidden.has(guide.section) && sectionNamed(guide.section)?.listed !== false)
    .sort((a, b) => order(a.section) - order(b.section))
  const isListed = (id: string) => {
    const section = sectionNamed(id)
    return section !== undefined && isList(section)
  }
  const hints = hintsOfProfile(guides, profile, catalog.book, isListed)
  return {
    layouts: papersOf(release).map(({ id, label, head, headings }) => ({
      id,
      title: words.text(label),
      drawing: head === 'cloth' ? 'cloth' : headings === 'dots' ? 'dots' : 'rule',
    })),
    order: ordered.map((part) => ({
      id: part.id,
      section: sectionOf(part),
      title: words.text(part.title),
      state: hidden.has(sectionOf(part)) ? 'hidden' : drawn.has(part.id) ? 'shown' : 'empty',
    })),
    look: { head: paper.head, headings: paper.headings, face: paper.face ?? 'sans' },
    name,
    line,
    contacts: [...contacts],
    parts: shown as CvView['parts'],
    logo: logoOf(release.config) !== null,
    gaps: [
      ...(reach === undefined ? [] : [[reach.section, reach, reach.from] as const]),
      ...of((section) => section !== reach?.section && isMissing(section))
        .reverse()
        // Only a part that belongs to another section is about some of its fields alone.
        .map(([section, part]) => [section, part, part.section && [part.from]] as const),
    ].map(([section, { title, why, ask, minutes = 2 }, fields]) => ({
      section,
      title: words.text(title),
      why: why === undefined ? '' : words.text(why),
      minutes,
      ...(ask !== undefined && { ask: words.text(ask) }),
      ...(fields && { fields: [...fields] }),
    })),
    hints: hints.slice(0, MAX_HINTS).map(({ section, item, field, text, line }) => ({
      section,
      ...(item !== undefined && { item }),
      ...(!isListed(section) && { fields: [field] }),
      title: words.text(sectionNamed(section)?.label ?? section),
      text: words.text(text),
      ...(line && { line: short(line.words) }),
    })),
    hidden: of((section) => hidden.has(section))
      .reverse()
      .map(([section, { title }]) => ({ section, title: words.text(title) })),
  }
}
