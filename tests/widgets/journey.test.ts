import i18next from 'i18next'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { Catalog } from '#engine/catalog.ts'
import { ScopeProvider, type Surroundings } from '#engine/react/context.ts'
import { loadWidgets, widgetNow, type DataState } from '#engine/react/registry.ts'
import type { Scope } from '#engine/scope.ts'
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
const FLAT = ready(
  report([
    ['R', 20],
    ['I', 20],
    ['A', 20],
    ['S', 20],
    ['E', 20],
    ['C', 20],
  ]),
)

/** Widgets of the journey: props that are enough to be drawn, and the data that they draw. */
const WIDGETS: Readonly<Record<string, { props: Readonly<Record<string, unknown>>; data?: DataState }>> = {
  'assessment-intro': { props: { assessment: 'sample', title: 'a', points: ['b'] } },
  'quiz-practice': { props: { assessment: 'sample', quizRoute: 'none' } },
  quiz: { props: { assessment: 'sample', doneRoute: 'none' } },
  'instrument-card': { props: { assessment: 'sample' }, data: RESULT },
  'report-cover': { props: {}, data: RESULT },
  'report-notes': { props: {}, data: RESULT },
  'interest-bars': { props: {}, data: RESULT },
  'interest-hexagon': { props: {}, data: RESULT },
  'type-advice': { props: {}, data: RESULT },
  'report-careers': { props: { routeName: 'none' }, data: RESULT },
  'report-actions': { props: {}, data: RESULT },
  'type-lesson': { props: {} },
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
function draw(type: string, data?: DataState, props = WIDGETS[type]!.props): string {
  const surroundings: Surroundings = {
    catalog: new Catalog([assessment('sample', 'faces', 5)]),
    scope: { language: 'en', route: null } as Scope,
    registry,
    actions: {},
    mode: 'preview',
    report: () => {},
  }
  const Drawing = widgetNow(registry, type)!.component as ComponentType<Record<string, unknown>>
  return renderToString(createElement(MemoryRouter, null, createElement(ScopeProvider, { value: surroundings }, createElement(Drawing, { ...props, id: 'x', level: 1, data }))))
}

describe('every widget of the journey', async () => {
  await i18next.use(initReactI18next).init({ lng: 'cimode' })
  await loadWidgets(registry, Object.keys(WIDGETS))

  for (const [type, { data }] of Object.entries(WIDGETS)) {
    it(`draws ${type} without a browser, in every state of its data, without style attributes`, () => {
      for (const state of [data, undefined, { status: 'loading' } as const, FAILED]) expect(draw(type, state)).not.toContain('style=')
    })
  }

  it('names what went wrong once on a page: the cover does, the other parts stay away', () => {
    const parts = Object.keys(WIDGETS).filter((type) => type.startsWith('report-') || type.startsWith('interest-') || type === 'type-advice')
    expect(parts.filter((type) => draw(type, FAILED) !== '')).toEqual(['report-cover'])
  })

  it('shows no order of types where there is none', () => {
    expect(draw('report-cover', FLAT)).toContain('worker.flat.title')
    expect(draw('report-cover', FLAT)).not.toContain('worker.sentence')
    expect(draw('report-notes', FLAT)).toContain('worker.flat.meaning')
    expect(draw('report-notes', RESULT)).toContain('worker.close.near.two')
  })

  it('says what to do when a list of careers is empty', () => {
    const none = { items: [], total: 0, page: 1, pageSize: 20 }
    expect(draw('career-list', ready(none), { kind: 'favourites' })).toContain('careers.empty.unsaved.title')
    expect(draw('career-list', ready(none), { kind: 'all' })).toContain('careers.empty.unfound.title')
    expect(draw('career-list', ready({ ...none, reason: 'undifferentiated' }))).toContain('careers.empty.undifferentiated.title')
    expect(draw('career-list', ready({ ...none, reason: 'not-taken' }))).toContain('careers.empty.not-taken.title')
  })

  it('puts the person beside the job only where there is a result', () => {
    expect(draw('career-why', ready(detail))).toContain('career.compare.you')
    expect(draw('career-why', ready({ ...detail, person: null }))).not.toContain('career.compare.you')
  })
})
