import { describe, expect, it } from 'vitest'
import { answerOf, backgroundsOf } from '#engine/study/background.ts'
import { codebookOf, CODEBOOK_COLUMNS } from '#engine/study/codebook.ts'
import { disclosureOf, undisguised, WITHHELD, type Known } from '#engine/study/disclosure.ts'
import { columnsOf, rowsOf, scoresOf, type StudyPerson } from '#engine/study/files.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog } from '../support/documents.ts'
import { randomness } from '../support/simulated.ts'

const ORDER = ['home', 'gender', 'cohort']
const known = (id: number, home: string, gender: string, cohort: string): Known => ({
  id: String(id),
  values: { home, gender, cohort },
})

/** People with each combination that a file shows. */
function groups(shown: ReadonlyMap<string, Readonly<Record<string, string>>>): number[] {
  const counts = new Map<string, number>()
  for (const values of shown.values()) {
    const name = JSON.stringify(values)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts.values()]
}

describe('what a file discloses', () => {
  it('is everything if nobody stands out', () => {
    const people = Array.from({ length: 10 }, (_, at) => known(at, 'zu', at < 5 ? 'f' : 'm', 'A'))
    const found = disclosureOf(people, ORDER)
    expect([found.rare, found.leftOut, found.withheld]).toEqual([
      { combinations: 0, people: 0 },
      0,
      { home: 0, gender: 0, cohort: 0 },
    ])
    expect(found.shown.get('9')).toEqual({ home: 'zu', gender: 'm', cohort: 'A' })
  })

  it('withholds first what says least, and of those alone who stand out', () => {
    const people = [
      ...Array.from({ length: 5 }, (_, at) => known(at, 'zu', 'f', 'A')),
      ...Array.from({ length: 4 }, (_, at) => known(10 + at, 'xh', 'f', 'A')),
      known(20, 've', 'f', 'A'),
    ]
    const found = disclosureOf(people, ORDER)
    expect(found.rare).toEqual({ combinations: 2, people: 5 })
    expect(found.withheld).toEqual({ home: 5, gender: 0, cohort: 0 })
    expect(found.shown.get('0')).toEqual({ home: 'zu', gender: 'f', cohort: 'A' })
    expect(found.shown.get('20')).toEqual({ home: WITHHELD, gender: 'f', cohort: 'A' })
  })

  it('leaves out who would stand out with nothing said of them', () => {
    const people = [
      ...Array.from({ length: 6 }, (_, at) => known(at, 'zu', 'f', 'A')),
      known(7, 'xh', 'm', 'B'),
    ]
    const found = disclosureOf(people, ORDER)
    expect([found.leftOut, found.shown.has('7'), found.shown.size]).toEqual([1, false, 6])
  })

  it('counts people, not answers: four are too few, five are enough', () => {
    const four = Array.from({ length: 4 }, (_, at) => known(at, 'zu', 'f', 'A'))
    expect(disclosureOf(four, ORDER).shown.size).toBe(0)
    expect(disclosureOf([...four, known(4, 'zu', 'f', 'A')], ORDER).shown.size).toBe(5)
  })

  it('never shows a combination of fewer than five, in a thousand studies of any kind', () => {
    const random = randomness(16)
    const pick = (many: number) => String(Math.floor(random() ** 2 * many))
    for (let study = 0; study < 1000; study++) {
      const people = Array.from({ length: Math.floor(random() * 60) }, (_, at) =>
        known(at, pick(12), pick(4), pick(3)),
      )
      const { shown, leftOut, withheld } = disclosureOf(people, ORDER)
      expect(groups(shown).every((size) => size >= 5)).toBe(true)
      expect(shown.size + leftOut).toBe(people.length)
      // What is said is true.
      const untrue = people.flatMap(({ id, values }) =>
        Object.entries(shown.get(id) ?? {}).filter(
          ([column, value]) => value !== values[column] && value !== WITHHELD,
        ),
      )
      expect(untrue).toEqual([])
      expect(withheld['home']).toBeGreaterThanOrEqual(withheld['gender']!)
    }
  })

  it('is everything for an owner who said why, and still tells how many stand out', () => {
    const found = undisguised([known(1, 'zu', 'f', 'A')], ORDER)
    expect([found.shown.get('1'), found.leftOut, found.rare.people]).toEqual([
      { home: 'zu', gender: 'f', cohort: 'A' },
      0,
      1,
    ])
  })
})

describe('the background', () => {
  const backgrounds = backgroundsOf(catalog)

  it('is what the sections for people with research consent ask', () =>
    expect(backgrounds.map(({ column, key }) => [column, key])).toEqual([
      ['age_band', 'researchAgeBand'],
      ['gender', 'researchGender'],
      ['home_language', 'researchHomeLanguage'],
    ]))

  it('is missing without an answer, whatever else the profile says', () =>
    expect(
      backgrounds.map((each) =>
        answerOf({ birthDate: '2009-01-01', gender: 'female', languages: ['zu'] }, each),
      ),
    ).toEqual(['missing', 'missing', 'missing']))
})

const PERSON: StudyPerson = {
  pseudonym: 'p1',
  shown: { institution: 'I', cohort: 'C', language: 'af', gender: 'female' },
  attempts: [1, 2].map((number) => ({
    assessment: 'ipip',
    number,
    day: (number - 1) * 15,
    version: '1.1',
    document: 'd'.repeat(64),
    key: 'k'.repeat(64),
    scorer: 3,
    language: 'af',
    confidence: number === 1 ? 'ok' : 'low',
    flags: number === 1 ? [] : ['fast', 'flat'],
    items: ['b', 'a', 'unanswered'],
    answers: new Map<string, { value: unknown; ms: number }>([
      ['a', { value: 2 * number, ms: 900 }],
      ['b', { value: ['DC', 'OW'], ms: 1200 }],
    ]),
    metrics: {
      calm: { mean: 3.5, score: null },
      even: true,
      errors: { calm: { mean: 0.3 } },
      norms: { people: 300 },
    },
    levels: [{ level: 1, events: [[0, 'begin', 16.7, 'touch']] }],
  })),
}
const WIDE = new Map([['ipip', { items: ['a', 'b'], scores: ['calm.mean', 'calm.score', 'even'] }]])
const table = (file: 'answers' | 'wide' | 'scores' | 'games', person = PERSON) => {
  const columns = columnsOf(file, ['gender'], WIDE)
  return rowsOf(file, columns, person).map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at]])),
  )
}

describe('the files', () => {
  it('have an answer a row, in the order of answering, as it was given', () => {
    const rows = table('answers')
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({
      person: 'p1',
      position: 1,
      item: 'b',
      answer: 'DC OW',
      ms: 1200,
      day: 0,
      document: 'd'.repeat(12),
      gender: 'female',
    })
    expect(rows[3]).toMatchObject({ attempt: 2, day: 15, answer: 4, flags: 'fast flat' })
  })

  it('have a person and a time a row, with all answers and scores beside each other', () => {
    const rows = table('wide')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({
      attempt: 2,
      'ipip.a': 4,
      'ipip.a.ms': 900,
      'ipip.score.calm.mean': 3.5,
      'ipip.score.calm.score': null,
      'ipip.confidence': 'low',
    })
  })

  it('have every score of a result, and every event of a game', () => {
    expect(scoresOf(PERSON.attempts[0]!.metrics)).toEqual([
      ['calm.mean', 3.5],
      ['calm.score', null],
      ['even', 'true'],
    ])
    expect(table('games')[0]).toMatchObject({
      level: 1,
      ms: 0,
      event: 'begin',
      detail: '16.7 touch',
    })
  })

  it('hold back the language of each answer with the person’s', () => {
    const person = { ...PERSON, shown: { ...PERSON.shown, language: WITHHELD } }
    expect(new Set(table('answers', person).map(({ language }) => language))).toEqual(
      new Set([WITHHELD]),
    )
  })
})

describe('the codebook', () => {
  const texts = flattenTexts(catalog.get('locale', 'en')!.texts)
  const say = (text: string) => texts[text] ?? text
  const rows = codebookOf(
    backgroundsOf(catalog),
    ['ipip', 'understanding_emotion'].map((id) => ({
      document: catalog.get('assessment', id)!,
      key: catalog.get('scoring', id),
      sha: 'a'.repeat(64),
      say,
      scores: id === 'ipip' ? ['extraversion.mean'] : ['score'],
    })),
    say,
  ).map((row) => Object.fromEntries(CODEBOOK_COLUMNS.map((column, at) => [column, row[at]!])))
  const of = (variable: string) => rows.find((row) => row['variable'] === variable)!

  it('explains every column of every file', () => {
    for (const file of ['answers', 'scores', 'games'] as const)
      for (const column of columnsOf(file, ['age_band', 'gender', 'home_language'], new Map()))
        expect(of(column)?.['meaning'], column).not.toMatch(/^$|^console\./)
  })

  it('has the words, the answers, the scale and the direction of each question', () => {
    const item = catalog.get('assessment', 'ipip')!.items![1]!
    expect(of(`ipip.${item.id}`)).toMatchObject({
      meaning: say(item.text),
      type: 'number',
      scale: expect.stringMatching(/^agreeableness \(\S/),
      reversed: 'yes',
      values: expect.stringMatching(/^1 = \D+; 2 = \D+; 3 = \D+; 4 = \D+; 5 = \D+$/),
      document: 'a'.repeat(12),
    })
    expect(of('gender')['values']).toContain('missing = ')
  })

  it('gives no right answer of a test away', () => {
    const key = catalog.get('scoring', 'understanding_emotion')!
    const [first] = key.items
    const row = of(`understanding_emotion.${first!.id}`)
    expect(row['values']!.split('; ').length).toBeGreaterThan(3)
    const { values: _, ...rest } = row
    expect(Object.values(rest)).not.toContain(first!.correct)
  })
})
