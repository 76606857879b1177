/**
 * A CV as a PDF, read back by two other programs: every word is there, whole and once, and nothing
 * that a person wrote is anything but text.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { cvOf, type Profile } from '#engine/cv/cv.ts'
import type { CvWords } from '#engine/cv/words.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'
import { paperColors } from '#server/papers/colors.ts'
import { Compiler } from '#server/papers/compiler.ts'
import { cvData } from '#server/papers/cvdata.ts'
import { catalog } from '#tests/support/documents.ts'
import { hostileProfile, hostileStrings, marksIn, missingFrom } from '#tests/support/hostilecv.ts'
import { FORMATS, wrongIn } from '#tests/support/hostilefiles.ts'
import { bare, pdfjs, pdftotext } from '#tests/support/pdf.ts'

const config = catalog.get('config', 'default')!
const papers = catalog.all('paper')
const texts = wordsFor(catalog.all('locale'), 'en')
let compiler: Compiler
const place = mkdtempSync(join(tmpdir(), 'tsela-papers-test-'))
beforeAll(() => {
  vi.stubEnv('TMPDIR', place)
  compiler = new Compiler()
  vi.unstubAllEnvs()
})

const wordsIn = (language: string): CvWords => ({
  language,
  text: (key, values) => translate(texts, language, key, values),
  names: (_list, id) => id,
})

function pdfOf(profile: Profile, paper = 'clean', language = 'en'): Uint8Array {
  const layout = catalog.get('paper', paper)!
  const cv = cvOf(profile, layout, wordsIn(language))
  const words = { title: `CV of ${cv.name}`, page: 'Page {{page}} of {{of}}' }
  return compiler.pdf('cv', cvData(cv, layout, words, paperColors(config)))
}

const IN: Readonly<Record<string, readonly string[]>> = {
  en: [
    'I like things that work: I fix them, count them and keep them in order.',
    '100% “quoted” office, first flat, fjord; don’t (ever) use <tags> & C++ #1 @home $5 [x] *y* _z_.',
  ],
  af: [
    'Ek hou van dinge wat werk: ek maak dit reg, en hou dit in orde.',
    'Môre sê hulle ’n goeie woord oor reëls, koöperasies en één voël se nêrens.',
  ],
  zu: [
    'Ngiyathanda ukusebenza nabantu futhi ngifunda okusha nsuku zonke.',
    'Ngasebenza esitolo eMamelodi iminyaka emithathu.',
  ],
  am: ['ከሰዎች ጋር መሥራት እወዳለሁ። በየቀኑ አዲስ ነገር እማራለሁ፤ ሥራዬንም በጊዜ እጨርሳለሁ።', 'አዲስ አበባ፣ ኢትዮጵያ ፳፻፲፮'],
  ar: [
    'أحب العمل مع الناس وأتعلم كل يوم شيئا جديدا، وأصل دائما في الموعد.',
    'عملت في متجر العائلة ثلاث سنوات؛ هل تعلمت؟ نعم.',
  ],
}

describe('text that is copied out of a PDF', () => {
  it.each(Object.entries(IN))(
    'is in %s what was written, letter by letter',
    async (language, lines) => {
      const pdf = pdfOf({ about: lines.join('\n') }, 'clean', language)
      const [copied, read] = [bare(pdftotext(pdf)), await pdfjs(pdf)]
      for (const line of lines) {
        expect(copied).toContain(bare(line))
        expect(bare(read.text)).toContain(bare(line))
      }
      expect([read.language, read.title]).toEqual([language, 'CV of '])
      expect(read.roles.filter((role) => /^(?:H\d|P)$/.test(role))).toEqual(
        expect.arrayContaining(['H2', 'P']),
      )
      expect(Buffer.from(pdf).toString('latin1'), 'PDF/UA-1').toContain('pdfuaid:part')
    },
  )

  it.each(Object.entries(IN))(
    'is in %s what was written where the name and titles have serifs too',
    async (language, [line = '']) => {
      // The name is the first words: letters that Noto Serif lacks are drawn by the font that has them.
      const firstName = line.slice(0, 40)
      const pdf = pdfOf({ firstName, about: line }, 'warm', language)
      const title = bare(wordsIn(language).text('cv.part.about'))
      const [copied, read] = [bare(pdftotext(pdf)), bare((await pdfjs(pdf)).text)]
      for (const text of [copied, read])
        for (const written of [bare(firstName), title, bare(line)]) expect(text).toContain(written)
      expect(Buffer.from(pdf).toString('latin1')).toContain('pdfuaid:part')
      expect(Buffer.from(pdf).toString('latin1')).toContain('NotoSerif-Bold')
    },
  )

  it('is Arabic without vowel marks, which no program copies in order', async () => {
    const written = 'شُكْراً جِدّاً، أعملُ دائماً في الموعِد. مُؤسَّسة وآنسة وقُرآن'
    const pdf = pdfOf({ about: written }, 'clean', 'ar')
    const letters = bare('شكرا جدا، أعمل دائما في الموعد. مؤسسة وآنسة وقرآن')
    expect(bare(pdftotext(pdf))).toContain(letters)
    expect(bare((await pdfjs(pdf)).text)).toContain(letters)
  })

  it('begins each paragraph at its own side, in an entry too, whichever way the page is written', () => {
    const reference = { name: 'Sara Dlamini', relation: 'Teacher' }
    const layout = catalog.get('paper', 'clean')!
    const cv = cvOf({ firstName: 'محمد', about: 'أحب العمل', references: [reference] }, layout, {
      ...wordsIn('ar'),
      text: (key, values) =>
        key.startsWith('cv.part') ? 'عنوان' : wordsIn('en').text(key, values),
    })
    const words = { title: 'CV', page: '' }
    const file = join(mkdtempSync(join(tmpdir(), 'tsela-side-')), 'cv.pdf')
    writeFileSync(file, compiler.pdf('cv', cvData(cv, layout, words, paperColors(config))))
    const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' })
    const startOf = (word: string) =>
      Number(new RegExp(`xMin="([\\d.]+)"[^>]*>[^<]*${word}`).exec(boxes)![1])
    // A4 is 595 points wide, and its margin 51.
    expect(startOf('Sara')).toBeLessThan(60)
    expect(startOf('Teacher')).toBeLessThan(60)
    expect(startOf('[\\u0600-\\u06FF]')).toBeGreaterThan(400)
  })

  it('has the stars, ticks and arrows that people put between their words', async () => {
    const pdf = pdfOf({ about: 'Stock ★ till → home ✔ ☎ on time ✅ ► ♥ 💪🏾 ❤️ 🇿🇦 end' })
    const drawn = bare('Stock ★ till → home ✔ ☎ on time ✔ ► ♥ ❤ end')
    expect(bare(pdftotext(pdf))).toContain(drawn)
    expect(bare((await pdfjs(pdf)).text)).toContain(drawn)
    // By the standard no letter may be without a glyph.
    expect(Buffer.from(pdf).toString('latin1')).toContain('pdfuaid:part')
  })

  it('has every word and number of a mixed paragraph, whole and once', async () => {
    const mixed = [
      'عملت في Spaza Shop في Mamelodi من 2020 إلى 2024.',
      'Worked at مدرسة النور in Addis Ababa አዲስ አበባ since 2019.',
      'በ Bole ከ 2015 እስከ 2018 ሠራሁ።',
    ]
    const pdf = pdfOf({ about: mixed.join('\n') })
    // A word has one script: a program may put the space between two on either side of a mark.
    const wordsOf = (text: string) =>
      text
        .replace(/[\u202A-\u202E\u200B]/g, '')
        .match(/\p{Script=Arabic}+|\p{Script=Ethiopic}+|[A-Za-z0-9]+/gu)!
    const words = wordsOf(mixed.join(' '))
    for (const text of [pdftotext(pdf), (await pdfjs(pdf)).text]) {
      const found = wordsOf(text)
      for (const word of words)
        expect(found.filter((each) => each === word).length, word).toBe(
          words.filter((each) => each === word).length,
        )
    }
  })

  it('reads in order, with a title, a language and tags for headings', async () => {
    const pdf = pdfOf({
      firstName: 'Thandi',
      lastName: 'Mokoena',
      about: 'One.',
      experiences: [{ jobTitle: 'Two', employer: 'Three', description: 'Four' }],
      skills: [{ text: 'Five' }],
    })
    const read = await pdfjs(pdf)
    expect(read.title).toBe('CV of Thandi Mokoena')
    expect(read.roles.filter((role) => /^H\d/.test(role))).toEqual(['H1', 'H2', 'H2', 'H3', 'H2'])
    const order = ['Thandi', 'One.', 'Two', 'Three', 'Four', 'Five'].map((word) =>
      read.text.indexOf(word),
    )
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(Buffer.from(pdf).toString('latin1')).toContain('pdfuaid:part')
  })
})

it.each(papers.map(({ id }) => id))(
  'in %s, when something was is read right after what it was, however long its title is',
  async (paper) => {
    const titles = ['Shop helper', 'A title that is as long as this one, '.repeat(3).trim()]
    const experiences = titles.map((jobTitle, at) => ({
      jobTitle,
      employer: `Employer ${at}`,
      startDate: `202${at}-03`,
      current: true,
      description: `Line ${at}`,
    }))
    const pdf = pdfOf({ firstName: 'A', experiences }, paper)
    for (const text of [pdftotext(pdf), (await pdfjs(pdf)).text]) {
      const order = titles.flatMap((title, at) =>
        [title, `March 202${at}`, `Employer ${at}`, `Line ${at}`].map((words) =>
          bare(text).indexOf(bare(words)),
        ),
      )
      expect(order).not.toContain(-1)
      expect(order).toEqual([...order].sort((a, b) => a - b))
    }
  },
)

it('in two columns, where a layout has them, is read in the order of its parts', async () => {
  const layout = { ...catalog.get('paper', 'clean')!, columns: 2 }
  const experiences = Array.from({ length: 9 }, (_, at) => ({
    jobTitle: `Title ${at}.`,
    description: `One ${at}.\nTwo ${at}.`,
  }))
  const profile = {
    firstName: 'Thandi',
    about: 'Begins.',
    experiences,
    skills: [{ text: 'Ends.' }],
  }
  const cv = cvOf(profile, layout, wordsIn('en'))
  const words = { title: 'CV', page: '' }
  const { text } = await pdfjs(compiler.pdf('cv', cvData(cv, layout, words, paperColors(config))))
  const order = ['Begins.', ...experiences.map(({ jobTitle }) => jobTitle), 'Ends.'].map((each) =>
    bare(text).indexOf(bare(each)),
  )
  expect(order).not.toContain(-1)
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

it('a process that sets files leaves none behind, nor a folder', () => {
  expect(pdfOf({}).length).toBeGreaterThan(1000)
  expect(readdirSync(place)).toEqual([])
})

it('what people wrote is in no cache once their file is set, also when it can’t be', () => {
  const evict = vi.spyOn(NodeCompiler.prototype, 'evictCache')
  try {
    pdfOf({ about: 'I like things that work.' })
    expect(evict.mock.calls).toEqual([[0]])
    expect(() => compiler.pdf('cv', 'no JSON')).toThrow('Typst: ')
    expect(evict.mock.calls).toEqual([[0], [0]])
  } finally {
    evict.mockRestore()
  }
})

describe('the longest CV', () => {
  const experiences = Array.from({ length: 40 }, (_, index) => ({
    jobTitle: `Title ${index}.`,
    employer: `Employer ${index}.`,
    description: `First line ${index}.\nSecond line ${index}.\nLast line ${index}.`,
  }))

  it.each(papers.map(({ id }) => id))('breaks between items in %s, never in one', async (paper) => {
    const text = pdftotext(pdfOf({ firstName: 'A', experiences }, paper))
    const pages = text.split('\f')
    expect(pages.length).toBeGreaterThan(3)
    experiences.forEach((_each, index) => {
      const on = ['Title', 'Employer', 'First line', 'Last line'].map((what) =>
        pages.findIndex((page) => page.includes(`${what} ${index}.`)),
      )
      expect(new Set(on).size, `item ${index}`).toBe(1)
    })
  })

  it('keeps the heading of a part with its first item', () => {
    for (let count = 1; count < 16; count++) {
      const pages = pdftotext(
        pdfOf({
          firstName: 'A',
          experiences: experiences.slice(0, count),
          educations: [
            { qualification: 'Certificate', institution: 'School', description: 'a\nb\nc' },
          ],
        }),
      ).split('\f')
      const pageOf = (word: string) => pages.findIndex((page) => page.includes(word))
      expect(pageOf('Education')).toBe(pageOf('Certificate'))
    }
  })

  it('never divides a heading, nor leaves it behind, where an item is longer than a page', () => {
    const title = `Begins ${'of a shop that has a long name '.repeat(6)}ends`
    const description = Array.from({ length: 70 }, (_, at) => `Point ${at}.`).join('\n')
    for (let above = 30; above < 56; above++) {
      const about = Array.from({ length: above }, (_, at) => `Line ${at}`).join('\n')
      const pages = pdftotext(
        pdfOf({ about, experiences: [{ jobTitle: title, description }] }),
      ).split('\f')
      const on = ['Experience', 'Begins', 'ends', 'Point 0.'].map((word) =>
        pages.findIndex((page) => page.includes(word)),
      )
      expect(new Set(on).size, `below ${above} lines`).toBe(1)
      expect(pages.length).toBeGreaterThan(2)
    }
  }, 60_000)

  it('is paged when it has ten thousand words, and loses none', () => {
    const about = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ')
    const text = bare(pdftotext(pdfOf({ about })))
    expect(text).toContain('w0w1w2')
    expect(text).toContain('w9998w9999')
  })

  it('shows a word that is longer than a line whole', () => {
    const word = 'x'.repeat(3000)
    expect(bare(pdftotext(pdfOf({ about: word })))).toContain(word)
  })
})

describe('hostile text', () => {
  it.each(FORMATS)(
    'is kept letter by letter, and is only text: %s',
    async (format) => {
      for (const string of hostileStrings(120)) {
        const layout = papers[string.length % papers.length]!
        const wrong = await wrongIn(format, string, layout, wordsIn('en'), paperColors(config))
        expect(wrong, JSON.stringify(string)).toEqual([])
      }
    },
    120_000,
  )

  it('in letters that no font has is a box, and its text is there, from the first letter on', () => {
    for (const word of ['你好', 'שלום', 'ქართული']) {
      const pdf = pdfOf({ firstName: word, about: `${word} ok\nعمل ${word}` })
      expect(bare(pdftotext(pdf)).split(word).length - 1, word).toBe(3)
    }
  })

  it('is drawn as text in every field', () => {
    const strings = hostileStrings(120)
    const shown = JSON.stringify(
      cvOf(hostileProfile(''), catalog.get('paper', 'clean')!, wordsIn('en')),
    )
    expect(marksIn(shown).length, 'fields').toBeGreaterThan(30)
    for (const string of strings) {
      const text = bare(pdftotext(pdfOf(hostileProfile(string))))
      expect(text).not.toContain('root:x:0:0')
      expect(missingFrom(text, string, shown), JSON.stringify(string)).toEqual([])
    }
  }, 120_000)
})
