/**
 * What every column and every code of a study's files means, from the documents that the answers
 * were given under. Right answers and weights of tests stay on the server: scores are in the files.
 * Pure.
 */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { ScoringKey } from '#engine/scoring/scoring.ts'
import { MISSING, type Background } from './background.ts'
import { MIN_GROUP, WITHHELD } from './disclosure.ts'

export const CODEBOOK_COLUMNS = [
  'file',
  'variable',
  'assessment',
  'version',
  'document',
  'meaning',
  'type',
  'values',
  'scale',
  'reversed',
] as const

type Column = (typeof CODEBOOK_COLUMNS)[number]
type Entry = Partial<Record<Column, string>>

/** A version of an instrument that somebody in the study has answered. */
export type Answered = {
  readonly document: DocumentOf<'assessment'>
  /** Undefined if it's no longer stored. */
  readonly key: ScoringKey | undefined
  readonly sha: string
  /** Its words as they were then. */
  readonly say: (text: string) => string
  /** Names of its scores, as in the file `scores`. */
  readonly scores: readonly string[]
}

const COLUMNS: readonly (readonly [variable: string, text: string, type: string])[] = [
  ['person', 'person', 'code'],
  ['institution', 'institution', 'text'],
  ['cohort', 'cohort', 'text'],
  ['assessment', 'assessment', 'code'],
  ['attempt', 'attempt', 'number'],
  ['position', 'position', 'number'],
  ['item', 'item', 'code'],
  ['answer', 'answer', 'code'],
  ['ms', 'ms', 'number'],
  ['score', 'score', 'code'],
  ['value', 'value', 'number'],
  ['level', 'level', 'number'],
  ['event', 'event', 'code'],
  ['detail', 'detail', 'text'],
  ['version', 'version', 'code'],
  ['language', 'language', 'code'],
  ['confidence', 'confidence', 'code'],
  ['flags', 'flags', 'codes'],
  ['day', 'day', 'number'],
  ['document', 'document', 'code'],
  ['key', 'key', 'code'],
  ['scorer', 'scorer', 'number'],
]

/** @param say words of the console, in the reader's language; `console.codebook.…` explains columns */
export function codebookOf(
  backgrounds: readonly Background[],
  answered: readonly Answered[],
  say: (text: string, values?: Readonly<Record<string, number>>) => string,
): string[][] {
  const entries: Entry[] = [
    ...COLUMNS.map(([variable, text, type]) => ({
      file: 'all',
      variable,
      meaning: say(`console.codebook.${text}`),
      type,
    })),
    ...backgrounds.map((each) => ({
      file: 'all',
      variable: each.column,
      meaning: say(each.label),
      type: 'code',
      values: [
        ...each.options.map(({ id, label, name }) => [
          id,
          label === undefined ? (name ?? id) : say(label),
        ]),
        [MISSING, say('console.codebook.missing')],
        [WITHHELD, say('console.codebook.withheld', { least: MIN_GROUP })],
      ]
        .map(([id, words]) => `${id} = ${words}`)
        .join('; '),
    })),
    ...answered.flatMap((each) => [...itemsOf(each), ...scoresIn(each)]),
  ]
  return entries.map((entry) => CODEBOOK_COLUMNS.map((column) => entry[column] ?? ''))
}

function itemsOf({ document, key, sha, say }: Answered): Entry[] {
  const scaleLabel = new Map((key?.scales ?? []).map(({ id, label }) => [id, label]))
  return (document.items ?? []).map((item) => {
    const rule = key?.items.find(({ id }) => id === item.id)
    const own = item.options ?? document.options
    const values =
      own === undefined
        ? (document.responseScale?.options ?? []).map(
            ({ value, label }) => `${value} = ${say(label)}`,
          )
        : own.map(({ id, text }) => `${id} = ${say(text)}`)
    const label = scaleLabel.get(rule?.scale ?? '')
    return {
      ...about(document, sha),
      file: 'answers, wide',
      variable: `${document.id}.${item.id}`,
      meaning: say(item.text),
      type: rule?.ranks === true ? 'order' : own === undefined ? 'number' : 'code',
      values: values.join('; '),
      scale:
        rule?.scale === undefined
          ? ''
          : label === undefined
            ? rule.scale
            : `${rule.scale} (${say(label)})`,
      reversed: rule?.reverse === true ? 'yes' : 'no',
    }
  })
}

function scoresIn({ document, sha, scores, key, say }: Answered): Entry[] {
  return scores.map((score) => {
    const [first = ''] = score.split('.')
    const scale = key?.scales.find(({ id }) => id === first)
    return {
      ...about(document, sha),
      file: 'scores, wide',
      variable: `${document.id}.score.${score}`,
      meaning: scale?.label === undefined ? score : `${say(scale.label)}: ${score}`,
      type: 'number',
      scale: scale === undefined ? '' : scale.id,
    }
  })
}

function about(document: DocumentOf<'assessment'>, sha: string): Entry {
  return {
    assessment: document.id,
    version: document.instrument?.version ?? '',
    document: sha.slice(0, 12),
  }
}
