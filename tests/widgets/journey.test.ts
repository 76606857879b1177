import i18next from 'i18next'
import { createElement, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { Catalog } from '#engine/documents/catalog.ts'
import { nodesOf } from '#engine/documents/nodes.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { loadWidgets, widgetNow, type DataState } from '#engine/react/registry.ts'
import type { QuizSession } from '#engine/scoring/quiz.ts'
import type { Query } from '#engine/decide/routes.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { QuizFinish } from '#widgets/assessments/QuizFinish.tsx'
import { SavedChip } from '#widgets/assessments/QuizStatus.tsx'
import { registry } from '#widgets/registry.ts'
import { catalog } from '../support/documents.ts'
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
/** The props of a node on a page of the product. */
function propsOf(screen: string, id: string): Readonly<Record<string, unknown>> {
  const found = nodesOf(catalog.get('screen', screen)!.children).find(
    ({ node }) => node['id'] === id,
  )
  return found!.node['props'] as Readonly<Record<string, unknown>>
}

/** Widgets of the journey: props that are enough to be drawn, and the data that they draw. */
const WIDGETS: Readonly<
  Record<string, { props: Readonly<Record<string, unknown>>; data?: DataState }>
> = {
  'assessment-intro': { props: { assessment: 'sample', title: 'a', points: ['b'] } },
  'quiz-practice': { props: { assessment: 'sample', quizRoute: 'none' } },
  quiz: { props: { assessment: 'sample', doneRoute: 'none' } },
  'instrument-card': { props: { assessment: 'sample' }, data: RESULT },
  collection: { props: propsOf('careers-matches', 'list'), data: ready(careers) },
  attribution: { props: propsOf('career', 'source') },
  'record-cover': { props: propsOf('career', 'cover'), data: ready(detail) },
  'score-compare': { props: propsOf('career', 'why'), data: ready(detail) },
  facts: { props: propsOf('career', 'facts'), data: ready(detail) },
  'level-steps': { props: propsOf('career', 'education'), data: ready(detail) },
  'rated-list': { props: propsOf('career', 'skills'), data: ready(detail) },
  'tag-list': { props: propsOf('career', 'technologies'), data: ready(detail) },
  'record-links': { props: propsOf('career', 'related'), data: ready(detail) },
}

/**
 * Texts are their keys here: the wording belongs to the locale, the choice of text to the widget.
 */
function draw(
  type: string,
  data?: DataState,
  props = WIDGETS[type]!.props,
  query: Query = {},
): string {
  const Drawing = widgetNow(registry, type)!.component as ComponentType<Record<string, unknown>>
  return drawIn(createElement(Drawing, { ...props, id: 'x', level: 1, data }), query)
}

function drawIn(inside: ReactNode, query: Query = {}): string {
  const open = { access: true }
  const surroundings: RenderContext = {
    catalog: new Catalog([assessment('sample', 'faces', 5), ...catalog.all('list')]),
    scope: {
      language: 'en',
      route: { query },
      feature: { CareerExplorer: open, CareerMatches: open },
    } as unknown as Scope,
    registry,
    actions: {},
    mode: 'preview',
    report: () => {},
  }
  return renderToString(
    createElement(
      MemoryRouter,
      null,
      createElement(ScopeProvider, { value: surroundings }, inside),
    ),
  )
}

describe('every widget of the journey', async () => {
  await i18next.use(initReactI18next).init({ lng: 'cimode' })
  await loadWidgets(registry, Object.keys(WIDGETS))

  for (const [type, { data }] of Object.entries(WIDGETS)) {
    it(`draws ${type} without a browser, in every state of its data, without style attributes`, () => {
      for (const state of [data, undefined, { status: 'loading' } as const, FAILED])
        expect(draw(type, state)).not.toContain('style=')
    })
  }

  const NONE = { items: [], total: 0, page: 1, pageSize: 20 }
  const list = (screen: 'all' | 'matches' | 'favourites', value: unknown, query: Query = {}) =>
    draw('collection', ready(value), propsOf(`careers-${screen}`, 'list'), query)

  it('says what to do when a list of careers is empty', () => {
    expect(list('favourites', NONE)).toContain('careers.empty.unsaved.title')
    expect(list('favourites', NONE, { search: 'dragon' })).toContain('careers.empty.unsaved.title')
    expect(list('matches', NONE)).toContain('careers.empty.nothing.title')
    expect(list('matches', { ...NONE, reason: 'undifferentiated' })).toContain(
      'careers.empty.undifferentiated.title',
    )
    expect(list('matches', { ...NONE, reason: 'not-taken' })).toContain(
      'careers.empty.not-taken.title',
    )
  })

  it.each([
    [{ search: 'dragon' }, 'search'],
    [{ years: '1' }, 'filters'],
    [{ search: 'dragon', workerType: 'builder' }, 'both'],
  ])('offers to clear the filters of careers, and nothing else: %o', (query: Query, by) => {
    const others = ['search', 'filters', 'both'].filter((other) => other !== by)
    const html = list('all', NONE, query)
    // In the search, and where the list would be.
    expect(html.split(`careers.clear.${by}`)).toHaveLength(3)
    for (const other of others) expect(html).not.toContain(`careers.clear.${other}`)
    const matches = list('matches', NONE, query)
    expect(matches).toContain(`careers.empty.unfound.${by}.title`)
    expect(matches).toContain('careers.searchAll')
    expect(matches.includes('careers.empty.searched')).toBe(query['search'] !== undefined)
  })

  it('offers to clear nothing if nothing is set', () => {
    expect(list('all', careers, { page: '2' })).not.toContain('careers.clear')
    const beyond = list('all', { ...NONE, total: 923, page: 99 }, { page: '99' })
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
  ] as const)('says where the answers are stored: %o', (status, words) => {
    expect(
      drawIn(
        createElement(SavedChip, { status: { online: true, refused: 0, ...status }, any: true }),
      ),
    ).toContain(`<span aria-hidden="true">${words}</span>`)
  })

  it('ends the questions with a path of one dot per answer, and the practice with another picture', () => {
    const session = { complete: () => new Promise<never>(() => {}) } as unknown as QuizSession
    const finish = drawIn(
      createElement(QuizFinish, {
        level: 1,
        session,
        count: 60,
        doneRoute: 'none',
        after: 'report',
        onMissing: () => {},
      }),
    )
    expect(finish).toContain('pathLength="59"')
    const practice = draw('quiz-practice', undefined, { assessment: 'nobody', quizRoute: 'none' })
    expect(practice).toContain('practice.done')
    expect(practice).not.toContain('pathLength')
  })

  it('compares the user with the job only if there is a result', () => {
    expect(draw('score-compare', ready(detail))).toContain('career.compare.you')
    expect(draw('score-compare', ready({ ...detail, person: null }))).not.toContain(
      'career.compare.you',
    )
  })
})
