import i18next from 'i18next'
import { createElement, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { Catalog } from '#engine/catalog.ts'
import { ScopeProvider, type Surroundings } from '#engine/react/context.ts'
import { loadWidgets, widgetNow, type DataState } from '#engine/react/registry.ts'
import type { QuizSession } from '#engine/quiz.ts'
import type { Query } from '#engine/routes.ts'
import type { Scope } from '#engine/scope.ts'
import { QuizFinish } from '#widgets/QuizFinish.tsx'
import { SavedChip } from '#widgets/QuizStatus.tsx'
import { registry } from '#widgets/registry.ts'
import { assessment, careers, detail, report } from './support/journey-samples.ts'

const FAILED: DataState = { status: 'failed', offline: false, retry: () => {} }
const ready = (value: unknown): DataState => ({ status: 'ready', value, refreshing: false })
const RESULT = ready(
  report([
    ['S', 34],
    ['I', 32],
    ['A', 27],
    ['E', 21],
    ['R', 16],
    ['C', 14],
  ]),
)
/** Widgets of the journey: props that are enough to be drawn, and the data that they draw. */
const WIDGETS: Readonly<Record<string, { props: Readonly<Record<string, unknown>>; data?: DataState }>> = {
  'assessment-intro': { props: { assessment: 'sample', title: 'a', points: ['b'] } },
  'quiz-practice': { props: { assessment: 'sample', quizRoute: 'none' } },
  quiz: { props: { assessment: 'sample', doneRoute: 'none' } },
  'instrument-card': { props: { assessment: 'sample' }, data: RESULT },
  'career-search': { props: {} },
  'career-list': { props: { kind: 'matches' }, data: ready(careers) },
  attribution: { props: {} },
  'career-cover': { props: {}, data: ready(detail) },
  'career-why': { props: {}, data: ready(detail) },
  'career-facts': { props: {}, data: ready(detail) },
  'career-education': { props: {}, data: ready(detail) },
  'rated-list': { props: { kind: 'skills' }, data: ready(detail) },
  'chip-list': { props: {}, data: ready(detail) },
  'career-related': { props: {}, data: ready(detail) },
}

/** The words are their keys here: what is said is the locale's business, what is asked for is the widget's. */
function draw(type: string, data?: DataState, props = WIDGETS[type]!.props, query: Query = {}): string {
  const Drawing = widgetNow(registry, type)!.component as ComponentType<Record<string, unknown>>
  return drawIn(createElement(Drawing, { ...props, id: 'x', level: 1, data }), query)
}

function drawIn(inside: ReactNode, query: Query = {}): string {
  const open = { access: true }
  const surroundings: Surroundings = {
    catalog: new Catalog([assessment('sample', 'faces', 5)]),
    scope: { language: 'en', route: { query }, feature: { CareerExplorer: open, CareerMatches: open } } as unknown as Scope,
    registry,
    actions: {},
    mode: 'preview',
    report: () => {},
  }
  return renderToString(createElement(MemoryRouter, null, createElement(ScopeProvider, { value: surroundings }, inside)))
}

describe('every widget of the journey', async () => {
  await i18next.use(initReactI18next).init({ lng: 'cimode' })
  await loadWidgets(registry, Object.keys(WIDGETS))

  for (const [type, { data }] of Object.entries(WIDGETS)) {
    it(`draws ${type} without a browser, in every state of its data, without style attributes`, () => {
      for (const state of [data, undefined, { status: 'loading' } as const, FAILED]) expect(draw(type, state)).not.toContain('style=')
    })
  }

  it('says what to do when a list of careers is empty', () => {
    const none = { items: [], total: 0, page: 1, pageSize: 20 }
    expect(draw('career-list', ready(none), { kind: 'favourites' })).toContain('careers.empty.unsaved.title')
    expect(draw('career-list', ready(none), { kind: 'matches' })).toContain('careers.empty.nothing.title')
    expect(draw('career-list', ready({ ...none, reason: 'undifferentiated' }))).toContain('careers.empty.undifferentiated.title')
    expect(draw('career-list', ready({ ...none, reason: 'not-taken' }))).toContain('careers.empty.not-taken.title')
  })

  it.each([
    [{ search: 'dragon' }, 'search'],
    [{ jobZone: '1' }, 'filters'],
    [{ search: 'dragon', workerType: 'builder' }, 'both'],
  ])('offers to clear what narrows the careers, and nothing else: %o', (query: Query, by) => {
    const others = ['search', 'filters', 'both'].filter((other) => other !== by)
    for (const html of [draw('career-search', undefined, {}, query), draw('career-list', ready({ items: [], total: 0, page: 1, pageSize: 20 }), { kind: 'all' }, query)]) {
      expect(html).toContain(`careers.clear.${by}`)
      for (const other of others) expect(html).not.toContain(`careers.clear.${other}`)
    }
    expect(draw('career-list', ready({ items: [], total: 0, page: 1, pageSize: 20 }), { kind: 'matches' }, query)).toContain(`careers.empty.unfound.${by}.title`)
  })

  it('offers to clear nothing where nothing is set', () => {
    expect(draw('career-search', undefined, {}, { page: '2' })).not.toContain('careers.clear')
    const beyond = draw('career-list', ready({ items: [], total: 923, page: 99, pageSize: 20 }), { kind: 'all' }, { page: '99' })
    expect(beyond).toContain('careers.empty.unfound.none.title')
    expect(beyond).not.toContain('careers.clear')
    expect(beyond).toContain('careers.toAll')
  })

  it.each([
    [{ saved: 'sent', sent: 24, unsent: 0 }, 'quiz.saved.sent'],
    [{ saved: 'phone', sent: 0, unsent: 1 }, 'quiz.saved.phone'],
    [{ saved: 'phone', sent: 24, unsent: 2 }, 'quiz.saved.some'],
    [{ saved: 'phone', sent: 24, unsent: 2, online: false }, 'quiz.saved.phone'],
    [{ saved: 'memory', sent: 24, unsent: 1 }, 'quiz.saved.memory'],
  ] as const)('says where the answers are: %o', (status, words) => {
    expect(drawIn(createElement(SavedChip, { status: { online: true, refused: 0, ...status }, any: true }))).toContain(`<span aria-hidden="true">${words}</span>`)
  })

  it('ends the questions with a path of one dot an answer, and the practice with another picture', () => {
    const session = { complete: () => new Promise<never>(() => {}) } as unknown as QuizSession
    const finish = drawIn(createElement(QuizFinish, { level: 1, session, online: true, count: 60, doneRoute: 'none', after: 'report', onMissing: () => {} }))
    expect(finish).toContain('pathLength="59"')
    const practice = draw('quiz-practice', undefined, { assessment: 'nobody', quizRoute: 'none' })
    expect(practice).toContain('practice.done')
    expect(practice).not.toContain('pathLength')
  })

  it('puts the person beside the job only where there is a result', () => {
    expect(draw('career-why', ready(detail))).toContain('career.compare.you')
    expect(draw('career-why', ready({ ...detail, person: null }))).not.toContain('career.compare.you')
  })
})
