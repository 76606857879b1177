/**
 * A CV as data: what it says, in order, without its look. Every file format and the page are drawn
 * from this. Pure: the same profile always gives the same CV.
 */

import type { PaperDocument } from '#engine/documents/kinds.ts'
import { isObject, own } from '#engine/documents/json.ts'
import { inOwnOrder, ownOrder } from './ownorder.ts'
import { period } from './period.ts'
import { clean, linesOf } from './plain.ts'
import type { CvWords } from './words.ts'

export type CvItem = {
  readonly title: string
  /** "March 2024 to now"; empty if no date is given. */
  readonly dates: string
  readonly by: string
  readonly lines: readonly string[]
}
export type CvPart = { readonly id: string; readonly title: string } & (
  | { readonly as: 'text'; readonly lines: readonly string[] }
  | { readonly as: 'items'; readonly items: readonly CvItem[] }
  | { readonly as: 'bullets' | 'line'; readonly words: readonly string[] }
)
export type Cv = {
  readonly language: string
  readonly name: string
  /** What the person is or looks for: their job title. */
  readonly line: string
  readonly contacts: readonly { readonly id: string; readonly text: string }[]
  readonly parts: readonly CvPart[]
}

export type Profile = Readonly<Record<string, unknown>>
type Part = PaperDocument['parts'][number]

/** What a reader may be kept from seeing. */
export const HIDEABLE = ['phone', 'email', 'address', 'references'] as const
export type Hideable = (typeof HIDEABLE)[number]
/** Keys of the profile that a word of `HIDEABLE` covers. */
const COVERED: Readonly<Record<string, Hideable>> = {
  phone: 'phone',
  email: 'email',
  address: 'address',
  place: 'address',
  town: 'address',
}

/**
 * @param hide contact details to leave out; hidden sections of the profile are always left out
 */
export function cvOf(
  profile: Profile,
  paper: Pick<PaperDocument, 'contacts' | 'parts'>,
  words: CvWords,
  hide: readonly Hideable[] = [],
): Cv {
  const hidden = new Set(listOf(profile['hiddenSections']))
  return {
    language: words.language,
    name: [profile['firstName'], profile['lastName']].map(clean).filter(Boolean).join(' '),
    line: clean(profile['jobTitle']),
    contacts: paper.contacts.flatMap((id) => {
      const text = clean(own(profile, id))
      const covered = own(COVERED, id) as Hideable | undefined
      return text === '' || (covered !== undefined && hide.includes(covered)) ? [] : [{ id, text }]
    }),
    parts: inOwnOrder(paper.parts, ownOrder(profile)).flatMap((part) =>
      hidden.has(part.section ?? part.id) ? [] : (partOf(part, profile, words, hide) ?? []),
    ),
  }
}

/** Null if it would be empty. */
function partOf(
  part: Part,
  profile: Profile,
  words: CvWords,
  hide: readonly Hideable[],
): CvPart | null {
  const value = own(profile, part.from)
  const head = { id: part.id, title: words.text(part.title) }
  switch (part.as) {
    case 'text': {
      const lines = linesOf(value)
      return lines.length === 0 ? null : { ...head, as: 'text', lines }
    }
    case 'items': {
      const items = chosen(part, profile)
        .filter(isObject)
        .map((entry) => itemOf(entry, part, words, hide))
        .filter(({ title, by, lines }) => title !== '' || by !== '' || lines.length > 0)
      return items.length === 0 ? null : { ...head, as: 'items', items }
    }
    default: {
      const found = (Array.isArray(value) ? value : [value])
        .map((each) => wordOf(each, part, words))
        .filter(Boolean)
      return found.length === 0 ? null : { ...head, as: part.as, words: found }
    }
  }
}

/** The entries of a list; of those that are chosen from another list, the records themselves. */
function chosen({ from, of }: Part, profile: Profile): readonly unknown[] {
  const entries = listOf(own(profile, from))
  if (of === undefined) return entries
  const records = listOf(own(profile, of))
  return entries.map((entry) => {
    const id = own(entry, 'id')
    return (id !== undefined && records.find((record) => own(record, '_id') === id)) || entry
  })
}

function itemOf(
  entry: Profile,
  { item, names }: Part,
  words: CvWords,
  hide: readonly Hideable[],
): CvItem {
  const said = (member: string | undefined): string =>
    member === undefined ? '' : named(own(entry, member), names?.[member], words)
  const contacts = hide.includes('references') ? [] : (item?.contacts ?? [])
  const day = said(item?.date)
  return {
    title: item?.title.map(said).find(Boolean) ?? '',
    dates: period(
      {
        start: day === '' ? said(item?.start) : day,
        end: day === '' ? said(item?.end) : '',
        current: item?.current !== undefined && own(entry, item.current) === true,
      },
      words,
    ),
    by: [...(item?.by ?? []), ...contacts].map(said).filter(Boolean).join(', '),
    lines: item?.text === undefined ? [] : linesOf(own(entry, item.text)),
  }
}

/** A code, a word of one's own, or an entry with either and perhaps a level: "Sewing (expert)". */
function wordOf(value: unknown, { names = {}, except = [] }: Part, words: CvWords): string {
  if (typeof value === 'string' && except.includes(value)) return ''
  if (!isObject(value)) return named(value, names['id'], words)
  const word = clean(own(value, 'text')) || named(own(value, 'id'), names['id'], words)
  const level = named(own(value, 'level'), names['level'], words)
  return word === '' || level === '' ? word : `${word} (${level})`
}

/** A code that its list no longer has says nothing to a reader. */
function named(value: unknown, list: string | undefined, { names }: CvWords): string {
  const text = clean(value)
  return list === undefined || text === '' ? text : clean(names(list, text))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
