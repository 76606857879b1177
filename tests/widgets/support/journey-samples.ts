/**
 * Sample documents and data of the journey: assessment, report, careers. Facts are O*NET's or made
 * up for drawing.
 */

import type {
  CareerDetail,
  CareerList,
  CareerSummary,
  ReportAnswer,
} from '#engine/contract/contract.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'

const LINES = [
  'Fix a neighbour’s broken bicycle',
  'Find out why a plant does not grow',
  'Draw a picture for a wall',
  'Help a child to read',
  'Sell snacks at a match',
  'Keep a list of who paid',
]
const LONG = [
  'Verantwoordelikheidsversekering vir gemeenskapsgesondheidswerkers aan mense verduidelik',
  'Besproeiingsinstallasies op ’n vrugteplaas onderhou en herstel',
  'Lughawebeveiligingsbeamptes se werksure beplan',
]

function scaleOf(
  look: 'faces' | 'stones',
  count: number,
): DocumentOf<'assessment'>['responseScale'] {
  const words = [
    'Not like me at all',
    'Not like me',
    'A little like me',
    'Somewhat like me',
    'Like me',
    'Very much like me',
    'Exactly like me',
  ]
  const options = Array.from({ length: count }, (_, index) => ({
    id: `a${index + 1}`,
    value: index + 1,
    label: look === 'faces' ? `scale.like.${index + 1}` : words[index]!,
  }))
  return { min: 1, max: count, look, options }
}

export function assessment(
  id: string,
  look: 'faces' | 'stones',
  count: number,
  lines = LINES,
  total = 60,
): DocumentOf<'assessment'> {
  return {
    kind: 'assessment',
    id,
    v: 1,
    title: id,
    source: 'sample',
    label: 'Worker type',
    minutes: 8,
    question: look === 'faces' ? 'Would you like to do this?' : 'How much is this like you?',
    instrument: {
      version: '1.0',
      basis: 'Six interest types, after John Holland. The lines are our own.',
      limits: 'It shows what you like, not what you can do.',
    },
    quizRoute: 'hollandCodeQuizPage',
    doneRoute: 'hollandCodeReportPage',
    startRoute: 'hollandCodeReportPage',
    responseScale: scaleOf(look, count)!,
    practice: [
      { id: 'p_1', text: 'Grow vegetables behind the house' },
      { id: 'p_2', text: 'Explain a game to a new player' },
    ],
    items: Array.from({ length: total }, (_, index) => ({
      id: `i_${index + 1}`,
      text: lines[index % lines.length]!,
    })),
  }
}

export const longLines = LONG

type Letter = 'R' | 'I' | 'A' | 'S' | 'E' | 'C'
type Sums = readonly (readonly [letter: Letter, score: number])[]

/** The report of a worker type, as an instrument of sixty items gives it. */
export function report(sums: Sums, change: Partial<ReportAnswer> = {}) {
  const scores = Object.fromEntries(sums) as Record<Letter, number>
  const range = sums[0]![1] - sums[5]![1]
  const result = {
    metrics: {
      ...scores,
      code:
        range === 0
          ? null
          : sums
              .slice(0, 3)
              .map(([letter]) => letter)
              .join(''),
      tied: sums.slice(0, 3).some(([, score], index) => score === sums[index + 1]?.[1]),
      consistency: 'high' as const,
      range,
      scale: { lowest: 0, highest: 40 },
      even: range < 4,
    },
    quality: { confidence: 'ok' as const, flags: [] },
    resultDate: '2026-11-21T08:00:00Z',
    instrument: { version: '1.0', items: 60, language: 'en' },
    ...(change.quality !== undefined && { quality: change.quality }),
  }
  return {
    report: 'worker-type',
    ...result,
    results: { holland_code: result },
    open: [],
    strengths: [],
    ...change,
  }
}

export function career(
  id: string,
  title: string,
  types: CareerSummary['types'],
  change: Partial<CareerSummary> = {},
): CareerSummary {
  return {
    id,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    does: 'Helps people who were hurt to dress, work and play again.',
    direction: '29',
    jobZone: 4,
    training: { road: 'professional', years: 4, step: 4 },
    types,
    isco08: '2269',
    favourite: false,
    notForMe: false,
    ...change,
  }
}

export const careers: CareerList = {
  items: [
    career('29-1122.00', 'Occupational Therapists', ['S', 'I'], {
      level: 'strong',
      favourite: true,
      jobZone: 5,
      why: { shared: ['S', 'I'], more: null, less: null },
    }),
    career('29-1127.00', 'Speech-Language Pathologists', ['S', 'I', 'A'], {
      level: 'strong',
      jobZone: 5,
      why: { shared: ['S', 'I', 'A'], more: null, less: null },
    }),
    career('21-1012.00', 'Educational, Guidance, and Career Counselors and Advisors', ['S', 'A'], {
      level: 'strong',
      why: { shared: ['S'], more: null, less: 'I' },
    }),
    career('21-1094.00', 'Community Health Workers', ['S', 'C'], {
      level: 'fair',
      jobZone: 3,
      why: { shared: ['S'], more: 'C', less: null },
    }),
    career('29-2011.00', 'Medical and Clinical Laboratory Technologists', ['I', 'R'], {
      level: 'fair',
      why: { shared: ['I'], more: 'R', less: 'S' },
    }),
    career('27-2012.03', 'Media Programming Directors', ['E', 'A'], {
      level: 'low',
      jobZone: 4,
      why: { shared: [], more: 'E', less: 'S' },
    }),
  ],
  total: 20,
  page: 1,
  pageSize: 20,
  compared: 923,
  resultDate: '2026-11-21T08:00:00Z',
}

function joined(...records: [string, string][]): CareerDetail['joined'][string] {
  return {
    total: records.length,
    items: records.map(([id, title]) => ({ id, slug: id, title, favourite: false })),
    list: { query: {}, total: records.length },
  }
}

export const detail: CareerDetail = {
  ...careers.items[0]!,
  onetTitle: 'Occupational Therapists',
  pay: null,
  demand: null,
  isco08: '2269',
  why: { shared: ['S', 'I'], more: null, less: 'A' },
  interests: { R: 2.4, I: 4.6, A: 2.7, S: 6.9, E: 3.2, C: 3.1 },
  person: { R: 16, I: 32, A: 27, S: 34, E: 21, C: 14 },
  personScale: { lowest: 0, highest: 40 },
  skills: [
    { id: '2.A.1.b', importance: 4.2 },
    { id: '2.B.1.a', importance: 4.1 },
    { id: '2.A.1.d', importance: 4 },
    { id: '2.A.2.a', importance: 3.9 },
    { id: '2.B.1.f', importance: 3.8 },
    { id: '2.A.2.d', importance: 3.5 },
    { id: '2.B.1.e', importance: 3.1 },
    { id: '2.B.5.a', importance: 2.9 },
  ],
  knowledge: [
    { id: '2.C.5.b', importance: 4.7 },
    { id: '2.C.4.e', importance: 4.4 },
    { id: '2.C.1.e', importance: 4.2 },
    { id: '2.C.5.a', importance: 3.8 },
    { id: '2.C.6', importance: 3.6 },
    { id: '2.C.7.a', importance: 3.4 },
  ],
  workStyles: [
    { id: '1.C.3.b', importance: 4.8 },
    { id: '1.C.5.c', importance: 4.7 },
    { id: '1.C.3.a', importance: 4.6 },
    { id: '1.C.5.a', importance: 4.6 },
    { id: '1.C.4.a', importance: 4.5 },
    { id: '1.C.4.c', importance: 4.4 },
  ],
  technologies: [
    'Microsoft Excel',
    'Microsoft Word',
    'Electronic medical record software',
    'Microsoft Outlook',
  ],
  otherTitles: [
    'Assistive Technology Trainer',
    'Early Intervention Occupational Therapist',
    'Industrial Rehabilitation Consultant',
    'OT',
    'Pediatric Occupational Therapist',
  ],
  related: careers.items
    .slice(1, 5)
    .map(({ why: _why, ...rest }) => ({ ...rest, way: 'same' as const })),
  joined: {
    fields: joined(['09', 'Health Professions'], ['18', 'Psychology']),
    courses: joined(['first-aid', 'First aid']),
    bursaries: joined(['nsfas-bursary', 'NSFAS Bursary'], ['hwseta', 'HWSETA Bursary']),
    places: joined(['university-of-limpopo', 'University of Limpopo']),
  },
  attribution: 'O*NET',
}
