/** The shipped reports of made-up people, as on the screen and on paper. */

import type { ReportAnswer, ReportResult } from '#engine/contract/contract.ts'
import { withFigures } from '#engine/documents/figures.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'
import type { Block } from '#engine/paper/blocks.ts'
import { reportPaper } from '#engine/paper/reportpaper.ts'
import { buildScope, NO_ONBOARDING, type Scope } from '#engine/rules/scope.ts'
import { strengthsOf } from '#engine/scoring/reports.ts'
import { reportColors } from '#server/papers/colors.ts'
import { reportData } from '#server/papers/reportdata.ts'
import { catalog, config, makeUser } from './documents.ts'

type Results = Readonly<Record<string, ReportResult['metrics']>>

const scores = (prefix: readonly string[], values: readonly number[]) =>
  Object.fromEntries(prefix.map((id, index) => [id, { score: values[index]!, mean: 3 }]))
const TRAITS = [
  'open_mindedness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'emotional_stability',
]
const VALUES = [
  'universalism',
  'kindness',
  'conformity',
  'tradition',
  'security',
  'power',
  'achievement',
  'pleasure',
  'experience',
  'freedom',
]
const holland = (sums: readonly number[], even = false) => ({
  ...Object.fromEntries([...'RIASEC'].map((letter, index) => [letter, sums[index]!])),
  code: [...'RIASEC']
    .sort((a, b) => sums['RIASEC'.indexOf(b)]! - sums['RIASEC'.indexOf(a)]!)
    .slice(0, 3)
    .join(''),
  even,
  scale: { lowest: 0, highest: 40 },
})
const styles = (percents: readonly number[], x: number, y: number) => ({
  percent: Object.fromEntries(['DC', 'OW', 'DT', 'SF'].map((id, index) => [id, percents[index]!])),
  x,
  y,
})
const task = (score: number, more: Readonly<Record<string, number>>) => ({
  number_of_levels: 3,
  total_score: score * 3,
  accuracy_adjusted: 240,
  ...more,
  level_1: { total_score: score + 8 },
  level_2: { total_score: score },
  level_3: { total_score: score - 8 },
})

/** Clear results, results that are close or even, and results of which parts are missing. */
export const PEOPLE: Readonly<Record<string, Results>> = {
  clear: {
    holland_code: holland([16, 32, 27, 34, 21, 14]),
    big_5: scores(TRAITS, [82, 60, 48, 73, 31]),
    value_scales: {
      values: Object.fromEntries(
        VALUES.map((id, index) => [
          id,
          [0.75, 1.25, -0.5, -0.75, 0.25, -1.75, 0, -0.25, 0, 1][index]!,
        ]),
      ),
      groups: {
        self_transcendence: 1,
        conservation: -0.33,
        self_enhancement: -0.875,
        openness_to_change: 0.25,
      },
    },
    learning_styles: styles([48, 12, 18, 22], 21, -4),
    entrepreneurial_intent: scores(
      ['attitude', 'norm', 'control', 'intention'],
      [83.3, 55.6, 36.1, 83.3],
    ),
    perceiving_emotion: { score: 66 },
    understanding_emotion: { score: 25 },
    managing_emotion: { score: 90 },
    rock_paper_scissors: task(64, { speed: 820 }),
    maze: task(41, { velocity: 5.4 }),
  },
  even: {
    holland_code: holland([20, 21, 20, 20, 19, 20], true),
    big_5: scores(TRAITS, [50, 52, 49, 51, 50]),
    value_scales: {
      values: Object.fromEntries(VALUES.map((id) => [id, 0])),
      groups: {
        self_transcendence: 0,
        conservation: 0,
        self_enhancement: 0,
        openness_to_change: 0,
      },
    },
    learning_styles: styles([26, 24, 25, 25], 1, 0),
    entrepreneurial_intent: scores(['attitude', 'norm', 'control', 'intention'], [50, 50, 50, 50]),
    perceiving_emotion: { score: 40 },
    rock_paper_scissors: task(50, { speed: 900 }),
  },
}

export function answerOf(report: string, person: string, unsure = false): ReportAnswer {
  const document = catalog.get('report', report)!
  const all = PEOPLE[person]!
  const results = Object.fromEntries(
    document.assessments.flatMap((id): [string, ReportResult][] =>
      all[id] === undefined
        ? []
        : [
            [
              id,
              {
                metrics: all[id],
                quality: { confidence: unsure ? 'low' : 'ok', flags: [] },
                resultDate: '2026-11-21T08:00:00Z',
                instrument: { version: '1.0', items: 60, language: 'en' },
                ...(id === 'big_5' && person === 'clear' && { facets: FACETS }),
              },
            ],
          ],
    ),
  )
  const [only] = Object.values(results)
  return {
    report,
    ...(document.assessments.length === 1 && only),
    results,
    open: document.assessments.filter((id) => results[id] === undefined),
    strengths: strengthsOf(document, all),
  }
}

const FACETS = Object.fromEntries(
  Object.keys(catalog.get('scoring', 'big_5')!.facets!).map((id, index) => [
    id,
    (index * 37) % 100,
  ]),
)

export function scopeOf(person: string, language: string): Scope {
  const all = PEOPLE[person]!
  const user = makeUser({ plan: 'powerPlus', taken: Object.keys(all) })
  return buildScope(catalog, {
    user: {
      ...user,
      assessments: Object.fromEntries(
        Object.entries(all).map(([id, metrics]) => [id, { ...user.assessments[id]!, metrics }]),
      ),
    },
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language,
    today: '2026-11-21',
    curricula: null,
  })
}

export function textsIn(language: string): Readonly<Record<string, string>> {
  return withFigures(wordsFor(catalog.all('locale'), language), catalog)
}

export function blocksOf(
  report: string,
  language = 'en',
  person = 'clear',
  unsure = false,
): Block[] {
  const texts = textsIn(language)
  return reportPaper(catalog.get('report', report)!, {
    catalog,
    scope: scopeOf(person, language),
    answer: answerOf(report, person, unsure),
    language,
    rtl: language === 'ar',
    colors: reportColors(config),
    translate: (key, values) => translate(texts, language, key, values),
  })
}

/** As the template expects it. */
export function dataOf(blocks: readonly Block[], language = 'en'): string {
  return reportData(blocks, {
    title: 'Report of Naledi',
    author: 'Naledi Mokoena',
    language,
    rtl: language === 'ar',
    page: 'Page {{page}} of {{of}}',
    colors: reportColors(config),
  })
}
