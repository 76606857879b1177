/** Reports are defined by documents alone: the shipped ones, and those of an unknown instrument. */

import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportAnswer, ReportResult } from '#engine/contract/contract.ts'
import type { DocumentOf, NodeDocument } from '#engine/documents/kinds.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { strengthsOf } from '#engine/scoring/reports.ts'
import { buildScope, NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { registry } from '#widgets/registry.ts'
import { catalog, makeUser } from '../support/documents.ts'
import { report as workerTypeReport } from './support/journey-samples.ts'
import { speakEnglish } from '#tests/support/english.ts'

const config = catalog.get('config', 'default')!

beforeAll(async () => {
  const shipped = flattenTexts(catalog.get('locale', 'en')!.texts)
  await speakEnglish(shipped)
  await loadWidgets(registry, Object.keys(registry))
})

const result = (
  metrics: ReportResult['metrics'],
  more: Partial<ReportResult> = {},
): ReportResult => ({
  metrics,
  quality: { confidence: 'ok', flags: [] },
  resultDate: '2026-11-21T08:00:00Z',
  instrument: { version: '1.0', items: 60, language: 'en' },
  ...more,
})
const answer = (
  results: Record<string, ReportResult>,
  more: Partial<ReportAnswer> = {},
): ReportAnswer => ({ report: 'sample', results, open: [], strengths: [], ...more })
/** How often a part occurs in markup. */
const count = (html: string, part: string) => html.split(part).length - 1
const ready = (value: ReportAnswer): DataState => ({ status: 'ready', value, refreshing: false })

/** The text of nodes with this data, in order, and their markup. */
function draw(nodes: readonly NodeDocument[], data: DataState, user: User | null = null) {
  const scope = buildScope(catalog, {
    user,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: 'en',
    today: '2026-11-21',
    curricula: null,
  })
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
      <ScopeProvider value={around}>
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
const one = (
  type: string,
  props: Record<string, unknown>,
  data: DataState,
  user: User | null = null,
) => draw([{ id: 'node', type, data: 'report', props }], data, user)
const text = (key: string) => i18next.t(key)

const row = (id: string, more = {}) => ({ id, metric: `juggling.${id}.score`, ...more })
const juggling = (scores: Record<string, number>) =>
  ready(
    answer({
      juggling: result(
        Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, { score }])),
      ),
    }),
  )

describe('the cover of a result', () => {
  const rows = [
    row('balls', { title: 'balls' }),
    row('rings', { title: 'rings' }),
    row('clubs', { title: 'clubs' }),
  ]

  it('takes its headline from the highest, and joins with dots those that could change places', () => {
    const { words, html } = one(
      'result-cover',
      { title: 'plain', lead: 'x', pick: { rows, count: 3, near: 5 } },
      juggling({ balls: 20, rings: 80, clubs: 77 }),
    )
    expect(words).toContain('rings, clubs x')
    expect(words, 'below the middle').not.toContain('balls')
    expect(html.match(/class="[^"]*close[^"]*"/g)).toHaveLength(1)
    const apart = juggling({ balls: 60, rings: 80, clubs: 77 })
    const three = one('result-cover', { title: 'plain', pick: { rows, count: 3, near: 5 } }, apart)
    expect(three.words).toContain('rings, clubs, balls')
    expect(three.html.match(/class="[^"]*clear[^"]*"/g)).toHaveLength(1)
  })

  it('breaks a tie as a metric says, and shows above the headline what belongs to the first', () => {
    const tied = ready(
      answer({
        juggling: result({ b: { score: 80 }, r: { score: 80 }, c: { score: 9 }, order: 'rb' }),
      }),
    )
    const pick = {
      ties: 'juggling.order',
      rows: ['b', 'r', 'c'].map((id) => ({
        ...row(id),
        title: `title ${id}`,
        over: `over ${id}`,
        letter: id,
      })),
      count: 2,
    }
    expect(one('result-cover', { title: 'plain', pick }, tied).words).toMatch(
      /^over r title r, title b title r r title b b$/,
    )
  })

  it('names all of them, in no order, if nothing stands out and it is asked to', () => {
    const even = { within: 10, title: 'all alike', lead: 'no order', showAll: true }
    const { words, html } = one(
      'result-cover',
      { title: 'plain', pick: { rows, even } },
      juggling({ balls: 51, rings: 50, clubs: 55 }),
    )
    expect(words).toBe('all alike no order balls rings clubs')
    expect(html).not.toContain('<ol')
  })

  it('says so if nothing stands out', () => {
    const { words } = one(
      'result-cover',
      {
        title: 'plain',
        pick: { rows, even: { within: 10, title: 'all alike', lead: 'no order' } },
      },
      juggling({ balls: 51, rings: 50, clubs: 55 }),
    )
    expect(words).toBe('all alike no order')
  })

  it('follows the band of one metric', () => {
    const band = {
      metric: 'juggling.balls.score',
      cuts: [40, 70],
      rows: ['begun', 'able', 'sure'].map((id) => ({ id, title: id, lead: `${id} lead` })),
    }
    expect(one('result-cover', { title: 'plain', band }, juggling({ balls: 39 })).words).toBe(
      'begun begun lead',
    )
    expect(one('result-cover', { title: 'plain', band }, juggling({ balls: 70 })).words).toBe(
      'sure sure lead',
    )
  })

  it('keeps its own headline if a metric is missing', () => {
    expect(one('result-cover', { title: 'plain', pick: { rows } }, juggling({})).words).toBe(
      'plain',
    )
  })

  it('waits, and says what to do if nothing arrived', () => {
    expect(one('result-cover', { title: 'plain' }, { status: 'loading' }).html).toContain(
      'aria-busy="true"',
    )
    expect(
      one('result-cover', { title: 'plain' }, { status: 'failed', offline: true, retry: () => {} })
        .words,
    ).toContain(text('common.tryAgain'))
  })
})

describe('notes next to a result', () => {
  it('kindly offer another try if the confidence is low', () => {
    const unsure = answer({
      big_5: result({}, { quality: { confidence: 'low', flags: ['fast'] } }),
    })
    const { words, html } = one('result-notes', {}, ready(unsure), makeUser())
    expect(words).toContain(text('result.unsure.title'))
    expect(words).toContain('8 minutes')
    expect(html).toContain('href="/reports/personality-guide/quiz"')
    expect(words).not.toMatch(/invalid|fail|careless/i)
    expect(one('result-notes', {}, ready(unsure)).html, 'a visitor').not.toContain('/quiz')
  })

  it('name what is still open, unless the page does', () => {
    const open = ready(answer({}, { open: ['big_5'] }))
    expect(one('result-notes', {}, open).html).toContain('href="/reports/personality-guide"')
    expect(one('result-notes', { open: false }, open).html).toBe('')
  })

  it('name those that are close together, and nothing else', () => {
    const close = {
      rows: [
        row('balls', { title: 'balls' }),
        row('rings', { title: 'rings' }),
        row('clubs', { title: 'clubs' }),
      ],
      within: 10,
      count: 2,
    }
    expect(
      one('result-notes', { close }, juggling({ balls: 20, rings: 80, clubs: 77 })).words,
    ).toContain('Rings and clubs are close together')
    expect(one('result-notes', { close }, juggling({ balls: 20, rings: 80, clubs: 50 })).html).toBe(
      '',
    )
  })
})

describe('notes on groups of scores', () => {
  const words = (id: string) => ({ title: `${id} title`, two: `${id} two`, many: `${id} many` })
  const close = {
    rows: ['a', 'b', 'c', 'd'].map((id) => ({ ...row(id), title: id })),
    within: 10,
    runs: { near: words('near'), tie: words('tie'), after: 'after' },
    even: { within: 15, title: 'even', text: 'nothing stands out' },
    low: { below: 25, title: 'low', text: 'few' },
    high: { above: 75, title: 'high', text: 'many' },
  }
  const said = (a: number, b: number, c: number, d: number) =>
    one('result-notes', { close }, juggling({ a, b, c, d })).words

  it('describe each run in its own words', () => {
    expect(said(90, 82, 40, 40)).toBe('near title near two after')
    expect(said(90, 82, 80, 10)).toBe('near title near many after')
    expect(said(90, 82, 74, 10), 'no chain').toBe('near title near two after')
  })
  it('don’t mention an order if there is none', () =>
    expect(said(50, 52, 54, 60)).toBe('even nothing stands out'))
  it('describe the whole beyond either limit', () => {
    expect(said(50, 37, 12, 0)).toBe('low few')
    expect(said(50, 38, 12, 0)).toBe('')
    expect(said(60, 20, 12, 0), 'one leads').toBe('')
    expect(said(100, 88, 74, 40)).toBe('high many')
    expect(said(100, 88, 74, 38)).toBe('')
  })
})

describe('a hexagon', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...row(id), title: id }))
  const props = {
    title: 'title',
    hint: 'hint',
    nearHint: 'rings',
    name: 'six',
    of: 'worker.bars.of',
    rows,
    highest: 40,
    near: 10,
    even: 10,
  }
  const drawn = (...scores: number[]) =>
    one(
      'hexagon',
      props,
      juggling(Object.fromEntries(scores.map((score, index) => ['abcdef'[index]!, score]))),
    )

  it('has its numbers in a table, marks the highest three and circles those that could swap', () => {
    const { words, html } = drawn(40, 34, 32, 10, 5, 0)
    expect(words).toContain('six a 40 of 40 b 34 of 40 c 32 of 40 d 10 of 40')
    expect(words).toContain('rings')
    expect([count(html, 'r="5.5"'), count(html, 'r="10"')]).toEqual([3, 2])
  })
  it('marks none if nothing stands out', () => {
    const { words, html } = drawn(20, 20, 21, 20, 22, 20)
    expect(words).not.toContain('rings')
    expect([count(html, 'r="5.5"'), count(html, 'r="10"'), count(html, 'r="3.5"')]).toEqual([
      0, 0, 6,
    ])
  })
  it('isn’t drawn if a corner is missing', () => expect(drawn(40, 30, 20, 10, 5).html).toBe(''))
})

describe('bars and sliders', () => {
  it('show points on the scale of the metrics, highest first', () => {
    const props = {
      title: 'title',
      hint: 'hint',
      value: 'points',
      of: 'worker.bars.of',
      sort: true,
      highest: 40,
      rows: ['balls', 'rings'].map((id) => row(id, { label: id, tile: 'helper' })),
    }
    expect(one('score-bars', props, juggling({ balls: 7, rings: 33 })).words).toBe(
      'title hint rings 33 of 40 balls 7 of 40',
    )
  })

  it('are as long as the scale that the result names, not the one in their document', () => {
    const props = {
      title: 'title',
      value: 'points',
      of: 'worker.bars.of',
      scale: 'juggling.scale',
      highest: 40,
      rows: [row('balls', { label: 'balls' }), row('rings', { label: 'rings' })],
    }
    const scores = { balls: { score: 15 }, rings: { score: 24 } }
    const drawn = (metrics: ReportResult['metrics']) =>
      one('score-bars', props, ready(answer({ juggling: result(metrics) })))
    const shorter = drawn({ ...scores, scale: { lowest: 0, highest: 30 } })
    expect(shorter.words).toBe('title balls 15 of 30 rings 24 of 30')
    expect([count(shorter.html, 'x2="50%"'), count(shorter.html, 'x2="80%"')]).toEqual([1, 1])
    const before = drawn(scores)
    expect(before.words).toBe('title balls 15 of 40 rings 24 of 40')
    expect([count(before.html, 'x2="37.5%"'), count(before.html, 'x2="60%"')]).toEqual([1, 1])
  })

  it('give a band in words, or two if the score on another day could be in either, without any number', () => {
    const props = {
      title: 'title',
      sem: 7,
      rows: [row('balls', { label: 'Balls' }), row('rings', { label: 'Rings' })],
    }
    const { words } = one('score-bars', props, juggling({ balls: 90, rings: 60.25 }))
    const [middle, more] = [text('result.band.middle'), text('result.band.more')]
    const either = i18next.t('result.between', { low: middle, high: more })
    expect(words).toBe(`title Balls ${more} Rings ${either}`)
  })

  it('sort and draw only known values', () => {
    const props = {
      title: 'title',
      sort: true,
      bands: ['new', 'used', 'master'],
      rows: ['balls', 'rings', 'clubs'].map((id) => row(id, { label: id })),
    }
    expect(one('score-bars', props, juggling({ balls: 10, clubs: 90 })).words).toBe(
      'title clubs master balls new',
    )
    expect(one('score-bars', props, juggling({})).html).toBe('')
  })

  it('name both ends, with a sentence for where the marker is', () => {
    const props = {
      title: 'title',
      rows: [
        row('balls', {
          label: 'Speed',
          from: 'slow and sure',
          to: 'quick',
          texts: ['first', 'second', 'third'],
        }),
      ],
    }
    const { words } = one('score-sliders', props, juggling({ balls: 12 }))
    expect(words).toBe('title Speed slow and sure quick slow and sure first')
  })
})

describe('what to do next', () => {
  it('follows the weakest of some metrics, and links to its page', () => {
    const groups = ['balls', 'rings'].map((id) =>
      row(id, {
        title: `more ${id}`,
        rows: [{ id: 'a', text: `try ${id}`, routeName: 'personalityReportPage', button: 'look' }],
      }),
    )
    const { words, html } = one(
      'tips',
      { title: 'plain', pick: { order: 'lowest', groups } },
      juggling({ balls: 60, rings: 30 }),
    )
    expect(words).toBe('more rings try rings look')
    expect(html).toContain('<a href="/reports/personality-guide"')
  })

  it('mentions several, and one more if it is close', () => {
    const groups = ['balls', 'rings', 'clubs'].map((id) => row(id, { text: `about ${id}` }))
    const said = (clubs: number) =>
      one(
        'tips',
        { title: 'plain', after: 'last', pick: { order: 'highest', count: 2, near: 5, groups } },
        juggling({ balls: 70, rings: 60, clubs }),
      ).words
    expect(said(20)).toBe('plain about balls about rings last')
    expect(said(55)).toBe('plain about balls about rings about clubs last')
  })

  it('presents the lowest facets as skills, and says so if the answers are gone', () => {
    const rows = ['order', 'calm', 'trust'].map((id) => ({
      id,
      name: `${id} name`,
      text: `practise ${id}`,
      tip: `step for ${id}`,
    }))
    const facets = { order: 10, calm: 80, trust: null, strange: 1 }
    const { words } = one(
      'facet-practice',
      { order: 'lowest', count: 1, rows },
      ready(answer({ juggling: result({}, { facets }) })),
    )
    expect(words).toBe('order name practise order Try this: step for order')
    expect(
      one('facet-practice', { order: 'lowest', rows }, ready(answer({ juggling: result({}) })))
        .words,
    ).toBe(text('result.noFacets'))
  })
})

describe('the shipped reports', () => {
  const holland = { R: 10, I: 30, A: 28, S: 34, E: 12, C: 8 }
  const traits = {
    open_mindedness: 82,
    conscientiousness: 60,
    extraversion: 48,
    agreeableness: 73,
    emotional_stability: 31,
  }
  const metrics: Record<string, ReportResult['metrics']> = {
    big_5: Object.fromEntries(
      Object.entries(traits).map(([trait, score]) => [trait, { score, mean: 1 + score / 25 }]),
    ),
    value_scales: {
      values: {
        freedom: 1,
        universalism: 0.75,
        kindness: 1.25,
        conformity: -0.5,
        tradition: -0.75,
        security: 0.25,
        power: -1.75,
        achievement: 0,
        pleasure: -0.25,
        experience: 0,
      },
      groups: {
        self_transcendence: 1,
        conservation: -0.33,
        self_enhancement: -0.875,
        openness_to_change: 0.25,
      },
    },
    entrepreneurial_intent: {
      attitude: { score: 83.3 },
      norm: { score: 55.6 },
      control: { score: 36.1 },
      intention: { score: 83.3 },
    },
  }
  const shown = (id: string, assessment: string, more: Partial<ReportResult> = {}) => {
    const document = catalog.get('report', id) as DocumentOf<'report'>
    const strengths = strengthsOf(document, { ...metrics, holland_code: holland })
    return draw(
      document.children,
      ready(
        answer({ [assessment]: result(metrics[assessment]!, more) }, { report: id, strengths }),
      ),
    )
  }

  const worker = (
    sums: Parameters<typeof workerTypeReport>[0],
    more: Parameters<typeof workerTypeReport>[1] = {},
    plan = 'power',
  ) => {
    const value = workerTypeReport(sums, more)
    const user = makeUser({ plan, taken: ['holland_code'] })
    const taken = {
      ...user,
      assessments: {
        holland_code: { ...user.assessments['holland_code']!, metrics: value.metrics },
      },
    }
    return draw(catalog.get('report', 'worker-type')!.children, ready(value), taken)
  }

  it('worker type: three types lead, a close pair is named with its points, the advice is theirs', () => {
    const { words, html } = worker([
      ['S', 37],
      ['I', 35],
      ['A', 26],
      ['E', 21],
      ['R', 16],
      ['C', 14],
    ])
    const [first, second, third] = ['helper', 'thinker', 'creator'].map((type) =>
      text(`worker.like.${type}`),
    )
    expect(
      words.indexOf(
        `Today you lean towards Helper, Thinker, Creator You like to ${first}, ${second} and ${third}.`,
      ),
    ).toBe(0)
    expect(words).toContain('Helper and Thinker are 2 points apart')
    expect(words).toContain('Helper 37 of 40 Thinker 35 of 40 Creator 26 of 40')
    expect(words).toContain(`${text('worker.energy.helper')} ${text('worker.energy.thinker')}`)
    expect(words).not.toContain(text('worker.energy.creator'))
    expect(words, 'one is as good as the other').toContain(
      `${text('worker.try.helper')} ${text('worker.try.thinker')} ${text('worker.try.after')}`,
    )
    expect(words).not.toContain(text('worker.try.creator'))
    expect(words).toContain('See 12 careers that fit you')
    expect(html).toContain('aria-label="Hexagon with your six scores"')
    expect(words).not.toContain(text('worker.flat.title'))
  })

  it.each([
    ['three types', [34, 32, 27, 21, 16, 14]],
    ['no type', [20, 20, 21, 20, 22, 20]],
  ])(
    'worker type: careers are offered only to users whose plan opens them (%s)',
    (_what, [S, I, A, E, R, C]) => {
      const sums = Object.entries({ S, I, A, E, R, C }) as Parameters<typeof workerTypeReport>[0]
      const href = 'href="/navigators/careers/matches'
      const open = worker(sums, {}, 'power')
      expect(open.html).toContain(href)
      expect(open.words).not.toContain(text('upgrade.payingOnly'))
      const closed = worker(sums, {}, 'AssessmentOnly')
      expect(closed.html).not.toContain(href)
      expect(closed.words).not.toContain('See 12 careers')
      expect(closed.words).not.toContain(text('worker.careers.all.button'))
      expect(closed.words).toContain(text('upgrade.payingOnly'))
    },
  )

  it('worker type: the letters of the code decide a tie, and a tie is mentioned', () => {
    const tie = worker(
      [
        ['R', 40],
        ['I', 30],
        ['C', 30],
        ['E', 20],
        ['A', 10],
        ['S', 0],
      ],
      {},
    )
    expect(tie.words).toContain('You are most like a Builder, Thinker, Organiser')
    expect(tie.words).toContain('Thinker and Organiser have the same score')
    const other = worker([
      ['R', 40],
      ['C', 30],
      ['I', 30],
      ['E', 20],
      ['A', 10],
      ['S', 0],
    ])
    expect(other.words).toContain('You are most like a Builder, Organiser, Thinker')
    expect(other.words).toContain('Organiser 30 of 40 Thinker 30 of 40')
  })

  it('worker type: shows no order of types if there is none', () => {
    const { words, html } = worker([
      ['R', 22],
      ['I', 20],
      ['A', 20],
      ['S', 20],
      ['E', 19],
      ['C', 19],
    ])
    expect(words).toContain(text('worker.flat.title'))
    expect(words).toContain(text('worker.flat.meaning'))
    for (const type of ['builder', 'organiser']) expect(words).toContain(text(`worker.try.${type}`))
    expect(words).not.toContain('You are most like')
    expect(words).not.toContain(text('worker.energy.title'))
    expect(words).toContain(text('worker.careers.all.title'))
    expect(html).not.toContain('<ol')
  })

  it('worker type: a result on another scale is drawn and interpreted on that one, and one without a scale on 0 to 40', () => {
    const sums = [
      ['S', 28],
      ['I', 24],
      ['A', 16],
      ['E', 11],
      ['R', 5],
      ['C', 0],
    ] as const
    const on = (scale: object | undefined) => {
      const value = workerTypeReport(sums)
      const { scale: _scale, ...metrics } = value.metrics
      const taken = { ...value.results.holland_code, metrics: { ...metrics, ...scale } }
      return worker(sums, { ...taken, results: { holland_code: taken } })
    }
    const shorter = on({ scale: { lowest: 0, highest: 30 } })
    expect(shorter.words).toContain('28 of 30')
    expect(shorter.words).not.toContain('of 40')
    expect(shorter.html).toContain(`x2="${(100 * 28) / 30}%"`)
    // Of 30, 6 points are close; of 40, 8.
    expect(shorter.words).toContain('Helper and Thinker are 4 points apart')
    expect(shorter.words).not.toContain('Thinker and Creator are')
    for (const usual of [on({ scale: { lowest: 0, highest: 40 } }), on(undefined)]) {
      expect(usual.words).toContain('28 of 40')
      // 24 of 40 isn't surely above the middle, so it's no name that could come first.
      expect(usual.words).not.toContain(text('worker.close.title'))
    }
  })

  it('worker type: doubts are worded kindly, and say how long another try takes', () => {
    const { words, html } = worker(
      [
        ['C', 12],
        ['S', 7],
        ['A', 2],
        ['E', 1],
        ['R', 0],
        ['I', 0],
      ],
      { quality: { confidence: 'low', flags: ['very-fast'] } },
    )
    expect(words).toContain(text('result.unsure.title'))
    expect(words).toContain('8 minutes')
    expect(html).toContain('href="/reports/worker-type/quiz?again=2026-01-02T03%3A04%3A05.000Z"')
    expect(words).toContain(text('worker.elevation.low.title'))
  })

  it('the report of a type waits, and an error is shown once', () => {
    const nodes = catalog.get('report', 'worker-type')!.children as NodeDocument[]
    expect(
      draw(nodes, { status: 'failed', offline: false, retry: () => {} }).words.split(
        text('common.tryAgain'),
      ),
    ).toHaveLength(2)
    // Data cached on a phone from before reports named their results.
    const {
      results: _results,
      open: _open,
      ...kept
    } = workerTypeReport([
      ['S', 34],
      ['I', 32],
      ['A', 27],
      ['E', 21],
      ['R', 16],
      ['C', 14],
    ])
    expect(draw(nodes, ready(kept as never)).words).toMatch(/^Worker type/)
  })

  it('the lesson on the six types opens each one separately, and says what the hexagon shows', () => {
    const { html, words } = draw(
      catalog.get('screen', 'worker-type-lesson')!.children,
      ready(answer({})),
    )
    expect(html.split('<details').length - 1).toBe(6)
    expect(html.split('<line').length - 1).toBe(2)
    expect(words).toContain(
      `${text('type.builder.name')} ${text('type.builder.short')} ${text('lesson.often')}`,
    )
    expect(html).toContain('Hexagon of the six types.')
    expect(words).toContain(text('lesson.cannot.d'))
  })

  it('personality: either end may lead; five traits, three bands, no number and no harsh word', () => {
    const facets = Object.fromEntries(
      ['sociability', 'curiosity', 'calm', 'trust', 'energy'].map((facet, index) => [
        facet,
        index * 20,
      ]),
    )
    const { words } = shown('personality-guide', 'big_5', { facets })
    expect(words).toContain('curious, warm, sensitive')
    expect(words).toContain(
      i18next.t('result.between', { low: 'sensitive', high: text('result.band.middle') }),
    )
    expect(words).toContain(text('personality.strength.interpersonal.name'))
    expect(words).not.toMatch(/neurotic|\blow\b|\bbad\b|\d+ ?%|percent|IQ/i)
    expect(words.split(text('instrument.about'))[0]).not.toMatch(/\d/)
  })

  it('personality: only a user with very strong feelings is told whom to talk to', () => {
    const nodes = catalog.get('report', 'personality-guide')!.children as NodeDocument[]
    const hears = (score: number) =>
      resolveNodes(
        nodes,
        { user: { assessments: { big_5: { metrics: { emotional_stability: { score } } } } } },
        catalog.book,
      ).some(({ id }) => id === 'care')
    expect([0, 14.9, 15, 50].map(hears)).toEqual([true, true, false, false])
  })

  it('values: the wheel gives its highest in words, and the ten are in order', () => {
    const { words, html } = shown('value-scales', 'value_scales')
    expect(words).toMatch(/^What matters to you today Kindness, Freedom, Fairness for all/)
    expect(html).toContain('The longest slices are Kindness, Freedom and Fairness for all.')
    const order = words.slice(words.indexOf(text('values.order.title')))
    expect(order.indexOf('Kindness')).toBeLessThan(order.indexOf('Power'))
  })

  it('business: the intention comes first, and the weakest driver gives the next step', () => {
    const { words } = shown('entrepreneurship', 'entrepreneurial_intent')
    expect(words).toContain(text('entrepreneurship.intention.more.title'))
    // 19 points are within the error of the two: neither is called the lowest.
    expect(words).toContain(text('entrepreneurship.next.any.title'))
    metrics['entrepreneurial_intent'] = {
      ...metrics['entrepreneurial_intent'],
      control: { score: 30 },
    }
    const { words: apart } = shown('entrepreneurship', 'entrepreneurial_intent')
    expect(apart).toContain(text('entrepreneurship.next.control.title'))
    expect(apart).not.toContain(text('entrepreneurship.next.norm.title'))
  })

  it('a strength is left out if its metrics are missing', () => {
    const document = catalog.get('report', 'personality-guide')!
    expect(strengthsOf(document, { big_5: metrics['big_5'] }).map(({ id }) => id)).toEqual([])
    expect(strengthsOf(document, { big_5: metrics['big_5'], holland_code: holland })).toHaveLength(
      8,
    )
    expect(strengthsOf(catalog.get('report', 'value-scales')!, metrics)).toHaveLength(10)
    expect(strengthsOf(catalog.get('report', 'value-scales')!, metrics)[0]).toEqual({
      id: 'kindness',
      score: 62.5,
    })
  })
})
