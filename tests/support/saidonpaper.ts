/** The words of a shipped report on paper, for made-up results: the same rules as on the screen. */

import type { ReportAnswer, ReportResult } from '#engine/contract/contract.ts'
import { translate } from '#engine/documents/translate.ts'
import { reportPaper } from '#engine/paper/reportpaper.ts'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'
import { strengthsOf } from '#engine/scoring/reports.ts'
import { score, scoreFacets, type Answers } from '#engine/scoring/scoring.ts'
import { reportColors } from '#server/papers/colors.ts'
import { catalog, config, makeUser } from './documents.ts'
import { textsIn } from './paperreports.ts'

export type Taken = Pick<ReportResult, 'metrics'> &
  Partial<Pick<ReportResult, 'facets' | 'quality'>>

export function taken(assessment: string, answers: Answers): Taken {
  const key = catalog.get('scoring', assessment)!
  return { metrics: score(answers, key), facets: scoreFacets(answers, key) }
}

/** A result of the worker type, by its six sums. */
export function sixTypes(sums: readonly number[]): Taken {
  const letters = [...'RIASEC']
  const at = (letter: string) => sums[letters.indexOf(letter)]!
  return {
    metrics: {
      ...Object.fromEntries(letters.map((letter) => [letter, at(letter)])),
      code: letters
        .toSorted((a, b) => at(b) - at(a))
        .slice(0, 3)
        .join(''),
      even: Math.max(...sums) - Math.min(...sums) < 4,
      scale: { lowest: 0, highest: 40 },
    },
  }
}

const TEXTS = new Map(['en', 'af'].map((language) => [language, textsIn(language)]))

export function textOf(key: string, language = 'en'): string {
  return translate(TEXTS.get(language)!, language, key)
}

/** Every text of it, in reading order. */
export function saidOnPaper(report: string, all: Readonly<Record<string, Taken>>): string[] {
  const document = catalog.get('report', report)!
  const metrics = Object.fromEntries(Object.entries(all).map(([id, each]) => [id, each.metrics]))
  const results = Object.fromEntries(
    Object.entries(all)
      .filter(([id]) => document.assessments.includes(id))
      .map(([id, each]): [string, ReportResult] => [
        id,
        {
          quality: { confidence: 'ok', flags: [] },
          ...each,
          resultDate: '2026-11-21T08:00:00Z',
          instrument: { version: '1.0', items: 60, language: 'en' },
        },
      ]),
  )
  const answer: ReportAnswer = {
    report,
    ...(document.assessments.length === 1 && Object.values(results)[0]),
    results,
    open: document.assessments.filter((id) => results[id] === undefined),
    strengths: strengthsOf(document, metrics),
  }
  const user = makeUser({ plan: 'powerPlus', taken: Object.keys(all) })
  const assessments = Object.fromEntries(
    Object.entries(metrics).map(([id, each]) => [id, { ...user.assessments[id]!, metrics: each }]),
  )
  const blocks = reportPaper(document, {
    catalog,
    scope: buildScope(catalog, {
      user: { ...user, assessments },
      initialised: true,
      onboarding: NO_ONBOARDING,
      config,
      language: 'en',
      today: '2026-11-21',
      curricula: null,
    }),
    answer,
    language: 'en',
    rtl: false,
    colors: reportColors(config),
    translate: (key, values) => translate(TEXTS.get('en')!, 'en', key, values),
  })
  return wordsIn(blocks)
}

type Spans = readonly (readonly [unknown, string])[]

function isSaid(value: unknown): value is Spans {
  return (
    Array.isArray(value) &&
    value.every((part) => Array.isArray(part) && typeof part[1] === 'string')
  )
}

/** Texts of blocks in reading order, without the soft hyphens of long words. */
export function wordsIn(value: unknown): string[] {
  if (isSaid(value))
    return value.length === 0
      ? []
      : [
          value
            .map(([, words]) => words)
            .join('')
            .replaceAll('\u00AD', ''),
        ]
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => (key === 'svg' ? [] : wordsIn(each)))
}
