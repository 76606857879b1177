/** Reports are drawn by documents alone: the shipped ones, and those of an instrument that nobody has heard of. */

import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportAnswer, ReportResult } from '#engine/contract.ts'
import type { DocumentOf, NodeDocument } from '#engine/kinds.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { strengthsOf } from '#engine/reports.ts'
import { buildScope, NO_ONBOARDING } from '#engine/scope.ts'
import { resolveNodes } from '#engine/screen.ts'
import { flattenTexts } from '#engine/texts.ts'
import { registry } from '#widgets/registry.ts'
import { catalog } from '../support/documents.ts'

const config = catalog.get('config', 'default')!

beforeAll(async () => {
  const shipped = flattenTexts(catalog.get('locale', 'en')!.texts)
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: shipped } }, keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false } })
  await loadWidgets(registry, Object.keys(registry))
})

const result = (metrics: ReportResult['metrics'], more: Partial<ReportResult> = {}): ReportResult => ({
  metrics,
  quality: { confidence: 'ok', flags: [] },
  resultDate: '2026-11-21T08:00:00Z',
  instrument: { version: '1.0', items: 60, language: 'en' },
  ...more,
})
const answer = (results: Record<string, ReportResult>, more: Partial<ReportAnswer> = {}): ReportAnswer => ({ report: 'sample', results, open: [], strengths: [], ...more })
const ready = (value: ReportAnswer): DataState => ({ status: 'ready', value, refreshing: false })

/** The words of nodes with this data, one after the other, and their markup. */
function draw(nodes: readonly NodeDocument[], data: DataState) {
  const scope = buildScope(catalog, { user: null, initialised: true, onboarding: NO_ONBOARDING, config, language: 'en', today: '2026-11-21', curricula: null })
  const around = {
    catalog,
    scope,
    registry,
    actions: {},
    mode: 'preview' as const,
    report: (error: unknown) => {
      throw error
    },
  }
  const html = renderToString(
    <MemoryRouter>
      <ScopeProvider value={around as never}>
        <Screen nodes={resolveNodes(nodes, scope, catalog.book)} data={{ report: data }} />
      </ScopeProvider>
    </MemoryRouter>,
  )
  const words = html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { html, words }
}
const one = (type: string, props: Record<string, unknown>, data: DataState) => draw([{ id: 'node', type, data: 'report', props }], data)
const text = (key: string) => i18next.t(key)

const row = (id: string, more = {}) => ({ id, metric: `juggling.${id}.score`, ...more })
const juggling = (scores: Record<string, number>) => ready(answer({ juggling: result(Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, { score }]))) }))

describe('the cover of a result', () => {
  const rows = [row('balls', { title: 'balls' }), row('rings', { title: 'rings' }), row('clubs', { title: 'clubs' })]

  it('takes its headline from the highest, and joins by dots what could change places', () => {
    const { words, html } = one('result-cover', { title: 'plain', lead: 'x', pick: { rows, count: 3, near: 5 } }, juggling({ balls: 20, rings: 80, clubs: 77 }))
    expect(words).toContain('rings, clubs, balls')
    expect(html.match(/class="[^"]*close[^"]*"/g)).toHaveLength(1)
    expect(html.match(/class="[^"]*clear[^"]*"/g)).toHaveLength(1)
  })

  it('says so where nothing stands out', () => {
    const { words } = one('result-cover', { title: 'plain', pick: { rows, even: { within: 10, title: 'all alike', lead: 'no order' } } }, juggling({ balls: 51, rings: 50, clubs: 55 }))
    expect(words).toBe('all alike no order')
  })

  it('follows the band of one metric', () => {
    const band = { metric: 'juggling.balls.score', cuts: [40, 70], rows: ['begun', 'able', 'sure'].map((id) => ({ id, title: id, lead: `${id} lead` })) }
    expect(one('result-cover', { title: 'plain', band }, juggling({ balls: 39 })).words).toBe('begun begun lead')
    expect(one('result-cover', { title: 'plain', band }, juggling({ balls: 70 })).words).toBe('sure sure lead')
  })

  it('keeps its own headline where a metric is missing', () => {
    expect(one('result-cover', { title: 'plain', pick: { rows } }, juggling({})).words).toBe('plain')
  })

  it('waits, and says what to do when nothing came', () => {
    expect(one('result-cover', { title: 'plain' }, { status: 'loading' }).html).toContain('aria-busy="true"')
    expect(one('result-cover', { title: 'plain' }, { status: 'failed', offline: true, retry: () => {} }).words).toContain(text('common.tryAgain'))
  })
})

describe('notes beside a result', () => {
  it('offer a new try kindly where the confidence is low', () => {
    const unsure = answer({ big_5: result({}, { quality: { confidence: 'low', flags: ['fast'] } }) })
    const { words, html } = one('result-notes', {}, ready(unsure))
    expect(words).toContain(text('result.unsure.title'))
    expect(words).toContain('8 minutes')
    expect(html).toContain('href="/reports/personality-guide/quiz"')
    expect(words).not.toMatch(/invalid|fail|careless/i)
  })

  it('name what is still open, unless the page does', () => {
    const open = ready(answer({}, { open: ['big_5'] }))
    expect(one('result-notes', {}, open).html).toContain('href="/reports/personality-guide"')
    expect(one('result-notes', { open: false }, open).html).toBe('')
  })

  it('name those that lie close together, and nothing else', () => {
    const close = { rows: [row('balls', { title: 'balls' }), row('rings', { title: 'rings' }), row('clubs', { title: 'clubs' })], within: 10, count: 2 }
    expect(one('result-notes', { close }, juggling({ balls: 20, rings: 80, clubs: 77 })).words).toContain('Rings and clubs are close together')
    expect(one('result-notes', { close }, juggling({ balls: 20, rings: 80, clubs: 50 })).html).toBe('')
  })
})

describe('bars and sliders', () => {
  it('say a band in words, and two where the score of another day could lie in both; no number anywhere', () => {
    const props = { title: 'title', sem: 7, rows: [row('balls', { label: 'Balls' }), row('rings', { label: 'Rings' })] }
    const { words } = one('score-bars', props, juggling({ balls: 90, rings: 60.25 }))
    expect(words).toBe('title Balls more like you Rings from in between to more like you')
  })

  it('sort and draw only what is known', () => {
    const props = { title: 'title', sort: true, bands: ['new', 'used', 'master'], rows: ['balls', 'rings', 'clubs'].map((id) => row(id, { label: id })) }
    expect(one('score-bars', props, juggling({ balls: 10, clubs: 90 })).words).toBe('title clubs master balls new')
    expect(one('score-bars', props, juggling({})).html).toBe('')
  })

  it('name both ends, and say a sentence for where the stone lies', () => {
    const props = { title: 'title', rows: [row('balls', { label: 'Speed', from: 'slow and sure', to: 'quick', texts: ['first', 'second', 'third'] })] }
    const { words } = one('score-sliders', props, juggling({ balls: 12 }))
    expect(words).toBe('title Speed slow and sure quick slow and sure first')
  })
})

describe('what to do next', () => {
  it('follows the weakest of some metrics, and leads to its page', () => {
    const groups = ['balls', 'rings'].map((id) => row(id, { title: `more ${id}`, rows: [{ id: 'a', text: `try ${id}`, routeName: 'personalityReportPage', button: 'look' }] }))
    const { words, html } = one('tips', { title: 'plain', pick: { order: 'lowest', groups } }, juggling({ balls: 60, rings: 30 }))
    expect(words).toBe('more rings try rings look')
    expect(html).toContain('<a href="/reports/personality-guide"')
  })

  it('speaks of the lowest facets as skills, and says so where the answers are gone', () => {
    const rows = ['order', 'calm', 'trust'].map((id) => ({ id, name: `${id} name`, text: `practise ${id}`, tip: `step for ${id}` }))
    const facets = { order: 10, calm: 80, trust: null, strange: 1 }
    const { words } = one('facet-practice', { order: 'lowest', count: 1, rows }, ready(answer({ juggling: result({}, { facets }) })))
    expect(words).toBe('order name practise order Try this: step for order')
    expect(one('facet-practice', { order: 'lowest', rows }, ready(answer({ juggling: result({}) }))).words).toBe(text('result.noFacets'))
  })
})

describe('the shipped reports', () => {
  const holland = { R: 10, I: 30, A: 28, S: 34, E: 12, C: 8 }
  const traits = { open_mindedness: 82, conscientiousness: 60, extraversion: 48, agreeableness: 73, emotional_stability: 31 }
  const metrics: Record<string, ReportResult['metrics']> = {
    big_5: Object.fromEntries(Object.entries(traits).map(([trait, score]) => [trait, { score, mean: 1 + score / 25 }])),
    value_scales: {
      values: { freedom: 1, universalism: 0.75, kindness: 1.25, conformity: -0.5, tradition: -0.75, security: 0.25, power: -1.75, achievement: 0, pleasure: -0.25, experience: 0 },
      groups: { self_transcendence: 1, conservation: -0.33, self_enhancement: -0.875, openness_to_change: 0.25 },
    },
    entrepreneurial_intent: { attitude: { score: 83.3 }, norm: { score: 55.6 }, control: { score: 36.1 }, intention: { score: 83.3 } },
  }
  const shown = (id: string, assessment: string, more: Partial<ReportResult> = {}) => {
    const document = catalog.get('report', id) as DocumentOf<'report'>
    const strengths = strengthsOf(document, { ...metrics, holland_code: holland })
    return draw(document.children as NodeDocument[], ready(answer({ [assessment]: result(metrics[assessment]!, more) }, { report: id, strengths })))
  }

  it('personality: both ends may lead, five sides, three ways, no number and no harsh word', () => {
    const facets = Object.fromEntries(['sociability', 'curiosity', 'calm', 'trust', 'energy'].map((facet, index) => [facet, index * 20]))
    const { words } = shown('personality-guide', 'big_5', { facets })
    expect(words).toContain('curious, warm, sensitive')
    expect(words).toContain('from sensitive to in between')
    expect(words).toContain(text('personality.strength.interpersonal.name'))
    expect(words).not.toMatch(/neurotic|\blow\b|\bbad\b|\d+ ?%|percent|IQ/i)
    expect(words.split(text('instrument.about'))[0]).not.toMatch(/\d/)
  })

  it('personality: whoever feels very much hears whom to talk to, nobody else does', () => {
    const nodes = catalog.get('report', 'personality-guide')!.children as NodeDocument[]
    const hears = (score: number) => resolveNodes(nodes, { user: { assessments: { big_5: { metrics: { emotional_stability: { score } } } } } }, catalog.book).some(({ id }) => id === 'care')
    expect([0, 14.9, 15, 50].map(hears)).toEqual([true, true, false, false])
  })

  it('values: the wheel says its highest in words, the ten stand in order', () => {
    const { words, html } = shown('value-scales', 'value_scales')
    expect(words).toMatch(/^What matters most to you today Kindness, Freedom, Fairness for all/)
    expect(html).toContain('The longest slices are Kindness, Freedom and Fairness for all.')
    const order = words.slice(words.indexOf(text('values.order.title')))
    expect(order.indexOf('Kindness')).toBeLessThan(order.indexOf('Influence'))
  })

  it('business: the intention leads, the weakest driver gives the next step', () => {
    const { words } = shown('entrepreneurship', 'entrepreneurial_intent')
    expect(words).toContain(text('entrepreneurship.intention.more.title'))
    expect(words).toContain(text('entrepreneurship.next.control.title'))
    expect(words).not.toContain(text('entrepreneurship.next.norm.title'))
  })

  it('a strength is left out where its metrics are not there', () => {
    const document = catalog.get('report', 'personality-guide')!
    expect(strengthsOf(document, { big_5: metrics['big_5'] }).map(({ id }) => id)).toEqual([])
    expect(strengthsOf(document, { big_5: metrics['big_5'], holland_code: holland })).toHaveLength(8)
    expect(strengthsOf(catalog.get('report', 'value-scales')!, metrics)).toHaveLength(10)
    expect(strengthsOf(catalog.get('report', 'value-scales')!, metrics)[0]).toEqual({ id: 'kindness', score: 62.5 })
  })
})
