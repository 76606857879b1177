/** What a person could type to break a file: markup of every format, and letters that turn lines. */

import type { Cv, CvPart, Profile } from '#engine/cv/cv.ts'
import { clean } from '#engine/cv/plain.ts'

const SEEDS = [
  '#read("/etc/passwd")',
  '#import "@preview/cetz:0.3.0"',
  '#include "../../../../etc/passwd"',
  '#eval("1+1")',
  '#sys.inputs.data',
  '#let data = 1; #panic("x")',
  '#while true {}',
  '#set page(width: 1pt)',
  '$ sum_(i=0)^n $ `raw` *bold* _emph_ @ref <label> = heading',
  '// comment /* block */',
  '"); #panic("out") //',
  '\\u{41} \\n \\\\',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</title><svg onload=alert(1)>',
  '=cmd|calc!A0',
  '=HYPERLINK("http://evil.test","x")',
  '@SUM(1+1)',
  '{{constructor.constructor("x")()}}',
  '${process.env.SECRET}',
  '%s%n%x',
  "'; DROP TABLE users; --",
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  '<w:p><w:r><w:t>word</w:t></w:r></w:p>',
  ']]> <![CDATA[ x ]]>',
  '/Type /Catalog endobj stream',
  '\u202Eturned\u202C around',
  'isolated \u2067abc\u2069 after',
  '\u200Fmarks\u200E and \uFEFF more',
  'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306 stacked',
  '\uD800 lone surrogate',
  'null\u0000byte and bell\u0007',
  'tab\tand\r\nbreaks\u2028there',
  'ﷺ ﷽ long ligatures',
  '👩‍👩‍👧‍👦 🇿🇦 family',
  'नमस्ते 你好 こんにちは 안녕 other scripts',
  'A'.repeat(400),
  'שלום hebrew',
  'zero\u200Bwidth\u200Cjoin\u200Der',
  '{"json": "inside", "a": [1,2]}',
  '-1+1+cmd|calc!A0, "quoted, twice", +SUM(A1)',
  'عملت في متجر منذ 2019 then English',
  'ሰላም ዓለም ኢትዮጵያ',
  'Россия Ελλάδα ქართული',
  'שלום \u202Eevil\u202C עולם 42',
  '\u2066isolate \u2067عكس\u2069 left\u2069 end',
  'javascript:alert(1) data:text/html,<b>x</b>',
  '&lt;b&gt; &amp;amp; &#60;script&#62; &nbsp;',
  '*_~`WhatsApp`~_* ```mono```',
  '\\includegraphics{/etc/passwd} \\input{x}',
] as const

/** Deterministic mixtures: each of the list, then pairs of them. */
export function hostileStrings(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = SEEDS[index % SEEDS.length]!
    if (index < SEEDS.length) return first
    const second = SEEDS[(index * 7 + Math.floor(index / SEEDS.length)) % SEEDS.length]!
    return `${first} ${second} n${index}`
  })
}

/**
 * The same text in every field of a CV, each after a mark of its own, so that a field that is missing
 * from a file is noticed.
 */
export function hostileProfile(hostile: string): Profile {
  let fields = 0
  const text = () => `q${++fields}z ${hostile}`
  return {
    firstName: text(),
    lastName: text(),
    jobTitle: text(),
    address: text(),
    phone: text(),
    email: text(),
    about: text(),
    experiences: [
      {
        jobTitle: text(),
        employer: text(),
        place: text(),
        startDate: text(),
        endDate: text(),
        description: text(),
      },
    ],
    educations: [
      {
        institution: text(),
        qualification: text(),
        level: text(),
        startDate: '2020-13',
        description: text(),
      },
    ],
    achievements: [{ title: text(), organisation: text(), date: text(), description: text() }],
    jobTasks: [{ text: text() }, { id: text() }],
    skills: [{ text: text(), level: text() }, text()],
    qualities: [{ text: text() }],
    interests: [{ text: text() }],
    languages: [text()],
    drivingLicense: text(),
    references: [
      { name: text(), relation: text(), organisation: text(), phone: text(), email: text() },
    ],
  }
}

/** The marks of the fields that something shows, each once. */
export function marksIn(shown: string): string[] {
  return [...new Set(shown.match(/q\d+z/g))]
}

/** Words of any script. Marks that can't be seen divide them, because a program may leave those out. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
/** Shorter ones are in other words too. Other scripts say more in a letter. */
const SHORTEST = 3

/**
 * What of a hostile text is missing from a PDF's text: marks of fields, and words of any script, as
 * often as there are fields.
 */
export function missingFrom(text: string, hostile: string, shown: string): string[] {
  const marks = marksIn(shown)
  const words = [...new Set(clean(hostile).match(WORD))].filter(
    (word) => word.length >= SHORTEST || /[^\p{Script=Latin}\p{M}\p{N}]/u.test(word),
  )
  const times = (word: string) => text.split(word).length - 1
  return [
    ...marks.filter((mark) => times(mark) === 0),
    // A word of several lines may go on on the next page, after what is at the foot of this one.
    ...words.filter((word) => times(word) < (word.length > 60 ? 1 : marks.length)),
  ]
}

/** Everything that a CV says, line by line, in its order. */
export function linesOfCv({ name, line, contacts, parts }: Cv): string[] {
  const inside = (part: CvPart): readonly string[] => {
    switch (part.as) {
      case 'text':
        return part.lines
      case 'items':
        return part.items.flatMap(({ title, dates, by, lines }) => [title, dates, by, ...lines])
      default:
        return part.words
    }
  }
  return [
    name,
    line,
    ...contacts.map(({ text }) => text),
    ...parts.flatMap((part) => [part.title, ...inside(part)]),
  ].filter(Boolean)
}

/** Lines that aren't in a text, letter by letter and in this order, whatever is between them. */
export function notInOrder(text: string, lines: readonly string[]): string[] {
  let from = 0
  return lines.filter((line) => {
    const at = text.indexOf(line, from)
    if (at === -1) return true
    from = at + line.length
    return false
  })
}
