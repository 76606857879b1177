/**
 * The files of a study as rows of cells: answers one by one, a row for each person, scores, and the
 * logs of timed tasks. No names, no dates, no addresses. Pure.
 */

import { isObject } from '#engine/documents/json.ts'
import type { Log } from '#engine/tasks/log.ts'
import { WITHHELD } from './disclosure.ts'

export const STUDY_FILES = ['answers', 'wide', 'scores', 'games', 'codebook'] as const
export type StudyFile = (typeof STUDY_FILES)[number]
export type RowFile = Exclude<StudyFile, 'codebook'>

export type StudyAttempt = {
  readonly assessment: string
  /** 1 for the person's first completed one of this assessment. */
  readonly number: number
  /** Whole days since the person's first completed one of any. */
  readonly day: number
  /** Of the instrument. */
  readonly version: string
  /** Hashes of the document and of the key that it was answered and scored with. */
  readonly document: string
  readonly key: string
  readonly scorer: number | null
  readonly language: string
  readonly confidence: string
  readonly flags: readonly string[]
  readonly items: readonly string[]
  /** Those that count. */
  readonly answers: ReadonlyMap<string, { readonly value: unknown; readonly ms: number }>
  readonly metrics: unknown
  readonly levels: readonly { readonly level: number; readonly events: Log }[]
}

export type StudyPerson = {
  readonly pseudonym: string
  /** As the file may show it: institution, cohort, language, and the columns of the background. */
  readonly shown: Readonly<Record<string, string>>
  readonly attempts: readonly StudyAttempt[]
}

/** The columns of the wide file: assessment -> items, and names of its scores. */
export type WideShape = ReadonlyMap<
  string,
  { readonly items: readonly string[]; readonly scores: readonly string[] }
>

/** Parts of a hash: enough to tell documents apart, and to find them. */
const HASH = 12

type Cell = string | number | null
type Named = readonly (readonly [column: string, cell: Cell])[]

const WHO = ['institution', 'cohort'] as const
/** What every row says of the attempt that it comes from. */
const ABOUT = ['version', 'language', 'confidence', 'flags', 'day', 'document', 'key'] as const
const OWN: Readonly<Record<Exclude<RowFile, 'wide'>, readonly string[]>> = {
  answers: ['position', 'item', 'answer', 'ms', ...ABOUT],
  scores: ['score', 'value', ...ABOUT, 'scorer'],
  games: ['level', 'position', 'ms', 'event', 'detail', ...ABOUT],
}

export function columnsOf(
  file: RowFile,
  backgrounds: readonly string[],
  wide: WideShape,
): string[] {
  const who = ['person', ...WHO]
  if (file !== 'wide') return [...who, 'assessment', 'attempt', ...OWN[file], ...backgrounds]
  return [
    ...who,
    ...backgrounds,
    'attempt',
    ...[...wide].flatMap(([assessment, { items, scores }]) =>
      [
        ...ABOUT,
        ...scores.map((score) => `score.${score}`),
        ...items.flatMap((item) => [item, `${item}.ms`]),
      ].map((name) => `${assessment}.${name}`),
    ),
  ]
}

/** The rows of one person, each with a cell for every column. */
export function rowsOf(file: RowFile, columns: readonly string[], person: StudyPerson): Cell[][] {
  const who: Named = [
    ['person', person.pseudonym],
    ...Object.entries(person.shown).filter(([column]) => column !== 'language'),
  ]
  return (file === 'wide' ? wideRows(person) : longRows(file, person)).map((row) => {
    const cells = new Map([...who, ...row])
    return columns.map((column) => cells.get(column) ?? null)
  })
}

function longRows(file: Exclude<RowFile, 'wide'>, person: StudyPerson): Named[] {
  return person.attempts.flatMap((attempt) => {
    const about: Named = [
      ['assessment', attempt.assessment],
      ['attempt', attempt.number],
      ['scorer', attempt.scorer],
      ...aboutOf(attempt, person),
    ]
    const rows: Named[] =
      file === 'answers'
        ? attempt.items.flatMap((item, index): Named[] => {
            const answer = attempt.answers.get(item)
            return answer === undefined
              ? []
              : [
                  [
                    ['position', index + 1],
                    ['item', item],
                    ['answer', cellOf(answer.value)],
                    ['ms', answer.ms],
                  ],
                ]
          })
        : file === 'scores'
          ? scoresOf(attempt.metrics).map(([score, value]): Named => [
              ['score', score],
              ['value', value],
            ])
          : attempt.levels.flatMap(({ level, events }) =>
              events.map(([ms, code, ...detail], index): Named => [
                ['level', level],
                ['position', index + 1],
                ['ms', ms],
                ['event', code],
                ['detail', detail.join(' ')],
              ]),
            )
    return rows.map((row) => [...about, ...row])
  })
}

/** The first time somebody took everything is one row, the second time another. */
function wideRows(person: StudyPerson): Named[] {
  const numbers = [...new Set(person.attempts.map(({ number }) => number))].toSorted(
    (a, b) => a - b,
  )
  return numbers.map((number) => [
    ['attempt', number],
    ...person.attempts
      .filter((attempt) => attempt.number === number)
      .flatMap((attempt) =>
        [
          ...aboutOf(attempt, person),
          ...scoresOf(attempt.metrics).map(([score, value]) => [`score.${score}`, value] as const),
          ...[...attempt.answers].flatMap(([item, { value, ms }]) => [
            [item, cellOf(value)] as const,
            [`${item}.ms`, ms] as const,
          ]),
        ].map(([name, cell]) => [`${attempt.assessment}.${name}`, cell] as const),
      ),
  ])
}

function aboutOf(attempt: StudyAttempt, { shown }: StudyPerson): Named {
  return [
    ['version', attempt.version],
    ['language', shown['language'] === WITHHELD ? WITHHELD : attempt.language],
    ['confidence', attempt.confidence],
    ['flags', attempt.flags.join(' ')],
    ['day', attempt.day],
    ['document', attempt.document.slice(0, HASH)],
    ['key', attempt.key.slice(0, HASH)],
  ]
}

/** What a result keeps of other people's answers (docs/decisions/0146) is no score of its person. */
const NO_SCORES: ReadonlySet<string> = new Set(['errors', 'norms'])

/** Every number and word of a result, by its path: `extraversion.score`. */
export function scoresOf(metrics: unknown, path = ''): [string, Cell][] {
  if (Array.isArray(metrics) && metrics.every((each) => typeof each !== 'object'))
    return [[path, metrics.join(' ')]]
  if (Array.isArray(metrics) || isObject(metrics))
    return Object.entries(metrics).flatMap(([name, value]) =>
      path === '' && NO_SCORES.has(name)
        ? []
        : scoresOf(value, path === '' ? name : `${path}.${name}`),
    )
  return path === '' || metrics === undefined ? [] : [[path, cellOf(metrics)]]
}

/** A ranking is its options in order. */
function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'number') return value
  return Array.isArray(value) ? value.join(' ') : String(value)
}
